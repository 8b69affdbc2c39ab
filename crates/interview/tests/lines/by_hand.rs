//! Lines that are put in, changed and taken away by hand.

use super::*;

pub fn edit(interview: &mut Interview, edits: Vec<LineEdit>) -> Result<(), String> {
    let entries = vec![FieldEntry {
        field_id: items(),
        entry: Entry::Lines(edits),
    }];
    let taken = block_on(interview.take(Command::Enter { entries }));
    taken.map_err(|error| error.to_string())
}

fn cells(item: &str, quantity: &str) -> serde_json::Map<String, Value> {
    let cells = json!({"item_number": item, "quantity": quantity});
    cells.as_object().unwrap().clone()
}

#[test]
fn lines_are_mended_added_and_taken_away_by_hand_without_a_model() {
    let list = "Item #\tQty\n10234\t2\n10235\t\n";
    let mut interview = pasted(list, reads, |_| None);
    let calls = interview.orchestrator().state().spent.calls;
    let put = |number, item: &str, quantity: &str| LineEdit::Put {
        number,
        cells: cells(item, quantity),
    };
    edit(&mut interview, vec![put(None, "20001", "many")]).unwrap_err();
    edit(&mut interview, vec![put(None, "20001", "")]).unwrap_err();
    edit(&mut interview, vec![LineEdit::Remove { number: 7 }]).unwrap_err();
    edit(&mut interview, vec![put(None, "20001", "５")]).unwrap();
    let state = interview.orchestrator().state();
    assert_eq!(
        state.outcome_of(&items()),
        None,
        "line 2 is still to be mended"
    );
    assert_eq!(state.spent.calls, calls, "nobody was asked anew");
    edit(&mut interview, vec![put(Some(2), "10235", "7")]).unwrap();
    block_on(interview.advance()).unwrap();
    let state = interview.orchestrator().state();
    assert_eq!(state.outcome_of(&items()), Some(FieldOutcome::Answered));
    let line = sheet(&interview).line(2).unwrap().clone();
    assert_eq!(
        (line.by, line.confidence),
        (RecordedBy::Entry, Confidence::High)
    );
    assert_eq!(words(&interview, &line.source.unwrap()), "10235");
    edit(&mut interview, vec![LineEdit::Remove { number: 1 }]).unwrap();
    assert_eq!(
        value_of(&interview, "items").unwrap(),
        "item_number: 10235, quantity: 7\nitem_number: 20001, quantity: 5"
    );
    // One step back, and the line is there again.
    block_on(interview.take(Command::Back)).unwrap();
    assert_eq!(sheet(&interview).lines.len(), 3);
}

#[test]
fn a_list_put_in_by_hand_keeps_the_lines_that_it_names() {
    let mut interview = pasted("Item #\tQty\n10234\t2\n10235\t3\n", reads, |_| None);
    let rows = json!([
        {"@line": 2, "item_number": "10235", "quantity": "3"},
        {"item_number": "20001", "quantity": "1"},
    ]);
    let entries = vec![FieldEntry {
        field_id: items(),
        entry: Entry::Value(rows),
    }];
    block_on(interview.take(Command::Enter { entries })).unwrap();
    let sheet = sheet(&interview);
    let numbers: Vec<u32> = sheet.lines.iter().map(|line| line.number).collect();
    assert_eq!(numbers, [2, 3]);
    assert!(sheet.line(2).unwrap().source.is_some());
}

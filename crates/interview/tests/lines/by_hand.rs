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
    assert_eq!(numbers, [1, 2]);
    assert!(sheet.line(1).unwrap().source.is_some());
    assert!(sheet.line(2).unwrap().source.is_none());
}

#[test]
fn words_that_were_set_aside_can_be_taken_up_as_a_line_by_hand() {
    let list = "Item #\tQty\n10234\t2\nand the usual bread\nTotal\t2\n";
    let mut interview = pasted(list, reads, |_| None);
    let before = sheet(&interview);
    let bread = before
        .set_aside
        .iter()
        .map(|it| it.source)
        .find(|it| words(&interview, it).contains("bread"))
        .unwrap();
    let aside = before.set_aside.len();
    let take_up = |quantity: &str| LineEdit::TakeUp {
        source: bread,
        cells: cells("bread", quantity),
    };
    // What does not fit changes nothing.
    edit(&mut interview, vec![take_up("some")]).unwrap_err();
    assert_eq!(sheet(&interview), before);
    edit(&mut interview, vec![take_up("3")]).unwrap();
    assert_accounted_for(&interview, list);
    let now = sheet(&interview);
    assert_eq!(now.set_aside.len(), aside - 1);
    let line = now.lines.last().unwrap().clone();
    assert_eq!(
        (line.source, line.number, line.by, line.confidence),
        (
            Some(bread),
            now.numbered,
            RecordedBy::Entry,
            Confidence::High
        )
    );
    // Taken up once more it is a line put in by hand: its words are one line's.
    edit(&mut interview, vec![take_up("4")]).unwrap();
    let twice = sheet(&interview);
    assert_eq!(twice.lines.last().unwrap().source, None);
    // One step back, and it is as it was.
    block_on(interview.take(Command::Back)).unwrap();
    assert_eq!(sheet(&interview), now);
}

#[test]
fn lines_count_from_one_again_when_one_is_gone_in_all_that_leaves() {
    let list = "Item #\tQty\n10234\t2\n10235\t3\n10236\t4\n";
    let mut interview = pasted(list, reads, |_| None);
    edit(&mut interview, vec![LineEdit::Remove { number: 1 }]).unwrap();
    say(&mut interview, &["today"]);
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Confirm);
    let local_time = "2026-11-20T18:00:00+09:00".to_owned();
    block_on(interview.take(Command::Confirm { local_time })).unwrap();
    let submission = Submission::of(interview.orchestrator()).unwrap();
    let of_items = |it: &&kikitori_interview::SubmittedField| it.field_id == items();
    let field = submission.fields.iter().find(of_items).unwrap();
    let numbers: Vec<u32> = field.lines.iter().map(|line| line.line).collect();
    assert_eq!(numbers, [1, 2]);
    let csv = submission.csv();
    for (number, item) in [(1, "10235"), (2, "10236")] {
        let row = format!("items.item_number,{number},Order lines,answered,{item},");
        assert!(csv.contains(&row), "{csv}");
    }
    let table = field.lines_csv(&["item_number"]).unwrap();
    let rows: Vec<&str> = table.lines().skip(1).collect();
    assert!(rows[0].starts_with("1,10235,") && rows[1].starts_with("2,10236,"));
}

#[test]
fn who_would_not_give_the_rest_of_a_list_keeps_the_lines_that_are_whole() {
    let list = "Item #\tQty\n10234\t2\n10235\t\n";
    let mut interview = pasted(list, reads, |_| None);
    let entries = vec![FieldEntry {
        field_id: items(),
        entry: Entry::Decline,
    }];
    block_on(interview.take(Command::Enter { entries })).unwrap();
    say(&mut interview, &["today"]);
    let outline = interview.orchestrator().outline();
    let kept = outline.iter().find(|it| it.field_id == items()).unwrap();
    assert_eq!(kept.outcome, Some(FieldOutcome::Unresolved));
    assert!(!kept.blocks && kept.value.is_some());
    assert_eq!(kept.missing.len(), 1, "what line 2 lacks");
    let local_time = "2026-11-20T18:00:00+09:00".to_owned();
    block_on(interview.take(Command::Confirm { local_time })).unwrap();
    let submission = Submission::of(interview.orchestrator()).unwrap();
    let of_items = |it: &&kikitori_interview::SubmittedField| it.field_id == items();
    let field = submission.fields.iter().find(of_items).unwrap();
    assert_eq!(
        field.value,
        Some(json!([{"item_number": "10234", "quantity": 2}]))
    );
    assert_eq!(field.lines.len(), 2);
    // What was cleared by hand is not kept.
    let mut interview = pasted("Item #\tQty\n10234\t2\n", reads, |_| None);
    assert!(value_of(&interview, "items").is_some());
    let entries = vec![FieldEntry {
        field_id: items(),
        entry: Entry::Decline,
    }];
    block_on(interview.take(Command::Enter { entries })).unwrap();
    assert_eq!(value_of(&interview, "items"), None);
}

//! Lines that are put into another order by hand.

use std::cell::RefCell;

use kikitori_interview::LineChange;

use super::by_hand::edit;
use super::*;

const LIST: &str = "Item #\tQty\n10234\t2\n10235\t3\n10236\t4\n";

fn up(number: u32) -> LineEdit {
    let is_up = true;
    LineEdit::Move { number, is_up }
}

fn down(number: u32) -> LineEdit {
    let is_up = false;
    LineEdit::Move { number, is_up }
}

/// What each line says, in their order.
fn items_of(sheet: &LineSheet) -> Vec<String> {
    let lines = sheet.lines.iter();
    let lines = lines.map(|line| {
        let item = &line.values.first().unwrap().value.0;
        format!("{}: {item}", line.number)
    });
    lines.collect()
}

#[test]
fn a_line_changes_places_with_its_neighbour_and_keeps_all_that_it_has() {
    let cases: [(&str, Vec<LineEdit>, [&str; 3]); 4] = [
        ("up", vec![up(2)], ["1: 10235", "2: 10234", "3: 10236"]),
        ("down", vec![down(2)], ["1: 10234", "2: 10236", "3: 10235"]),
        (
            "down to the end",
            vec![down(1), down(2)],
            ["1: 10235", "2: 10236", "3: 10234"],
        ),
        (
            "there and back",
            vec![up(3), down(2)],
            ["1: 10234", "2: 10235", "3: 10236"],
        ),
    ];
    for (name, edits, expected) in cases {
        let mut interview = pasted(LIST, reads, |_| None);
        let before = sheet(&interview);
        let state = interview.orchestrator().state();
        let (calls, messages) = (state.spent.calls, state.messages.len());
        edit(&mut interview, edits).unwrap();
        block_on(interview.advance()).unwrap();
        let now = sheet(&interview);
        assert_eq!(items_of(&now), expected, "{name}");
        for line in &now.lines {
            let mut same = before.lines.iter().filter(|it| it.values == line.values);
            let same = same.next().unwrap();
            assert_eq!(
                (line.source, line.by, line.confidence, &line.lacking),
                (same.source, same.by, same.confidence, &same.lacking),
                "{name}"
            );
        }
        let state = interview.orchestrator().state();
        assert_eq!(state.outcome_of(&items()), Some(FieldOutcome::Answered));
        assert_eq!(state.spent.calls, calls, "{name}: nobody was asked");
        assert_eq!(state.messages.len(), messages, "{name}: nothing is said");
        block_on(interview.take(Command::Back)).unwrap();
        assert_eq!(sheet(&interview), before, "{name}: one step back");
    }
}

#[test]
fn a_line_that_has_no_neighbour_there_stays_where_it_is() {
    let mut interview = pasted(LIST, reads, |_| None);
    let before = sheet(&interview);
    for there_is_none in [up(1), down(3), up(9), down(0)] {
        edit(&mut interview, vec![there_is_none]).unwrap_err();
    }
    assert_eq!(sheet(&interview), before);
}

#[test]
fn the_order_is_told_to_the_model_with_what_is_said_next() {
    let requests = Rc::new(RefCell::new(Vec::new()));
    let seen = requests.clone();
    let mut interview = pasted(LIST, reads, move |request| {
        let last = request.messages.last().map(|it| format!("{it:?}"));
        seen.borrow_mut().push(last.unwrap_or_default());
        None
    });
    edit(&mut interview, vec![up(2)]).unwrap();
    let state = interview.orchestrator().state();
    assert_eq!(
        state.changed_lines(&items()),
        [],
        "the list is told as a whole"
    );
    say(&mut interview, &["tomorrow"]);
    let last = requests.borrow().last().cloned().unwrap_or_default();
    let told = r#"(only their order changed: line 1 is "10235" now, line 2 is "10234" now)"#;
    assert!(last.replace('\\', "").contains(told), "{last}");
}

#[test]
fn words_that_corrected_a_line_go_with_it() {
    const SAID: &str = "of the 10235 we need 12";
    let mut interview = pasted(LIST, reads, |request| {
        let last = said_last(request).last()?.clone();
        (last == SAID).then(|| {
            let mut entry = heard("items", &last);
            entry["value"] = json!(r#"[{"@line": 2, "quantity": 12}]"#);
            asking(request, vec![entry])
        })
    });
    say(&mut interview, &[SAID]);
    let words = |interview: &Interview, number| {
        let state = interview.orchestrator().state();
        let sheet = sheet(interview);
        state.words_of_line(&sheet, sheet.line(number).unwrap())
    };
    let before = words(&interview, 2).unwrap();
    assert!(before.contains(SAID), "{before}");
    edit(&mut interview, vec![down(2)]).unwrap();
    assert_eq!(words(&interview, 3), Some(before));
    assert!(!words(&interview, 2).unwrap().contains(SAID));
}

#[test]
fn a_line_that_lacks_something_is_moved_and_nobody_is_asked_anew() {
    let mut interview = pasted("Item #\tQty\n10234\t2\n10235\t\n", reads, |_| None);
    let calls = interview.orchestrator().state().spent.calls;
    edit(&mut interview, vec![up(2)]).unwrap();
    let state = interview.orchestrator().state();
    assert_eq!(state.outcome_of(&items()), None, "it is asked for still");
    assert_eq!(state.spent.calls, calls);
    assert_eq!(items_of(&sheet(&interview)), ["1: 10235", "2: 10234"]);
    // Of a list that has ended what nobody gave is not asked for again.
    let entries = vec![FieldEntry {
        field_id: items(),
        entry: Entry::Decline,
    }];
    block_on(interview.take(Command::Enter { entries })).unwrap();
    block_on(interview.advance()).unwrap();
    let unresolved = Some(FieldOutcome::Unresolved);
    let state = interview.orchestrator().state();
    assert_eq!(state.outcome_of(&items()), unresolved);
    edit(&mut interview, vec![down(1)]).unwrap();
    let state = interview.orchestrator().state();
    assert_eq!(state.outcome_of(&items()), unresolved);
    assert_eq!(items_of(&sheet(&interview)), ["1: 10234", "2: 10235"]);
}

#[test]
fn on_the_last_page_a_line_is_moved_and_the_form_is_confirmed_with_that_order() {
    let mut interview = pasted(LIST, reads, |_| None);
    say(&mut interview, &["today"]);
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Confirm);
    edit(&mut interview, vec![down(1)]).unwrap();
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Confirm);
    let local_time = "2026-11-20T18:00:00+09:00".to_owned();
    block_on(interview.take(Command::Confirm { local_time })).unwrap();
    let submission = Submission::of(interview.orchestrator()).unwrap();
    let mut fields = submission.fields.iter();
    let field = fields.find(|it| it.field_id == items()).unwrap();
    let lines = field.lines.iter();
    let lines: Vec<_> = lines
        .map(|it| (it.line, it.original.as_deref().unwrap_or_default()))
        .collect();
    assert_eq!(lines, [(1, "10235\t3"), (2, "10234\t2"), (3, "10236\t4")]);
}

#[test]
fn the_rows_of_the_plain_form_stand_in_the_order_that_they_were_given() {
    let mut interview = pasted(LIST, reads, |_| None);
    let before = sheet(&interview);
    let rows = json!([
        {"@line": 3, "item_number": "10236", "quantity": "4"},
        {"item_number": "20001", "quantity": "1"},
        {"@line": 1, "item_number": "10234", "quantity": "2"},
    ]);
    let entries = vec![FieldEntry {
        field_id: items(),
        entry: Entry::Value(rows),
    }];
    block_on(interview.take(Command::Enter { entries })).unwrap();
    let now = sheet(&interview);
    assert_eq!(items_of(&now), ["1: 10236", "2: 20001", "3: 10234"]);
    let source = |sheet: &LineSheet, number| sheet.line(number).unwrap().source;
    assert_eq!(source(&now, 1), source(&before, 3));
    assert_eq!(source(&now, 2), None);
    assert_eq!(source(&now, 3), source(&before, 1));
}

#[test]
fn an_order_is_read_as_it_is_stored() {
    let order = LineChange::Order(vec![3, 1]);
    let stored = serde_json::to_value(&order).unwrap();
    assert_eq!(stored, json!({"order": [3, 1]}));
    assert_eq!(serde_json::from_value::<LineChange>(stored).unwrap(), order);
}

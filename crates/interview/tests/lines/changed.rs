//! What of a list is another after a change: of a long one nobody finds it in the whole.

use std::cell::RefCell;

use super::by_hand::edit;
use super::*;

const LIST: &str = "Item #\tQty\n10234\t2\n10235\t3\n10236\t4\n";

fn cells(item: &str, quantity: &str) -> serde_json::Map<String, Value> {
    let cells = json!({"item_number": item, "quantity": quantity});
    cells.as_object().unwrap().clone()
}

/// Each changed line as its values were and are.
fn changed(interview: &Interview) -> Vec<String> {
    let state = interview.orchestrator().state();
    let values = |line: &kikitori_interview::Line| {
        let values = line.values.iter().map(|it| it.value.0.to_string());
        values.collect::<Vec<_>>().join(" ")
    };
    let lines = state.changed_lines(&items()).into_iter();
    lines
        .map(|it| match (it.old, it.new) {
            (Some(old), Some(new)) => {
                format!("{}: {} > {}", new.number, values(old), values(new))
            }
            (Some(old), None) => format!("- {}", values(old)),
            (None, Some(new)) => format!("+ {}: {}", new.number, values(new)),
            (None, None) => String::new(),
        })
        .collect()
}

#[test]
fn a_change_by_hand_tells_the_lines_that_are_others_to_people_and_to_the_model() {
    let put = |number, item, quantity| LineEdit::Put {
        number,
        cells: cells(item, quantity),
    };
    let cases: [(&str, Vec<LineEdit>, &[&str], &str); 6] = [
        (
            "one value, and a line more",
            vec![put(Some(3), "10236", "8"), put(None, "20001", "5")],
            &["3: 10236 4 > 10236 8", "+ 4: 20001 5"],
            r#"(line 3: quantity from "4" to "8"; line 4 added)"#,
        ),
        (
            "one value",
            vec![put(Some(2), "10235", "12")],
            &["2: 10235 3 > 10235 12"],
            r#"(line 2: quantity from "3" to "12")"#,
        ),
        (
            "a line more",
            vec![put(None, "20001", "5")],
            &["+ 4: 20001 5"],
            "(line 4 added)",
        ),
        (
            "the first taken away, after which the others move up",
            vec![LineEdit::Remove { number: 1 }],
            &["- 10234 2"],
            r#"(the line "10234" taken away)"#,
        ),
        (
            "one changed and one behind it taken away, in the order of the list",
            vec![put(Some(1), "10234", "9"), LineEdit::Remove { number: 2 }],
            &["1: 10234 2 > 10234 9", "- 10235 3"],
            r#"(line 1: quantity from "2" to "9"; the line "10235" taken away)"#,
        ),
        (
            "two at once",
            vec![put(Some(1), "10234", "1"), put(Some(3), "10236", "6")],
            &["1: 10234 2 > 10234 1", "3: 10236 4 > 10236 6"],
            r#"(line 1: quantity from "2" to "1"; line 3: quantity from "4" to "6")"#,
        ),
    ];
    for (name, edits, expected, told) in cases {
        let requests = Rc::new(RefCell::new(Vec::new()));
        let seen = requests.clone();
        let mut interview = pasted(LIST, reads, move |request| {
            let last = request.messages.last().map(|it| format!("{it:?}"));
            seen.borrow_mut().push(last.unwrap_or_default());
            None
        });
        assert_eq!(
            changed(&interview),
            [""; 0],
            "{name}: a new list is told whole"
        );
        edit(&mut interview, edits).unwrap();
        assert_eq!(changed(&interview), expected, "{name}");
        say(&mut interview, &["tomorrow"]);
        let last = requests.borrow().last().cloned().unwrap_or_default();
        let last = last.replace("\\\\\\\"", "\"").replace("\\\"", "\"");
        assert!(last.replace('\\', "").contains(told), "{name}: {last}");
    }
}

#[test]
fn what_nobody_was_told_of_yet_is_told_whole() {
    let mut interview = pasted(LIST, reads, |_| None);
    let put = |quantity| LineEdit::Put {
        number: Some(2),
        cells: cells("10235", quantity),
    };
    edit(&mut interview, vec![put("12")]).unwrap();
    edit(&mut interview, vec![put("3")]).unwrap();
    assert_eq!(changed(&interview), [""; 0], "it is what it was");
    edit(&mut interview, vec![put("7")]).unwrap();
    assert_eq!(changed(&interview), ["2: 10235 3 > 10235 7"]);
    block_on(interview.take(Command::Back)).unwrap();
    assert_eq!(changed(&interview), [""; 0]);
}

#[test]
fn a_change_in_words_is_told_without_the_one_by_hand_before_it() {
    const SAID: &str = "of the 10235 we need 12";
    let mut interview = pasted(LIST, reads, |request| {
        let last = said_last(request).last()?.clone();
        (last == SAID).then(|| {
            let mut entry = heard("items", &last);
            entry["value"] = json!(r#"[{"@line": 2, "quantity": 12}]"#);
            asking(request, vec![entry])
        })
    });
    let by_hand = LineEdit::Put {
        number: Some(3),
        cells: cells("10236", "8"),
    };
    edit(&mut interview, vec![by_hand]).unwrap();
    say(&mut interview, &[SAID]);
    assert_eq!(changed(&interview), ["2: 10235 3 > 10235 12"]);
}

//! Which line is meant, by words and by what a model reports.

use std::cell::RefCell;

use super::*;

/// An interview of a list of people and their days, in which the person says these in turn and a model
/// reports the lines that `reports` has for a message, the count of calls for it given; and how many calls
/// the last message took.
fn told_days(
    said: &[&'static str],
    reports: impl Fn(&str, usize) -> Option<Value> + 'static,
) -> (Vec<String>, usize) {
    let form = json!({"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "items", "label": "Items", "required": true, "answer": {"type": "group", "fields": [
            {"id": "who", "label": "Who", "required": true},
            {"id": "days", "label": "Days", "required": true, "answer": {"type": "integer"}}]}}]});
    let asked = Rc::new(RefCell::new((String::new(), 0)));
    let count = Rc::clone(&asked);
    let (model, _) = recorded(move |request| {
        let last = said_last(request).pop().unwrap_or_default();
        let mut count = count.borrow_mut();
        count.1 = if count.0 == last { count.1 + 1 } else { 1 };
        count.0.clone_from(&last);
        let Some(lines) = reports(&last, count.1) else {
            return respond(request);
        };
        let mut entry = heard("items", &last);
        entry["value"] = json!(lines.to_string());
        calls("ask", asking(request, vec![entry]))
    });
    let mut interview = interview_of(&form.to_string(), model);
    say(&mut interview, said);
    let lines = sheet(&interview).lines.into_iter().map(|line| {
        let values = line.values.iter().map(|it| it.value.0.to_string());
        values.collect::<Vec<_>>().join(" ")
    });
    let calls = asked.borrow().1;
    (lines.collect(), calls)
}

const NAME: &str = "I am Elif";
const ALL: &str = "Kerem 2 days, Nermin 1 day, and Elif 3 days";

fn all_three() -> Value {
    json!([{"who": "Kerem", "days": 2}, {"who": "Nermin", "days": 1}, {"who": "Elif", "days": 3}])
}

#[test]
fn a_line_that_words_do_not_name_beside_one_that_they_do_is_looked_at_once_more() {
    let change = "Kerem 3 days, and I 2";
    for (again, expected) in [
        (3, ["Kerem 3", "Nermin 1", "Elif 2"]),
        (2, ["Kerem 3", "Nermin 2", "Elif 3"]),
    ] {
        let (lines, _) = told_days(&[NAME, ALL, change], move |said, call| match (said, call) {
            (ALL, _) => Some(all_three()),
            (it, 1) if it == change => {
                Some(json!([{"@line": 1, "days": 3}, {"@line": 2, "days": 2}]))
            }
            (it, _) if it == change => Some(json!([{"@line": again, "days": 2}])),
            _ => None,
        });
        assert_eq!(lines, expected);
    }
}

#[test]
fn a_line_whose_number_is_that_of_another_than_its_name_is_looked_at_once_more() {
    let change = "make mine 4";
    for (named, repairs) in [
        (json!("2 Elif"), 1),
        (json!("3: Elif"), 0),
        (json!("3"), 0),
        (json!(3), 0),
        // By a name that no line has it is the one of the number.
        (json!("3 the speaker"), 0),
    ] {
        let report = named.clone();
        let (lines, calls) =
            told_days(&[NAME, ALL, change], move |said, call| match (said, call) {
                (ALL, _) => Some(all_three()),
                (it, 1) if it == change => Some(json!([{"@line": report, "days": 4}])),
                (it, _) if it == change => Some(json!([{"@line": "3 Elif", "days": 4}])),
                _ => None,
            });
        assert_eq!(lines, ["Kerem 2", "Nermin 1", "Elif 4"], "{named}");
        assert_eq!(calls, 1 + repairs, "{named}");
    }
}

#[test]
fn who_says_i_is_the_name_that_they_told_before() {
    let (first, then) = ("I come for 3 days and Kerem for 2", "and one more for 4");
    let (lines, _) = told_days(&[NAME, first, then], move |said, _| match said {
        it if it == first => Some(json!([{"who": "Elif", "days": 3}, {"who": "Kerem", "days": 2}])),
        // Of a line that is there nobody says that it is another one.
        it if it == then => Some(json!([{"who": "Kerem", "days": 4}])),
        _ => None,
    });
    assert_eq!(lines, ["Elif 3", "Kerem 2", "4"]);
}

#[test]
fn a_line_is_named_by_a_value_that_no_other_has() {
    let form = json!({"id": "f", "title": "F", "fields": [
        {"id": "items", "label": "Hires", "required": true, "answer": {"type": "group", "fields": [
            {"id": "who", "label": "Who", "required": true},
            {"id": "what", "label": "What", "required": true, "answer": {"type": "choice", "options": ["Cello", "Trumpet", "Clarinet"]}},
            {"id": "weeks", "label": "Weeks", "required": true, "answer": {"type": "integer"}}]}},
        {"id": "more", "label": "More", "required": true}]});
    let first = "a cello for Iolo and a clarinet for Tomos, 9 weeks each";
    let then = "Iolo 10 weeks, and Toms clarinet 12";
    let (model, sent) = recorded(move |request| {
        let last = said_last(request).pop().unwrap_or_default();
        let lines = match last.as_str() {
            it if it == first => json!([{"who": "Iolo", "what": "Cello", "weeks": 9},
                {"who": "Tomos", "what": "Clarinet", "weeks": 9}]),
            it if it == then => json!([{"@line": 1, "weeks": 10}, {"@line": 2, "weeks": 12}]),
            _ => return respond(request),
        };
        let mut entry = heard("items", &last);
        entry["value"] = json!(lines.to_string());
        calls("ask", asking(request, vec![entry]))
    });
    let mut interview = interview_of(&form.to_string(), model);
    say(&mut interview, &[first]);
    let before = sent.borrow().len();
    say(&mut interview, &[then]);
    assert_eq!(sent.borrow().len() - before, 1);
    let weeks = sheet(&interview).lines.into_iter();
    let weeks: Vec<String> = weeks.map(|it| it.cells()["weeks"].to_string()).collect();
    assert_eq!(weeks, ["10", "12"]);
}

const TRAINS: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "items", "label": "Trains", "required": true, "answer": {"type": "group", "fields": [
        {"id": "from", "label": "From", "required": true},
        {"id": "to", "label": "To", "required": true},
        {"id": "arrived", "label": "Arrived", "required": true, "answer": {"type": "time"}}]}},
    {"id": "more", "label": "More", "required": true}]}"#;

#[test]
fn lines_that_have_each_others_values_change_places_with_their_words() {
    let first = "Perth to Stirling, 15:40. Edinburgh to York, 21:10. Stirling to Edinburgh, 17:05.";
    let then = "You have the last one at the tail end. It belongs before the York one.";
    let (model, sent) = recorded(move |request| {
        let last = said_last(request).pop().unwrap_or_default();
        let leg = |from: &str, to: &str, arrived: &str| json!({"from": from, "to": to, "arrived": arrived});
        let lines = match last.as_str() {
            it if it == first => json!([
                leg("Perth", "Stirling", "15:40"),
                leg("Edinburgh", "York", "21:10"),
                leg("Stirling", "Edinburgh", "17:05")
            ]),
            it if it == then => {
                let mut moved = [
                    leg("Stirling", "Edinburgh", "17:05"),
                    leg("Edinburgh", "York", "21:10"),
                ];
                moved[0]["@line"] = json!("2 Edinburgh");
                moved[1]["@line"] = json!(3);
                json!(moved)
            }
            _ => return respond(request),
        };
        let mut entry = heard("items", &last);
        entry["value"] = json!(lines.to_string());
        calls("ask", asking(request, vec![entry]))
    });
    let mut interview = interview_of(TRAINS, model);
    say(&mut interview, &[first]);
    let before = sent.borrow().len();
    say(&mut interview, &[then]);
    assert_eq!(sent.borrow().len() - before, 1);
    let sheet = sheet(&interview);
    let lines = sheet.lines.iter().map(|line| {
        let words = interview.orchestrator().state().words_of_line(&sheet, line);
        (line.values[1].value.0.to_string(), words.unwrap())
    });
    let lines: Vec<(String, String)> = lines.collect();
    for ((to, words), expected) in lines.iter().zip([
        ("Stirling", "15:40"),
        ("Edinburgh", "17:05"),
        ("York", "21:10"),
    ]) {
        assert_eq!(to, expected.0, "{lines:?}");
        assert!(words.contains(expected.1), "{lines:?}");
    }
}

#[test]
fn a_value_that_another_line_alone_has_names_that_line_once() {
    let first = "Perth to Edinburgh, 15:40, and Edinburgh to York, 21:10";
    let then = "We got into York at quarter past nine at night.";
    for (again, expected) in [(2, ["15:40", "21:15"]), (1, ["21:15", "21:10"])] {
        let tries = std::cell::Cell::new(0);
        let (model, _) = recorded(move |request| {
            let last = said_last(request).pop().unwrap_or_default();
            let lines = match last.as_str() {
                it if it == first => json!([
                    {"from": "Perth", "to": "Edinburgh", "arrived": "15:40"},
                    {"from": "Edinburgh", "to": "York", "arrived": "21:10"}]),
                it if it == then => {
                    tries.set(tries.get() + 1);
                    let line = if tries.get() > 1 { again } else { 1 };
                    json!([{"@line": line, "arrived": "21:15"}])
                }
                _ => return respond(request),
            };
            let mut entry = heard("items", &last);
            entry["value"] = json!(lines.to_string());
            calls("ask", asking(request, vec![entry]))
        });
        let mut interview = interview_of(TRAINS, model);
        say(&mut interview, &[first, then]);
        let lines = sheet(&interview).lines.into_iter();
        let arrived = lines.map(|line| line.values[2].value.0.to_string());
        // Who insists knows more than their words say.
        assert_eq!(arrived.collect::<Vec<_>>(), expected, "{again}");
    }
}

//! Lines that are told by pointing to others, by a part of their name, or by an option.

use std::cell::RefCell;

use super::*;

const DAMAGE: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "items", "label": "Items", "required": true, "answer": {"type": "group", "fields": [
        {"id": "thing", "label": "Thing", "required": true},
        {"id": "price", "label": "Price", "required": true, "answer": {"type": "number", "unit": "EUR"}},
        {"id": "state", "label": "State", "required": true,
         "answer": {"type": "choice", "options": ["Lost", "Drying"]}}]}},
    {"id": "mail", "label": "E-mail", "required": true, "answer": {"type": "email"}},
    {"id": "rest", "label": "Anything else", "required": true}]}"#;

/// What a model reports of the list: outcome, value, missing, and what it asks for next.
type Report = (
    &'static str,
    &'static str,
    &'static str,
    Option<&'static str>,
    &'static str,
);

/// One line, to which others may point.
const RUG: Report = (
    "a rug for 300, lost",
    "answered",
    r#"[{"thing": "rug", "price": 300, "state": "Lost"}]"#,
    None,
    "mail",
);

/// An interview in which each message is reported so, and the same again where that goes back.
fn reported(form: &str, reports: &'static [Report]) -> (Interview, Rc<RefCell<Vec<ChatRequest>>>) {
    let (model, sent) = recorded(move |request| {
        let last = said_last(request).pop().unwrap_or_default();
        let Some((said, outcome, value, missing, asks)) = reports.iter().find(|it| it.0 == last)
        else {
            return respond(request);
        };
        let mut entry = heard("items", said);
        entry["outcome"] = json!(outcome);
        entry["value"] = json!(value);
        entry["missing"] = json!(missing.map(|it| [it]));
        let mut arguments = asking(request, vec![entry]);
        arguments["asks"] = json!(asks);
        arguments["message"] = json!(format!("Noted. And what of {asks}?"));
        calls("ask", arguments)
    });
    let mut interview = interview_of(form, model);
    for (said, ..) in reports {
        say(&mut interview, &[said]);
    }
    (interview, sent)
}

fn values(interview: &Interview) -> Vec<String> {
    let lines = sheet(interview).lines;
    let lines = lines.iter().map(|line| {
        let values = line.values.iter().map(|it| it.value.0.to_string());
        values.collect::<Vec<_>>().join(" ")
    });
    lines.collect()
}

#[test]
fn a_value_that_another_line_has_is_taken_from_who_points_to_it_and_asks_to_be_checked() {
    let (interview, sent) = reported(
        DAMAGE,
        &[
            RUG,
            (
                "and a second carpet, same price as the other, lost too",
                "answered",
                r#"[{"thing": "second carpet", "price": 300, "state": "Lost"}]"#,
                None,
                "mail",
            ),
        ],
    );
    assert_eq!(
        values(&interview),
        ["rug 300 Lost", "second carpet 300 Lost"]
    );
    assert!(sheet(&interview).line(2).unwrap().is_unsure());
    assert!(!sheet(&interview).line(1).unwrap().is_unsure());
    assert_eq!(sent.borrow().len(), 3, "nothing went back");
}

#[test]
fn a_second_line_that_is_just_like_one_that_is_there_is_added_where_it_is_insisted_on() {
    let (interview, sent) = reported(
        DAMAGE,
        &[
            RUG,
            (
                "there were two rugs, not the one",
                "answered",
                r#"[{"thing": "rug", "price": 300, "state": "Lost"}]"#,
                None,
                "mail",
            ),
        ],
    );
    assert_eq!(values(&interview), ["rug 300 Lost", "rug 300 Lost"]);
    assert!(sheet(&interview).line(2).unwrap().is_unsure());
    assert_eq!(sent.borrow().len(), 4, "it went back once");
    // Who reports the whole list again has no second one of each.
    let (interview, _) = reported(
        DAMAGE,
        &[
            RUG,
            (
                "the rug for 300, lost, and a lamp for 20, lost too",
                "answered",
                r#"[{"thing": "rug", "price": 300, "state": "Lost"}, {"thing": "lamp", "price": 20, "state": "Lost"}]"#,
                None,
                "mail",
            ),
        ],
    );
    assert_eq!(values(&interview), ["rug 300 Lost", "lamp 20 Lost"]);
}

#[test]
fn a_figure_of_their_own_is_not_that_of_another_line() {
    let (interview, _) = reported(
        DAMAGE,
        &[
            RUG,
            (
                "and a carpet for 200, lost",
                "answered",
                r#"[{"thing": "carpet", "price": 300, "state": "Lost"}]"#,
                None,
                "mail",
            ),
        ],
    );
    assert_eq!(values(&interview), ["rug 300 Lost", "carpet Lost"]);
}

#[test]
fn who_is_asked_about_a_line_may_tell_what_it_lacks_by_another_one() {
    let (interview, _) = reported(
        DAMAGE,
        &[
            (
                "a rug that was grans for 300, drying, and a lamp that is lost",
                "not_enough",
                r#"[{"thing": "rug that was grans", "price": 300, "state": "Drying"}, {"thing": "lamp", "state": "Lost"}]"#,
                Some("price of the lamp"),
                "items",
            ),
            (
                "300, same as grans one",
                "answered",
                r#"[{"@line": "2 lamp", "price": 300}]"#,
                None,
                "mail",
            ),
        ],
    );
    assert_eq!(
        values(&interview),
        ["rug that was grans 300 Drying", "lamp 300 Lost"]
    );
}

#[test]
fn a_line_is_named_by_the_first_word_of_its_name_be_it_short() {
    let (interview, sent) = reported(
        DAMAGE,
        &[
            (
                "dishwasher 649 lost, and a rug that was my grans for 20, lost",
                "answered",
                r#"[{"thing": "dishwasher", "price": 649, "state": "Lost"}, {"thing": "rug that was my grans", "price": 20, "state": "Lost"}]"#,
                None,
                "mail",
            ),
            (
                "the dishwasher was 700 he says, and the rug about 300",
                "answered",
                r#"[{"@line": 1, "price": 700}, {"@line": 2, "price": 300}]"#,
                None,
                "mail",
            ),
        ],
    );
    assert_eq!(
        values(&interview),
        ["dishwasher 700 Lost", "rug that was my grans 300 Lost"]
    );
    assert_eq!(sent.borrow().len(), 3, "nothing went back");
}

#[test]
fn what_is_unknown_of_one_line_closes_no_other() {
    let (interview, _) = reported(
        DAMAGE,
        &[(
            "dishwasher is damaged, 649 euro, and a rug, no idea what it cost",
            "does_not_know",
            r#"[{"thing": "dishwasher", "price": 649}, {"thing": "carpet of hers", "price": null}]"#,
            Some("their states"),
            "items",
        )],
    );
    let state = FieldId::new("state").unwrap();
    let line = sheet(&interview).line(1).unwrap().clone();
    assert_eq!(line.lacking, [Lacking::Missing(state)]);
}

#[test]
fn a_question_about_what_lines_lack_is_asked_as_it_was_prepared_also_after_a_second_try() {
    let (interview, sent) = reported(
        DAMAGE,
        &[(
            "a rug and a lamp, both lost",
            "not_enough",
            r#"[{"thing": "rug", "price": 70, "state": "Lost"}, {"thing": "lamp", "state": "Lost"}]"#,
            Some("their prices"),
            "items",
        )],
    );
    assert_eq!(sent.borrow().len(), 3, "the price went back");
    let asked = told(&interview);
    assert!(
        asked.contains("rug") || asked.contains("And what of items?"),
        "{asked}"
    );
}

#[test]
fn the_words_of_a_corrected_line_end_where_those_of_other_answers_begin() {
    let (model, _) = recorded(move |request| {
        let last = said_last(request).pop().unwrap_or_default();
        let mut items = heard("items", "a rug for 300, lost");
        let mut all = vec![];
        if last == "a rug for 300, lost" {
            items["value"] = json!(r#"[{"thing": "rug", "price": 300, "state": "Lost"}]"#);
        } else if last.starts_with("the rug") {
            items["quote"] = json!("the rug was 350");
            items["value"] = json!(r#"[{"@line": 1, "price": 350}]"#);
            let mut mail = heard("mail", "mail ada@example.com");
            mail["value"] = json!("ada@example.com");
            all.push(mail);
        } else {
            return respond(request);
        }
        all.insert(0, items);
        calls("ask", asking(request, all))
    });
    let mut interview = interview_of(DAMAGE, model);
    say(
        &mut interview,
        &[
            "a rug for 300, lost",
            "the rug was 350 my aunt says, mail ada@example.com",
        ],
    );
    let state = interview.orchestrator().state();
    let sheet = sheet(&interview);
    assert_eq!(
        state.words_of_line(&sheet, &sheet.lines[0]).as_deref(),
        Some("a rug for 300, lost\nthe rug was 350")
    );
}

#[test]
fn lines_of_options_are_told_apart_by_these_in_a_script_without_spaces() {
    const CAKES: &str = r#"{"id": "f", "title": "F", "language": "ja", "fields": [
        {"id": "items", "label": "ケーキ", "required": true, "answer": {"type": "group", "fields": [
            {"id": "kind", "label": "種類", "required": true, "answer": {"type": "choice", "options": [
                {"value": "short", "label": "いちごショート"}, {"value": "mont", "label": "モンブラン"}]}},
            {"id": "size", "label": "大きさ", "required": true, "answer": {"type": "number", "unit": "cm"}},
            {"id": "count", "label": "個数", "required": true, "answer": {"type": "integer", "unit": "台"}},
            {"id": "plate", "label": "プレート", "required": false}]}},
        {"id": "mail", "label": "メール", "required": true, "answer": {"type": "email"}}]}"#;
    const SAID: &str = "ケーキはいちごショート直径２１センチを一台、プレートに「おかあさん還暦おめでとう」 あとモンブラン15cmを二つ";
    let (interview, sent) = reported(
        CAKES,
        &[(
            SAID,
            "answered",
            r#"[{"kind": "short", "size": 21, "count": 1, "plate": "おかあさん還暦おめでとう"}, {"kind": "mont", "size": 15, "count": 2}]"#,
            None,
            "mail",
        )],
    );
    assert_eq!(
        values(&interview),
        ["short 21 1 おかあさん還暦おめでとう", "mont 15 2"]
    );
    assert_eq!(sent.borrow().len(), 2, "nothing went back");
    let state = interview.orchestrator().state();
    let sheet = sheet(&interview);
    let words = sheet
        .lines
        .iter()
        .map(|line| state.words_of_line(&sheet, line).unwrap());
    assert_eq!(
        words.collect::<Vec<_>>(),
        [
            "ケーキはいちごショート直径２１センチを一台、プレートに「おかあさん還暦おめでとう」",
            "あとモンブラン15cmを二つ",
        ]
    );
}

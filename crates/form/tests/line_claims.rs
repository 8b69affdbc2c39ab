//! What a reader says of a line: it stands in the line, or it is not taken.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use kikitori_form::lines::{Claim, Confidence, Reading, judge, read};

use crate::support::lines::{claim, context, group_of, order, shown};

#[test]
fn what_is_said_of_a_line_has_to_stand_in_it() {
    let group = order();
    let judged = |line: &str, claims: &[Claim], language: &str| {
        let judged = judge(&group, line, claims, Confidence::High, &context(language));
        match judged.problems.is_empty() {
            true => shown(&judged.read, &group),
            false => judged.problems.join("; "),
        }
    };
    let item = || claim("item_number", "40230", None);
    for (line, claims, expected) in [
        (
            "2 cs 40230",
            vec![
                item(),
                claim("quantity", "2", None),
                claim("unit", "cs", None),
            ],
            "item_number=40230 quantity=2 unit=CS [high]",
        ),
        (
            "a dozen of 40230",
            vec![item(), claim("quantity", "a dozen", Some("12"))],
            "item_number=40230 quantity=12 [high]",
        ),
        (
            "40230 one case",
            vec![
                item(),
                claim("quantity", "one", Some("1")),
                claim("unit", "case", Some("CS")),
            ],
            "item_number=40230 quantity=1 unit=CS [low]",
        ),
        (
            "2 cs 40230",
            vec![item(), claim("quantity", "2 cs", Some("2"))],
            "item_number=40230 quantity=2 [medium]",
        ),
        (
            "2 cs 40230",
            vec![item(), claim("quantity", "2 cs", Some("3"))],
            "quantity: its value is not what its quote says",
        ),
        (
            "2 cs 40230",
            vec![item(), claim("quantity", "3", None)],
            "quantity: its quote does not stand in the line",
        ),
        (
            "2 cs 40230",
            vec![
                claim("item_number", "40230", Some("99999")),
                claim("quantity", "2", None),
            ],
            "item_number=40230 quantity=2 [medium]",
        ),
        (
            "2 cs 40230",
            vec![item(), item()],
            "item_number is there twice",
        ),
        (
            "2 cs 40230",
            vec![claim("price", "2", None)],
            "a line has no field \"price\"",
        ),
        (
            "brown sugar",
            vec![],
            "Item number is missing Quantity is missing [high]",
        ),
    ] {
        assert_eq!(judged(line, &claims, "en"), expected, "{line:?}");
    }
    let claims = [
        claim("item_number", "D-4051", None),
        claim("quantity", "１", None),
        claim("unit", "ケース", None),
    ];
    assert_eq!(
        judged("D-4051 １ケース", &claims, "ja"),
        "item_number=D-4051 quantity=1 unit=CS [high]"
    );
}

#[test]
fn a_day_that_no_calendar_has_is_kept_as_it_was_said_and_is_no_problem_of_the_reader() {
    let group = group_of(serde_json::json!([
        {"id": "who", "label": "Nome", "required": true, "answer": {"type": "shortText"}},
        {"id": "born", "label": "Nascita", "required": true, "answer": {"type": "date"}}]));
    let line = "Sara Riva, 31/2/2014";
    let who = || claim("who", "Sara Riva", None);
    let none = "who=Sara Riva Nascita: “31/2/2014” does not fit";
    let missing = "who=Sara Riva Nascita is missing";
    for (language, line, claims, expected) in [
        ("it", line, vec![who()], none),
        (
            "it",
            line,
            vec![who(), claim("born", "31/2/2014", None)],
            none,
        ),
        // Whatever is made of it, it is another day.
        (
            "it",
            line,
            vec![who(), claim("born", "31/2/2014", Some("2014-02-31"))],
            none,
        ),
        (
            "it",
            line,
            vec![who(), claim("born", "31/2/2014", Some("2014-02-28"))],
            none,
        ),
        (
            "it",
            line,
            vec![who(), claim("born", "31/2/2014", Some("2014-02-02"))],
            none,
        ),
        (
            "en",
            "Sara Riva, 31 February 2014",
            vec![who()],
            "who=Sara Riva Nascita: “31 February 2014” does not fit",
        ),
        (
            "ja",
            "Sara Riva　2014年2月31日",
            vec![who()],
            "who=Sara Riva Nascita: “2014年2月31日” does not fit",
        ),
        (
            "cs",
            "Sara Riva, (31. 6. 2027)",
            vec![who()],
            "who=Sara Riva Nascita: “31. 6. 2027” does not fit",
        ),
        ("cs", "Sara Riva, 30. 6. 2027", vec![who()], missing),
        ("it", "Sara Riva, 28/2/2014", vec![who()], missing),
        ("it", "Sara Riva, 2/31", vec![who()], missing),
    ] {
        let judged = judge(
            &group,
            line,
            &claims,
            Confidence::Medium,
            &context(language),
        );
        assert!(judged.problems.is_empty(), "{line}: {:?}", judged.problems);
        let expected = format!("{expected} [medium]");
        assert_eq!(shown(&judged.read, &group), expected, "{line}: {claims:?}");
    }
    // What somebody else may read goes back.
    let claims = [who(), claim("born", "Riva", None)];
    let judged = judge(&group, line, &claims, Confidence::Medium, &context("it"));
    assert_eq!(judged.problems.len(), 1, "{judged:?}");
    // Of two days nobody knows which it is.
    let both = group_of(serde_json::json!([
        {"id": "from", "label": "From", "required": true, "answer": {"type": "date"}},
        {"id": "to", "label": "To", "required": true, "answer": {"type": "date"}}]));
    let judged = judge(&both, line, &[], Confidence::Medium, &context("it"));
    assert_eq!(
        shown(&judged.read, &both),
        "From is missing To is missing [medium]"
    );
    let to = [claim("from", "13/2/2014", None)];
    let judged = judge(
        &both,
        "13/2/2014 - 31/2/2014",
        &to,
        Confidence::Medium,
        &context("it"),
    );
    assert_eq!(
        shown(&judged.read, &both),
        "from=2014-02-13 To: “31/2/2014” does not fit [medium]"
    );
}

#[test]
fn words_that_name_no_option_are_the_option_that_was_read_in_them_and_never_certain() {
    let options = serde_json::json!(["vegetarian", "vegan", "gluten-free"]);
    let diet = |kind: &str| {
        group_of(
            serde_json::json!([{"id": "diet", "label": "Diet", "required": true,
            "answer": {"type": kind, "options": options, "other": true}}]),
        )
    };
    for (kind, quote, value, expected) in [
        (
            "choice",
            "vegetarina",
            Some("vegetarian"),
            "diet=vegetarian [low]",
        ),
        ("choice", "vegetarina", None, "diet=vegetarina [medium]"),
        (
            "choice",
            "no nuts",
            Some("no nuts"),
            "diet=no nuts [medium]",
        ),
        ("choice", "no nuts", Some("nuts"), "diet=no nuts [medium]"),
        ("choice", "Vegan", Some("vegetarian"), "diet=vegan [high]"),
        (
            "choices",
            "vegetarina, gluten-free",
            Some("vegetarian; gluten-free"),
            "diet=vegetarian; gluten-free [low]",
        ),
        // What they named stays.
        (
            "choices",
            "vegetarina, gluten-free",
            Some("vegetarian"),
            "diet=vegetarina; gluten-free [medium]",
        ),
        (
            "choices",
            "vegan, gluten-free",
            Some("vegan"),
            "diet=vegan; gluten-free [high]",
        ),
    ] {
        let group = diet(kind);
        let claims = [claim("diet", quote, value)];
        let judged = judge(&group, quote, &claims, Confidence::High, &context("en"));
        assert_eq!(shown(&judged.read, &group), expected, "{quote} {value:?}");
    }
    let group = group_of(serde_json::json!([
        {"id": "who", "label": "Name", "required": true, "answer": {"type": "shortText"}},
        {"id": "diet", "label": "Diet", "required": true,
            "answer": {"type": "choice", "options": options, "other": true}}]));
    let text = "Name\tDiet\nAda\tvegan\nGrace\tvegetarina";
    let read = read(&group, text, &context("en"));
    let lines: Vec<String> = read
        .iter()
        .filter_map(|(_, it)| match it {
            Reading::Line(line) => Some(shown(line, &group)),
            _ => None,
        })
        .collect();
    assert_eq!(
        lines,
        [
            "who=Ada diet=vegan [high]",
            "who=Grace diet=vegetarina [medium]"
        ]
    );
}

#[test]
fn an_amount_in_what_the_fields_unit_counts_is_found_among_words() {
    let group = group_of(serde_json::json!([
        {"id": "rent", "label": "家賃", "required": true, "answer": {"type": "number", "unit": "万円"}}]));
    let rent = |quote: &str, value: Option<&str>| {
        let claims = [claim("rent", quote, value)];
        let line = "月々は158,000円、前は15万8千円か16万円でした";
        let judged = judge(&group, line, &claims, Confidence::High, &context("ja"));
        match judged.problems.is_empty() {
            true => shown(&judged.read, &group),
            false => judged.problems.join("; "),
        }
    };
    assert_eq!(rent("158,000円", None), "rent=15.8 [high]");
    assert_eq!(rent("158,000円", Some("15.8")), "rent=15.8 [high]");
    assert_eq!(
        rent("月々は158,000円、", Some("15.8")),
        "rent=15.8 [medium]"
    );
    assert_eq!(rent("前は15万8千円か", Some("15.8")), "rent=15.8 [medium]");
    let not = "rent: its value is not what its quote says";
    assert_eq!(rent("前は15万8千円か", Some("16")), not);
}

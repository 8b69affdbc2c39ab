//! Lists of order lines as people paste them: every line is accounted for, and nothing is read that
//! does not stand there.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use kikitori_form::file::answer::AnswerType;
use kikitori_form::lines::{AsideReason, Confidence, Lacking, Reading, judge, read, source_lines};
use proptest::prelude::*;

use crate::support::fold;
use crate::support::lines::{claim, context, group_of, order, shown};

const ENGLISH: &str = include_str!("../../../tests/fixtures/order/lines.en.txt");
const JAPANESE: &str = include_str!("../../../tests/fixtures/order/lines.ja.txt");

/// What becomes of a line in the middle of a list.
fn read_one(list: &str, line: &str, language: &str) -> String {
    let group = order();
    let read = read(&group, list, &context(language));
    let (_, reading) = read.iter().find(|(it, _)| it.text == line).unwrap();
    match reading {
        Reading::Line(line) => shown(line, &group),
        Reading::Aside(reason) => reason.name().to_owned(),
        Reading::Unsettled => "unsettled".to_owned(),
    }
}

#[test]
fn the_samples_are_read_as_far_as_their_columns_say() {
    for (text, language) in [(ENGLISH, "en"), (JAPANESE, "ja")] {
        let read = read(&order(), text, &context(language));
        let count = |wanted: fn(&Reading) -> bool| read.iter().filter(|(_, it)| wanted(it)).count();
        let whole = count(|it| matches!(it, Reading::Line(line) if line.lacking.is_empty()));
        let todo = count(|it| matches!(it, Reading::Line(line) if !line.lacking.is_empty()));
        let aside = count(|it| matches!(it, Reading::Aside(_)));
        let unsettled = count(|it| *it == Reading::Unsettled);
        // 38 and 2 in tables, 10 in words; a greeting and "and also" are words too.
        assert_eq!(
            (whole, todo, aside, unsettled),
            (38, 2, 8, 12),
            "{language}"
        );
    }
}

#[test]
fn lines_of_the_samples() {
    for (line, expected) in [
        (
            "10234\t2\tCS\t6/#10",
            "item_number=10234 quantity=2 unit=CS pack_size=6/#10 [high]",
        ),
        (
            "10377\t1/2\tCS\t12/32 oz",
            "item_number=10377 quantity=0.5 unit=CS pack_size=12/32 oz [high]",
        ),
        (
            "10402\t3 cs\t\t24/12 oz",
            "item_number=10402 quantity=3 unit=CS pack_size=24/12 oz [medium]",
        ),
        (
            "10733\t2 1/2\tLbs",
            "item_number=10733 quantity=2.5 unit=Lbs [high]",
        ),
        (
            "10615\t\tCS\t12/1 qt",
            "item_number=10615 unit=CS pack_size=12/1 qt Quantity is missing [high]",
        ),
        (
            "10810\t2\tbx\t250 ct",
            "item_number=10810 quantity=2 pack_size=250 ct Unit: “bx” does not fit [high]",
        ),
        ("Subtotal\t20 items", "total"),
        ("*** FREEZER ***", "heading"),
        ("Qty,Item no.,Unit,Remarks", "header"),
        (
            "2,20118,CS,\"skin on, boneless\"",
            "item_number=20118 quantity=2 unit=CS remark=skin on, boneless [high]",
        ),
        ("1,20602,CS,", "item_number=20602 quantity=1 unit=CS [high]"),
        ("-----", "rule"),
        (
            "30303         40         Lbs",
            "item_number=30303 quantity=40 unit=Lbs [high]",
        ),
        ("2 cs 40112 6/#10 diced tomatoes", "unsettled"),
        ("Total: 50 items", "total"),
    ] {
        assert_eq!(read_one(ENGLISH, line, "en"), expected, "{line:?}");
    }
    for (line, expected) in [
        (
            "A-1023\t２\tケース\t１８L缶",
            "item_number=A-1023 quantity=2 unit=CS pack_size=１８L缶 [high]",
        ),
        (
            "A-1037\t１／２\tケース\t500ml×12",
            "item_number=A-1037 quantity=0.5 unit=CS pack_size=500ml×12 [high]",
        ),
        (
            "A-1040\t３ケース\t\t350ml×24",
            "item_number=A-1040 quantity=3 unit=CS pack_size=350ml×24 [medium]",
        ),
        ("小計：２０品", "total"),
        ("【冷凍】", "heading"),
        (
            "C-3030　　４０　ポンド",
            "item_number=C-3030 quantity=40 unit=Lbs [high]",
        ),
        ("D-4037×４ケース", "unsettled"),
        ("合計　５０品", "total"),
    ] {
        assert_eq!(read_one(JAPANESE, line, "ja"), expected, "{line:?}");
    }
}

#[test]
fn columns_without_names_are_taken_only_where_they_can_be_no_others() {
    let certain = "10234;2;CS;6/#10;ripe\n10235;1;Ea;each;\n10236;3;Lbs;;";
    assert_eq!(
        read_one(certain, "10235;1;Ea;each;", "en"),
        "item_number=10235 quantity=1 unit=Ea pack_size=each [medium]"
    );
    // The first two columns could be the other way round.
    let either = "34;2;CS;6/#10;ripe\n35;1;Ea;each;\n36;3;Lbs;;";
    assert_eq!(read_one(either, "35;1;Ea;each;", "en"), "unsettled");
    let two = "10234;2;CS;6/#10;ripe\n10235;1;Ea;each;";
    assert_eq!(read_one(two, "10235;1;Ea;each;", "en"), "unsettled");
}

#[test]
fn blank_cells_keep_their_columns_at_both_ends_of_a_line() {
    let list = "Qty\tItem\tUOM\n\t10234\tCS\n3\t10235\t\n\t10236\t\n";
    for (line, expected) in [
        (
            "10234\tCS",
            "item_number=10234 unit=CS Quantity is missing [high]",
        ),
        ("3\t10235", "item_number=10235 quantity=3 [high]"),
        ("10236", "item_number=10236 Quantity is missing [high]"),
    ] {
        assert_eq!(read_one(list, line, "en"), expected, "{line:?}");
    }
}

/// Lists with whatever in them: tables, words, marks and letters of several scripts.
fn lists() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("Item #\tQty\tUOM".to_owned()),
        Just("品番,数量,単位".to_owned()),
        Just("10234\t2\tCS".to_owned()),
        Just("Ａ−１,２,ケース".to_owned()),
        Just("Total 12".to_owned()),
        Just("\"open, 2".to_owned()),
        Just("---".to_owned()),
        Just("   ".to_owned()),
        "[ -~\t]{0,40}",
        "[ぁ-ん０-９、。　,\t\"|;]{0,30}",
        any::<String>(),
    ];
    let end = prop_oneof![Just("\n"), Just("\r\n"), Just("\n\n")];
    proptest::collection::vec((piece, end), 0..40).prop_map(|all| {
        let all = all.into_iter().map(|(line, end)| format!("{line}{end}"));
        all.collect()
    })
}

/// Whether a value that code read is told by the line that it was read in, but for quotes, which a
/// table has twice.
fn stands_in(value: &str, line: &str) -> bool {
    let squeezed = |text: &str| -> String {
        fold(text)
            .chars()
            .filter(|it| !it.is_whitespace() && *it != '"')
            .collect()
    };
    squeezed(line).contains(&squeezed(value))
}

/// Words of at most six letters that are a number.
const SHORT_NUMBERS: [&str; 18] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "twenty", "thirty", "forty", "fifty", "sixty",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_line_is_accounted_for_once_and_in_order(text in lists()) {
        let group = order();
        let read = read(&group, &text, &context("en"));
        let expected: Vec<_> = source_lines(&text).collect();
        let found: Vec<_> = read.iter().map(|(line, _)| *line).collect();
        prop_assert_eq!(&found, &expected);
        let left = text.lines().flat_map(|line| line.split('\r'));
        prop_assert_eq!(found.len(), left.filter(|line| !line.trim().is_empty()).count());
        for (line, reading) in &read {
            prop_assert_eq!(text.get(line.start..line.end), Some(line.text));
            let Reading::Line(read) = reading else { continue };
            for (id, value) in &read.values {
                if ["item_number", "pack_size", "remark"].contains(&id.as_str()) {
                    prop_assert!(stands_in(&value.to_string(), line.text), "{value} in {:?}", line.text);
                }
            }
            let required = ["item_number", "quantity"];
            let has = |id: &str| read.values.iter().any(|(it, _)| it.as_str() == id);
            prop_assert!(!read.lacking.is_empty() || required.iter().all(|id| has(id)));
            for lacking in &read.lacking {
                prop_assert!(matches!(lacking, Lacking::Missing(_) | Lacking::Unreadable(_)));
            }
        }
    }

    #[test]
    fn no_claim_brings_a_value_that_its_line_does_not_tell(
        line in "[0-9a-z ０-９ケース]{1,30}",
        field in prop_oneof![Just("item_number"), Just("quantity"), Just("unit"), Just("remark")],
        quote in "[0-9a-z ]{0,6}",
        value in proptest::option::of("[0-9]{1,3}|CS|[a-z]{1,6}"),
    ) {
        let group = order();
        let claims = [claim(field, &quote, value.as_deref())];
        let judged = judge(&group, &line, &claims, Confidence::High, &context("en"));
        let read = judged.read;
        if judged.problems.is_empty() {
            for (id, value) in &read.values {
                prop_assert!(stands_in(&quote, &line) && !quote.trim().is_empty());
                let is_told = match id.as_str() {
                    "quantity" => read.confidence == Confidence::Low
                        || quote.chars().any(|it| it.is_ascii_digit())
                        || SHORT_NUMBERS.contains(&quote.trim()),
                    "unit" => true,
                    _ => stands_in(&value.to_string(), &line),
                };
                prop_assert!(is_told, "{id}={value} by {quote:?} in {line:?}");
            }
        }
    }
}

#[test]
fn headings_in_a_list_are_set_aside_with_their_reason() {
    let group = order();
    let text = "Dairy:\nQty\tItem\n2\t10234\nTotal 2";
    let reasons: Vec<_> = read(&group, text, &context("en"))
        .into_iter()
        .filter_map(|(_, reading)| match reading {
            Reading::Aside(reason) => Some(reason),
            _ => None,
        })
        .collect();
    assert_eq!(
        reasons,
        [
            AsideReason::Heading,
            AsideReason::Header,
            AsideReason::Total
        ]
    );
}

#[test]
fn a_column_of_days_is_known_by_its_cells_whatever_it_is_called() {
    let answer = AnswerType::from_json(&serde_json::json!({"type": "group", "fields": [
        {"id": "day", "label": "Date", "required": true, "answer": {"type": "date"}},
        {"id": "vaccine", "label": "Vaccine", "required": true, "answer": {"type": "shortText"}},
        {"id": "vet", "label": "Vet", "required": true, "answer": {"type": "shortText"}}]}));
    let Ok(AnswerType::Group(group)) = answer else {
        panic!()
    };
    let lines = |text: &str| -> Vec<String> {
        let read = read(&group, text, &context("fr"));
        let read = read.into_iter().map(|(_, reading)| match reading {
            Reading::Line(line) => {
                let needs = line.needs_a_reader(&group, "fr");
                format!("{} needs a reader: {needs}", shown(&line, &group))
            }
            Reading::Aside(reason) => reason.name().to_owned(),
            Reading::Unsettled => "unsettled".to_owned(),
        });
        read.collect()
    };
    assert_eq!(
        lines("Fait le;Vaccine;Vet\n13/03/2024;rabies;Maurin\n29.4.2024;CHPPi;Maurin"),
        [
            "header",
            "day=2024-03-13 vaccine=rabies vet=Maurin [high] needs a reader: false",
            "day=2024-04-29 vaccine=CHPPi vet=Maurin [high] needs a reader: false",
        ]
    );
    // A column with other things in it is none of days, and two columns of days are not told apart.
    for text in [
        "Fait le;Vaccine;Vet\n13/03/2024;rabies;Maurin\nmars;CHPPi;Maurin",
        "Fait le;Vaccine;Vet;Reçu\n13/03/2024;rabies;Maurin;14/03/2024",
    ] {
        let read = lines(text);
        assert!(
            read.iter().all(|line| !line.contains("day=")),
            "{text}: {read:?}"
        );
    }
    // Who reads French reads the day.
    assert_eq!(
        lines("Date;Vaccine;Vet\nmi-mars 2024;rabies;Maurin")[1],
        "unsettled"
    );
}

#[test]
fn a_day_in_digits_alone_that_is_none_needs_no_reader() {
    let group = group_of(serde_json::json!([
        {"id": "who", "label": "Name", "required": true, "answer": {"type": "shortText"}},
        {"id": "born", "label": "Born", "required": true, "answer": {"type": "date"}},
        {"id": "seat", "label": "Seat", "required": true, "answer": {"type": "integer"}}]));
    for (day, needs) in [
        ("31/2/2014", false),
        ("mi-mars 2014", true),
        ("12 mars 2014", false),
    ] {
        let text = format!("Name;Born;Seat\nSara;{day};3");
        let read = read(&group, &text, &context("fr"));
        let Reading::Line(line) = &read[1].1 else {
            panic!("{day}: {read:?}")
        };
        assert_eq!(line.needs_a_reader(&group, "fr"), needs, "{day}");
    }
}

#[test]
fn what_stands_under_names_that_code_does_not_know_is_for_a_reader_where_something_is_missing() {
    let group = order();
    for (text, needs) in [
        ("artículo\tQuantity\tUnit\n10234\t2\tCS", true),
        ("Item number\tQuantity\tcolour\n10234\t2\tred", false),
        ("artículo\tQuantity\tUnit\n\t2\tCS", false),
        ("Quantity\tUnit\n2\tCS", false),
    ] {
        let read = read(&group, text, &context("en"));
        let (_, Reading::Line(line)) = &read[1] else {
            panic!("{read:?}")
        };
        assert_eq!(line.needs_a_reader(&group, "en"), needs, "{text}");
    }
}

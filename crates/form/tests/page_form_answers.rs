//! Answers to forms of other people's pages: what goes where, and what stands there already.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::support;

use kikitori_form::page_form::{PageForm, Put, take_over};
use kikitori_form::values::check;
use kikitori_json::FromJson;
use serde_json::{Value as Json, json};

fn page(language: &str, controls: Json) -> PageForm {
    let page = json!({"id": "f", "title": "F", "language": language, "controls": controls});
    PageForm::from_json(page).unwrap()
}

/// What is put where when `said` answers the form's first field, in one line each.
fn written(page: &PageForm, said: Json) -> Vec<String> {
    let taken = take_over(page).unwrap();
    let field = &taken.form.fields[0];
    let context = support::context("en", None);
    let value = check(&field.answer, &said, &context).unwrap().value;
    let put = |put: &Put| match put {
        Put::Text(ways) => ways.join(" | "),
        Put::Checked(on) => on.to_string(),
        Put::Options(options) => {
            let values: Vec<&str> = options.iter().map(|it| it.value.as_str()).collect();
            values.join(",")
        }
    };
    match taken.writes(&field.id, &value) {
        Ok(writes) => writes
            .iter()
            .map(|it| format!("{} <- {}", it.control, put(&it.put)))
            .collect(),
        Err(error) => vec![error.to_string()],
    }
}

#[test]
fn an_answer_is_written_as_the_page_wants_it() {
    let month = |value: &str, text: &str| json!({"value": value, "text": text});
    let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let months: Vec<Json> = months
        .iter()
        .map(|it| month(&it.to_lowercase(), it))
        .collect();
    let piece = |at: u32| json!({"kind": "tel", "name": format!("tel{at}"), "label": "電話", "maxLength": 4});
    let phone = json!([piece(1), piece(2), piece(3)]);
    let cases = [
        (
            json!([{"kind": "date", "name": "d", "label": "D"}]),
            json!("2027-03-09"),
            vec!["Date d <- 2027-03-09"],
        ),
        (
            json!([{"kind": "text", "name": "d", "label": "D", "placeholder": "MM/DD/YYYY"}]),
            json!("2027-03-09"),
            vec!["Text d <- 03/09/2027"],
        ),
        (
            json!([{"kind": "text", "name": "d-day", "label": "Day"}, {"kind": "select", "name": "d-month", "label": "Month", "options": months}, {"kind": "text", "name": "d-year", "label": "Year"}]),
            json!("2027-03-09"),
            vec![
                "Text d-year <- 2027 | 2027",
                "Select d-month <- mar",
                "Text d-day <- 9 | 09",
            ],
        ),
        (
            json!([{"kind": "checkbox", "name": "c", "label": "C", "value": "1"}]),
            json!("no"),
            vec!["Checkbox c=1 <- false"],
        ),
        (
            json!([{"kind": "checkbox", "name": "c[]", "label": "A", "value": "a", "legend": "C"}, {"kind": "checkbox", "name": "c[]", "label": "B", "value": "b", "legend": "C"}]),
            json!(["b"]),
            vec!["Checkbox c[]=a <- false", "Checkbox c[]=b <- true"],
        ),
        (
            json!([{"kind": "select", "multiple": true, "name": "s", "label": "S", "options": [month("1", "A"), month("2", "B"), month("3", "C")]}]),
            json!(["A", "C"]),
            vec!["Select s <- 1,3"],
        ),
        (
            json!([{"kind": "tel", "name": "t", "label": "T"}]),
            json!("+1 202 555 0123"),
            vec!["Tel t <- +12025550123 | 2025550123 | 202-555-0123 | (202) 555-0123"],
        ),
        (
            json!([{"kind": "select", "name": "phone_country", "options": [month("GB", "UK (+44)"), month("JP", "Japan (+81)")]}, {"kind": "tel", "name": "phone", "label": "T"}]),
            json!("+81 90 1234 5678"),
            vec![
                "Select phone_country <- JP",
                "Tel phone <- 9012345678 | 09012345678",
            ],
        ),
        (
            phone.clone(),
            json!("+81 3 1234 5678"),
            vec!["Tel tel1 <- 03", "Tel tel2 <- 1234", "Tel tel3 <- 5678"],
        ),
        (
            phone.clone(),
            json!("+81 467 22 1234"),
            vec![
                "The answer to tel1 does not say where it is to be divided between the page's inputs.",
            ],
        ),
        (
            json!([{"kind": "text", "name": "zip1", "label": "郵便番号", "maxLength": 3}, {"kind": "text", "name": "zip2", "label": "郵便番号", "maxLength": 4}]),
            json!("１００-０００１"),
            vec!["Text zip1 <- 100", "Text zip2 <- 0001"],
        ),
        (
            json!([{"kind": "email", "name": "m", "label": "M"}, {"kind": "email", "name": "m_confirm", "label": "Confirm"}]),
            json!("a@B.example"),
            vec!["Email m <- a@b.example", "Email m_confirm <- a@b.example"],
        ),
        (
            json!([{"kind": "number", "name": "n", "label": "N", "step": "any"}]),
            json!("1.50"),
            vec!["Number n <- 1.5"],
        ),
    ];
    for (controls, said, expected) in cases {
        assert_eq!(
            written(&page("en", controls.clone()), said),
            expected,
            "{controls}"
        );
    }
    let japanese = page(
        "ja",
        json!([{"kind": "tel", "name": "t", "label": "電話番号"}]),
    );
    let number = written(&japanese, json!("+81 90 1234 5678"));
    assert_eq!(
        number,
        ["Tel t <- 09012345678 | +819012345678 | 090-1234-5678"]
    );
}

/// Three selects for a day, with these months.
fn day_in_three(months: &[(&str, &str)]) -> Json {
    let select = |name: &str, options: Vec<Json>| json!({"kind": "select", "name": name, "legend": "Born", "options": options});
    let number = |it: i32| json!({"value": it.to_string(), "text": it.to_string()});
    let month = |(value, text): &(&str, &str)| json!({"value": value, "text": text});
    let mut days = vec![json!({"value": "0", "text": "Jour"})];
    days.extend((1..=31).map(number));
    json!([
        select("n_jour", days),
        select("n_mois", months.iter().map(month).collect()),
        select("n_annee", (1930..2010).map(number).collect()),
    ])
}

#[test]
fn the_month_of_a_list_is_the_one_that_people_read() {
    const FRENCH: [&str; 12] = [
        "janvier",
        "février",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "août",
        "septembre",
        "octobre",
        "novembre",
        "décembre",
    ];
    let numbers: Vec<String> = (0..=12).map(|it| it.to_string()).collect();
    let with = |values: &[String], texts: &[&str]| {
        let all = values
            .iter()
            .cloned()
            .zip(texts.iter().map(|it| (*it).to_owned()));
        all.collect::<Vec<(String, String)>>()
    };
    let names: Vec<String> = FRENCH.iter().map(|it| it.to_uppercase()).collect();
    let from_nought = with(&numbers[..12], &FRENCH);
    let from_one = with(&numbers[1..], &FRENCH);
    let asks_first = |rest: &[(String, String)], value: &str| {
        let ask = (value.to_owned(), "Mois".to_owned());
        [std::slice::from_ref(&ask), rest].concat()
    };
    let shown: Vec<String> = (1..=12).map(|it| format!("{it:02} –")).collect();
    let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
    let fiscal = [&from_nought[3..], &from_nought[..3]].concat();
    let english: [&str; 12] = [
        "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec", "Jan", "Feb", "Mar",
    ];
    let cases = [
        (from_nought.clone(), ["2", "0", "11"]),
        (from_one.clone(), ["3", "1", "12"]),
        (asks_first(&from_one, "0"), ["3", "1", "12"]),
        (asks_first(&from_one, ""), ["3", "1", "12"]),
        (asks_first(&from_nought, "-1"), ["2", "0", "11"]),
        (with(&names, &FRENCH), ["MARS", "JANVIER", "DÉCEMBRE"]),
        (
            asks_first(&with(&names, &FRENCH), "x"),
            ["MARS", "JANVIER", "DÉCEMBRE"],
        ),
        (with(&numbers[..12], &shown), ["2", "0", "11"]),
        (fiscal, ["2", "0", "11"]),
        (with(&names, &english), ["DÉCEMBRE", "OCTOBRE", "SEPTEMBRE"]),
    ];
    for (months, values) in cases {
        let months: Vec<(&str, &str)> = months
            .iter()
            .map(|it| (it.0.as_str(), it.1.as_str()))
            .collect();
        for (day, value) in [
            ("1985-03-09", values[0]),
            ("1985-01-31", values[1]),
            ("1985-12-01", values[2]),
        ] {
            let mut controls = day_in_three(&months);
            let written = written(&page("fr", controls.clone()), json!(day));
            let month = format!("Select n_mois <- {value}");
            assert_eq!(written[1], month, "{months:?}");
            // Chosen by hand it is the same day.
            for (at, write) in [(2, &written[0]), (1, &written[1]), (0, &written[2])] {
                let value = write.split(" <- ").nth(1).unwrap();
                let options = controls[at]["options"].as_array_mut().unwrap();
                // A prompt may have the value of an option.
                let chosen = options.iter_mut().rfind(|it| it["value"] == value).unwrap();
                chosen["selected"] = true.into();
                controls[at]["byHand"] = true.into();
            }
            let taken = take_over(&page("fr", controls)).unwrap();
            assert_eq!(taken.fields[0].standing, Some(json!(day)), "{months:?}");
        }
    }
}

#[test]
fn of_countries_with_the_same_code_the_one_that_is_chosen_stays() {
    const OCEANIA: &[(&str, &str)] = &[
        ("+86", "China (+86)"),
        ("+61 CX", "Christmas Island (+61)"),
        ("+61", "Australia (+61)"),
        ("+61 CC", "Cocos (Keeling) Islands (+61)"),
        ("+64", "New Zealand (+64)"),
    ];
    const BY_LETTERS: &[(&str, &str)] = &[
        ("CA", "Canada (+1)"),
        ("BB", "Barbados (+1246)"),
        ("US", "United States (+1)"),
        ("AU", "Australia (+61)"),
    ];
    const ARABIC: &[(&str, &str)] = &[
        ("20", "+20 مصر"),
        ("212", "+212 المغرب"),
        ("EH", "+212 الصحراء"),
    ];
    let cases = [
        (OCEANIA, "+61", "en", "+61 412 345 678", "+61"),
        (OCEANIA, "+61 CC", "en", "+61 412 345 678", "+61 CC"),
        (OCEANIA, "+86", "en", "+64 21 123 4567", "+64"),
        (BY_LETTERS, "AU", "en", "+1 202 555 0123", "US"),
        (BY_LETTERS, "AU", "fr-CA", "+1 202 555 0123", "CA"),
        (BY_LETTERS, "US", "en-CA", "+1 202 555 0123", "US"),
        (BY_LETTERS, "US", "en", "+1 246 230 1234", "BB"),
        (ARABIC, "20", "ar", "+212 612 345 678", "212"),
        (ARABIC, "EH", "ar", "+212 612 345 678", "EH"),
    ];
    for (countries, chosen, language, said, expected) in cases {
        let option = |(value, text): &(&str, &str)| json!({"value": value, "text": text, "selected": *value == chosen});
        let options: Vec<Json> = countries.iter().map(option).collect();
        let controls = json!([
            {"kind": "select", "name": "phone_country", "options": options},
            {"kind": "tel", "name": "phone", "label": "Phone"},
        ]);
        let written = written(&page(language, controls), json!(said));
        let country = format!("Select phone_country <- {expected}");
        assert_eq!(written[0], country, "{chosen} and {said} ({language})");
    }
}

#[test]
fn what_was_put_in_by_hand_is_an_answer_and_what_the_page_starts_with_is_none() {
    let option =
        |value: &str, selected: bool| json!({"value": value, "text": value, "selected": selected});
    let cases = [
        (
            json!([{"kind": "text", "value": " Ada "}]),
            Some(json!("Ada")),
        ),
        (
            json!([{"kind": "text", "value": " ", "byHand": true}]),
            None,
        ),
        (json!([{"kind": "number", "value": "1"}]), None),
        (
            json!([{"kind": "number", "value": "1", "byHand": true}]),
            Some(json!(1)),
        ),
        (
            json!([{"kind": "date", "value": "2027-03-09", "byHand": true}]),
            Some(json!("2027-03-09")),
        ),
        (
            json!([{"kind": "text", "placeholder": "DD/MM/YYYY", "value": "09/03/2027", "byHand": true}]),
            Some(json!("2027-03-09")),
        ),
        (
            json!([{"kind": "checkbox", "value": "on", "checked": true}]),
            None,
        ),
        (
            json!([{"kind": "checkbox", "value": "on", "byHand": true}]),
            Some(json!(false)),
        ),
        (
            json!([{"kind": "select", "options": [option("a", true), option("b", false)]}]),
            None,
        ),
        (
            json!([{"kind": "select", "byHand": true, "options": [option("a", false), option("b", true)]}]),
            Some(json!("b")),
        ),
        (
            json!([{"kind": "email", "value": "no address", "byHand": true}]),
            None,
        ),
        (
            json!([{"kind": "text", "name": "d-day", "value": "9", "byHand": true}, {"kind": "text", "name": "d-month", "value": "3", "byHand": true}, {"kind": "text", "name": "d-year", "value": "2027", "byHand": true}]),
            Some(json!("2027-03-09")),
        ),
        (
            json!([{"kind": "radio", "value": "a", "label": "A", "byHand": true}, {"kind": "radio", "value": "b", "label": "B", "checked": true, "byHand": true}]),
            Some(json!("b")),
        ),
    ];
    let context = support::context("en", None);
    for (mut controls, expected) in cases {
        for control in controls.as_array_mut().unwrap() {
            let control = control.as_object_mut().unwrap();
            control.entry("name").or_insert_with(|| "it".into());
            control.entry("label").or_insert_with(|| "It".into());
        }
        let standing = take_over(&page("en", controls.clone()))
            .unwrap()
            .answered(&context);
        let accepted = standing.iter().find_map(|it| it.checked.as_ref().ok());
        let value = accepted.map(|it| serde_json::to_value(&it.value).unwrap());
        assert_eq!(value, expected, "{controls}");
    }
}

#[test]
fn what_a_page_holds_answers_to_beyond_their_kind_is_told_beside_the_question() {
    for (control, told) in [
        (
            json!({"kind": "number", "min": "0", "step": "1000"}),
            "0, 1000, 2000, …",
        ),
        (
            json!({"kind": "range", "min": "500", "max": "10000", "step": "250"}),
            "500, 750, 1000, …",
        ),
        (
            json!({"kind": "number", "min": "5", "step": "0.5"}),
            "5, 5.5, 6, …",
        ),
        (json!({"kind": "number", "step": "0.01"}), ""),
        (json!({"kind": "number", "step": "any"}), ""),
        (json!({"kind": "number"}), ""),
        (
            json!({"kind": "dateTimeLocal", "min": "2026-11-30T08:00", "max": "2026-12-31T18:00"}),
            "2026-11-30 08:00 – 2026-12-31 18:00",
        ),
    ] {
        let mut control = control;
        control["name"] = "it".into();
        control["label"] = "It".into();
        let taken = take_over(&page("en", json!([control]))).unwrap();
        let intent = taken.form.fields[0].intent.as_ref();
        let intent = intent.map_or("", |it| it.in_language("en"));
        assert_eq!(intent, told, "{control}");
    }
}

//! What one message says of several things is that of each: no line takes the words of another.

use super::*;

#[test]
fn a_change_of_another_line_than_the_words_name_is_made_of_that_when_it_is_insisted_on() {
    let list = "Item #\tQty\n10234\t2\n10235\t3\n10236\t4\n";
    for (said, value, expected) in [
        (
            "of the 10235 we need 12",
            r#"[{"@line": 3, "quantity": 12}]"#,
            [2, 12, 4],
        ),
        (
            "of the 10235 we need 12",
            r#"[{"@line": 2, "quantity": 12}]"#,
            [2, 12, 4],
        ),
        // Nothing is taken away so.
        (
            "without the 10235",
            r#"[{"@line": 3, "@remove": true}]"#,
            [2, 3, 4],
        ),
        // By its number, or with the other one.
        (
            "line 3 is 12, like the 10235",
            r#"[{"@line": 3, "quantity": 12}]"#,
            [2, 3, 12],
        ),
        (
            "of the 10235 and the one below it 12",
            r#"[{"@line": 2, "quantity": 12}, {"@line": 3, "quantity": 12}]"#,
            [2, 12, 12],
        ),
    ] {
        let mut interview = pasted(list, reads, move |request| {
            let last = said_last(request).last()?.clone();
            (last == said).then(|| {
                let mut entry = heard("items", &last);
                entry["value"] = json!(value);
                asking(request, vec![entry])
            })
        });
        say(&mut interview, &[said]);
        let quantity = FieldId::new("quantity").unwrap();
        let counts = sheet(&interview).lines.into_iter().map(|line| {
            let count = line.value(&quantity).unwrap().to_string();
            count.parse::<u32>().unwrap()
        });
        assert_eq!(counts.collect::<Vec<_>>(), expected, "{said}: {value}");
    }
}

#[test]
fn what_a_sentence_says_of_several_things_is_told_apart() {
    let said = "un portable à 1 249,90 €, deux paires de chaussures, je ne sais plus combien elles \
        valaient, un manteau 180 euros, et 4 livres environ 60 euros en tout";
    let form = json!({"id": "f", "title": "F", "fields": [
        {"id": "items", "label": "Contenu", "required": true, "answer": {"type": "group", "fields": [
            {"id": "objet", "label": "Objet", "required": true},
            {"id": "nombre", "label": "Nombre", "required": true, "answer": {"type": "integer"}},
            {"id": "valeur", "label": "Valeur", "required": true,
             "answer": {"type": "number", "unit": "EUR"}}]}}]});
    let (model, _) = recorded(move |request| {
        if said_last(request).last().is_none_or(|it| it != said) {
            return respond(request);
        }
        let mut entry = heard("items", said);
        entry["outcome"] = json!("does_not_know");
        entry["value"] = json!(
            json!([
            {"objet": "portable", "nombre": 1, "valeur": 1249.90},
            {"objet": "paires de chaussures", "nombre": 2, "valeur": null},
            {"objet": "manteau", "nombre": 1, "valeur": 180},
            {"objet": "livres", "nombre": 4, "valeur": 60}])
            .to_string()
        );
        let mut arguments = asking(request, vec![entry]);
        arguments["language"] = json!("fr");
        calls("ask", arguments)
    });
    let mut interview = interview_of(&form.to_string(), model);
    say(&mut interview, &[said]);
    let state = interview.orchestrator().state();
    assert_eq!(state.outcome_of(&items()), Some(FieldOutcome::Unresolved));
    let sheet = sheet(&interview);
    let found = sheet.lines.iter().map(|line| {
        let values: Vec<String> = line
            .values
            .iter()
            .map(|it| it.value.0.to_string())
            .collect();
        (values.join(" "), words(&interview, &line.source.unwrap()))
    });
    let expected = [
        ("portable 1 1249.9", "un portable à 1 249,90 €"),
        (
            "paires de chaussures 2",
            "deux paires de chaussures, je ne sais plus combien elles valaient",
        ),
        ("manteau 1 180", "un manteau 180 euros"),
        ("livres 4 60", "et 4 livres environ 60 euros en tout"),
    ];
    let expected = expected.map(|(values, words)| (values.to_owned(), words.to_owned()));
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

/// A form with one list, and an interview of it in which `said` brings `lines`.
fn list_told(said: &'static str, lines: Value) -> Interview {
    let form = json!({"id": "f", "title": "F", "fields": [
        {"id": "items", "label": "Items", "required": true, "answer": {"type": "group", "fields": [
            {"id": "what", "label": "What", "required": true},
            {"id": "count", "label": "Count", "required": true, "answer": {"type": "integer"}},
            {"id": "length", "label": "Length", "required": false,
             "answer": {"type": "number", "unit": "m"}}]}}]});
    let (model, _) = recorded(move |request| {
        let last = said_last(request).pop().unwrap_or_default();
        let value = match last.as_str() {
            it if it == said => lines.clone(),
            "le moto sono due, non tre" => json!([{"@line": 1, "count": 2}]),
            _ => return respond(request),
        };
        let mut entry = heard("items", &last);
        entry["value"] = json!(value.to_string());
        calls("ask", asking(request, vec![entry]))
    });
    let mut interview = interview_of(&form.to_string(), model);
    say(&mut interview, &[said]);
    interview
}

#[test]
fn a_number_in_words_is_that_of_its_own_thing_beside_figures_of_others() {
    let said = "due furgoni da 6 metri e 20, un pullman da 12 m e tre motociclette da 2,2 metri";
    let lines = json!([{"what": "furgoni", "count": 2, "length": 6.2}]);
    let interview = list_told(said, lines);
    assert_eq!(
        value_of(&interview, "items").as_deref(),
        Some("what: furgoni, count: 2, length: 6.2")
    );
}

#[test]
fn a_figure_of_another_thing_is_none_of_a_line_that_has_its_own() {
    let said = "colazione alle 8 per 14 persone, pranzo all'una per 12, cena per 14";
    let lines = json!([{"what": "colazione", "count": 14}, {"what": "pranzo", "count": 14},
        {"what": "cena", "count": 14}]);
    let interview = list_told(said, lines);
    let sheet = sheet(&interview);
    let counts = sheet
        .lines
        .iter()
        .map(|line| line.value(&FieldId::new("count").unwrap()));
    let counts: Vec<Option<String>> = counts.map(|it| it.map(ToString::to_string)).collect();
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(counts, [some("14"), None, some("14")]);
}

#[test]
fn a_line_is_known_by_a_short_form_of_its_name_too() {
    let said = "tre furgoni e tre motociclette";
    let lines = json!([{"what": "furgoni", "count": 3}, {"what": "motociclette", "count": 3}]);
    let mut interview = list_told(said, lines);
    say(&mut interview, &["le moto sono due, non tre"]);
    let vans = sheet(&interview).line(1).unwrap().clone();
    assert_eq!(
        vans.value(&FieldId::new("count").unwrap())
            .map(ToString::to_string)
            .as_deref(),
        Some("3"),
        "the words name the other line"
    );
}

#[test]
fn a_part_of_another_number_is_nothing_that_they_said() {
    // 1 is in none of the words, though a letter of 129,50 is one.
    let said = "due padelle da 349 e dei guanti da 129,50";
    let lines = json!([{"what": "padelle", "count": 2}, {"what": "guanti", "count": 1}]);
    let interview = list_told(said, lines);
    let told = told(&interview);
    assert!(!told.contains("“1”"), "{told}");
    assert!(told.contains("Count is missing"), "{told}");
}

#[test]
fn a_price_of_the_next_thing_is_none_of_a_thing_that_is_named_in_parts() {
    let said = "in there sits my mixing desk, a Soundcraft, which cost me two and a half grand in March \
        2019, and a cello, which is my partner's, 1.250 and quite old, and an e-bike for 3,400";
    let form = json!({"id": "f", "title": "F", "fields": [
        {"id": "items", "label": "Things", "required": true, "answer": {"type": "group", "fields": [
            {"id": "what", "label": "What", "required": true},
            {"id": "price", "label": "Price", "required": true, "answer": {"type": "number", "unit": "GBP"}}]}}]});
    let (model, _) = recorded(move |request| {
        if said_last(request).last().is_none_or(|it| it != said) {
            return respond(request);
        }
        let mut entry = heard("items", said);
        let lines = json!([{"what": "Soundcraft mixing desk", "price": 1250}, {"what": "Cello", "price": 2500},
            {"what": "E-bike", "price": 3400}]);
        entry["value"] = json!(lines.to_string());
        calls("ask", asking(request, vec![entry]))
    });
    let mut interview = interview_of(&form.to_string(), model);
    say(&mut interview, &[said]);
    let sheet = sheet(&interview);
    let price = FieldId::new("price").unwrap();
    let found = sheet.lines.iter().map(|line| {
        let price = line.value(&price).map(ToString::to_string);
        (price, words(&interview, &line.source.unwrap()))
    });
    let expected = [
        (
            None,
            "in there sits my mixing desk, a Soundcraft, which cost me two and a half grand in March 2019",
        ),
        (None, "and a cello, which is my partner's"),
        (Some("3400"), "and an e-bike for 3,400"),
    ];
    let expected = expected.map(|(price, words)| (price.map(str::to_owned), words.to_owned()));
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

/// What a report of their second message makes of a list of people, and whether it went back first.
fn of_people(said: &'static str, report: Value) -> (Vec<Option<String>>, bool) {
    let form = json!({"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Your name", "required": true},
        {"id": "items", "label": "Who comes", "required": true, "answer": {"type": "group", "fields": [
            {"id": "who", "label": "Name", "required": true},
            {"id": "height", "label": "Height", "required": false, "answer": {"type": "number", "unit": "cm"}},
            {"id": "hires", "label": "Hires", "required": false}]}}]});
    let people = "Outi Kari 165, Mikael 186 and Aino 160";
    let (model, _) = recorded(move |request| {
        let last = said_last(request).pop().unwrap_or_default();
        let value = match last.as_str() {
            it if it == people => {
                json!([{"who": "Outi Kari", "height": 165}, {"who": "Mikael", "height": 186},
                {"who": "Aino", "height": 160}])
            }
            it if it == said => report.clone(),
            _ => return respond(request),
        };
        let mut entry = heard("items", &last);
        entry["value"] = json!(value.to_string());
        calls("ask", asking(request, vec![entry]))
    });
    let mut interview = interview_of(&form.to_string(), model);
    say(&mut interview, &["Outi Kari", people, said]);
    let sheet = sheet(&interview);
    let told = sheet.lines.iter().map(|line| {
        let of = |name: &str| {
            line.value(&FieldId::new(name).unwrap())
                .map(ToString::to_string)
        };
        of("hires").or_else(|| of("height"))
    });
    let steps = &interview.orchestrator().state().run_steps;
    let mut outputs = steps.iter().filter_map(|step| step.output.as_ref());
    let went_back = outputs.any(|it| it.result.message.contains("the words name line"));
    (told.collect(), went_back)
}

#[test]
fn the_line_that_has_what_is_corrected_is_the_one_that_is_meant() {
    let said = "my own height, it reads 165 there and should be 164";
    let (told, went_back) = of_people(said, json!([{"@line": 1, "height": 164}]));
    assert_eq!((told[0].as_deref(), went_back), (Some("164"), false));
    let (_, went_back) = of_people(said, json!([{"@line": 3, "height": 164}]));
    assert!(went_back);
}

#[test]
fn a_figure_that_another_line_has_too_is_the_new_one_be_it_reported_as_a_number_or_a_text() {
    let said = "the second one is 160 tall";
    for height in [json!(160), json!("160")] {
        let (told, went_back) = of_people(said, json!([{"@line": 2, "height": height}]));
        assert_eq!((told[1].as_deref(), went_back), (Some("160"), false));
    }
}

#[test]
fn who_says_i_means_the_line_with_their_own_name() {
    let said = "Mikael needs the boots and I the tent";
    let report = json!([{"@line": 1, "hires": "tent"}, {"@line": 2, "hires": "boots"}]);
    let (told, went_back) = of_people(said, report);
    assert!(!went_back);
    assert_eq!(told[0].as_deref(), Some("tent"));
    assert_eq!(told[1].as_deref(), Some("boots"));
}

#[test]
fn a_line_that_was_taken_away_is_put_back_as_it_was() {
    const THINGS: &str = "an old cello from my aunt for 1250, and a desk for 900";
    const BACK: &str = "put the cello back as it was";
    let form = json!({"id": "f", "title": "F", "fields": [
        {"id": "items", "label": "Things", "required": true, "answer": {"type": "group", "fields": [
            {"id": "what", "label": "What", "required": true},
            {"id": "price", "label": "Price", "required": true, "answer": {"type": "number", "unit": "GBP"}}]}},
        {"id": "more", "label": "More", "required": true}]});
    let (model, _) = recorded(move |request| {
        let last = said_last(request).pop().unwrap_or_default();
        let value = match last.as_str() {
            THINGS => {
                json!([{"what": "old cello from my aunt", "price": 1250}, {"what": "desk", "price": 900}])
            }
            "no cello" => json!([{"@line": 1, "@remove": true}]),
            BACK => json!([{"what": "old cello from my aunt", "price": 1250}]),
            _ => return respond(request),
        };
        let mut entry = heard("items", &last);
        entry["value"] = json!(value.to_string());
        calls("ask", asking(request, vec![entry]))
    });
    let mut interview = interview_of(&form.to_string(), model);
    say(&mut interview, &[THINGS, "no cello"]);
    assert_eq!(sheet(&interview).lines.len(), 1);
    say(&mut interview, &[BACK]);
    let value = value_of(&interview, "items").unwrap();
    assert!(
        value.ends_with("what: old cello from my aunt, price: 1250"),
        "{value}"
    );
    let steps = &interview.orchestrator().state().run_steps;
    let mut outputs = steps.iter().filter_map(|step| step.output.as_ref());
    assert!(outputs.all(|it| !it.result.message.contains("Not asked")));
}

#[test]
fn what_the_model_says_of_their_words_stands_before_what_is_asked_of_lines() {
    const SAID: &str = "I am Ada, and I bring a cello and a desk";
    let form = json!({"id": "f", "title": "F", "fields": [
        {"id": "name", "label": "Name", "required": true},
        {"id": "items", "label": "Things", "required": true, "answer": {"type": "group", "fields": [
            {"id": "what", "label": "What", "required": true},
            {"id": "price", "label": "Price", "required": true, "answer": {"type": "number"}}]}},
        {"id": "more", "label": "More", "required": true}]});
    let (model, _) = recorded(move |request| {
        if said_last(request).last().is_none_or(|it| it != SAID) {
            return respond(request);
        }
        let mut items = heard("items", "I bring a cello and a desk");
        items["value"] = json!(json!([{"what": "cello"}, {"what": "desk"}]).to_string());
        let mut call = asking(request, vec![heard("name", "Ada"), items]);
        call["message"] = json!("A cello and a desk, Ada, how nice. Is there more?");
        call["asks"] = json!("more");
        calls("ask", call)
    });
    let mut interview = interview_of(&form.to_string(), model);
    say(&mut interview, &[SAID]);
    assert_eq!(
        told(&interview),
        "A cello and a desk, Ada, how nice.\nCould you say a little more about these lines?\n\
            Line 1 “cello”, Line 2 “desk”: Price is missing"
    );
}

#[test]
fn what_is_added_to_several_lines_in_one_breath_is_kept_with_each() {
    const PEOPLE: &str = "Outi Kari, Mikael and Aino";
    const SAID: &str = "the boots for me, they are old, Mikael takes the tent, and Aino two poles";
    let form = json!({"id": "f", "title": "F", "fields": [
        {"id": "items", "label": "Who comes", "required": true, "answer": {"type": "group", "fields": [
            {"id": "who", "label": "Name", "required": true},
            {"id": "hires", "label": "Hires", "required": false}]}},
        {"id": "more", "label": "More", "required": true}]});
    let (model, _) = recorded(move |request| {
        let last = said_last(request).pop().unwrap_or_default();
        let value = match last.as_str() {
            PEOPLE => json!([{"who": "Outi Kari"}, {"who": "Mikael"}, {"who": "Aino"}]),
            SAID => json!([{"@line": 1, "hires": "boots"}, {"@line": 2, "hires": "tent"},
                {"@line": 3, "hires": "two poles"}]),
            _ => return respond(request),
        };
        let mut entry = heard("items", &last);
        entry["value"] = json!(value.to_string());
        calls("ask", asking(request, vec![entry]))
    });
    let mut interview = interview_of(&form.to_string(), model);
    say(&mut interview, &[PEOPLE, SAID]);
    let state = interview.orchestrator().state();
    let sheet = sheet(&interview);
    for (line, expected) in sheet.lines.iter().zip([
        "the boots for me, they are old",
        "Mikael takes the tent",
        "and Aino two poles",
    ]) {
        let words = state.words_of_line(&sheet, line).unwrap();
        assert!(words.ends_with(&format!("\n{expected}")), "{words}");
    }
}

//! What nobody knows of a line.

use super::*;

#[test]
fn what_they_did_not_know_of_a_list_is_not_asked_again_when_another_line_changes() {
    let list = "Item #\tQty\n10234\t2\n10235\t3\n10236\t\n";
    let mut interview = pasted(list, reads, move |request| {
        let last = said_last(request).last()?.clone();
        let (outcome, value) = match last.as_str() {
            "no idea" => ("does_not_know", None),
            "line 2 is 12" => ("answered", Some(r#"[{"@line": 2, "quantity": 12}]"#)),
            "and 10237" => ("answered", Some(r#"[{"item_number": "10237"}]"#)),
            _ => return None,
        };
        let mut entry = heard("items", &last);
        entry["outcome"] = json!(outcome);
        entry["value"] = json!(value);
        let mut arguments = asking(request, vec![entry]);
        if last == "and 10237" {
            arguments["asks"] = json!("items");
        }
        Some(arguments)
    });
    say(&mut interview, &["no idea"]);
    let outcome = |interview: &Interview| interview.orchestrator().state().outcome_of(&items());
    assert_eq!(outcome(&interview), Some(FieldOutcome::Unresolved));
    let values = |interview: &Interview| value_of(interview, "items").unwrap();
    say(&mut interview, &["line 2 is 12"]);
    assert_eq!(outcome(&interview), Some(FieldOutcome::Unresolved));
    assert!(values(&interview).contains("quantity: 12"));
    assert_eq!(told(&interview), "Please tell me: Delivery date");
    // What is new is asked about.
    say(&mut interview, &["and 10237"]);
    let asked = told(&interview);
    assert!(asked.contains("about this line?"), "{asked}");
    assert!(asked.contains("Line 4"), "{asked}");
}

#[test]
fn a_list_whose_own_words_say_that_nobody_knows_something_is_not_asked_for_it() {
    let read = |request: &ChatRequest| {
        let lines = given(request).into_iter().map(|(number, text)| {
            let count = match text.contains("no idea") {
                true => json!({"field": "quantity", "quote": "no idea how many", "value": null,
                    "not_known": true}),
                false => json!({"field": "quantity", "quote": "2", "value": null}),
            };
            let item = text.split(' ').find(|it| it.starts_with('4'));
            json!({"line": number, "kind": "line", "confidence": "high", "values": [
                {"field": "item_number", "quote": item, "value": null}, count]})
        });
        let lines: Vec<Value> = lines.collect();
        calls("read_lines", json!({ "lines": lines }))
    };
    let list = "2 of the 40112\nof the 40113 no idea how many\n2 of the 40114\n";
    let interview = pasted(list, read, |_| None);
    let quantity = FieldId::new("quantity").unwrap();
    let lacking: Vec<_> = sheet(&interview)
        .lines
        .into_iter()
        .map(|it| it.lacking)
        .collect();
    assert_eq!(lacking, [vec![], vec![Lacking::NotKnown(quantity)], vec![]]);
    let state = interview.orchestrator().state();
    assert_eq!(state.outcome_of(&items()), Some(FieldOutcome::Unresolved));
    assert_eq!(told(&interview), "Please tell me: Delivery date");
}

#[test]
fn a_value_of_a_line_that_nobody_knows_is_noted_so_and_the_others_are_asked_for() {
    let list = "Item #\tQty\n10234\t2\n10235\t\n10236\t\n";
    let mut interview = pasted(list, reads, move |request| {
        let last = said_last(request).last()?.clone();
        let (outcome, value, asks) = match last.as_str() {
            "nobody knows how many of line 2" => {
                let value = r#"[{"@line": 2, "quantity": null}]"#;
                ("does_not_know", value, "items")
            }
            "of line 2 I would rather not say" => {
                let value = r#"[{"@line": 2, "quantity": null}]"#;
                ("refused", value, "delivery_date")
            }
            "line 3: 4" => (
                "answered",
                r#"[{"@line": 3, "quantity": 4}]"#,
                "delivery_date",
            ),
            "line 2 is 12 after all" => (
                "answered",
                r#"[{"@line": 2, "quantity": 12}]"#,
                "delivery_date",
            ),
            _ => return None,
        };
        let mut entry = heard("items", &last);
        entry["outcome"] = json!(outcome);
        entry["value"] = json!(value);
        let mut arguments = asking(request, vec![entry]);
        arguments["asks"] = json!(asks);
        Some(arguments)
    });
    let outcome = |interview: &Interview| interview.orchestrator().state().outcome_of(&items());
    let missing = |interview: &Interview| {
        let progress = &interview.orchestrator().state().field_progress[&items()];
        progress.missing_facts.clone()
    };

    say(&mut interview, &["nobody knows how many of line 2"]);
    assert_eq!(outcome(&interview), None, "line 3 is open");
    let quantity = FieldId::new("quantity").unwrap();
    let lacking = |number: u32| sheet(&interview).line(number).unwrap().lacking.clone();
    assert_eq!(lacking(2), [Lacking::NotKnown(quantity.clone())]);
    assert_eq!(lacking(3), [Lacking::Missing(quantity)]);

    say(&mut interview, &["line 3: 4"]);
    assert_eq!(outcome(&interview), Some(FieldOutcome::Unresolved));
    assert_eq!(missing(&interview), ["Line 2: Quantity is not known"]);
    assert_eq!(value_of(&interview, "items").unwrap().lines().count(), 2);

    // Who will not give it leaves it as it is.
    say(&mut interview, &["of line 2 I would rather not say"]);
    assert_eq!(outcome(&interview), Some(FieldOutcome::Unresolved));
    assert_eq!(missing(&interview), ["Line 2: Quantity is not known"]);

    say(&mut interview, &["line 2 is 12 after all"]);
    assert_eq!(outcome(&interview), Some(FieldOutcome::Answered));
    assert_eq!(value_of(&interview, "items").unwrap().lines().count(), 3);
}

#[test]
fn a_line_of_which_nobody_knows_something_is_changed_by_hand_without_it() {
    let list = "Item #\tQty\n10234\t2\n10235\t\n10236\t3\n";
    let mut interview = pasted(list, reads, move |request| {
        let last = said_last(request).last()?.clone();
        (last == "nobody knows how many").then(|| {
            let mut entry = heard("items", &last);
            entry["outcome"] = json!("does_not_know");
            asking(request, vec![entry])
        })
    });
    say(&mut interview, &["nobody knows how many"]);
    let outcome = |interview: &Interview| interview.orchestrator().state().outcome_of(&items());
    assert_eq!(outcome(&interview), Some(FieldOutcome::Unresolved));
    let unit = |interview: &Interview, number: u32| {
        let sheet = sheet(interview);
        let line = sheet.line(number).unwrap().clone();
        (line.cells().get("unit").cloned(), line.not_known().len())
    };
    let enter = |interview: &mut Interview, entry: Entry| {
        let entries = vec![FieldEntry {
            field_id: items(),
            entry,
        }];
        block_on(interview.take(Command::Enter { entries })).unwrap();
    };
    // One line of it.
    let cells = json!({"item_number": "10235", "unit": "CS"});
    let cells = cells.as_object().unwrap().clone();
    let edit = LineEdit::Put {
        number: Some(2),
        cells,
    };
    enter(&mut interview, Entry::Lines(vec![edit]));
    assert_eq!(unit(&interview, 2), (Some(json!("CS")), 1));
    assert_eq!(outcome(&interview), Some(FieldOutcome::Unresolved));
    // The whole list.
    let rows = json!([
        {"@line": 1, "item_number": "10234", "quantity": "2"},
        {"@line": 2, "item_number": "10235", "unit": "Ea"},
        {"@line": 3, "item_number": "10236", "quantity": "4"}]);
    enter(&mut interview, Entry::Value(rows));
    assert_eq!(unit(&interview, 2), (Some(json!("Ea")), 1));
    assert_eq!(outcome(&interview), Some(FieldOutcome::Unresolved));
    assert!(
        value_of(&interview, "items")
            .unwrap()
            .contains("quantity: 4")
    );
    // Who knows it after all.
    let rows = json!([
        {"@line": 1, "item_number": "10234", "quantity": "2"},
        {"@line": 2, "item_number": "10235", "quantity": "7"}]);
    enter(&mut interview, Entry::Value(rows));
    assert_eq!(outcome(&interview), Some(FieldOutcome::Answered));
    assert_eq!(value_of(&interview, "items").unwrap().lines().count(), 2);
}

#[test]
fn a_line_of_which_nobody_knows_something_is_one_of_the_lines_that_have_to_be_there() {
    let mut form: Value = serde_json::from_str(FORM).unwrap();
    let answer = form["fields"].as_array_mut().unwrap().iter_mut();
    let mut answer = answer.filter_map(|it| it.get_mut("answer"));
    answer.find(|it| it["type"] == "group").unwrap()["minLines"] = json!(3);
    let (model, _) = recorded(|request| {
        if is_for(request, "read_lines") {
            return reads(request);
        }
        let said = said_last(request);
        let Some(last) = said.last().filter(|it| *it == "nobody knows how many") else {
            return respond(request);
        };
        let mut entry = heard("items", last);
        entry["outcome"] = json!("does_not_know");
        calls("ask", asking(request, vec![entry]))
    });
    let mut interview = interview_of(&form.to_string(), model);
    let list = "Item #\tQty\n10234\t2\n10235\t\n10236\t3\n";
    say(&mut interview, &["Bistro", list, "nobody knows how many"]);
    let enter = |interview: &mut Interview, rows: Value| {
        let entries = vec![FieldEntry {
            field_id: items(),
            entry: Entry::Value(rows),
        }];
        block_on(interview.take(Command::Enter { entries })).map_err(|error| error.to_string())
    };
    let first = json!({"@line": 1, "item_number": "10234", "quantity": "5"});
    let unknown = json!({"@line": 2, "item_number": "10235"});
    let last = json!({"@line": 3, "item_number": "10236", "quantity": "3"});
    enter(&mut interview, json!([first, unknown])).unwrap_err();
    enter(&mut interview, json!([first, unknown, last])).unwrap();
    assert!(
        value_of(&interview, "items")
            .unwrap()
            .contains("quantity: 5")
    );
}

#[test]
fn a_line_of_which_nobody_knows_something_leaves_with_the_others() {
    let form = json!({"id": "f", "title": "F", "fields": [
        {"id": "items", "label": "Items", "required": true, "answer": {"type": "group", "fields": [
            {"id": "what", "label": "What", "required": true},
            {"id": "count", "label": "Count", "required": true, "answer": {"type": "integer"}}]}}]});
    let (model, _) = recorded(|request| {
        let said = said_last(request);
        let Some(last) = said.last().filter(|it| it.contains("vans")) else {
            return respond(request);
        };
        let mut entry = heard("items", last);
        entry["outcome"] = json!("does_not_know");
        entry["value"] =
            json!(r#"[{"what": "vans", "count": 2}, {"what": "boats", "count": null}]"#);
        calls("ask", asking(request, vec![entry]))
    });
    let mut interview = interview_of(&form.to_string(), model);
    let pause = say(
        &mut interview,
        &["2 vans, and boats, I have no idea how many"],
    );
    assert_eq!(pause, Pause::Confirm);
    block_on(interview.confirm("now".to_owned())).unwrap();
    let submission = Submission::of(interview.orchestrator()).unwrap();
    let items = &submission.fields[0];
    assert_eq!(items.outcome, Some(FieldOutcome::Unresolved));
    assert_eq!(
        items.value,
        Some(json!([{"what": "vans", "count": 2}, {"what": "boats"}]))
    );
    assert_eq!(items.missing, ["Line 2: Count is not known"]);
}

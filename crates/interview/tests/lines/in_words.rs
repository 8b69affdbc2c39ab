//! Lines as the respondent speaks of them: completed, corrected, and pasted among other things.

use super::*;

#[test]
fn todo_lines_are_completed_in_words_and_the_form_goes_on_when_none_is_left() {
    let list = "Item #\tQty\n10234\t2\n10235\t\n10236\t\n";
    let said = Rc::new(Cell::new(0));
    let mut interview = pasted(list, reads, move |request| {
        let last = said_last(request).last()?.clone();
        if !last.starts_with("line ") {
            return None;
        }
        said.set(said.get() + 1);
        let mut entry = heard("items", &last);
        let (line, quantity) = match said.get() {
            1 => (2, 4),
            _ => (3, 12),
        };
        entry["value"] = json!(format!("[{{\"@line\": {line}, \"quantity\": {quantity}}}]"));
        let mut arguments = asking(request, vec![entry]);
        if said.get() == 1 {
            arguments["asks"] = json!("items");
        }
        Some(arguments)
    });
    assert_eq!(sheet(&interview).todo().count(), 2);
    say(&mut interview, &["line 2: 4"]);
    let now = sheet(&interview);
    assert_eq!(now.line(2).unwrap().status(), LineStatus::Success);
    assert_eq!(now.todo().count(), 1);
    assert_eq!(
        interview.orchestrator().state().outcome_of(&items()),
        None,
        "one is left"
    );
    say(&mut interview, &["line 3 is a dozen, 12"]);
    let state = interview.orchestrator().state();
    assert_eq!(state.outcome_of(&items()), Some(FieldOutcome::Answered));
    assert_eq!(
        value_of(&interview, "items").unwrap().lines().nth(2),
        Some("item_number: 10236, quantity: 12")
    );
    assert_eq!(told(&interview), "Please tell me: Delivery date");
}

#[test]
fn lines_that_are_told_with_the_words_that_end_the_list_are_recorded() {
    let list = "Item #\tQty\n10234\t2\n10235\t\n10236\t\n";
    for (outcome, value, expected) in [
        (
            "does_not_know",
            r#"[{"@line": 2, "quantity": 4}]"#,
            Some(FieldOutcome::Unresolved),
        ),
        ("refused", r#"[{"@line": 2, "quantity": 4}]"#, None),
        (
            "does_not_know",
            r#"[{"@line": 2, "quantity": 4}, {"@line": 3, "@remove": true}]"#,
            Some(FieldOutcome::Answered),
        ),
    ] {
        let mut interview = pasted(list, reads, move |request| {
            let last = said_last(request).last()?.clone();
            last.starts_with("line 2").then(|| {
                let mut entry = heard("items", &last);
                entry["value"] = json!(value);
                entry["outcome"] = json!(outcome);
                let mut arguments = asking(request, vec![entry]);
                if outcome == "refused" {
                    arguments["asks"] = json!("items");
                }
                arguments
            })
        });
        say(
            &mut interview,
            &["line 2: 4, and of the other I do not know"],
        );
        let state = interview.orchestrator().state();
        assert_eq!(state.outcome_of(&items()), expected, "{value}");
        let line = sheet(&interview).line(2).unwrap().clone();
        assert_eq!(line.status(), LineStatus::Success, "{value}");
        if expected.is_some() {
            let value = value_of(&interview, "items").unwrap();
            assert_eq!(value.lines().count(), 2, "{value}");
        }
    }
}

#[test]
fn a_line_is_corrected_in_words_by_its_number_and_only_to_what_the_words_say() {
    let list = "Item #\tQty\n10234\t2\n10235\t3\n10236\t4\n";
    let correct = |value: &'static str| {
        let mut interview = pasted(list, reads, move |request| {
            let last = said_last(request).last()?.clone();
            let is_it = last.contains("should be");
            is_it.then(|| {
                let mut entry = heard("items", &last);
                entry["value"] = json!(value);
                asking(request, vec![entry])
            })
        });
        say(&mut interview, &["line 3 should be 12 cases"]);
        value_of(&interview, "items").unwrap()
    };
    let before = "item_number: 10234, quantity: 2\nitem_number: 10235, quantity: 3\n";
    assert_eq!(
        correct(r#"[{"@line": 3, "quantity": 12, "unit": "CS"}]"#),
        format!("{before}item_number: 10236, quantity: 12, unit: CS")
    );
    let as_it_was = format!("{before}item_number: 10236, quantity: 4");
    for value in [
        r#"[{"@line": 3, "quantity": 99}]"#,
        r#"[{"@line": 9, "quantity": 12}]"#,
        r#"[{"@line": 3, "item_number": "77777"}]"#,
        r#"[{"@line": 3, "price": 12}]"#,
        r#"[{"@remove": true}]"#,
        r#"[{"item_number": "10235", "quantity": 12}]"#,
        "[]",
        "nothing",
    ] {
        assert_eq!(correct(value), as_it_was, "{value}");
    }
    assert_eq!(
        correct(r#"[{"@line": 3, "@remove": true}]"#),
        before.trim_end()
    );
}

#[test]
fn of_a_list_that_code_has_read_no_line_takes_what_stands_in_another() {
    for (also, value, expected) in [
        (
            "",
            r#"[{"@line": 1, "quantity": 30}]"#,
            ["10234 2", "10235 30"],
        ),
        (
            "",
            r#"[{"@line": 1, "item_number": "10235"}]"#,
            ["10234 2", "10235 30"],
        ),
        // What stands beside the lines may be about any.
        (
            "no, of 10234 it is 9",
            r#"[{"@line": 1, "quantity": 9}]"#,
            ["10234 9", "10235 30"],
        ),
    ] {
        let list = format!("Item #\tQty\n10234\t2\n10235\t30\n{also}");
        let said = list.clone();
        let interview = pasted(&list, reads, move |request| {
            let last = said_last(request).last()?.clone();
            (last == said.trim()).then(|| {
                let mut entry = heard("items", &last);
                entry["value"] = json!(value);
                asking(request, vec![entry])
            })
        });
        let lines = sheet(&interview).lines.into_iter().take(2).map(|line| {
            let values = line.values.iter().map(|it| it.value.0.to_string());
            values.collect::<Vec<_>>().join(" ")
        });
        let lines: Vec<String> = lines.collect();
        assert_eq!(lines, expected, "{also} {value}: {}", told(&interview));
    }
}

#[test]
fn a_corrected_line_leaves_with_the_words_that_corrected_it() {
    let list = "Item #\tQty\n10234\t2\n10235\t3\n10236\t4\n";
    let mut interview = pasted(list, reads, move |request| {
        let last = said_last(request).last()?.clone();
        let value = match last.as_str() {
            "line 3 should be 12" => r#"[{"@line": 3, "quantity": 12}]"#,
            "take line 1 away" => r#"[{"@line": 1, "@remove": true}]"#,
            _ => return None,
        };
        let mut entry = heard("items", &last);
        entry["value"] = json!(value);
        Some(asking(request, vec![entry]))
    });
    say(&mut interview, &["line 3 should be 12", "take line 1 away"]);
    say(&mut interview, &["today"]);
    let local_time = "2026-11-20T18:00:00+09:00".to_owned();
    block_on(interview.take(Command::Confirm { local_time })).unwrap();
    let submission = Submission::of(interview.orchestrator()).unwrap();
    let of_items = |it: &&kikitori_interview::SubmittedField| it.field_id == items();
    let field = submission.fields.iter().find(of_items).unwrap();
    let originals: Vec<Option<&str>> = field
        .lines
        .iter()
        .map(|line| line.original.as_deref())
        .collect();
    let expected = [Some("10235\t3"), Some("10236\t4\nline 3 should be 12")];
    assert_eq!(originals, expected);
}

#[test]
fn of_lines_in_words_only_the_one_that_does_not_fit_is_asked_about() {
    let mut interview = interview_of(
        FORM,
        recorded(|request| {
            let Some(last) = said_last(request).pop() else {
                return respond(request);
            };
            if !last.contains("bolts") {
                return respond(request);
            }
            let mut entry = heard("items", &last);
            entry["value"] = json!(
                r#"[{"item_number": "4711", "quantity": 2, "unit": "CS"}, {"item_number": "4712", "quantity": 3, "unit": "sacks"}]"#
            );
            let mut arguments = asking(request, vec![entry]);
            arguments["asks"] = json!("items");
            calls("ask", arguments)
        })
        .0,
    );
    say(
        &mut interview,
        &["Bistro", "2 cs of bolts 4711 and 3 sacks of 4712"],
    );
    let sheet = sheet(&interview);
    let todo: Vec<u32> = sheet.todo().map(|line| line.number).collect();
    assert_eq!((sheet.lines.len(), todo), (2, vec![2]));
    assert_eq!(sheet.line(2).unwrap().cells()["quantity"], json!(3));
    let steps = &interview.orchestrator().state().run_steps;
    let refused = steps.iter().find_map(|step| {
        let message = &step.output.as_ref()?.result.message;
        message.contains("Not asked").then(|| message.clone())
    });
    let refused = refused.unwrap();
    assert!(refused.contains("the line with "), "{refused}");
}

#[test]
fn a_line_that_is_reported_has_the_words_of_its_own_line() {
    let said = "Bistro wants these:\n2 of 40112, the oil\n3 of 40113\nand of 40113 one more";
    let (model, _) = recorded(move |request| {
        let last = said_last(request).last().cloned().unwrap_or_default();
        if is_for(request, "read_lines") {
            return reads(request);
        }
        if !last.starts_with("Bistro wants") {
            return respond(request);
        }
        let mut entry = heard("items", said);
        entry["value"] = json!(
            r#"[{"item_number": "40112", "quantity": 2}, {"item_number": "40113", "quantity": 3}]"#
        );
        calls(
            "ask",
            asking(request, vec![heard("customer", "Bistro"), entry]),
        )
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &[said]);
    let sources: Vec<String> = sheet(&interview)
        .lines
        .iter()
        .map(|line| words(&interview, &line.source.unwrap()))
        .collect();
    assert_eq!(sources[..2], ["2 of 40112, the oil", "3 of 40113"]);
}

#[test]
fn what_is_missing_of_a_list_is_told_beside_what_its_lines_lack() {
    let first = "item 10234 and other things";
    let mut interview = pasted(first, reads, move |request| {
        let last = said_last(request).last()?.clone();
        let mut entry = heard("items", &last);
        let (value, outcome, missing) = match last.as_str() {
            _ if last == first => (
                r#"[{"item_number": "10234"}]"#,
                "not_enough",
                Some(json!(["the quantity of 10234", "which other things"])),
            ),
            "10235, 3 of it" => (
                r#"[{"item_number": "10235", "quantity": 3}]"#,
                "answered",
                None,
            ),
            _ => return None,
        };
        entry["value"] = json!(value);
        entry["outcome"] = json!(outcome);
        entry["missing"] = json!(missing);
        let mut arguments = asking(request, vec![entry]);
        arguments["asks"] = json!("items");
        Some(arguments)
    });
    let missing = |interview: &Interview| {
        let outline = interview.orchestrator().outline();
        let entry = outline.into_iter().find(|it| it.field_id == items());
        entry.unwrap().missing
    };
    let lacking = missing(&interview);
    assert_eq!(lacking[0], "which other things", "{lacking:?}");
    assert_eq!(lacking.len(), 2, "{lacking:?}");
    // A line has come: whether there are more is asked or told anew.
    say(&mut interview, &["10235, 3 of it"]);
    let lacking = missing(&interview);
    assert_eq!(lacking.len(), 1, "{lacking:?}");
}

#[test]
fn a_list_of_which_they_have_more_stays_open_until_they_say_that_this_is_all() {
    for ends in ["[]", "null"] {
        let first = "3 of item 10234, and some other things";
        let mut interview = pasted(first, reads, move |request| {
            let last = said_last(request).last()?.clone();
            let mut entry = heard("items", &last);
            if last == first {
                entry["value"] = json!(r#"[{"item_number": "10234", "quantity": 3}]"#);
                entry["outcome"] = json!("not_enough");
                entry["missing"] = json!(["which other things"]);
            } else if last == "That is all" {
                let value: Value = serde_json::from_str(ends).unwrap();
                entry["value"] = json!(value.is_array().then_some("[]"));
            } else {
                return None;
            }
            Some(asking(request, vec![entry]))
        });
        assert_eq!(told(&interview), "Please tell me: Order lines");
        let state = interview.orchestrator().state();
        assert_eq!(state.outcome_of(&items()), None, "{ends}");
        say(&mut interview, &["That is all"]);
        let state = interview.orchestrator().state();
        assert_eq!(state.outcome_of(&items()), Some(FieldOutcome::Answered));
        assert_eq!(
            value_of(&interview, "items").as_deref(),
            Some("item_number: 10234, quantity: 3")
        );
    }
}

#[test]
fn what_is_unclear_of_whole_lines_is_asked_about_also_where_it_names_a_column() {
    let first = "3 of item 10234, or was the quantity for the other one?";
    let interview = pasted(first, reads, move |request| {
        (said_last(request).last().map(String::as_str) == Some(first)).then(|| {
            let mut entry = heard("items", first);
            entry["value"] = json!(r#"[{"item_number": "10234", "quantity": 3}]"#);
            entry["outcome"] = json!("not_enough");
            entry["missing"] = json!(["whether the quantity is of this item"]);
            let mut arguments = asking(request, vec![entry]);
            arguments["asks"] = json!("items");
            arguments["message"] = json!("Is the quantity of this item?");
            arguments
        })
    });
    assert_eq!(told(&interview), "Is the quantity of this item?");
    let state = interview.orchestrator().state();
    assert_eq!(state.outcome_of(&items()), None);
}

#[test]
fn a_list_that_is_reported_in_two_entries_is_one_list() {
    let said = "3 of 10234 please, and did I say so, 2 of 10235 too";
    let interview = pasted(said, reads, move |request| {
        (said_last(request).last().map(String::as_str) == Some(said)).then(|| {
            let entries = [
                ("2 of 10235 too", "10235", 2),
                ("3 of 10234 please", "10234", 3),
            ];
            let entries = entries.map(|(quote, number, quantity)| {
                let mut entry = heard("items", quote);
                let line = json!([{"item_number": number, "quantity": quantity}]);
                entry["value"] = json!(line.to_string());
                entry
            });
            asking(request, entries.to_vec())
        })
    });
    assert_eq!(told(&interview), "Please tell me: Delivery date");
    let quantities = sheet(&interview)
        .lines
        .iter()
        .map(|it| it.cells()["quantity"].clone())
        .collect::<Vec<_>>();
    assert_eq!(quantities, [json!(2), json!(3)]);
}

#[test]
fn that_more_is_to_come_without_a_line_of_it_is_no_list_that_is_too_short() {
    let first = "3 of item 10234 to begin with";
    let mut interview = pasted(first, reads, move |request| {
        let last = said_last(request).last()?.clone();
        let mut entry = heard("items", &last);
        let is_first = last == first;
        if is_first {
            entry["value"] = json!(r#"[{"item_number": "10234", "quantity": 3}]"#);
        } else if last == "two more will follow" {
            entry["value"] = json!("[]");
        } else {
            return None;
        }
        entry["outcome"] = json!("not_enough");
        entry["missing"] = json!(["the two others"]);
        let mut arguments = asking(request, vec![entry]);
        arguments["asks"] = json!("items");
        arguments["message"] = json!("Which are they?");
        Some(arguments)
    });
    say(&mut interview, &["two more will follow"]);
    assert_eq!(told(&interview), "Which are they?");
    assert_eq!(sheet(&interview).lines.len(), 1);
    let outline = interview.orchestrator().outline();
    let entry = outline.into_iter().find(|it| it.field_id == items());
    assert_eq!(entry.unwrap().missing, ["the two others"]);
}

#[test]
fn who_knows_what_their_own_lines_lack_asks_for_it_in_their_own_words() {
    for (outcome, own) in [("not_enough", true), ("answered", false)] {
        let mut interview = pasted("Item #\tQty\n10234\t2\n", reads, move |request| {
            let last = said_last(request).last()?.clone();
            last.contains("lamps").then(|| {
                let mut entry = heard("items", &last);
                entry["outcome"] = json!(outcome);
                if outcome == "not_enough" {
                    entry["missing"] = json!(["how many lamps"]);
                }
                entry["value"] = json!(r#"[{"item_number": "lamps"}]"#);
                let mut arguments = asking(request, vec![entry]);
                arguments["asks"] = json!("items");
                arguments["message"] = json!("I took the lamps down. How many?");
                arguments
            })
        });
        say(&mut interview, &["and some lamps"]);
        assert_eq!(sheet(&interview).todo().count(), 1);
        let asked = told(&interview);
        assert_eq!(asked == "I took the lamps down. How many?", own, "{asked}");
    }
}

//! Lines as the respondent speaks of them: completed, corrected, and pasted among other things.

use std::cell::RefCell;

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
fn a_list_that_stands_among_other_things_is_quoted_and_then_read() {
    let list = "2 cs 40112 olive oil\nabout 10615 too\n3 cs 40114 flour";
    let said = format!("We are Bistro. Please send us this:\n{list}\nThat is all, thank you.");
    let told = Rc::new(RefCell::new(Vec::new()));
    let asked = told.clone();
    let (model, _) = recorded(move |request| {
        if is_for(request, "read_lines") {
            return reads(request);
        }
        let Some(last) = said_last(request).pop() else {
            return respond(request);
        };
        asked.borrow_mut().push(now(request)["list_read"].clone());
        let quote = "2 cs 40112 … 40114 flour";
        let heard = match last.contains("Bistro") {
            true => vec![heard("customer", "Bistro"), heard("items", quote)],
            false => Vec::new(),
        };
        let mut arguments = asking(request, heard);
        arguments["asks"] = json!("items");
        calls("ask", arguments)
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &[&said]);
    // The program did not take it for a list by itself.
    assert_eq!(*told.borrow(), [Value::Null]);
    let sheet = sheet(&interview);
    let texts: Vec<String> = sheet
        .lines
        .iter()
        .map(|line| words(&interview, &line.source.unwrap()))
        .collect();
    assert_eq!(texts, list.lines().collect::<Vec<_>>());
    let todo: Vec<u32> = sheet.todo().map(|line| line.number).collect();
    assert_eq!(todo, [2]);
    assert_eq!(sheet.line(3).unwrap().cells()["quantity"], json!(3));
    assert!(super::told(&interview).contains("“about 10615 too”"));
}

#[test]
fn the_interviewer_is_told_which_list_the_program_reads() {
    let told = Rc::new(RefCell::new(Vec::new()));
    let asked = told.clone();
    pasted("2 cs 40112\nsugar, the usual\n", reads, move |request| {
        let said = !said_last(request).is_empty();
        asked
            .borrow_mut()
            .push((said, now(request)["list_read"].clone()));
        None
    });
    let told = told.borrow();
    assert_eq!(told.last(), Some(&(true, json!("items"))), "{told:?}");
    assert_eq!(told.first(), Some(&(false, Value::Null)));
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
fn what_is_said_before_a_list_in_columns_is_heard_too() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "items", "label": "Items", "required": true, "answer": {"type": "group", "fields": [
            {"id": "item", "label": "Item", "required": true, "answer": {"type": "shortText"}},
            {"id": "amount", "label": "Amount", "required": true, "answer": {"type": "number"}}]}},
        {"id": "name", "label": "Name", "required": true}]}"#;
    let (model, _) = recorded(|request| match said_last(request).last() {
        Some(said) if said.contains("Ada") => {
            calls("ask", asking(request, vec![heard("name", "Ada")]))
        }
        _ => respond(request),
    });
    let mut interview = interview_of(form, model);
    let list = "I am Ada. This is my order:\nItem\tAmount\nbolts\t4\nnuts\t2\nscrews\t";
    say(&mut interview, &[list]);
    assert_eq!(value_of(&interview, "name").as_deref(), Some("Ada"));
    assert!(told(&interview).contains("screws"), "{}", told(&interview));
}

/// A form with a group that nobody has to fill in.
fn with_witnesses(members: &str) -> String {
    format!(
        r#"{{"id": "f", "title": "F", "fields": [
            {{"id": "name", "label": "Name", "required": true}},
            {{"id": "seen", "label": "Witnesses", {members}, "answer": {{"type": "group", "fields": [
                {{"id": "who", "label": "Who", "required": true, "answer": {{"type": "shortText"}}}},
                {{"id": "age", "label": "Age", "required": false, "answer": {{"type": "integer"}}}}]}}}}]}}"#
    )
}

#[test]
fn that_there_are_none_answers_a_group_that_nobody_has_to_fill_in() {
    for (members, outcome) in [
        (r#""required": false"#, Some(FieldOutcome::Answered)),
        (r#""required": true"#, None),
    ] {
        let (model, _) = recorded(|request| match said_last(request).last() {
            Some(said) if said.contains("nobody") => {
                let mut entry = heard("seen", "nobody saw it");
                entry["value"] = json!("[]");
                calls("ask", asking(request, vec![entry]))
            }
            _ => respond(request),
        });
        let mut interview = interview_of(&with_witnesses(members), model);
        say(&mut interview, &["Ada", "nobody saw it, sorry"]);
        let seen = interview.orchestrator().outline().remove(1);
        assert_eq!(seen.outcome, outcome, "{members}");
        if outcome.is_none() {
            continue;
        }
        assert_eq!(seen.value.as_deref(), Some("None"));
        block_on(interview.confirm("now".to_owned())).unwrap();
        let submission = Submission::of(interview.orchestrator()).unwrap();
        assert_eq!(submission.fields[1].value, Some(json!([])));
        // It is read back as it was.
        let state = interview.orchestrator().state();
        let kept = serde_json::to_value(state).unwrap();
        let kept: kikitori_interview::MainSessionState = serde_json::from_value(kept).unwrap();
        assert_eq!(kept.collected_fields, state.collected_fields);
    }
}

#[test]
fn a_list_of_a_group_that_is_to_be_reviewed_separately_is_read_as_any_other() {
    let members = r#""required": true, "review": "separate""#;
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(&with_witnesses(members), model);
    say(
        &mut interview,
        &["Ada", "Who\tAge\nGrace Hopper\t30\nMary Kenneth\t40\n"],
    );
    let id = FieldId::new("seen").unwrap();
    let sheet = interview.orchestrator().state().sheet_of(&id);
    assert_eq!((sheet.lines.len(), sheet.set_aside.len()), (2, 1));
    let sent = sent.borrow();
    assert!(sent.iter().all(|it| !is_for(it, "review")));
    let rules = &sent[0].messages[0];
    let Message::System { content, .. } = rules else {
        panic!()
    };
    assert!(content.contains("@line"), "how lines are reported");
}

#[test]
fn a_list_that_is_quoted_beside_a_line_that_is_there_is_read_whatever_is_said_of_it() {
    let list = "2 cs 40112 oil\n3 cs 40113 - flour\n1 cs 40114; eggs";
    for (outcome, missing, asks) in [
        ("answered", Value::Null, "items"),
        // What comes after it may be asked for while it is read.
        ("answered", Value::Null, "delivery"),
        ("not_enough", json!(["which eggs"]), "items"),
    ] {
        let (model, _) = recorded(move |request| {
            let said = said_last(request).last().cloned().unwrap_or_default();
            if is_for(request, "read_lines") {
                return reads(request);
            }
            let mut entry = match said.as_str() {
                "some 40110" => {
                    let mut entry = heard("items", &said);
                    entry["value"] = json!(r#"[{"item_number": "40110"}]"#);
                    entry["outcome"] = json!("not_enough");
                    entry["missing"] = json!(["what else"]);
                    entry
                }
                said if said.contains("40112") => heard("items", list),
                _ => return respond(request),
            };
            let mut next = "items";
            if said.contains("40112") {
                entry["outcome"] = json!(outcome);
                entry["missing"] = missing.clone();
                next = asks;
            }
            let mut ask = asking(request, vec![entry]);
            ask["asks"] = json!(next);
            calls("ask", ask)
        });
        let mut interview = interview_of(FORM, model);
        say(&mut interview, &["Bistro", "some 40110"]);
        assert_eq!(sheet(&interview).lines.len(), 1, "{}", told(&interview));
        say(&mut interview, &[&format!("All of it then:\n{list}")]);
        let numbers: Vec<u32> = sheet(&interview).lines.iter().map(|it| it.number).collect();
        assert_eq!(numbers, [1, 2, 3, 4], "{outcome} {asks}");
        assert_eq!(sheet(&interview).todo().count(), 1, "how many of 40110");
    }
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

//! Lists that stand among other things, and what is said beside them.

use std::cell::RefCell;

use super::*;

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

//! Lines of which some fit and some do not: those that fit are recorded at once and stay as they are,
//! and only the others go back.

use std::cell::RefCell;

use super::*;

const SAID: &str = "2 cs of bolts 4711 and 3 sacks of 4712";
const REPORT: &str = r#"[{"item_number": "4711", "quantity": 2, "unit": "CS"}, {"item_number": "4712", "quantity": 3, "unit": "sacks"}]"#;

/// What tools have told the model in its run.
fn refusals(request: &ChatRequest) -> Vec<String> {
    let told = request.messages.iter().filter_map(|message| match message {
        Message::Tool { content, .. } if content.contains("Not asked") => Some(content.clone()),
        _ => None,
    });
    told.collect()
}

/// What a run reports of the lines, one report after the other; none where it leaves them out.
fn reporting(
    before: &[&str],
    said: &'static str,
    reports: &'static [Option<&'static str>],
) -> (Interview, Vec<String>) {
    let told = Rc::new(RefCell::new(Vec::new()));
    let kept = told.clone();
    let (model, _) = recorded(move |request| {
        if said_last(request).pop().as_deref() != Some(said) {
            return respond(request);
        }
        let refused = refusals(request);
        let report = reports.get(refused.len()).copied().flatten();
        *kept.borrow_mut() = refused;
        let entry = report.map(|value| {
            let mut entry = heard("items", said);
            entry["value"] = json!(value);
            entry
        });
        let mut ask = asking(request, entry.into_iter().collect());
        if report.is_none() {
            // It goes on.
            ask["asks"] = json!("delivery");
        }
        calls("ask", ask)
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, before);
    say(&mut interview, &[said]);
    let told = told.borrow().clone();
    (interview, told)
}

fn lines(interview: &Interview) -> Vec<String> {
    let lines = sheet(interview).lines.into_iter();
    let lines = lines.map(|line| {
        let cells = line.cells().into_iter();
        let cells = cells.map(|(_, value)| value.to_string().replace('"', ""));
        cells.collect::<Vec<_>>().join(" ")
    });
    lines.collect()
}

#[test]
fn lines_that_fit_are_recorded_at_once_and_only_the_others_go_back() {
    let (_, told) = reporting(&["Bistro"], SAID, &[Some(REPORT)]);
    let [told] = told.as_slice() else {
        panic!("{told:?}")
    };
    let told = told.replace('\\', "");
    assert!(told.contains("Recorded: items (lines 1, 2)"), "{told}");
    assert!(told.contains("4712") && !told.contains("4711"), "{told}");
    assert!(told.contains("recorded as line 2 without it"), "{told}");
}

#[test]
fn a_line_is_mended_by_its_number_or_by_being_told_again_and_the_others_stay_as_they_are() {
    for mended in [
        r#"[{"@line": 2, "unit": "Ea"}]"#,
        r#"[{"item_number": "4712", "quantity": 3, "unit": "Ea"}]"#,
        r#"[{"item_number": "4711", "quantity": 2, "unit": "CS"}, {"item_number": "4712", "quantity": 3, "unit": "Ea"}]"#,
        // What fitted before is told with a change.
        r#"[{"item_number": "4711", "quantity": 3, "unit": "Ea"}, {"item_number": "4712", "quantity": 3, "unit": "Ea"}]"#,
    ] {
        let reports: &'static [_] = vec![Some(REPORT), Some(mended)].leak();
        let (interview, _) = reporting(&["Bistro"], SAID, reports);
        assert_eq!(lines(&interview), ["4711 2 CS", "4712 3 Ea"], "{mended}");
        let state = interview.orchestrator().state();
        assert_eq!(state.outcome_of(&items()), Some(FieldOutcome::Answered));
        assert_eq!(told(&interview), "Please tell me: Delivery date");
    }
}

#[test]
fn a_line_that_is_not_mended_is_asked_about_with_its_reason() {
    for again in [Some(REPORT), None] {
        let reports: &'static [_] = vec![Some(REPORT), again].leak();
        let (interview, _) = reporting(&["Bistro"], SAID, reports);
        assert_eq!(lines(&interview), ["4711 2 CS", "4712 3"], "{again:?}");
        let todo: Vec<u32> = sheet(&interview).todo().map(|line| line.number).collect();
        assert_eq!(todo, [2], "{again:?}");
        assert!(told(&interview).contains("“sacks”"), "{}", told(&interview));
    }
}

#[test]
fn lines_are_recorded_at_once_also_where_another_field_does_not_fit() {
    let said = "We are Bistro: 2 cs of 4711";
    let (model, sent) = recorded(move |request| {
        if said_last(request).is_empty() {
            return respond(request);
        }
        let mut entries = Vec::new();
        if refusals(request).is_empty() {
            let mut entry = heard("items", "2 cs of 4711");
            entry["value"] = json!(r#"[{"item_number": "4711", "quantity": 2, "unit": "CS"}]"#);
            entries.push(entry);
        }
        let mut name = heard("customer", "Bistro");
        if refusals(request).is_empty() {
            name["value"] = json!("The Grand Hotel");
        }
        entries.push(name);
        let mut ask = asking(request, entries);
        ask["asks"] = json!("delivery");
        calls("ask", ask)
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &[said]);
    assert_eq!(lines(&interview), ["4711 2 CS"]);
    assert_eq!(value_of(&interview, "customer").as_deref(), Some("Bistro"));
    assert_eq!(sent.borrow().len(), 3);
    let outline = interview.orchestrator().outline();
    assert_eq!(outline[1].outcome, Some(FieldOutcome::Answered));
    assert!(outline[2].current);
}

#[test]
fn what_is_told_again_takes_away_and_adds_nothing_twice() {
    let said = "take line 2 away, line 3 is 12 and 4 cs of 10240 more, and one sack 10241";
    let report = r#"[{"@line": 2, "@remove": true}, {"@line": 3, "quantity": 12},
        {"item_number": "10240", "quantity": 4, "unit": "CS"},
        {"item_number": "10241", "quantity": 1, "unit": "sack"}]"#;
    let mended = report.replace(r#", "unit": "sack""#, r#", "unit": "Ea""#);
    let reports: &'static [_] = vec![Some(report), Some(&*mended.leak())].leak();
    let list = "Item #\tQty\n10234\t2\n10235\t3\n10236\t4\n10237\t5\n";
    let (interview, refused) = reporting(&["Bistro", list], said, reports);
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert_eq!(
        lines(&interview),
        ["10234 2", "10236 12", "10237 5", "10240 4 CS", "10241 1 Ea"]
    );
    let numbers: Vec<u32> = sheet(&interview).lines.iter().map(|it| it.number).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
}

#[test]
fn a_list_whose_refused_line_is_left_out_the_second_time_is_finished() {
    // The second is no line: it has nothing that anybody said.
    let report = r#"[{"item_number": "4711", "quantity": 2, "unit": "CS"}, {"item_number": "99999", "quantity": 70}]"#;
    let reports: &'static [_] = vec![Some(report), None].leak();
    let (interview, refused) = reporting(&["Bistro"], "2 cs of bolts 4711", reports);
    assert_eq!(refused.len(), 1);
    assert_eq!(lines(&interview), ["4711 2 CS"]);
    let outline = interview.orchestrator().outline();
    assert_eq!(outline[1].outcome, Some(FieldOutcome::Answered));
    assert!(outline[2].current);
}

#[test]
fn lines_that_were_recorded_at_once_are_taken_back_with_the_answer() {
    let (interview, _) = reporting(&["Bistro"], SAID, &[Some(REPORT)]);
    let mut interview = interview;
    assert_eq!(lines(&interview), ["4711 2 CS", "4712 3"]);
    block_on(interview.take(Command::Back)).unwrap();
    assert!(sheet(&interview).lines.is_empty());
}

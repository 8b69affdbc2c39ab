//! How sure a line of a list can be, and what somebody says is right.

use super::by_hand::edit;
use super::*;

/// The numbers of the lines that were added last.
fn added(interview: &Interview) -> Vec<u32> {
    let state = interview.orchestrator().state();
    let lines = state.changed_lines(&items()).into_iter();
    let added = lines.filter(|it| it.old.is_none());
    added.filter_map(|it| Some(it.new?.number)).collect()
}

#[test]
fn figures_behind_the_name_of_a_thing_are_sure_in_every_language() {
    const FORM: &str = r#"{"id": "trees", "title": "Trees", "fields": [
        {"id": "trees", "label": "Trees", "required": true, "answer": {"type": "group", "fields": [
            {"id": "kind", "label": "Kind", "required": true, "answer": {"type": "shortText"}},
            {"id": "height", "label": "Height", "required": true, "answer": {"type": "number"}}]}},
        {"id": "town", "label": "Town", "required": true}]}"#;
    for (language, said, kind, sure) in [
        ("en", "oak, 18", "oak", Confidence::Medium),
        ("fi", "koivu, 18 metriä", "koivu", Confidence::Medium),
        ("pl", "brzoza, ma 18 metrów", "brzoza", Confidence::Medium),
        // In words, which code reads in some languages.
        ("fi", "koivu, kahdeksantoista", "koivu", Confidence::Medium),
        ("eu", "haritza, hemezortzi", "haritza", Confidence::Low),
    ] {
        let model = recorded(move |request: &ChatRequest| {
            if said_last(request).last().is_none_or(|it| it != said) {
                return respond(request);
            }
            let mut entry = heard("trees", said);
            entry["value"] = json!(json!([{"kind": kind, "height": 18}]).to_string());
            calls("ask", asking(request, vec![entry]))
        });
        let mut interview = interview_of(FORM, model.0);
        block_on(interview.advance()).unwrap();
        let language = LanguageTag::new(language).unwrap();
        block_on(interview.take(Command::Settle(Settle::Language(language)))).unwrap();
        say(&mut interview, &[said]);
        let state = interview.orchestrator().state();
        let lines = state.sheet_of(&FieldId::new("trees").unwrap()).lines;
        let confidence: Vec<Confidence> = lines.iter().map(|it| it.confidence).collect();
        assert_eq!(confidence, [sure], "{said}");
    }
}

#[test]
fn a_line_that_asks_to_be_checked_is_said_to_be_right_and_stands_as_the_last_change() {
    let said = "ja lisäksi 10300, 7 laatikkoa";
    let ask = move |request: &ChatRequest| {
        let last = said_last(request).pop()?;
        (last == said).then(|| {
            let mut entry = heard("items", said);
            entry["value"] =
                json!(json!([{"item_number": "10300", "quantity": "7", "unit": "CS"}]).to_string());
            asking(request, vec![entry])
        })
    };
    let list = "Item #\tQty\n10234\t2\n10235\t3\n10236\t4\n";
    let mut interview = pasted(list, reads, ask);
    say(&mut interview, &[said]);
    let confidence = |interview: &Interview| sheet(interview).line(4).unwrap().confidence;
    assert_eq!(confidence(&interview), Confidence::Low);
    let (calls, is_added) = (interview.orchestrator().state().spent.calls, [4]);
    assert_eq!(added(&interview), is_added);
    edit(&mut interview, vec![LineEdit::Confirm { number: 9 }]).unwrap_err();
    edit(&mut interview, vec![LineEdit::Confirm { number: 4 }]).unwrap();
    let line = sheet(&interview).line(4).unwrap().clone();
    assert_eq!(
        (line.confidence, line.by),
        (Confidence::High, RecordedBy::Conversation)
    );
    // What changed last is still that, and nobody is told of it once more.
    assert_eq!(added(&interview), is_added);
    let state = interview.orchestrator().state();
    assert!(
        state.pending_data.get("recorded").is_none(),
        "{:?}",
        state.pending_data
    );
    assert_eq!(interview.orchestrator().state().spent.calls, calls);
    block_on(interview.take(Command::Back)).unwrap();
    assert_eq!(confidence(&interview), Confidence::Low);
    assert_eq!(added(&interview), is_added);
}

#[test]
fn who_says_that_a_line_of_an_open_list_is_right_says_nothing_and_the_question_stands() {
    let said = "ja lisäksi 10300, 7 laatikkoa";
    let ask = move |request: &ChatRequest| {
        let last = said_last(request).pop()?;
        (last == said).then(|| {
            let mut entry = heard("items", said);
            entry["value"] =
                json!(json!([{"item_number": "10300", "quantity": "7", "unit": "CS"}]).to_string());
            entry["outcome"] = json!("not_enough");
            entry["missing"] = json!(["what else they want"]);
            asking(request, vec![entry])
        })
    };
    let mut interview = pasted(said, reads, ask);
    let confidence = |interview: &Interview| sheet(interview).line(1).unwrap().confidence;
    assert_eq!(confidence(&interview), Confidence::Low);
    let stands = |interview: &Interview| {
        let state = interview.orchestrator().state();
        let said: Vec<String> = state.chat().map(|it| it.text.clone()).collect();
        (said, state.outcome_of(&items()), state.spent.calls)
    };
    let before = stands(&interview);
    edit(&mut interview, vec![LineEdit::Confirm { number: 1 }]).unwrap();
    assert_eq!(block_on(interview.advance()).unwrap(), Pause::Answer);
    assert_eq!(confidence(&interview), Confidence::High);
    assert_eq!(stands(&interview), before);
    block_on(interview.take(Command::Back)).unwrap();
    assert_eq!(confidence(&interview), Confidence::Low);
}

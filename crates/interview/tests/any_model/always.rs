//! What holds at every moment.

use std::collections::BTreeSet;

use kikitori_interview::{
    FieldOutcome, FieldState, Interview, LineSheet, MainSessionState, RecordedBy, SessionMessage,
    Speaker, Submission, load_session,
};
use kikitori_llm::Message;
use kikitori_store::Store;
use serde_json::Value;

use super::by_hand::BY_HAND;
use super::form::FIELDS;

pub fn check(interview: &Interview) {
    let (orchestrator, state) = (interview.orchestrator(), interview.orchestrator().state());
    let asked = state.asked_fields();
    let outline = orchestrator.outline();
    for entry in &outline {
        let id = &entry.field_id;
        assert!(asked.contains(id));
        let outcome = entry.outcome;
        if entry.state == FieldState::Done {
            assert!(outcome.is_some(), "{id} is done and nobody says how");
        }
        let is_done = entry.state == FieldState::Done;
        let has_value = entry.collected.is_some();
        let is_answered = outcome == Some(FieldOutcome::Answered) && is_done;
        assert!(!is_answered || has_value, "{id}");
        if let Some(collected) = entry.collected.as_ref().filter(|_| is_done) {
            // Only what a person said or put in is ever recorded.
            let is_said = collected.by == RecordedBy::Conversation && !state.lines.contains_key(id);
            assert!(!is_said || !collected.evidence.is_empty(), "{id}");
            for evidence in &collected.evidence {
                let message = state.messages[evidence.message].shown().unwrap();
                assert_eq!(message.speaker, Speaker::Respondent);
                assert!(state.evidence_text(evidence).is_some());
            }
        }
        if outcome == Some(FieldOutcome::Skipped) {
            assert!(!entry.required, "{id} is required");
        }
    }
    for sheet in state.lines.values() {
        check_lines(interview, sheet);
    }
    check_passed(interview);
    check_told(interview);
    let open = state.run_steps.iter().filter(|step| step.output.is_none());
    assert_eq!(open.count(), 0, "it is the person's turn");
    assert!(state.follow_ups <= 12, "{}", state.follow_ups);
    for entry in &outline {
        // And five questions of their own.
        let most = entry.follow_ups.limit.unwrap() + 5;
        assert!(
            entry.follow_ups.used <= most,
            "{}: {:?}",
            entry.field_id,
            entry.follow_ups
        );
    }
}

/// Who typed something is shown a model's own words only where it reports something of theirs, or
/// somebody else has their message: a Reviewer, or who reads lists.
fn check_told(interview: &Interview) {
    let state = interview.orchestrator().state();
    let mut typed = None;
    for (place, message) in state.messages.iter().enumerate() {
        let Some(shown) = message.shown() else {
            continue;
        };
        let calls = match message {
            SessionMessage::Model {
                message: Message::Assistant(reply),
                ..
            } => reply.tool_calls.as_slice(),
            _ => &[],
        };
        let mut asks = calls.iter().filter(|it| it.function.name == "ask");
        if let (Some(typed), true) = (typed, asks.clone().next().is_some()) {
            let reports = asks.any(|it| reports(&it.function.arguments));
            let results = &shown.data.results;
            let is_recorded = ["recorded", "settled"]
                .iter()
                .any(|it| results.contains_key(*it));
            assert!(
                reports || is_recorded || has_others(state, typed),
                "{} brought only {:?}",
                state.messages[typed].shown().unwrap().text,
                shown.text
            );
        }
        let is_typed = shown.speaker == Speaker::Respondent && !shown.private && !shown.entered;
        typed = is_typed.then_some(place);
    }
}

fn reports(arguments: &str) -> bool {
    let told: Value = serde_json::from_str(arguments).unwrap_or_default();
    let members = ["question", "language", "country", "time_zone"];
    let heard = told["heard"].as_array();
    heard.is_some_and(|it| !it.is_empty()) || members.iter().any(|it| !told[it].is_null())
}

/// Whether a Reviewer or who reads lists has taken up the message at this place.
fn has_others(state: &MainSessionState, place: usize) -> bool {
    let message = state.messages[place].shown().unwrap();
    let mut steps = state.run_steps.iter();
    let is_judged = steps.any(|step| {
        ["review", "read_lines"].contains(&step.tool.as_str()) && step.started_at >= message.at
    });
    let sheets = state.lines.values();
    let mut words = sheets.flat_map(|sheet| {
        let lines = sheet.lines.iter().filter_map(|line| line.source);
        lines.chain(sheet.set_aside.iter().map(|it| it.source))
    });
    is_judged || words.any(|it| it.message == place)
}

/// What came of a message undoes nothing by words from before it was recorded.
pub fn check_not_undone(before: &MainSessionState, interview: &Interview) {
    let state = interview.orchestrator().state();
    for (id, progress) in &before.field_progress {
        let (Some(settled), Some(now)) = (progress.settled_by, state.collected_fields.get(id))
        else {
            continue;
        };
        let is_of_words = now.by == RecordedBy::Conversation && !state.lines.contains_key(id);
        let was = before.collected_fields.get(id).map(|it| &it.value);
        if is_of_words && was != Some(&now.value) {
            let newest = now.evidence.iter().map(|it| it.message).max();
            assert!(newest >= Some(settled), "{id}: {was:?} is {now:?}");
        }
    }
}

/// What is recorded of the conversation for a field that a Reviewer judges is what a Reviewer has passed,
/// whatever else was reported of it.
fn check_passed(interview: &Interview) {
    let orchestrator = interview.orchestrator();
    let state = orchestrator.state();
    for entry in orchestrator.outline() {
        let field = state.form.field(&entry.field_id).unwrap();
        let is_recorded = entry.outcome == Some(FieldOutcome::Answered)
            && entry
                .collected
                .as_ref()
                .is_some_and(|it| it.by == RecordedBy::Conversation);
        if !is_recorded || !state.form.is_reviewed_separately(field) {
            continue;
        }
        let reviews = state.sub_session_results.values();
        let mut reviews = reviews.filter(|it| it.field_id == entry.field_id);
        let is_passed = reviews.any(|it| {
            let step = &state.run_steps[usize::try_from(it.run_step).unwrap()];
            let call: serde_json::Value = serde_json::from_str(&step.input).unwrap();
            step.tool == "review" && call["passed"] == true
        });
        assert!(is_passed, "{} was passed by nobody", entry.field_id);
    }
}

/// No words are a line and set aside, no number is given twice, and what a line has stands in the
/// respondent's words, unless they put it in themselves.
fn check_lines(interview: &Interview, sheet: &LineSheet) {
    let state = interview.orchestrator().state();
    let numbers: BTreeSet<u32> = sheet.lines.iter().map(|line| line.number).collect();
    assert_eq!(numbers.len(), sheet.lines.len());
    assert!(sheet.lines.len() <= 30);
    let said: Vec<&str> = state
        .chat()
        .filter(|message| message.speaker == Speaker::Respondent)
        .map(|message| message.text.as_str())
        .collect();
    // What stood in a line that was put in by hand stays when words correct the rest of it.
    let said = format!("{}\n{}", said.join("\n"), BY_HAND.join("\n")).to_lowercase();
    for line in &sheet.lines {
        let is_aside = |aside: &&kikitori_interview::SetAside| Some(aside.source) == line.source;
        assert_eq!(sheet.set_aside.iter().find(is_aside), None);
        for it in line
            .values
            .iter()
            .filter(|_| line.by == RecordedBy::Conversation)
        {
            let value = it.value.0.to_string().to_lowercase();
            assert!(
                said.contains(&value),
                "{value:?} was never said: {line:?}\n{:#?}",
                state.chat().collect::<Vec<_>>()
            );
        }
    }
}

/// What is stored is what is shown.
pub async fn check_stored(interview: &Interview, store: &dyn Store) {
    let state = interview.orchestrator().state();
    let read = load_session(store, &state.session_id).await;
    assert_eq!(read.unwrap().unwrap(), *state);
}

/// What leaves has every required field that is asked for, and nothing that is not shown.
pub fn check_submitted(interview: &Interview) {
    let submission = Submission::of(interview.orchestrator()).unwrap();
    let outline = interview.orchestrator().outline();
    for field in &submission.fields {
        assert!(FIELDS.contains(&field.field_id.as_str()));
        let shown = outline.iter().find(|it| it.field_id == field.field_id);
        let shown = shown.unwrap().value.clone();
        // Lines that lack something stand in a table of their own.
        assert!(
            field.text.is_none() || shown.is_some() || !field.lines.is_empty(),
            "{}",
            field.field_id
        );
    }
    for entry in outline.iter().filter(|it| it.required) {
        let may_stay_open = entry.field_id.as_str() == "host" && entry.declined;
        let is_unresolved = entry.outcome == Some(FieldOutcome::Unresolved);
        assert!(
            entry.collected.is_some() || may_stay_open || is_unresolved || !entry.blocks,
            "{} is required",
            entry.field_id
        );
    }
}

//! Times are kept and shown with their time zone, and a country proposes its own.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::RefCell;
use std::rc::Rc;

use futures::executor::block_on;
use kikitori_interview::{
    Command, CountryCode, DriveError, EngineError, Entry, FieldEntry, FieldId, Interview, Limits,
    PageContext, Pause, Ports, Receipt, Settle, Submission, TimeZone, parse_form,
};
use kikitori_llm::{ChatRequest, Model};
use kikitori_store::MemoryStore;
use serde_json::json;
use support::*;

const FORM: &str = r#"{"id": "visit", "title": "Visit", "fields": [
    {"id": "when", "label": "When", "required": true, "answer": {"type": "dateTime"}}]}"#;

/// Knows three countries and their clocks, each by its offset only.
const THREE: Clocks = Clocks {
    of_country: |country| match country.as_str() {
        "JP" => &["Asia/Tokyo"],
        "US" => &["America/New_York", "America/Chicago"],
        _ => &[],
    },
    say: |zone, _| {
        let offset = match zone {
            "Asia/Tokyo" => "+09:00",
            "UTC" => "+00:00",
            _ => "-05:00",
        };
        format!("Friday 2026-11-20T18:00:00{offset}")
    },
};

fn interview(zone: &str) -> Interview {
    let mut interview = started(FORM, zone, THREE, scripted());
    block_on(interview.advance()).unwrap();
    interview
}

/// An interview about this form, before its first question, in a browser that tells of this zone.
fn started(form: &str, zone: &str, clocks: Clocks, model: Rc<dyn Model>) -> Interview {
    let ports = Ports {
        locale: Rc::new(clocks),
        ..ports(model, Rc::new(MemoryStore::new()))
    };
    let page = PageContext {
        time_zone: TimeZone::new(zone),
        ..page()
    };
    let form = parse_form(form).unwrap();
    block_on(Interview::start(form, page, ports, Limits::default())).unwrap()
}

fn settle(interview: &mut Interview, settle: Settle) -> String {
    block_on(interview.take(Command::Settle(settle))).unwrap();
    let zone = &interview.orchestrator().state().bootstrap.timezone;
    zone.as_ref().unwrap().to_string()
}

fn country(code: &str) -> Settle {
    Settle::Country(CountryCode::new(code))
}

#[test]
fn a_country_with_one_zone_proposes_it_and_one_with_several_guesses_none() {
    let mut session = interview("UTC");
    assert_eq!(settle(&mut session, country("US")), "UTC");
    assert_eq!(settle(&mut session, country("JP")), "Asia/Tokyo");
    assert_eq!(settle(&mut session, country("US")), "Asia/Tokyo");
    let mut session = interview("America/Chicago");
    assert_eq!(settle(&mut session, country("US")), "America/Chicago");
}

#[test]
fn a_zone_that_somebody_has_chosen_stays_whatever_country_they_name() {
    let mut session = interview("UTC");
    let chosen = TimeZone::new("America/New_York").unwrap();
    settle(&mut session, Settle::TimeZone(chosen));
    assert_eq!(settle(&mut session, country("JP")), "America/New_York");
}

#[test]
fn a_time_is_kept_shown_and_sent_with_the_zone_that_it_was_told_in() {
    let mut session = interview("UTC");
    let tokyo = TimeZone::new("Asia/Tokyo").unwrap();
    settle(&mut session, Settle::TimeZone(tokyo));
    assert_eq!(
        say(&mut session, &["4 December 2026 at 14:30"]),
        Pause::Confirm
    );
    let shown = "Friday, 4 December 2026, 14:30 (Asia/Tokyo)";
    assert_eq!(
        session.orchestrator().outline()[0].value.as_deref(),
        Some(shown)
    );
    // Another zone later is not the one that it was told in.
    settle(
        &mut session,
        Settle::TimeZone(TimeZone::new("UTC").unwrap()),
    );
    assert_eq!(
        session.orchestrator().outline()[0].value.as_deref(),
        Some(shown)
    );
    settle(
        &mut session,
        Settle::TimeZone(TimeZone::new("Asia/Tokyo").unwrap()),
    );
    // The page's own clock is at UTC.
    block_on(session.confirm("2026-11-20T09:00:00+00:00".to_owned())).unwrap();
    let submission = Submission::of(session.orchestrator()).unwrap();
    assert_eq!(
        submission.submitted_at.as_deref(),
        Some("2026-11-20T18:00:00+09:00")
    );
    assert_eq!(
        serde_json::to_value(&submission.fields[0]).unwrap(),
        json!({"fieldId": "when", "label": "When", "outcome": "answered",
            "value": "2026-12-04T14:30", "zone": "Asia/Tokyo", "text": shown})
    );
}

#[test]
fn a_time_that_was_told_while_a_zone_was_only_assumed_is_told_in_the_one_that_it_turns_out_to_be() {
    for settles in [
        country("JP"),
        Settle::TimeZone(TimeZone::new("Asia/Tokyo").unwrap()),
    ] {
        let mut session = interview("UTC");
        say(&mut session, &["4 December 2026 at 14:30"]);
        let shown = |session: &Interview| session.orchestrator().outline()[0].value.clone();
        let in_zone = |zone: &str| Some(format!("Friday, 4 December 2026, 14:30 ({zone})"));
        assert_eq!(shown(&session), in_zone("UTC"));
        settle(&mut session, settles);
        assert_eq!(shown(&session), in_zone("Asia/Tokyo"));
        assert_eq!(session.orchestrator().pause(), Some(Pause::Confirm));
    }
}

#[test]
fn a_confirmed_form_can_be_changed_until_a_server_has_it() {
    let mut session = interview("UTC");
    say(&mut session, &["4 December 2026 at 14:30"]);
    assert!(
        block_on(session.take(Command::Reopen)).is_err(),
        "it is open"
    );
    block_on(session.confirm("now".to_owned())).unwrap();
    block_on(session.take(Command::Reopen)).unwrap();
    assert_eq!(session.orchestrator().pause(), Some(Pause::Confirm));
    assert_eq!(Submission::of(session.orchestrator()), None);
    block_on(session.confirm("now".to_owned())).unwrap();
    let receipt = Receipt {
        status: 200,
        at: "now".to_owned(),
        number: None,
    };
    block_on(session.take(Command::Delivered { receipt })).unwrap();
    let refused = block_on(session.take(Command::Reopen));
    assert!(
        matches!(
            refused,
            Err(DriveError::Engine(EngineError::NotExpected { .. }))
        ),
        "{refused:?}"
    );
}

/// Where it is a day later in Tokyo already.
const LATER_IN_TOKYO: Clocks = Clocks {
    of_country: |_| &[],
    say: |zone, _| {
        match zone {
            "Asia/Tokyo" => "Saturday 2026-11-21T03:00:00+09:00",
            _ => "Friday 2026-11-20T19:00:00+01:00",
        }
        .to_owned()
    },
};

#[test]
fn a_day_is_meant_in_the_zone_that_is_named_with_it() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "day", "label": "Day", "required": true, "answer": {"type": "date"}}]}"#;
    let said = "The day after tomorrow, Tokyo time";
    let (model, _) = recorded(move |request| match said_last(request).is_empty() {
        true => respond(request),
        false => {
            let mut entry = heard("day", "The day after tomorrow");
            entry["value"] = json!("the day after tomorrow");
            let mut ask = asking(request, vec![entry]);
            ask["time_zone"] = json!("Asia/Tokyo");
            kikitori_scripted::calls("ask", ask)
        }
    });
    let mut session = started(form, "Europe/Berlin", LATER_IN_TOKYO, model);
    assert_eq!(say(&mut session, &[said]), Pause::Confirm);
    assert_eq!(value_of(&session, "day").as_deref(), Some("2026-11-23"));
}

#[test]
fn a_time_that_is_told_once_more_moves_to_the_zone_that_is_named_then() {
    let (model, sent) = recorded(|request| {
        let last = said_last(request).pop().unwrap_or_default();
        let is_of_tokyo = last.contains("Tokyo");
        if !last.contains("14:30") {
            return respond(request);
        }
        let mut entry = heard("when", &last);
        entry["value"] = json!("2026-12-04T14:30");
        let mut ask = asking(request, vec![entry]);
        if is_of_tokyo {
            ask["time_zone"] = json!("Asia/Tokyo");
        }
        kikitori_scripted::calls("ask", ask)
    });
    let mut session = started(FORM, "UTC", THREE, model);
    let zone = |session: &Interview| {
        let id = FieldId::new("when").unwrap();
        let collected = &session.orchestrator().state().collected_fields[&id];
        collected.zone.as_ref().unwrap().to_string()
    };
    say(&mut session, &["on 4 December 2026 at 14:30"]);
    assert_eq!(zone(&session), "UTC");
    say(
        &mut session,
        &["the 14:30 of 4 December 2026 is Tokyo time"],
    );
    assert_eq!(zone(&session), "Asia/Tokyo");
    // Where only the zone changes, models are told in which a time is.
    let settle_in_utc = Settle::TimeZone(TimeZone::new("UTC").unwrap());
    settle(&mut session, settle_in_utc);
    assert_eq!(zone(&session), "Asia/Tokyo");
    say(&mut session, &["thanks"]);
    let told = now(sent.borrow().last().unwrap());
    assert_eq!(told["recorded"]["when"], "2026-12-04T14:30 (Asia/Tokyo)");
}

#[test]
fn the_times_of_lines_leave_with_their_zone_as_a_time_does() {
    let form = r#"{"id": "f", "title": "F", "fields": [
        {"id": "visits", "label": "Visits", "required": true, "answer": {"type": "group", "fields": [
            {"id": "at", "label": "At", "required": true, "answer": {"type": "dateTime"}},
            {"id": "who", "label": "Who", "required": true, "answer": {"type": "shortText"}}]}}]}"#;
    let mut session = interview_of(form, scripted());
    let entries = vec![FieldEntry {
        field_id: FieldId::new("visits").unwrap(),
        entry: Entry::Value(json!([{"at": "2026-12-04T14:30", "who": "Ada"}])),
    }];
    block_on(session.take(Command::Enter { entries })).unwrap();
    block_on(session.advance()).unwrap();
    block_on(session.confirm("2026-11-20T09:00:00+09:00".to_owned())).unwrap();
    let submission = Submission::of(session.orchestrator()).unwrap();
    let visits = &submission.fields[0];
    assert_eq!(visits.zone.as_deref(), Some("Asia/Tokyo"));
    let csv = submission.csv();
    let row = "visits.at,1,Visits,answered,2026-12-04T14:30,\"Friday, 4 December 2026, 14:30 (Asia/Tokyo)\",";
    assert!(csv.contains(row), "{csv}");
    assert!(
        csv.contains("visits.who,1,Visits,answered,Ada,Ada,"),
        "{csv}"
    );
    assert_eq!(
        visits.lines_csv(&["at", "who"]).unwrap(),
        "\u{feff}line,at,who,status,confidence,missing,original,zone\r\n1,2026-12-04T14:30,Ada,success,high,,,Asia/Tokyo\r\n"
    );
}

const LIST: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "things", "label": "Things", "required": true, "answer": {"type": "group", "fields": [
        {"id": "what", "label": "What", "required": true},
        {"id": "from", "label": "From", "required": false, "answer": {"type": "time"}}]}},
    {"id": "when", "label": "When", "required": true, "answer": {"type": "dateTime"}},
    {"id": "call", "label": "Call", "required": true, "answer": {"type": "time"}}]}"#;

/// An interview whose browser tells of UTC, where nobody is; each message names a zone by its city.
fn told_by_city() -> (Interview, Rc<RefCell<Vec<ChatRequest>>>) {
    let (model, sent) = recorded(|request| {
        let last = said_last(request).pop().unwrap_or_default();
        let (field, value) = match last.as_str() {
            it if it.contains("projector") => (
                "things",
                json!(r#"[{"what": "projector", "from": "8:30"}, {"what": "board"}]"#),
            ),
            it if it.contains("21:30") => ("when", json!("2026-12-04T21:30")),
            it if it.contains("16:15") => ("call", json!("16:15")),
            _ => return respond(request),
        };
        let mut entry = heard(field, &last);
        entry["value"] = value;
        let mut ask = asking(request, vec![entry]);
        let named = [("Tokyo", "Asia/Tokyo"), ("Chicago", "America/Chicago")];
        if let Some((_, zone)) = named.iter().find(|(city, _)| last.contains(city)) {
            ask["time_zone"] = json!(zone);
        }
        kikitori_scripted::calls("ask", ask)
    });
    let session = started(LIST, "UTC", THREE, model);
    (session, sent)
}

fn confirmed(session: &mut Interview) -> Submission {
    block_on(session.confirm("2026-11-20T09:00:00+09:00".to_owned())).unwrap();
    Submission::of(session.orchestrator()).unwrap()
}

#[test]
fn times_that_a_named_zone_moves_are_told_to_the_person_and_to_the_model() {
    let (mut session, sent) = told_by_city();
    say(
        &mut session,
        &[
            "projector from 8:30, board",
            "on 4 December 2026 at 21:30",
            "at 16:15, Tokyo time",
        ],
    );
    let state = session.orchestrator().state();
    let last = state.chat().last().unwrap();
    let told: Vec<_> = state
        .recorded_with(last)
        .into_iter()
        .chain(state.recorded_since())
        .collect();
    let when = told
        .iter()
        .find(|it| it.field_id.as_str() == "when")
        .unwrap();
    assert_eq!(
        when.old.as_deref(),
        Some("Friday, 4 December 2026, 21:30 (UTC)")
    );
    assert_eq!(
        when.new.as_deref(),
        Some("Friday, 4 December 2026, 21:30 (Asia/Tokyo)")
    );
    let things = FieldId::new("things").unwrap();
    assert!(told.iter().any(|it| it.field_id == things));
    let changed = state.changed_lines(&things);
    assert_eq!(changed.len(), 1, "the board has no time");
    say(&mut session, &["thanks"]);
    let effect = now(sent.borrow().last().unwrap())["effect"].to_string();
    for told in ["when: changed from", "its times are in Asia/Tokyo now"] {
        assert!(effect.contains(told), "{effect}");
    }
}

#[test]
fn each_time_of_a_list_leaves_with_the_zone_that_it_was_told_in() {
    for (said, of_projector) in [
        ("projector from 8:30 Chicago time, board", "America/Chicago"),
        ("projector from 8:30, board", "Asia/Tokyo"),
    ] {
        let (mut session, _) = told_by_city();
        say(
            &mut session,
            &[said, "on 4 December 2026 at 21:30 Tokyo", "16:15"],
        );
        let things = &confirmed(&mut session).fields[0];
        assert_eq!(things.zone.as_deref(), Some(of_projector), "{said}");
        let zones = things.lines.iter().map(|line| line.zone.as_deref());
        assert_eq!(zones.collect::<Vec<_>>(), [Some(of_projector), None]);
    }
    // The row of a time has its zone, and not that of the form.
    let (mut session, _) = told_by_city();
    say(
        &mut session,
        &[
            "projector from 8:30 Chicago time, board",
            "on 4 December 2026 at 21:30 Tokyo",
            "16:15",
        ],
    );
    let csv = confirmed(&mut session).csv();
    assert!(csv.contains(",America/Chicago,things.from,1,"), "{csv}");
    assert!(csv.contains(",Asia/Tokyo,when,,"), "{csv}");
}

#[test]
fn a_time_changed_by_hand_stays_in_its_zone_unless_it_is_said_to_be_told_here() {
    let enter = |session: &mut Interview, entry: Entry| {
        let entries = vec![FieldEntry {
            field_id: FieldId::new("when").unwrap(),
            entry,
        }];
        block_on(session.take(Command::Enter { entries })).unwrap();
        session.orchestrator().outline()[0].value.clone().unwrap()
    };
    let mut session = interview("Asia/Tokyo");
    say(&mut session, &["4 December 2026 at 14:30"]);
    settle(
        &mut session,
        Settle::TimeZone(TimeZone::new("Asia/Tokyo").unwrap()),
    );
    settle(
        &mut session,
        Settle::TimeZone(TimeZone::new("UTC").unwrap()),
    );
    for (entry, expected) in [
        (
            Entry::Value(json!("2026-12-04T15:00")),
            "15:00 (Asia/Tokyo)",
        ),
        (Entry::Here(json!("2026-12-04T15:00")), "15:00 (UTC)"),
        (Entry::Value(json!("2026-12-04T16:00")), "16:00 (UTC)"),
    ] {
        let shown = enter(&mut session, entry);
        assert!(shown.ends_with(expected), "{shown}");
    }
}

//! What servers really send, each row as one of them was seen to.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::collections::BTreeSet;
use std::time::Duration;

use kikitori_faults::quirks::{self, Quirk, Row};
use kikitori_faults::{simulate, streamed};
use kikitori_llm::Delta;
use serde_json::json;

fn hold(quirks: Vec<Quirk>) {
    for quirk in quirks {
        let seen = simulate(
            &quirk.order,
            quirk.exchanges.clone(),
            Duration::from_secs(1),
        );
        if let Err(wrong) = quirk.holds(&seen) {
            panic!("{:?}, {}: {wrong}", quirk.row, quirk.name);
        }
    }
}

#[test]
fn the_pieces_of_calls_find_together() {
    hold(quirks::pieces_of_calls());
}

#[test]
fn what_is_said_again_is_not_called_again() {
    hold(quirks::repetitions());
}

#[test]
fn what_is_shown_of_arguments_that_repeat_themselves_is_what_is_new() {
    let chunk = |arguments: &str| {
        let call = json!({"id": "a", "function": {"name": "ask", "arguments": arguments}});
        let chunk = json!({"choices": [{"delta": {"tool_calls": [call]}}]});
        format!("data: {chunk}\n\n")
    };
    let pieces = ["{\"m\"", "{\"m\":\"Hel", "{\"m\":\"Hello\"}"];
    let (_, shown) = streamed(pieces.map(chunk));
    let shown: Vec<_> = shown
        .iter()
        .map(|delta| match delta {
            Delta::Arguments { piece, .. } | Delta::Text(piece) => piece.as_str(),
        })
        .collect();
    assert_eq!(shown, ["{\"m\"", ":\"Hel", "lo\"}"]);
}

#[test]
fn a_whole_reply_is_read_as_tolerantly() {
    hold(quirks::whole_replies());
}

#[test]
fn chunks_that_say_nothing_are_skipped() {
    hold(quirks::silent_chunks());
}

#[test]
fn only_a_finish_reason_or_the_end_marker_makes_a_stream_complete() {
    hold(quirks::ends());
}

#[test]
fn a_reply_that_the_server_did_not_complete_is_refused_by_its_reason() {
    hold(quirks::withheld());
}

#[test]
fn an_error_in_a_successful_response_is_that_error() {
    hold(quirks::errors_in_replies());
}

#[test]
fn the_body_of_an_error_is_read_whatever_it_is() {
    hold(quirks::error_bodies());
}

#[test]
fn what_is_no_chat_reply_is_malformed() {
    hold(quirks::no_chat_replies());
}

#[test]
fn what_came_with_a_reply_goes_back_with_it() {
    hold(quirks::sent_back());
}

#[test]
fn where_tools_are_ignored_or_refused_calls_come_by_a_schema() {
    hold(quirks::calls_by_schema());
}

#[test]
fn what_is_refused_and_can_be_done_without_is_left_out() {
    hold(quirks::left_out());
}

#[test]
fn a_structured_value_comes_by_the_surest_way_that_there_is() {
    hold(quirks::structured_values());
}

#[test]
fn a_page_asks_for_no_more_than_it_is_allowed() {
    hold(quirks::no_way_from_a_page());
}

#[test]
fn every_row_has_its_quirks() {
    let rows: BTreeSet<_> = quirks::all().iter().map(|quirk| quirk.row).collect();
    assert_eq!(rows, BTreeSet::from(Row::ALL));
}

//! What holds for a call, whatever happened to it.

use std::time::Duration;

use kikitori_llm::{AssistantMessage, ErrorKind};
use serde_json::Value;

use crate::call::{Answer, Outcome, Seen, Shown};
use crate::faults::{Expect, Reply};

/// What is wrong with a call.
pub type Wrong = String;

/// What no fault may break, for a call that may take `total`.
///
/// # Errors
/// What is broken.
pub fn holds_always(
    seen: &Seen,
    reply: &Reply,
    expect: Expect,
    total: Duration,
) -> Result<(), Wrong> {
    stays_within_its_bounds(seen, total)?;
    let Seen { outcome, .. } = seen;
    match message(outcome) {
        Some(message) if matches!(expect, Expect::NoOtherCall) => no_other_call(message, reply),
        Some(message) if *message != reply.message => Err(format!("accepted {message:?}")),
        None if matches!(expect, Expect::NoOtherCall) => Ok(()),
        _ => shown_is_a_part(&outcome.shown, reply),
    }
}

/// What holds for every call: it ends in time with nothing left open, sets no header that a page
/// of another origin would have to be allowed, and says what went wrong.
///
/// # Errors
/// What is broken.
pub fn stays_within_its_bounds(seen: &Seen, total: Duration) -> Result<(), Wrong> {
    that(seen.took <= total, || format!("took {:?}", seen.took))?;
    that(seen.open == 0, || "an exchange is still open".to_owned())?;
    let headers = &seen.headers;
    let may_be_set = headers.iter().all(|name| name == "content-type");
    that(may_be_set, || format!("the headers {headers:?}"))?;
    let Err(failure) = &seen.outcome.result else {
        return Ok(());
    };
    that(!failure.sentence.is_empty(), || "no sentence".to_owned())
}

/// A call is made three times at most.
///
/// # Errors
/// How often it was made.
pub fn asks_no_more_than_thrice(seen: &Seen) -> Result<(), Wrong> {
    let requests = seen.requests.len();
    that(requests <= 3, || format!("{requests} requests"))
}

/// Whether the fault came to what it must come to.
///
/// # Errors
/// What it came to instead.
pub fn is_as_expected(seen: &Seen, reply: &Reply, expect: Expect) -> Result<(), Wrong> {
    let failure = seen.outcome.result.as_ref().err();
    let is = |expected: ErrorKind| failure.is_some_and(|it| it.kind == format!("{expected:?}"));
    let other = || format!("{:?}", seen.outcome.result);
    match expect {
        Expect::Reply => that(failure.is_none(), other),
        Expect::ErrorKind(expected) => that(is(expected), other),
        Expect::NoOtherCall => Ok(()),
        // An event counts from the first byte of its last line end.
        Expect::CutAt(at, _) if failure.is_none() => that(at + 2 >= reply.complete_at(), || {
            "a reply that was cut off is accepted".to_owned()
        }),
        Expect::CutAt(at, causes) => {
            that(causes.iter().any(|cause| is(*cause)), other)?;
            // Only a stream says itself that it is complete.
            let was_complete = reply.is_stream() && at >= reply.complete_at();
            that(
                !was_complete || causes.contains(&ErrorKind::NotChat),
                || "a complete reply is refused".to_owned(),
            )
        }
    }
}

/// The message of a reply.
pub fn message(outcome: &Outcome) -> Option<&AssistantMessage> {
    match &outcome.result {
        Ok(Answer::Reply(completion)) => Some(&completion.message),
        _ => None,
    }
}

/// Each call is one of those that were meant, in its place, or has arguments that do not parse.
fn no_other_call(message: &AssistantMessage, reply: &Reply) -> Result<(), Wrong> {
    let mut meant = reply.message.tool_calls.clone();
    for call in &message.tool_calls {
        let function = &call.function;
        if let Some(place) = meant.iter().position(|it| it.function == *function) {
            meant.remove(place);
            continue;
        }
        // No arguments at all are as good as an empty object.
        let arguments = &function.arguments;
        let is_json = arguments.is_empty() || serde_json::from_str::<Value>(arguments).is_ok();
        let can_run = !function.name.is_empty() && is_json;
        that(!can_run, || format!("runs {call:?}"))?;
    }
    Ok(())
}

/// Nothing was shown that is not in the reply, and nothing twice.
fn shown_is_a_part(shown: &Shown, reply: &Reply) -> Result<(), Wrong> {
    let whole = reply.message.content.as_deref().unwrap_or_default();
    let calls = &reply.message.tool_calls;
    let is_part = whole.starts_with(&shown.text)
        && shown.arguments.len() <= calls.len()
        && calls
            .iter()
            .zip(&shown.arguments)
            .all(|(call, shown)| call.function.arguments.starts_with(shown));
    that(is_part, || format!("showed {shown:?}"))
}

pub(crate) fn that(holds: bool, wrong: impl FnOnce() -> Wrong) -> Result<(), Wrong> {
    if holds { Ok(()) } else { Err(wrong()) }
}

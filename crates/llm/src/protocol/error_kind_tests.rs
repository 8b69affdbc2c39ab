use std::collections::HashSet;
use std::time::Duration;

use super::*;

fn status(status: u16, code: Option<&str>) -> LlmError {
    LlmError::Status {
        status,
        message: "said in the body".to_owned(),
        code: code.map(str::to_owned),
        retry_after: None,
    }
}

fn timed_out(what: Wait) -> LlmError {
    let limit = Duration::from_secs(30);
    LlmError::TimedOut { what, limit }
}

fn in_reply(code: Option<&str>) -> LlmError {
    LlmError::InReply {
        message: "said in the stream".to_owned(),
        code: code.map(str::to_owned),
    }
}

/// Every variant of the error, every code and every status that means something.
fn table() -> Vec<(LlmError, ErrorKind)> {
    let detail = String::new;
    vec![
        (
            TransportError::Unreachable { detail: detail() }.into(),
            ErrorKind::Unreachable,
        ),
        (
            TransportError::NotLoaded { detail: detail() }.into(),
            ErrorKind::NotLoaded,
        ),
        (
            TransportError::Broken { detail: detail() }.into(),
            ErrorKind::BrokeOff,
        ),
        (
            TransportError::Redirected.into(),
            ErrorKind::EndpointRedirects,
        ),
        (status(307, None), ErrorKind::EndpointRedirects),
        (
            LlmError::Truncated { detail: detail() },
            ErrorKind::BrokeOff,
        ),
        (timed_out(Wait::FirstByte), ErrorKind::SlowToBegin),
        (timed_out(Wait::NextPiece), ErrorKind::WentSilent),
        (timed_out(Wait::WholeReply), ErrorKind::TookTooLong),
        (
            status(403, Some("foreign_origin")),
            ErrorKind::ForeignOrigin,
        ),
        (status(421, Some("unknown_host")), ErrorKind::UnknownHost),
        (status(404, Some("not_found")), ErrorKind::UnknownAddress),
        (
            status(502, Some("upstream_unreachable")),
            ErrorKind::EndpointUnreachable,
        ),
        (
            status(504, Some("upstream_timeout")),
            ErrorKind::EndpointTooSlow,
        ),
        (
            status(502, Some("upstream_redirected")),
            ErrorKind::EndpointRedirects,
        ),
        (status(413, Some("too_large")), ErrorKind::TooLong),
        (
            status(400, Some("context_length_exceeded")),
            ErrorKind::TooLong,
        ),
        (status(400, Some("invalid_api_key")), ErrorKind::WrongKey),
        (
            status(400, Some("model_not_found")),
            ErrorKind::UnknownModel,
        ),
        (status(429, Some("insufficient_quota")), ErrorKind::NoQuota),
        (
            status(403, Some("rate_limit_exceeded")),
            ErrorKind::TooOften,
        ),
        (status(401, Some("a code of its own")), ErrorKind::WrongKey),
        (status(402, None), ErrorKind::NoQuota),
        (status(403, None), ErrorKind::WrongKey),
        (status(404, None), ErrorKind::UnknownModel),
        (status(408, None), ErrorKind::EndpointTooSlow),
        (status(413, None), ErrorKind::TooLong),
        (status(429, None), ErrorKind::TooOften),
        (status(500, None), ErrorKind::ServerTrouble),
        (status(504, None), ErrorKind::EndpointTooSlow),
        (status(529, None), ErrorKind::ServerTrouble),
        (status(400, None), ErrorKind::Refused),
        (in_reply(None), ErrorKind::Reported),
        (in_reply(Some("502")), ErrorKind::Reported),
        (in_reply(Some("insufficient_quota")), ErrorKind::NoQuota),
        (LlmError::TokenLimit, ErrorKind::TokenLimit),
        (LlmError::Malformed { detail: detail() }, ErrorKind::NotChat),
        (LlmError::Filtered, ErrorKind::Filtered),
    ]
}

#[test]
fn every_error_has_its_kind_and_every_kind_an_error() {
    for (error, kind) in table() {
        assert_eq!(error.kind(), kind, "{error:?}");
    }
    let seen: HashSet<ErrorKind> = table().into_iter().map(|(_, kind)| kind).collect();
    assert_eq!(seen, HashSet::from(ErrorKind::ALL));
}

#[test]
fn a_conversation_that_does_not_fit_is_known_by_the_words_of_servers_without_codes() {
    let said = |status: u16, message: &str| LlmError::Status {
        status,
        message: message.to_owned(),
        code: Some("400".to_owned()),
        retry_after: None,
    };
    for (message, kind) in [
        (
            "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.",
            ErrorKind::TooLong,
        ),
        (
            "Trying to keep the first 5000 tokens when context the overflows.",
            ErrorKind::TooLong,
        ),
        (
            "The input token count (9) exceeds the maximum number of tokens allowed (8).",
            ErrorKind::TooLong,
        ),
        (
            "prompt is too long: 9 tokens > 8 maximum",
            ErrorKind::TooLong,
        ),
        ("max_tokens must be at least 1", ErrorKind::Refused),
    ] {
        assert_eq!(said(400, message).kind(), kind, "{message}");
    }
    assert_eq!(said(429, "too many tokens").kind(), ErrorKind::TooOften);
}

#[test]
fn a_time_out_says_what_was_waited_for_and_how_long() {
    for (what, said) in [
        (Wait::FirstByte, "the reply did not begin within 30 seconds"),
        (
            Wait::NextPiece,
            "nothing more of the reply came within 30 seconds",
        ),
        (Wait::WholeReply, "the reply did not end within 30 seconds"),
    ] {
        assert_eq!(timed_out(what).to_string(), said);
    }
}

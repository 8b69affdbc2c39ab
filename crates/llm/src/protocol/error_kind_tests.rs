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

/// Every variant of the error, every code and every status that means something, with words that
/// its advice must hold.
fn table() -> Vec<(LlmError, ErrorKind, &'static str)> {
    let detail = String::new;
    vec![
        (
            TransportError::Unreachable { detail: detail() }.into(),
            ErrorKind::Unreachable,
            "(CORS), and one on your own device or network needs your browser's permission",
        ),
        (
            TransportError::Broken { detail: detail() }.into(),
            ErrorKind::BrokeOff,
            "broke off",
        ),
        (
            TransportError::Redirected.into(),
            ErrorKind::EndpointRedirects,
            "not followed",
        ),
        (
            status(307, None),
            ErrorKind::EndpointRedirects,
            "not followed",
        ),
        (
            LlmError::Truncated { detail: detail() },
            ErrorKind::BrokeOff,
            "broke off",
        ),
        (
            timed_out(Wait::FirstByte),
            ErrorKind::SlowToBegin,
            "did not begin",
        ),
        (
            timed_out(Wait::NextPiece),
            ErrorKind::WentSilent,
            "stopped half-way",
        ),
        (
            timed_out(Wait::WholeReply),
            ErrorKind::TookTooLong,
            "took too long",
        ),
        (
            status(403, Some("foreign_origin")),
            ErrorKind::ForeignOrigin,
            "own address",
        ),
        (
            status(421, Some("unknown_host")),
            ErrorKind::UnknownHost,
            "--host",
        ),
        (
            status(404, Some("not_found")),
            ErrorKind::UnknownAddress,
            "Reload",
        ),
        (
            status(502, Some("upstream_unreachable")),
            ErrorKind::EndpointUnreachable,
            "cannot reach",
        ),
        (
            status(504, Some("upstream_timeout")),
            ErrorKind::EndpointTooSlow,
            "in time",
        ),
        (
            status(502, Some("upstream_redirected")),
            ErrorKind::EndpointRedirects,
            "another address",
        ),
        (
            status(413, Some("too_large")),
            ErrorKind::TooLong,
            "too long",
        ),
        (
            status(400, Some("context_length_exceeded")),
            ErrorKind::TooLong,
            "larger context",
        ),
        (
            status(400, Some("invalid_api_key")),
            ErrorKind::WrongKey,
            "key",
        ),
        (
            status(400, Some("model_not_found")),
            ErrorKind::UnknownModel,
            "model's name",
        ),
        (
            status(429, Some("insufficient_quota")),
            ErrorKind::NoQuota,
            "quota",
        ),
        (
            status(403, Some("rate_limit_exceeded")),
            ErrorKind::TooOften,
            "Wait",
        ),
        (
            status(401, Some("a code of its own")),
            ErrorKind::WrongKey,
            "key",
        ),
        (status(402, None), ErrorKind::NoQuota, "quota"),
        (status(403, None), ErrorKind::WrongKey, "key"),
        (status(404, None), ErrorKind::UnknownModel, "URL"),
        (status(408, None), ErrorKind::EndpointTooSlow, "in time"),
        (status(413, None), ErrorKind::TooLong, "too long"),
        (status(429, None), ErrorKind::TooOften, "Wait"),
        (status(500, None), ErrorKind::ServerTrouble, "moment"),
        (status(504, None), ErrorKind::EndpointTooSlow, "in time"),
        (status(529, None), ErrorKind::ServerTrouble, "moment"),
        (status(400, None), ErrorKind::Refused, "details"),
        (in_reply(None), ErrorKind::Reported, "reported"),
        (in_reply(Some("502")), ErrorKind::Reported, "reported"),
        (
            in_reply(Some("insufficient_quota")),
            ErrorKind::NoQuota,
            "quota",
        ),
        (LlmError::TokenLimit, ErrorKind::TokenLimit, "output limit"),
        (
            LlmError::Malformed { detail: detail() },
            ErrorKind::NotChat,
            "/v1",
        ),
        (LlmError::Filtered, ErrorKind::Filtered, "other words"),
    ]
}

#[test]
fn every_error_has_its_kind_and_says_what_to_do() {
    for (error, kind, words) in table() {
        assert_eq!(error.kind(), kind, "{error:?}");
        assert!(
            error.advice().contains(words),
            "{error:?}: {}",
            error.advice()
        );
    }
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
fn no_two_kinds_give_the_same_advice() {
    for (one, kind, _) in table() {
        for (other, other_kind, _) in table() {
            let same_advice = one.advice() == other.advice();
            assert_eq!(same_advice, kind == other_kind, "{one:?} and {other:?}");
        }
    }
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

//! What can come in place of a reply.

use kikitori_llm::ErrorKind;

use super::{Case, Expect, Split, pieces};
use crate::exchange::{Exchange, Then};

use Then::{Break, Hang, Head, Wait};

/// Faults in place of a reply.
pub fn instead(split: impl Fn(&[u8]) -> Vec<Split>) -> Vec<Case> {
    let mut cases = Vec::new();
    for (fault, status, body, expect) in [
        (
            "rate limit",
            429,
            r#"{"error":{"message":"slow down"}}"#,
            ErrorKind::TooOften,
        ),
        (
            "rate limit by name",
            429,
            r#"{"error":{"message":"no","code":"rate_limit_exceeded"}}"#,
            ErrorKind::TooOften,
        ),
        (
            "no quota",
            429,
            r#"{"error":{"message":"no","code":"insufficient_quota"}}"#,
            ErrorKind::NoQuota,
        ),
        (
            "no quota by type",
            429,
            r#"{"error":{"message":"no","code":null,"type":"insufficient_quota"}}"#,
            ErrorKind::NoQuota,
        ),
        (
            "payment required",
            402,
            r#"{"error":{"message":"Insufficient Balance"}}"#,
            ErrorKind::NoQuota,
        ),
        ("request time-out", 408, "", ErrorKind::EndpointTooSlow),
        ("conflict", 409, "{}", ErrorKind::Refused),
        (
            "server error",
            500,
            r#"{"error":"Internal"}"#,
            ErrorKind::ServerTrouble,
        ),
        (
            "bad gateway",
            502,
            "<html><h1>502 Bad Gateway</h1></html>",
            ErrorKind::ServerTrouble,
        ),
        (
            "proxy without upstream",
            502,
            r#"{"error":{"message":"no","code":"upstream_unreachable"}}"#,
            ErrorKind::EndpointUnreachable,
        ),
        ("unavailable", 503, "[]", ErrorKind::ServerTrouble),
        (
            "gateway time-out",
            504,
            "upstream",
            ErrorKind::EndpointTooSlow,
        ),
        (
            "context overflow",
            400,
            r#"{"error":{"message":"long","code":"context_length_exceeded"}}"#,
            ErrorKind::TooLong,
        ),
        (
            "context overflow by type",
            400,
            r#"{"error":{"code":400,"message":"long","type":"exceed_context_size_error"}}"#,
            ErrorKind::TooLong,
        ),
        (
            "bad request",
            400,
            r#"[{"error":{"message":"no","code":400}}]"#,
            ErrorKind::Refused,
        ),
        (
            "wrong key",
            401,
            r#"{"error":{"message":"no","code":"invalid_api_key"}}"#,
            ErrorKind::WrongKey,
        ),
        (
            "unknown model",
            404,
            r#"{"error":{"message":"no","code":"model_not_found"}}"#,
            ErrorKind::UnknownModel,
        ),
        ("too large", 413, "too large", ErrorKind::TooLong),
        (
            "redirect",
            307,
            "<html>Moved</html>",
            ErrorKind::EndpointRedirects,
        ),
        (
            "a page instead of a reply",
            200,
            "<html>Sign in</html>",
            ErrorKind::NotChat,
        ),
        ("nothing", 200, "", ErrorKind::NotChat),
        ("no choices", 200, r#"{"choices":[]}"#, ErrorKind::NotChat),
        (
            "no message",
            200,
            r#"{"choices":[{"index":0}]}"#,
            ErrorKind::NotChat,
        ),
        (
            "an error in a good reply",
            200,
            r#"{"error":{"message":"no"},"choices":[]}"#,
            ErrorKind::Reported,
        ),
        (
            "filtered",
            200,
            r#"{"choices":[{"message":{"content":"Hel"},"finish_reason":"content_filter"}]}"#,
            ErrorKind::Filtered,
        ),
        (
            "cut off by a limit",
            200,
            r#"{"choices":[{"message":{"content":"Hel"},"finish_reason":"length"}]}"#,
            ErrorKind::TokenLimit,
        ),
        (
            "a stream under another name",
            200,
            "data: {\"choices\":[]}\n\ndata: [DONE]\n\n",
            ErrorKind::NotChat,
        ),
    ] {
        for split in split(body.as_bytes()) {
            let pieces = pieces(body.as_bytes(), &[], split);
            let happens = [vec![Head(status)], pieces].concat();
            let exchange = Exchange::new("application/json", happens);
            let expect = Expect::ErrorKind(expect);
            if status == 429 {
                for after in [
                    "0",
                    "7",
                    "60",
                    "61",
                    "Sat, 21 Nov 2026 00:00:30 GMT",
                    "soon",
                ] {
                    let exchange = exchange
                        .clone()
                        .with_header("retry-after", after)
                        .with_header("date", "Sat, 21 Nov 2026 00:00:00 GMT");
                    cases.push(Case {
                        fault,
                        exchange,
                        expect,
                    });
                }
            }
            cases.push(Case {
                fault,
                exchange,
                expect,
            });
        }
    }
    let whole = br#"{"choices":[{"message":{"content":"Hello"},"finish_reason":"stop"}]}"#;
    for split in split(whole) {
        let happens = [vec![Head(200)], pieces(whole, &[], split)].concat();
        let expect = Expect::ErrorKind(ErrorKind::BrokeOff);
        cases.push(Case {
            fault: "a whole reply under a stream's name",
            exchange: Exchange::stream(happens),
            expect,
        });
    }
    let mebibyte = Then::Piece(vec![b'x'; 1024 * 1024]);
    for (kind, first) in [("text/event-stream", "data: "), ("application/json", "\"")] {
        let begin = vec![Head(200), Then::Piece(first.into())];
        let happens = [begin, vec![mebibyte.clone(); 17]].concat();
        let expect = Expect::ErrorKind(ErrorKind::NotChat);
        cases.push(Case {
            fault: "a huge body",
            exchange: Exchange::new(kind, happens),
            expect,
        });
    }
    for (fault, happens, cause) in [
        ("connection refused", vec![], ErrorKind::Unreachable),
        (
            "refused after a while",
            vec![Wait(5)],
            ErrorKind::Unreachable,
        ),
        ("no head", vec![Hang], ErrorKind::SlowToBegin),
        ("no body", vec![Head(200), Hang], ErrorKind::SlowToBegin),
        (
            "an error without an end",
            vec![Head(500), Hang],
            ErrorKind::ServerTrouble,
        ),
        (
            "an error that breaks off",
            vec![Head(503), Break],
            ErrorKind::ServerTrouble,
        ),
    ] {
        for kind in ["text/event-stream", "application/json"] {
            let exchange = Exchange::new(kind, happens.clone());
            cases.push(Case {
                fault,
                exchange,
                expect: Expect::ErrorKind(cause),
            });
        }
    }
    cases
}

//! The built page as it is served.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "tests"
)]

use crate::support;

use kikitori_proxy::{ProxyConfig, ProxyError, Upstream, app};
use std::{collections::BTreeSet, net::SocketAddr};
use support::{Dist, exchange, get, proxy};

const NAME: &str = "kikitori-app-0123456789abcdef.js";
const HASHED: &str = "/kikitori-app-0123456789abcdef.js";

async fn with_page() -> (SocketAddr, Dist) {
    let dist = Dist::new();
    dist.put("boot.js", "boot()");
    dist.put(NAME, "export default 1;");
    dist.put(&format!("{NAME}.br"), "compressed");
    dist.put("kikitori-app-0123456789abcdef_bg.wasm", "\0asm");
    let config = ProxyConfig {
        dist: Some(dist.path().to_owned()),
        ..ProxyConfig::new(Upstream::Scripted)
    };
    (proxy(config).await, dist)
}

#[tokio::test]
async fn every_response_has_the_safe_headers() {
    let (proxy, _dist) = with_page().await;
    for path in ["/", HASHED, "/no-such-file", "/v2"] {
        let answer = get(proxy, path, "").await;
        let policy = answer.header("content-security-policy").unwrap();
        for part in [
            "default-src 'none'",
            "script-src 'self' 'wasm-unsafe-eval'",
            // Models on the visitor's own device, and nothing else.
            "connect-src 'self' http://localhost:* http://127.0.0.1:*;",
            "object-src 'none'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe-inline"), "{policy}");
        assert_eq!(policy.matches('*').count(), 2, "{policy}");
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        assert_eq!(
            answer.header("referrer-policy"),
            Some("no-referrer"),
            "{path}"
        );
    }
}

/// Each address of the page has an `index.html` that is made of this one.
const INDEX: &str = include_str!("../../../web/index.html");

/// What a policy says, with what a meta tag cannot carry.
fn directives(policy: &str) -> BTreeSet<String> {
    let said = policy.split(';').map(|it| it.trim().to_owned());
    said.chain(["frame-ancestors 'none'".to_owned()]).collect()
}

fn policy_in(html: &str) -> &str {
    let (_, rest) = html
        .split_once("<meta http-equiv=\"Content-Security-Policy\" content=\"")
        .unwrap();
    rest.split_once('"').unwrap().0
}

/// A host that sets no headers serves the page under the policy in its own head.
#[tokio::test]
async fn the_policy_in_the_page_is_the_one_in_the_header() {
    let (proxy, _dist) = with_page().await;
    let answer = get(proxy, "/", "").await;
    let in_header = answer.header("content-security-policy").unwrap();
    assert!(in_header.contains("frame-ancestors 'none'"));
    assert_eq!(directives(in_header), directives(policy_in(INDEX)));
}

/// A browser obeys both policies, so an origin that is allowed must stand in both.
#[tokio::test]
async fn an_origin_that_is_allowed_stands_in_the_header_and_in_both_pages() {
    let dist = Dist::new();
    dist.put("index.html", INDEX);
    dist.put("desk/index.html", INDEX);
    let connect = vec!["https://models.example".to_owned()];
    let config = ProxyConfig {
        dist: Some(dist.path().to_owned()),
        connect,
        ..ProxyConfig::new(Upstream::Scripted)
    };
    let proxy = proxy(config).await;
    for path in ["/", "/index.html", "/desk/", "/desk/index.html"] {
        let answer = get(proxy, path, "").await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("cache-control"), Some("no-cache"), "{path}");
        let in_header = answer.header("content-security-policy").unwrap();
        assert!(in_header.contains(" https://models.example;"), "{path}");
        let html = answer.text();
        assert_eq!(
            directives(in_header),
            directives(policy_in(&html)),
            "{path}"
        );
    }
}

#[tokio::test]
async fn an_origin_cannot_be_added_to_a_policy_that_is_not_known() {
    let dist = Dist::new();
    dist.put("index.html", "<meta content=\"connect-src 'self'\">");
    for (origin, dist) in [
        ("https://models.example", Some(dist.path().to_owned())),
        ("*", None),
    ] {
        let config = ProxyConfig {
            dist,
            connect: vec![origin.to_owned()],
            ..ProxyConfig::new(Upstream::Scripted)
        };
        let error = app(config).unwrap_err();
        let expected = matches!(
            (origin, &error),
            ("*", ProxyError::BadOrigin { .. }) | (_, ProxyError::UnknownPolicy(_))
        );
        assert!(expected, "{origin}: {error}");
    }
}

#[tokio::test]
async fn files_have_their_types_and_are_kept_as_long_as_they_stay_true() {
    let (proxy, _dist) = with_page().await;
    for (path, kind, kept) in [
        ("/", "text/html", "no-cache"),
        ("/index.html", "text/html", "no-cache"),
        ("/boot.js", "text/javascript", "no-cache"),
        (
            HASHED,
            "text/javascript",
            "public, max-age=31536000, immutable",
        ),
        (
            "/kikitori-app-0123456789abcdef_bg.wasm",
            "application/wasm",
            "public, max-age=31536000, immutable",
        ),
    ] {
        let answer = get(proxy, path, "").await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-type"), Some(kind), "{path}");
        assert_eq!(answer.header("cache-control"), Some(kept), "{path}");
    }
    // A file that will be there after the next build must not be remembered as absent.
    let answer = get(proxy, "/kikitori-app-fedcba9876543210.js", "").await;
    assert_eq!(
        (answer.status, answer.header("cache-control")),
        (404, Some("no-cache"))
    );
}

#[tokio::test]
async fn brotli_is_sent_to_those_who_take_it() {
    let (proxy, _dist) = with_page().await;
    let answer = get(proxy, HASHED, "\r\naccept-encoding: gzip, deflate, br").await;
    assert_eq!(answer.text(), "compressed");
    assert_eq!(answer.header("content-encoding"), Some("br"));
    assert_eq!(answer.header("content-type"), Some("text/javascript"));
    assert_eq!(answer.header("vary"), Some("accept-encoding"));
    for accepted in [
        "",
        "\r\naccept-encoding: gzip",
        "\r\naccept-encoding: br;q=0",
    ] {
        let answer = get(proxy, HASHED, accepted).await;
        assert_eq!(answer.text(), "export default 1;");
        assert_eq!(answer.header("content-encoding"), None);
    }
}

#[tokio::test]
async fn nothing_outside_the_page_is_served() {
    let (proxy, dist) = with_page().await;
    let secret = dist.path().with_extension("secret");
    std::fs::write(&secret, "outside").unwrap();
    let name = secret.file_name().unwrap().to_str().unwrap().to_owned();
    for path in [
        format!("/../{name}"),
        format!("/%2e%2e/{name}"),
        format!("/..%2f{name}"),
        format!("/%2e%2e%2f{name}"),
        format!("/x/../../{name}"),
        format!("/..\\{name}"),
        format!("/..%5c{name}"),
        format!("/{}", secret.display()),
        "//etc/passwd".to_owned(),
        "/%00".to_owned(),
    ] {
        let answer = get(proxy, &path, "").await;
        assert!(
            matches!(answer.status, 400 | 404),
            "{path}: {}",
            answer.status
        );
        assert!(
            !String::from_utf8_lossy(&answer.body).contains("outside"),
            "{path}"
        );
    }
    std::fs::remove_file(&secret).unwrap();
}

#[tokio::test]
async fn a_folder_leads_to_its_page_and_never_to_another_site() {
    let (proxy, dist) = with_page().await;
    dist.put("desk/index.html", "<!doctype html><title>Desk</title>");
    let answer = get(proxy, "/desk", "").await;
    assert_eq!(
        (answer.status, answer.header("location")),
        (307, Some("/desk/"))
    );
    for path in [
        "//desk",
        "///desk",
        "/%2Fdesk",
        "//evil.example/..//desk",
        "//evil.example/%2e%2e/desk",
        "/\\desk",
        "/%5Cdesk",
        "/.//desk",
        "http://evil.example/desk",
    ] {
        let answer = get(proxy, path, "").await;
        let location = answer.header("location");
        assert_eq!(location, None, "{path}: {}", answer.status);
        assert!(
            matches!(answer.status, 400 | 404 | 421),
            "{path}: {}",
            answer.status
        );
    }
}

#[tokio::test]
async fn files_are_only_read() {
    let (proxy, dist) = with_page().await;
    for method in ["PUT", "DELETE", "POST"] {
        let head = format!("{method} /boot.js HTTP/1.1\r\nhost: {proxy}\r\ncontent-length: 1");
        assert_eq!(exchange(proxy, &head, b"x").await.status, 405, "{method}");
    }
    assert_eq!(
        std::fs::read_to_string(dist.path().join("boot.js")).unwrap(),
        "boot()"
    );
}

#[tokio::test]
async fn a_folder_without_a_page_is_refused_at_start() {
    let dist = std::env::temp_dir().join("kikitori-no-such-page");
    let config = ProxyConfig {
        dist: Some(dist),
        ..ProxyConfig::new(Upstream::Scripted)
    };
    let error = app(config).unwrap_err();
    assert!(matches!(error, ProxyError::NoPage(_)));
    assert!(error.to_string().contains("cargo xtask build"));
}

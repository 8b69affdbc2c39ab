//! Addresses and numbers under which people are reached.

use crate::support;

use serde_json::json;
use support::{all, checked, checked_in, context};

#[test]
fn addresses_and_numbers_to_reach_people_have_their_shape() {
    all(
        json!({"type": "email"}),
        "en",
        &[
            (json!("Ada.L+x@Example.ORG"), json!("Ada.L+x@example.org")),
            (json!("ａｄａ＠example.org"), json!("ada@example.org")),
            (json!("mailto:a@b.co"), json!("a@b.co")),
            (json!("用户@例え.jp"), json!("用户@例え.jp")),
        ],
    );
    for bad in [
        "a",
        "a@b",
        "a b@c.de",
        "a..b@c.de",
        "@c.de",
        "a@-c.de",
        "a@1.2.3.4",
        "a@c.de, b@c.de",
        ".a@c.de",
    ] {
        assert_eq!(
            checked(&json!({"type": "email"}), &json!(bad), "en"),
            json!({"code": "notAnEmail"}),
            "{bad}"
        );
    }
    all(
        json!({"type": "url"}),
        "en",
        &[
            (json!("Example.org"), json!("https://example.org")),
            (
                json!("HTTP://Example.org:8080/A?b#C"),
                json!("http://example.org:8080/A?b#C"),
            ),
        ],
    );
    for bad in [
        "ftp://a.de",
        "javascript:alert(1)",
        "https://a",
        "https://me@a.de",
        "https://a.de/a b",
        "a.de:0",
        "https://1.2.3.4",
    ] {
        assert_eq!(
            checked(&json!({"type": "url"}), &json!(bad), "en"),
            json!({"code": "notAUrl"}),
            "{bad}"
        );
    }
    for (country, said, expected) in [
        (Some("JP"), "090-1234-5678", "+819012345678"),
        (Some("JP"), "（03）1234ー5678", "+81312345678"),
        (Some("JP"), "0120-123-456", "0120123456"),
        (Some("US"), "(202) 555-0123", "+12025550123"),
        (Some("GB"), "020 7946 0123", "+442079460123"),
        (Some("BR"), "11 91234-5678", "11912345678"),
        (None, "090-1234-5678", "09012345678"),
        (None, "+44 (0)20 7946 0123", "+442079460123"),
        (None, "0081 90 1234 5678", "+819012345678"),
    ] {
        let found = checked_in(
            &json!({"type": "phone"}),
            &json!(said),
            context("en", country),
        );
        assert_eq!(found, json!(expected), "{said}");
    }
    for bad in [
        "call me",
        "1234",
        "090-12",
        "+0123456789",
        "1".repeat(16).as_str(),
    ] {
        assert_eq!(
            checked(&json!({"type": "phone"}), &json!(bad), "en"),
            json!({"code": "notAPhone"}),
            "{bad}"
        );
    }
    let lines = |count: usize| vec!["1-2-3 Street"; count].join("\n");
    all(
        json!({"type": "address"}),
        "ja",
        &[
            (
                json!("〒100-0001\n 東京都 \n\n"),
                json!(["〒100-0001", "東京都"]),
            ),
            (json!(["a", "b"]), json!(["a", "b"])),
            (json!(lines(10)), json!(vec!["1-2-3 Street"; 10])),
            (json!(lines(11)), json!({"code": "tooMany", "max": 10})),
            (
                json!("x".repeat(501)),
                json!({"code": "tooLong", "max": 500}),
            ),
        ],
    );
}

#[test]
fn what_follows_the_host_of_an_address_stays_as_it_was_said() {
    all(
        json!({"type": "url"}),
        "en",
        &[
            (
                json!("https://ja.wikipedia.org/wiki/Ｃ言語"),
                json!("https://ja.wikipedia.org/wiki/Ｃ言語"),
            ),
            (
                json!(" en.wikipedia.org/wiki/Michelson–Morley_experiment "),
                json!("https://en.wikipedia.org/wiki/Michelson–Morley_experiment"),
            ),
            (
                json!("example.org/?u=http://example.com"),
                json!("https://example.org/?u=http://example.com"),
            ),
            (
                json!("ｈｔｔｐ：／／Example．org／a"),
                json!("http://example.org/a"),
            ),
            (json!("https://例え。jp"), json!("https://例え.jp")),
            (json!("example.org:0443"), json!("https://example.org:443")),
            (
                json!("https://fa.wikipedia.org/wiki/می\u{200c}خواهم"),
                json!("https://fa.wikipedia.org/wiki/می\u{200c}خواهم"),
            ),
        ],
    );
}

#[test]
fn nothing_unseen_makes_an_address_look_like_another() {
    for bad in [
        "https://exa\u{200b}mple.org",
        "https://example.org\u{200b}",
        "https://exa\u{200d}mple.org",
        "https://example.org/\u{202e}gpj",
        "https://example.org/a\u{2028}b",
        "example.org:+80",
        "example.org:",
        "a/b://example.org",
    ] {
        let found = checked(&json!({"type": "url"}), &json!(bad), "en");
        assert_eq!(found, json!({"code": "notAUrl"}), "{bad:?}");
    }
    for bad in [
        "a@exa\u{200b}mple.org",
        "a@example.org\u{200b}",
        "a\u{202e}b@example.org",
    ] {
        let found = checked(&json!({"type": "email"}), &json!(bad), "en");
        assert_eq!(found, json!({"code": "notAnEmail"}), "{bad:?}");
    }
    all(
        json!({"type": "email"}),
        "en",
        &[
            (json!("MAILTO:a@b.co"), json!("a@b.co")),
            (json!("a@foo。co.jp"), json!("a@foo.co.jp")),
        ],
    );
}

#[test]
fn what_is_dialled_before_a_number_is_no_part_of_it() {
    for (country, said, expected) in [
        (Some("JP"), "+81 090-1234-5678", "+819012345678"),
        (None, "+44 07700 900123", "+447700900123"),
        (None, "+49 (0)30 123456", "+4930123456"),
        (Some("AU"), "0011 81 90 1234 5678", "+819012345678"),
        (Some("US"), "011 81 90 1234 5678", "+819012345678"),
        (Some("JP"), "010-1-202-555-0123", "+12025550123"),
        (Some("JP"), "0081 90 1234 5678", "+819012345678"),
        (Some("JP"), "+81 120-123-456", "0120123456"),
        // A number of a Japanese carrier, and nobody's abroad.
        (Some("JP"), "0077-78-1234", "0077781234"),
        // Italy keeps its zero.
        (None, "+39 06 1234 5678", "+390612345678"),
    ] {
        let phone = json!({"type": "phone"});
        let found = checked_in(&phone, &json!(said), context("en", country));
        assert_eq!(found, json!(expected), "{said}");
    }
    for (country, said, digits) in [
        ("JP", "090-12", [10, 11].as_slice()),
        ("JP", "090-1234-567", &[10, 11]),
        ("JP", "03-1234-56789", &[10, 11]),
        ("JP", "1234-5678", &[10, 11]),
        ("US", "555-0123", &[10]),
        ("US", "(123) 555-0123", &[10]),
        ("GB", "020 7946", &[10, 11]),
        ("FR", "01 23 45 67", &[10]),
        ("AU", "0412 345", &[10]),
    ] {
        let phone = json!({"type": "phone"});
        let found = checked_in(&phone, &json!(said), context("en", Some(country)));
        let refused = json!({"code": "phoneDigits", "digits": digits});
        assert_eq!(found, refused, "{country} {said}");
    }
    // What is dialled without the trunk's digit stays as it is dialled.
    for (country, said, expected) in [
        ("KR", "1588-1234", "15881234"),
        ("AU", "13 12 34", "131234"),
        ("AU", "1300 123 456", "1300123456"),
        ("JP", "0800-123-4567", "08001234567"),
        ("JP", "050-1234-5678", "+815012345678"),
        ("DE", "030 1234", "+49301234"),
    ] {
        let phone = json!({"type": "phone"});
        let found = checked_in(&phone, &json!(said), context("en", Some(country)));
        assert_eq!(found, json!(expected), "{country} {said}");
    }
    for bad in ["+81 090-1234-56789", "+1 181 555 0123", "+11819012345678"] {
        let found = checked(&json!({"type": "phone"}), &json!(bad), "en");
        assert_eq!(found, json!({"code": "notAPhone"}), "{bad}");
    }
}

#[test]
fn a_remark_in_brackets_is_no_part_of_a_phone_number() {
    for (said, expected) in [
        ("090−1234−5678（佐藤の携帯です）", "09012345678"),
        ("(06) 1234 5678 (office)", "0612345678"),
        ("+44 (0)20 7946 0958 (home)", "+442079460958"),
    ] {
        let found = checked(&json!({"type": "phone"}), &json!(said), "en");
        assert_eq!(found, json!(expected), "{said}");
    }
}

#[test]
fn a_day_in_figures_is_no_phone_number() {
    let phone = json!({"type": "phone"});
    for day in ["2026-12-01", "01.12.2026", "12/31/1998", "1.2.2027"] {
        for country in [None, Some("DE")] {
            let found = checked_in(&phone, &json!(day), context("en", country));
            assert_eq!(found, json!({"code": "notAPhone"}), "{day}, {country:?}");
        }
    }
    for number in ["0201-12-2026", "030.123.4567", "06131-12-2345"] {
        let found = checked_in(&phone, &json!(number), context("en", Some("DE")));
        assert_eq!(found.get("code"), None, "{number}");
    }
}

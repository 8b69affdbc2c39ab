//! Numbers, with their marks and units.

mod support;

use serde_json::json;
use support::{all, checked, checked_in, context};

#[test]
fn numbers_are_read_as_the_language_writes_them() {
    let number = || json!({"type": "number"});
    all(
        number(),
        "en",
        &[
            (json!(4.5), json!("4.5")),
            (json!("１２"), json!(12)),
            (json!("1,234,567.5"), json!("1234567.5")),
            (json!("1,234"), json!(1234)),
            (json!("1.234"), json!("1.234")),
            (json!("1,5"), json!("1.5")),
            (json!("¥1,200"), json!(1200)),
            (json!("1200円"), json!(1200)),
            (json!("3万"), json!(30_000)),
            (json!("1.5億"), json!(150_000_000)),
            (json!("-0.50"), json!("-0.5")),
            (json!("12,34,567"), json!({"code": "notANumber"})),
            (json!("about three"), json!({"code": "notANumber"})),
            (json!("1e9"), json!({"code": "notANumber"})),
            (json!("1234567890123456"), json!({"code": "notANumber"})),
            (json!(true), json!({"code": "wrongKind"})),
            (json!(" "), json!({"code": "empty"})),
        ],
    );
    all(
        number(),
        "de-DE",
        &[
            (json!("1,5"), json!("1.5")),
            (json!("1.234"), json!(1234)),
            (json!("1.234,5"), json!("1234.5")),
            (json!("1,234"), json!("1.234")),
        ],
    );
    all(
        number(),
        "sw",
        &[
            (
                json!("1,234"),
                json!({"code": "ambiguousNumber", "readings": ["1.234", "1234"]}),
            ),
            (json!("1,5"), json!("1.5")),
            (json!("0,500"), json!("0.5")),
        ],
    );
}

#[test]
fn numbers_keep_their_bounds_and_their_unit() {
    let kilos =
        json!({"type": "number", "unit": {"en": "kg", "ja": "キロ"}, "min": 0.5, "max": 99});
    all(
        kilos,
        "en",
        &[
            (json!("70 kg"), json!(70)),
            (json!("70キロ"), json!(70)),
            (json!("0.5"), json!("0.5")),
            (json!("99.0"), json!(99)),
            (json!("0.49"), json!({"code": "tooSmall", "min": "0.5"})),
            (json!(99.001), json!({"code": "tooLarge", "max": "99"})),
            (json!("150 lbs"), json!({"code": "otherUnit", "unit": "kg"})),
            (json!("$70"), json!({"code": "notANumber"})),
        ],
    );
    let yen = json!({"type": "integer", "unit": "円"});
    all(
        yen,
        "ja",
        &[
            (json!("￥1,200"), json!(1200)),
            (json!("3万円"), json!(30_000)),
            (json!("12.5"), json!({"code": "notWhole"})),
        ],
    );
}

#[test]
fn what_separates_thousands_is_told_by_language_and_country() {
    for (language, country, said, expected) in [
        ("es-MX", None, "1,234", json!(1234)),
        ("es-MX", None, "1.234", json!("1.234")),
        ("es-ES", None, "1.234", json!(1234)),
        ("es", Some("MX"), "1,234", json!(1234)),
        ("de-CH", Some("CH"), "1.234", json!("1.234")),
        ("sv", None, "1,234", json!("1.234")),
        ("en", Some("JP"), "1,234", json!(1234)),
    ] {
        let found = checked_in(
            &json!({"type": "number"}),
            &json!(said),
            context(language, country),
        );
        assert_eq!(found, expected, "{language} {said}");
    }
    for (language, country) in [("es", None), ("en-US", Some("DE")), ("de", Some("CH"))] {
        let found = checked_in(
            &json!({"type": "number"}),
            &json!("1,234"),
            context(language, country),
        );
        let both = json!({"code": "ambiguousNumber", "readings": ["1.234", "1234"]});
        assert_eq!(found, both, "{language}");
    }
}

#[test]
fn a_unit_of_ten_thousands_is_counted_once() {
    let refused = |unit: &str| json!({"code": "otherUnit", "unit": unit});
    for (unit, said, expected) in [
        (json!("万円"), "300万", json!(300)),
        (json!("万円"), "300万円", json!(300)),
        (json!("万円"), "300", json!(300)),
        (json!("億円"), "1.5億", json!("1.5")),
        (json!("千円"), "5千円", json!(5)),
        (json!("万円"), "3000000円", refused("万円")),
        (json!("万円"), "1億", refused("万円")),
        (json!("億円"), "300万", refused("億円")),
        (json!("千円"), "3万", refused("千円")),
        (json!("thousand yen"), "3万", refused("thousand yen")),
        (
            json!({"en": "10,000 yen", "ja": "万円"}),
            "300万",
            json!(300),
        ),
        (json!("人"), "3万", json!(30_000)),
        (json!("人"), "3万人", json!(30_000)),
    ] {
        let number = json!({"type": "number", "unit": unit});
        assert_eq!(
            checked(&number, &json!(said), "ja"),
            expected,
            "{unit} {said}"
        );
    }
}

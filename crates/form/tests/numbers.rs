//! Numbers, with their marks and units.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation
)]

use crate::support;

use kikitori_form::Decimal;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{figures_as_text, number_as_typed};
use proptest::prelude::*;
use serde_json::json;
use support::{all, checked, checked_in, context};

#[test]
fn a_number_that_a_program_gives_for_a_text_is_that_text() {
    let (number, rating, text, choice) = (
        json!({"type": "number"}),
        json!({"type": "rating", "max": 5}),
        json!({"type": "shortText"}),
        json!({"type": "choice", "options": ["1", "2"]}),
    );
    for (answer, input, expected) in [
        (&text, json!(90210), json!("90210")),
        (&choice, json!(2), json!("2")),
        (&number, json!(1.234), json!(1.234)),
        (&rating, json!(4), json!(4)),
        // In German that is a thousand and more.
        (&number, json!("1.234"), json!("1.234")),
        (&text, json!("1.10"), json!("1.10")),
        (&text, json!(null), json!(null)),
    ] {
        let answer = AnswerType::from_json(answer).unwrap();
        assert_eq!(figures_as_text(&answer, input.clone()), expected, "{input}");
    }
}

#[test]
fn numbers_are_read_as_the_language_writes_them() {
    let number = || json!({"type": "number"});
    all(
        number(),
        "en",
        &[
            (json!(4.5), json!(4.5)),
            (json!("１２"), json!(12)),
            (json!("1,234,567.5"), json!(1234567.5)),
            (json!("1,234"), json!(1234)),
            (json!("1.234"), json!(1.234)),
            (json!("1,5"), json!(1.5)),
            (json!("¥1,200"), json!(1200)),
            (json!("1200円"), json!(1200)),
            (json!("3万"), json!(30_000)),
            (json!("1.5億"), json!(150_000_000)),
            (json!("-0.50"), json!(-0.5)),
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
            (json!("1,5"), json!(1.5)),
            (json!("1.234"), json!(1234)),
            (json!("1.234,5"), json!(1234.5)),
            (json!("ca. 3.850 €"), json!(3850)),
            (json!("circa 12"), json!(12)),
            (json!("ca. drei"), json!({"code": "notANumber"})),
            (json!("1,234"), json!(1.234)),
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
            (json!("1,5"), json!(1.5)),
            (json!("0,500"), json!(0.5)),
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
            (json!("70 kilos"), json!(70)),
            (json!("0.5"), json!(0.5)),
            (json!("99.0"), json!(99)),
            (json!("0.49"), json!({"code": "tooSmall", "min": "0.5"})),
            (json!(99.001), json!({"code": "tooLarge", "max": "99"})),
            (json!("150 lbs"), json!({"code": "otherUnit", "unit": "kg"})),
            (json!("$70"), json!({"code": "notANumber"})),
        ],
    );
    let square = json!({"type": "number", "unit": "m²"});
    all(
        square,
        "en",
        &[
            (json!("40 m²"), json!(40)),
            (json!("40 m2"), json!(40)),
            (json!("40㎡"), json!(40)),
            (json!("40 square metres"), json!(40)),
            (json!("40 qm"), json!(40)),
            (json!("40 m3"), json!({"code": "otherUnit", "unit": "m²"})),
            (json!("40²"), json!({"code": "otherUnit", "unit": "m²"})),
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
fn a_number_is_read_back_as_it_stands_in_a_box() {
    let number = json!({"type": "number"});
    for (language, country) in [
        ("de", None),
        ("de", Some("DE")),
        ("de-CH", Some("CH")),
        ("fr", None),
        ("pt-BR", Some("BR")),
        ("en", None),
        ("ja", Some("JP")),
    ] {
        for digits in ["2.125", "2125", "0.5", "-12.75", "1234.567"] {
            let value = Decimal::new(digits).unwrap();
            let typed = number_as_typed(value, language, country);
            let found = checked_in(&number, &json!(typed), context(language, country));
            assert_eq!(found, json!(value), "{language} {typed}");
        }
    }
}

#[test]
fn amounts_are_read_as_each_place_writes_them() {
    for (language, country, unit, said, expected) in [
        ("pt-BR", None, "R$", "R$ 1.500,50", json!(1500.5)),
        ("pt-BR", None, "BRL", "R$\u{a0}1.500,50", json!(1500.5)),
        ("de", Some("CH"), "CHF", "CHF 17.50", json!(17.5)),
        ("de-CH", Some("CH"), "CHF", "CHF 1’250.50", json!(1250.5)),
        ("nb", None, "kr", "kr 1 500", json!(1500)),
        ("pl", None, "PLN", "1500 zł", json!(1500)),
        ("en", Some("IN"), "₹", "₹500", json!(500)),
        ("en", Some("IN"), "INR", "₹1,50,000.00", json!(150_000)),
        (
            "en-IN",
            None,
            "INR",
            "INR -12,34,56,789",
            json!(-123_456_789),
        ),
        ("hi", None, "₹", "₹१,५०,०००", json!(150_000)),
        ("en", Some("IN"), "₹", "1,500,000", json!(1_500_000)),
        (
            "en",
            Some("IN"),
            "₹",
            "1,5,000",
            json!({"code": "notANumber"}),
        ),
        (
            "en",
            Some("US"),
            "USD",
            "1,50,000",
            json!({"code": "notANumber"}),
        ),
        ("en", None, "₹", "R$ 500", json!({"code": "notANumber"})),
        // Its t is the word's.
        ("en", None, "t", "ten", json!(10)),
        ("en", None, "mi", "2 million", json!(2_000_000)),
    ] {
        let answer = json!({"type": "number", "unit": unit});
        let found = checked_in(&answer, &json!(said), context(language, country));
        assert_eq!(found, expected, "{language} {unit} {said}");
    }
}

#[test]
fn what_separates_thousands_is_told_by_language_and_country() {
    for (language, country, said, expected) in [
        ("es-MX", None, "1,234", json!(1234)),
        ("es-MX", None, "1.234", json!(1.234)),
        ("es-ES", None, "1.234", json!(1234)),
        ("es", Some("MX"), "1,234", json!(1234)),
        ("de-CH", Some("CH"), "1.234", json!(1.234)),
        ("sv", None, "1,234", json!(1.234)),
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
        (json!("億円"), "1.5億", json!(1.5)),
        (json!("千円"), "5千円", json!(5)),
        (json!("万円"), "3000000円", json!(300)),
        (json!("万円"), "158,000円", json!(15.8)),
        (json!("万円"), "15万8千円", json!(15.8)),
        (json!("万円"), "15万8000円", json!(15.8)),
        (json!("万円"), "１５万８千", json!(15.8)),
        (json!("万円"), "￥158,000です", json!(15.8)),
        (json!("万円"), "5千円", json!(0.5)),
        (json!("百万円"), "2億円", json!(200)),
        (json!("万人"), "25,000人", json!(2.5)),
        (json!("원"), "1만 2천원", json!(12_000)),
        (json!("원"), "12,000원", json!(12_000)),
        (json!("만원"), "12,000원", json!(1.2)),
        (json!("만원"), "1만2천원", json!(1.2)),
        (json!("만원"), "3억원", json!(30_000)),
        (json!("元"), "3萬5千元", json!(35_000)),
        (json!("万元"), "1.5亿元", json!(15_000)),
        (json!("원"), "천천히", json!({"code": "notANumber"})),
        (json!("thousand yen"), "158,000 yen", json!(158)),
        (json!("million euros"), "€2,500,000", json!(2.5)),
        (json!("万円"), "158,000ドル", refused("万円")),
        (json!("万円"), "1円50銭", refused("万円")),
        (json!("万円"), "1億", json!(10_000)),
        (json!("万円"), "1億2000万円", json!(12_000)),
        (json!("万円"), "5千万円", json!(5_000)),
        (json!("万円"), "5千", refused("万円")),
        (json!("億円"), "300万", refused("億円")),
        (json!("千円"), "3万", json!(30)),
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

/// A number as kanji write it, group by group of four digits.
fn in_kanji(mut number: u64) -> String {
    const DIGITS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    const SMALL: [(u64, &str); 4] = [(1000, "千"), (100, "百"), (10, "十"), (1, "")];
    let mut groups: Vec<String> = Vec::new();
    for large in ["", "万", "億", "兆"] {
        let (mut left, mut group) = (number % 10_000, String::new());
        for (value, unit) in SMALL {
            let digit = left / value;
            left %= value;
            if digit > 0 {
                // One thousand is 千 by itself, but 一千万.
                let is_said = digit > 1 || value == 1 || (value == 1000 && !large.is_empty());
                group += if is_said { DIGITS[digit as usize] } else { "" };
                group += unit;
            }
        }
        if !group.is_empty() {
            groups.push(group + large);
        }
        number /= 10_000;
    }
    groups.reverse();
    groups.concat()
}

/// A number as English words say it.
fn in_english(number: u64) -> String {
    const ONES: [&str; 20] = [
        "",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 10] = [
        "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ];
    match number {
        0..20 => ONES[number as usize].to_owned(),
        20..100 => {
            let (tens, ones) = (TENS[(number / 10) as usize], ONES[(number % 10) as usize]);
            [tens, ones].join("-").trim_end_matches('-').to_owned()
        }
        100..1000 => {
            let rest = in_english(number % 100);
            let and = if rest.is_empty() { "" } else { " and " };
            format!("{} hundred{and}{rest}", ONES[(number / 100) as usize])
        }
        _ => {
            let (size, name) = match number {
                1_000_000_000.. => (1_000_000_000, "billion"),
                1_000_000.. => (1_000_000, "million"),
                _ => (1_000, "thousand"),
            };
            let (many, rest) = (in_english(number / size), in_english(number % size));
            format!("{many} {name} {rest}").trim().to_owned()
        }
    }
}

proptest! {
    #[test]
    fn a_number_is_read_back_from_its_words(number in prop_oneof![1_u64..10_000, 1_u64..1_000_000_000_000]) {
        let answer = json!({"type": "number"});
        let expected = json!(number);
        let (large, small) = (number / 10_000, number % 10_000);
        let mixed = match (large % 10_000, small) {
            (0, _) => number.to_string(),
            (_, 1..10) => format!("{large}万"),
            (_, 0) => format!("{large}万"),
            (_, _) => format!("{large}万{small}"),
        };
        prop_assert_eq!(checked(&answer, &json!(in_kanji(number)), "ja"), expected.clone(), "{}", in_kanji(number));
        if small >= 10 || small == 0 {
            prop_assert_eq!(checked(&answer, &json!(mixed), "ja"), expected.clone(), "{}", mixed);
        }
        prop_assert_eq!(checked(&answer, &json!(in_english(number)), "en"), expected, "{}", in_english(number));
    }

    #[test]
    fn whatever_is_said_is_a_number_or_refused(
        words in prop::collection::vec(prop::sample::select(vec![
            "one", "twenty", "hundred", "thousand", "k", "half", "a", "minus", "-", ".", ",", "5", "000",
            "1.2", "千", "万", "億", "兆", "三", "〇", "十", "人", "つ", "円", "$", "です", "999999999999999",
        ]), 0..8),
        any in ".{0,60}",
    ) {
        for phrase in [words.join(" "), words.concat(), any] {
            let found = checked(&json!({"type": "number"}), &json!(phrase), "ja");
            prop_assert!(!found.is_null());
        }
    }
}

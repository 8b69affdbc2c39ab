//! What people say of days, and what it means on Wednesday, 25 November 2026.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use jiff::civil::{Date, Weekday, date};
use kikitori_form::dates::{DateContext, DateRefusal, MAX_PHRASE_CHARS, iso, resolve_date};

const TODAY: Date = date(2026, 11, 25);

fn context(language: &str) -> DateContext<'_> {
    DateContext::new(TODAY, language)
}

/// Each phrase, and the day or days that it can mean.
fn check(language: &str, cases: &[(&str, &str)]) {
    for (phrase, expected) in cases {
        let found = match resolve_date(phrase, &context(language)) {
            Ok(date) => iso(date),
            Err(DateRefusal::Ambiguous { readings }) => {
                let all: Vec<String> = readings.into_iter().map(iso).collect();
                all.join(" or ")
            }
            Err(refusal) => format!("{refusal:?}"),
        };
        assert!(
            found.starts_with(expected),
            "{phrase}: {found}, not {expected}"
        );
    }
}

#[test]
fn english_phrases_are_read_against_the_persons_day() {
    check(
        "en",
        &[
            ("today", "2026-11-25"),
            ("Tomorrow.", "2026-11-26"),
            ("the day after tomorrow", "2026-11-27"),
            ("day before yesterday", "2026-11-23"),
            ("next Friday", "2026-12-04"),
            ("this Friday", "2026-11-27"),
            ("last Friday", "2026-11-20"),
            ("the coming Wednesday", "2026-12-02"),
            ("Friday after next", "2026-12-11"),
            ("Friday next week", "2026-12-04"),
            ("next week's Friday", "2026-12-04"),
            ("this weekend’s Saturday", "2026-11-28"),
            ("Sunday this weekend", "2026-11-29"),
            ("last month's 14th", "2026-10-14"),
            ("the 14th of last month", "2026-10-14"),
            ("the first of next month", "2026-12-01"),
            ("first day of next month", "2026-12-01"),
            ("in three weeks", "2026-12-16"),
            ("in three weeks' time", "2026-12-16"),
            ("a week ago", "2026-11-18"),
            ("a fortnight from now", "2026-12-09"),
            ("3 days ago", "2026-11-22"),
            ("two days before yesterday", "2026-11-22"),
            ("a week from tomorrow", "2026-12-03"),
            ("end of month", "2026-11-30"),
            ("the end of next month", "2026-12-31"),
            ("the last day of this month", "2026-11-30"),
            ("end of the year", "2026-12-31"),
            ("end of February 2028", "2028-02-29"),
            ("14 March 2025", "2025-03-14"),
            ("March 14th, 2025", "2025-03-14"),
            ("the twenty-first of March 2025", "2025-03-21"),
            ("14-Mar-2025", "2025-03-14"),
            ("2025 March 14", "2025-03-14"),
            ("14 Mar '25", "2025-03-14"),
            ("14 March last year", "2025-03-14"),
            ("Friday, 14 March 2025", "2025-03-14"),
            ("14 March 2025 (Fri)", "2025-03-14"),
            ("2025-03-14", "2025-03-14"),
            ("20250314", "2025-03-14"),
            ("14.3.2025", "2025-03-14"),
            ("3/14/2025", "2025-03-14"),
            ("２０２５／０３／１４", "2025-03-14"),
            // The nearest year, where only one is near.
            ("3 December", "2026-12-03"),
            ("1 November", "2026-11-01"),
            ("the 3rd", "2026-11-03 or 2026-12-03"),
            ("Friday the 4th", "2026-12-04"),
            ("Friday", "2026-11-20 or 2026-11-27"),
            ("14 May", "2026-05-14 or 2027-05-14"),
            ("03/04/2025", "2025-04-03 or 2025-03-04"),
            ("Tuesday 03/04/2025", "2025-03-04"),
            ("04/04/2025", "2025-04-04"),
            ("30 February 2025", "NoSuchDay"),
            ("31/31/2025", "NoSuchDay"),
            ("next month", "NotADate"),
            ("sometime next week", "NotADate"),
            ("around the 14th", "NotADate"),
            ("in 99999999 years", "NotADate"),
            ("", "NotADate"),
        ],
    );
}

#[test]
fn japanese_phrases_are_read_against_the_persons_day() {
    check(
        "ja",
        &[
            ("今日", "2026-11-25"),
            ("明日です", "2026-11-26"),
            ("明後日", "2026-11-27"),
            ("あさって", "2026-11-27"),
            ("一昨日", "2026-11-23"),
            ("来週の金曜", "2026-12-04"),
            ("再来週の月曜日", "2026-12-07"),
            ("今週の金曜日に", "2026-11-27"),
            ("先週金曜", "2026-11-20"),
            ("今度の土曜", "2026-11-28"),
            ("次の水曜日", "2026-12-02"),
            ("この前の日曜", "2026-11-22"),
            ("今週末の土曜", "2026-11-28"),
            ("週末の日曜日", "2026-11-29"),
            ("先月の14日", "2026-10-14"),
            ("先月の十四日", "2026-10-14"),
            ("来月一日", "2026-12-01"),
            ("今度の14日", "2026-12-14"),
            ("三週間後", "2026-12-16"),
            ("二週間後の金曜", "2026-12-11"),
            ("３日前", "2026-11-22"),
            ("2ヶ月後", "2027-01-25"),
            ("半年前", "2026-05-25"),
            ("一年後", "2027-11-25"),
            ("月末", "2026-11-30"),
            ("来月末", "2026-12-31"),
            ("来年の2月末", "2027-02-28"),
            ("年末", "2026-12-31"),
            ("2025年3月14日", "2025-03-14"),
            ("二〇二五年三月十四日", "2025-03-14"),
            ("2025年3月14日（金）", "2025-03-14"),
            ("令和7年3月14日", "2025-03-14"),
            ("令和元年5月1日", "2019-05-01"),
            ("平成31年4月30日", "2019-04-30"),
            ("昭和64年1月7日", "1989-01-07"),
            ("R7.3.14", "2025-03-14"),
            ("s60/1/2", "1985-01-02"),
            ("去年の3月14日", "2025-03-14"),
            ("12月3日", "2026-12-03"),
            ("12/3", "2026-12-03"),
            ("25/03/14", "2025-03-14"),
            ("4日(金)", "2026-12-04"),
            ("金曜", "2026-11-20 or 2026-11-27"),
            ("14日", "2026-11-14 or 2026-12-14"),
            ("03/04/2025", "2025-04-03 or 2025-03-04"),
            ("平成元年1月7日", "NoSuchDay"),
            ("2025年2月29日", "NoSuchDay"),
            ("来月", "NotADate"),
            ("14日頃", "NotADate"),
            ("そのうち", "NotADate"),
        ],
    );
}

#[test]
fn years_of_other_calendars_are_none_of_ours() {
    check(
        "th",
        &[
            ("14/3/2568", "2025-03-14"),
            ("29/2/2567", "2024-02-29"),
            ("29/2/2568", "NoSuchDay"),
            ("25680314", "2025-03-14"),
            ("14 March 2568", "2025-03-14"),
            ("14/3/2025", "2025-03-14"),
            ("2025-03-14", "2025-03-14"),
            // 2568 for some, and 1968 for others.
            ("14/3/68", "1968-03-14 or 2025-03-14"),
        ],
    );
    check(
        "fa",
        &[
            ("۱۴۰۴/۰۵/۱۲", "NotADate"),
            ("31/06/1404", "NotADate"),
            ("14040512", "NotADate"),
            ("70/5/12", "NotADate"),
            ("5/12", "NotADate"),
            ("2025-08-03", "2025-08-03"),
        ],
    );
    check(
        "ar",
        &[("14/9/1446", "NotADate"), ("14.3.25", "2025-03-14")],
    );
    check(
        "en",
        &[("1404-05-12", "1404-05-12"), ("2568-03-14", "2568-03-14")],
    );
    let bangkok = DateContext {
        country: Some("TH"),
        ..context("en")
    };
    let read = resolve_date("14/3/2568", &bangkok);
    assert_eq!(read, Ok(date(2025, 3, 14)));
}

#[test]
fn a_tuesday_of_another_language_is_no_day_of_march() {
    for language in ["fr", "es-MX", "it", "ro"] {
        check(
            language,
            &[
                ("mar 3", "NotADate"),
                ("Mar. 3", "NotADate"),
                ("3 mar 2026", "2026-03-03"),
                ("3 March", "2026-03-03 or 2027-03-03"),
            ],
        );
    }
    check("de", &[("Mar 3 2026", "2026-03-03")]);
    let january = DateContext::new(date(2026, 1, 25), "en");
    assert_eq!(resolve_date("mar 3", &january), Ok(date(2026, 3, 3)));
}

#[test]
fn language_or_country_settles_which_number_is_the_day() {
    let read = |language, country| {
        let context = DateContext {
            country,
            ..context(language)
        };
        resolve_date("03/04/2025", &context).ok().map(iso)
    };
    let (april, march) = (Some("2025-04-03".into()), Some("2025-03-04".into()));
    for (language, country, expected) in [
        ("en-GB", None, &april),
        ("de", None, &april),
        ("en", Some("GB"), &april),
        ("en-US", None, &march),
        ("en", Some("US"), &march),
        ("en", None, &None),
        ("en", Some("CA"), &None),
        // Many browsers outside the United States say en-US.
        ("en-US", Some("DE"), &None),
        // A conversation says its language without a region.
        ("fr", Some("US"), &None),
        ("es", Some("US"), &None),
        ("es-US", Some("US"), &march),
        ("fr", Some("CH"), &april),
        ("ja", Some("DE"), &None),
        ("ja", Some("US"), &march),
    ] {
        assert_eq!(&read(language, country), expected, "{language} {country:?}");
    }
}

#[test]
fn what_makes_sense_settles_which_of_two_days_is_meant() {
    let past = DateContext {
        latest: Some(TODAY),
        ..context("en")
    };
    let ahead = DateContext {
        earliest: Some(TODAY),
        ..context("en")
    };
    for (phrase, before, after) in [
        ("Friday", "2026-11-20", "2026-11-27"),
        ("the 14th", "2026-11-14", "2026-12-14"),
        ("14 May", "2026-05-14", "2027-05-14"),
        ("29 February", "2024-02-29", "2028-02-29"),
        ("金曜日", "2026-11-20", "2026-11-27"),
        ("14日", "2026-11-14", "2026-12-14"),
    ] {
        assert_eq!(
            iso(resolve_date(phrase, &past).unwrap()),
            before,
            "{phrase}"
        );
        assert_eq!(
            iso(resolve_date(phrase, &ahead).unwrap()),
            after,
            "{phrase}"
        );
    }
    // Of two notations it settles none.
    assert!(resolve_date("03/04/2026", &past).is_err());
}

#[test]
fn a_weekday_that_is_not_the_days_is_refused_with_both_days() {
    for phrase in ["Monday, 14 March 2025", "2025年3月14日（月）"] {
        assert_eq!(
            resolve_date(phrase, &context("en")),
            Err(DateRefusal::WeekdayDiffers {
                date: date(2025, 3, 14),
                said: Weekday::Monday,
                nearest: date(2025, 3, 17),
            }),
            "{phrase}"
        );
    }
}

#[test]
fn two_digits_are_a_year_from_80_back_to_19_ahead() {
    for (phrase, year) in [
        ("1.2.46", 1946),
        ("1.2.45", 2045),
        ("1.2.99", 1999),
        ("1.2.25", 2025),
    ] {
        let found = resolve_date(phrase, &context("de")).unwrap();
        assert_eq!(found, date(year, 2, 1), "{phrase}");
    }
}

#[test]
fn a_phrase_longer_than_the_bound_is_none() {
    let at_the_bound = format!("{}tomorrow", " ".repeat(MAX_PHRASE_CHARS - 8));
    assert!(resolve_date(&at_the_bound, &context("en")).is_ok());
    let refusal = resolve_date(&format!(" {at_the_bound}"), &context("en"));
    assert_eq!(refusal, Err(DateRefusal::NotADate));
}

#[test]
fn what_has_no_day_is_no_date() {
    for phrase in ["May 2025", "2025 May", "2026/11/1 2", "3月1、2日"] {
        let refusal = resolve_date(phrase, &context("en"));
        assert_eq!(refusal, Err(DateRefusal::NotADate), "{phrase}");
    }
    let refusal = resolve_date("May 32", &context("en"));
    assert_eq!(refusal, Err(DateRefusal::NoSuchDay));
}

#[test]
fn years_in_kanji_have_the_digits_that_they_say() {
    for phrase in [
        "二千二十五年三月十四日",
        "二〇二五年三月十四日",
        "二十五年三月十四日",
    ] {
        let found = resolve_date(phrase, &context("ja"));
        assert_eq!(found, Ok(date(2025, 3, 14)), "{phrase}");
    }
    let found = resolve_date("千九百九十九年十二月三十一日", &context("ja"));
    assert_eq!(found, Ok(date(1999, 12, 31)));
}

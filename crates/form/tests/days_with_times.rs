//! Times of the day, and days with their time.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use jiff::civil::{Date, DateTime, date};
use kikitori_form::dates::{
    DateContext, DateRefusal, TimeRefusal, resolve_date_time, resolve_time,
};
use proptest::prelude::*;

const TODAY: Date = date(2026, 11, 25);

fn context(language: &str) -> DateContext<'_> {
    DateContext::new(TODAY, language)
}

fn at(phrase: &str, language: &str) -> Result<DateTime, TimeRefusal> {
    resolve_date_time(phrase, &context(language))
}

#[test]
fn times_are_read_in_both_languages() {
    for (phrase, expected) in [
        ("14:30", "14:30:00"),
        ("14.30", "14:30:00"),
        ("１４：３０", "14:30:00"),
        ("2:30", "02:30:00"),
        ("2:30 pm", "14:30:00"),
        ("12 am", "00:00:00"),
        ("12pm", "12:00:00"),
        ("noon", "12:00:00"),
        ("9 a.m.", "09:00:00"),
        ("午後2時半", "14:30:00"),
        ("午前9時5分", "09:05:00"),
        ("午後15時", "15:00:00"),
        ("14時30分", "14:30:00"),
        ("十四時", "14:00:00"),
        ("正午", "12:00:00"),
    ] {
        let found = resolve_time(phrase).map(|time| format!("{time:.0}"));
        assert_eq!(found.as_deref(), Ok(expected), "{phrase}");
    }
    for phrase in ["2 o'clock", "2時", "at 2", "2時半"] {
        let refusal = resolve_time(phrase);
        let is_either = matches!(refusal, Err(TimeRefusal::Ambiguous { hour: 2, .. }));
        assert!(is_either, "{phrase}: {refusal:?}");
    }
    for phrase in [
        "25:00",
        "14:60",
        "soon",
        "",
        "13 am",
        "14:3",
        "1 5",
        "1 5:30",
        "三 時 五 十 分",
    ] {
        assert_eq!(resolve_time(phrase), Err(TimeRefusal::NotATime), "{phrase}");
    }
}

#[test]
fn a_day_with_its_time_is_read_in_any_order() {
    for phrase in [
        "2026-12-04T14:30",
        "next Friday at 2:30 pm",
        "2:30pm next Friday",
        "Friday, 4 December 2026, 14:30",
        "来週の金曜 14:30",
        "来週の金曜の午後2時半",
        "12月4日14時30分に",
    ] {
        let found = resolve_date_time(phrase, &context("en"));
        assert_eq!(found, Ok(date(2026, 12, 4).at(14, 30, 0, 0)), "{phrase}");
    }
    let refusal = resolve_date_time("Friday 14:30", &context("en"));
    assert!(matches!(
        refusal,
        Err(TimeRefusal::Date(DateRefusal::Ambiguous { .. }))
    ));
    assert_eq!(
        resolve_date_time("whenever", &context("en")),
        Err(TimeRefusal::NotATime)
    );
}

#[test]
fn a_part_of_the_day_says_which_half_is_meant() {
    for (phrase, expected) in [
        ("夜9時", "21:00"),
        ("夜の9時半", "21:30"),
        ("夜12時", "00:00"),
        ("夜1時", "01:00"),
        ("深夜1時", "01:00"),
        ("深夜11時", "23:00"),
        ("夜中の2時", "02:00"),
        ("晩の7時", "19:00"),
        ("朝8時", "08:00"),
        ("早朝5時", "05:00"),
        ("未明の3時", "03:00"),
        ("昼12時", "12:00"),
        ("お昼の1時", "13:00"),
        ("夕方5時", "17:00"),
        ("夕方17時", "17:00"),
        ("午前0時", "00:00"),
        ("午後の3時", "15:00"),
    ] {
        let found = resolve_time(phrase).map(|time| time.strftime("%H:%M").to_string());
        assert_eq!(found.as_deref(), Ok(expected), "{phrase}");
    }
    for phrase in ["朝12時", "朝1時", "夜14時", "夕方9時", "昼9時", "深夜6時"] {
        assert_eq!(resolve_time(phrase), Err(TimeRefusal::NotATime), "{phrase}");
    }
}

#[test]
fn a_day_and_its_time_meet_outside_of_numbers() {
    for (language, phrase, expected) in [
        ("en", "2026-11-12 3:30", date(2026, 11, 12).at(3, 30, 0, 0)),
        ("en", "2026-12-11 1:00", date(2026, 12, 11).at(1, 0, 0, 0)),
        ("en", "Nov 12 3pm", date(2026, 11, 12).at(15, 0, 0, 0)),
        ("en", "Sat 28 Nov 3 pm", date(2026, 11, 28).at(15, 0, 0, 0)),
        ("en", "tomorrow at 15", date(2026, 11, 26).at(15, 0, 0, 0)),
        ("en", "10 May 27 15:00", date(2027, 5, 10).at(15, 0, 0, 0)),
        ("ja", "11/12 3:30", date(2026, 11, 12).at(3, 30, 0, 0)),
        (
            "ja",
            "2026/11/12 13時30分",
            date(2026, 11, 12).at(13, 30, 0, 0),
        ),
        (
            "ja",
            "11月30日（月）14:00",
            date(2026, 11, 30).at(14, 0, 0, 0),
        ),
        ("ja", "明日、午後3時に", date(2026, 11, 26).at(15, 0, 0, 0)),
        ("ja", "明日夜9時です", date(2026, 11, 26).at(21, 0, 0, 0)),
        (
            "ja",
            "十一月二十六日二十三時",
            date(2026, 11, 26).at(23, 0, 0, 0),
        ),
        ("de", "14.12. 20.15", date(2026, 12, 14).at(20, 15, 0, 0)),
    ] {
        assert_eq!(at(phrase, language), Ok(expected), "{phrase}");
    }
    let refusal = at("2026/11/12 3時", "ja");
    assert_eq!(refusal, Err(TimeRefusal::Ambiguous { hour: 3, minute: 0 }));
}

#[test]
fn a_day_without_a_time_has_none() {
    for (language, phrase) in [
        ("en", "2025-03-20"),
        ("en", "2025-03-10"),
        ("en", "2025-03-14"),
        ("en", "14.3.2015"),
        ("en", "14. 3. 2015"),
        ("en", "14 March 2022"),
        ("en", "14 March 22"),
        ("en", "end of May 20"),
        ("en", "May 14"),
        ("en-US", "11/25/2022"),
        ("ja", "2025年3月20日"),
        ("ja", "三月二十日"),
        ("ja", "2026/11/1 2"),
    ] {
        assert_eq!(at(phrase, language), Err(TimeRefusal::NotATime), "{phrase}");
    }
}

#[test]
fn what_can_be_two_days_with_a_time_is_refused_with_both() {
    for (language, phrase, first, second) in [
        ("de", "14.12 10.01", date(2026, 12, 14), date(2027, 1, 10)),
        // The night that begins on a day, or the one in which the day begins.
        (
            "ja",
            "11月26日の夜1時",
            date(2026, 11, 26),
            date(2026, 11, 27),
        ),
        ("ja", "明日の夜12時", date(2026, 11, 26), date(2026, 11, 27)),
        (
            "en",
            "tomorrow at midnight",
            date(2026, 11, 26),
            date(2026, 11, 27),
        ),
    ] {
        let readings = vec![first, second];
        let refusal = TimeRefusal::Date(DateRefusal::Ambiguous { readings });
        assert_eq!(at(phrase, language), Err(refusal), "{phrase}");
    }
}

/// The day as each of these languages writes it, with numbers and with words.
fn written_days(day: Date) -> Vec<(&'static str, String)> {
    let (year, month, number) = (day.year(), day.month(), day.day());
    let name = day.strftime("%B").to_string();
    let short = day.strftime("%b").to_string();
    vec![
        ("en", day.to_string()),
        ("en", format!("{year}/{month}/{number}")),
        ("en", format!("{year}{month:02}{number:02}")),
        ("en-US", format!("{month}/{number}/{year}")),
        ("en-GB", format!("{number}/{month}/{year}")),
        ("de", format!("{number}.{month}.{year}")),
        ("de", format!("{number:02}.{month:02}.{year}")),
        ("en", format!("{number} {name} {year}")),
        ("en", format!("{short} {number}, {year}")),
        (
            "en",
            format!("{}, {number} {name} {year}", day.strftime("%A")),
        ),
        ("ja", format!("{year}年{month}月{number}日")),
        ("ja", format!("{year}/{month}/{number}")),
    ]
}

/// The time in every way that says which half of the day is meant.
fn written_times(hour: i8, minute: i8) -> Vec<String> {
    let (half, word) = if hour < 12 {
        ("am", "午前")
    } else {
        ("pm", "午後")
    };
    let twelve = if hour % 12 == 0 { 12 } else { hour % 12 };
    let mut all = vec![
        format!("{hour}:{minute:02}"),
        format!("{hour:02}:{minute:02}"),
        format!("{hour:02}:{minute:02}:00"),
        format!("{hour}.{minute:02}"),
        format!("{twelve}:{minute:02} {half}"),
        format!("{twelve}:{minute:02}{half}"),
        format!("{word}{}時{minute}分", hour % 12),
    ];
    if minute == 0 {
        all.push(format!("{twelve}{half}"));
        all.push(format!("{word}{}時", hour % 12));
    }
    if minute == 30 {
        all.push(format!("{word}{}時半", hour % 12));
    }
    if hour > 12 {
        all.push(format!("{hour}時{minute}分"));
    }
    all
}

#[test]
fn midnight_before_a_day_whose_month_is_called_the_same_in_german_is_midnight() {
    for (phrase, language, expected) in [
        ("12:00 am 1 April 1950", "en", (1950, 4, 1, 0)),
        ("12:00 am 12 September 2027", "en", (2027, 9, 12, 0)),
        ("12:00 pm 1 August 2027", "en", (2027, 8, 1, 12)),
        ("14:00 am 1. April 2027", "de", (2027, 4, 1, 14)),
    ] {
        let (year, month, day, hour) = expected;
        let expected = date(year, month, day).at(hour, 0, 0, 0);
        assert_eq!(at(phrase, language), Ok(expected), "{phrase}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// Days and times of one and of two digits, in every form, joined in every way.
    #[test]
    fn a_day_and_a_time_are_read_as_that_day_and_that_time(
        year in 1950_i16..2090, month in 1_i8..=12, number in 1_i8..=31,
        hour in 0_i8..24, minute in prop_oneof![Just(0_i8), Just(30), 0_i8..60],
    ) {
        let day = date(year, month, 1).last_of_month();
        let day = date(year, month, number.min(day.day()));
        let expected = Ok(day.at(hour, minute, 0, 0));
        for (language, day) in written_days(day) {
            prop_assert_eq!(at(&day, language), Err(TimeRefusal::NotATime), "{}", day);
            for time in written_times(hour, minute) {
                for joint in [" ", ", ", "  ", " at ", "、"] {
                    let phrase = format!("{day}{joint}{time}");
                    prop_assert_eq!(at(&phrase, language), expected.clone(), "{}", phrase);
                }
                let phrase = format!("{time} {day}");
                prop_assert_eq!(at(&phrase, language), expected.clone(), "{}", phrase);
                if day.ends_with('日') {
                    for joint in ["", "の"] {
                        let phrase = format!("{day}{joint}{time}");
                        prop_assert_eq!(at(&phrase, language), expected.clone(), "{}", phrase);
                    }
                }
            }
        }
    }
}

//! What holds for phrases on whichever day they are said, counted by a calendar that only knows
//! how long months are.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use jiff::civil::{Date, Weekday, date};
use kikitori_form::dates::{
    DateContext, DateRefusal, TimeRefusal, iso, resolve_date, resolve_date_time,
};
use proptest::prelude::*;

const ENGLISH: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];
const JAPANESE: [&str; 7] = ["月", "火", "水", "木", "金", "土", "日"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

type Day = (i32, u32, u32);

fn length(year: i32, month: u32) -> u32 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn walk((mut year, mut month, mut day): Day, days: i32) -> Day {
    for _ in 0..days.abs() {
        if days > 0 {
            day += 1;
            if day > length(year, month) {
                (month, day) = (month + 1, 1);
            }
            if month > 12 {
                (year, month) = (year + 1, 1);
            }
        } else {
            day -= 1;
            if day == 0 {
                month -= 1;
                if month == 0 {
                    (year, month) = (year - 1, 12);
                }
                day = length(year, month);
            }
        }
    }
    (year, month, day)
}

/// From 0 for Monday: 1 January 1900 was one.
fn weekday((year, month, day): Day) -> i32 {
    let years: u32 = (1900..year).map(|year| 337 + length(year, 2)).sum();
    let months: u32 = (1..month).map(|month| length(year, month)).sum();
    i32::try_from((years + months + day - 1) % 7).unwrap()
}

fn months_later((year, month, day): Day, months: i32) -> Day {
    let all = year * 12 + i32::try_from(month).unwrap() - 1 + months;
    let (year, month) = (
        all.div_euclid(12),
        u32::try_from(all.rem_euclid(12)).unwrap() + 1,
    );
    (year, month, day.min(length(year, month)))
}

fn text((year, month, day): Day) -> String {
    format!("{year:04}-{month:02}-{day:02}")
}

fn civil((year, month, day): Day) -> Date {
    date(
        year.try_into().unwrap(),
        month.try_into().unwrap(),
        day.try_into().unwrap(),
    )
}

fn read(phrase: &str, today: Day) -> Result<String, DateRefusal> {
    let language = if phrase.is_ascii() { "en" } else { "ja" };
    resolve_date(phrase, &DateContext::new(civil(today), language)).map(iso)
}

/// Any day; one in three at an end of a month or year, or around a leap day.
fn any_day() -> impl Strategy<Value = Day> {
    let day = (1950..2090_i32, 1..=12_u32, 1..=31_u32)
        .prop_map(|(year, month, day)| (year, month, day.min(length(year, month))));
    let end = (1950..2090_i32, 1..=12_u32, -1..=1_i32)
        .prop_map(|(year, month, off)| walk((year, month, length(year, month)), off));
    let year_end = (1950..2090_i32, -2..=2_i32).prop_map(|(year, off)| walk((year, 12, 31), off));
    let leap =
        (0..30_i32, -2..=2_i32).prop_map(|(quarter, off)| walk((1952 + 4 * quarter, 2, 29), off));
    prop_oneof![3 => day, 1 => end, 1 => year_end, 1 => leap]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn days_and_weeks_are_counted(today in any_day(), count in 0..500_i32) {
        for (phrase, days) in [
            (format!("in {count} days"), count),
            (format!("{count} days ago"), -count),
            (format!("{count}日後"), count),
            (format!("{count}日前"), -count),
            (format!("in {} weeks", count / 7), count / 7 * 7),
            (format!("{} weeks ago", count / 7), -(count / 7 * 7)),
            (format!("{}週間後", count / 7), count / 7 * 7),
            (format!("{}週間前", count / 7), -(count / 7 * 7)),
            ("tomorrow".into(), 1),
            ("明後日".into(), 2),
            ("day before yesterday".into(), -2),
            ("昨日".into(), -1),
        ] {
            prop_assert_eq!(read(&phrase, today), Ok(text(walk(today, days))), "{}", phrase);
        }
    }

    #[test]
    fn months_and_years_keep_the_day_or_end_the_month(today in any_day(), count in 0..40_i32) {
        for (phrase, months) in [
            (format!("in {count} months"), count),
            (format!("{count} months ago"), -count),
            (format!("{count}ヶ月後"), count),
            (format!("{count}か月前"), -count),
            (format!("in {count} years"), count * 12),
            (format!("{count}年前"), -count * 12),
        ] {
            prop_assert_eq!(read(&phrase, today), Ok(text(months_later(today, months))), "{}", phrase);
        }
    }

    #[test]
    fn a_month_ends_on_its_last_day(today in any_day()) {
        for (phrase, months) in [
            ("end of month", 0),
            ("end of next month", 1),
            ("the last day of last month", -1),
            ("月末", 0),
            ("来月末", 1),
            ("再来月の末日", 2),
            ("先月末", -1),
        ] {
            let (year, month, _) = months_later((today.0, today.1, 1), months);
            prop_assert_eq!(read(phrase, today), Ok(text((year, month, length(year, month)))), "{}", phrase);
        }
        prop_assert_eq!(read("end of the year", today), Ok(text((today.0, 12, 31))));
    }

    #[test]
    fn a_day_of_another_month_is_there_or_refused(today in any_day(), day in 1..=31_u32) {
        for (phrase, months) in [
            (format!("last month's {day}th"), -1),
            (format!("the {day}th of next month"), 1),
            (format!("先月の{day}日"), -1),
            (format!("来月{day}日"), 1),
        ] {
            let (year, month, _) = months_later((today.0, today.1, 1), months);
            match day <= length(year, month) {
                true => prop_assert_eq!(read(&phrase, today), Ok(text((year, month, day))), "{}", phrase),
                false => prop_assert!(read(&phrase, today).is_err(), "{}", phrase),
            }
        }
    }

    #[test]
    fn weekdays_lie_in_the_week_that_was_said(today in any_day(), day in 0..7_i32) {
        let at = usize::try_from(day).unwrap();
        let (english, japanese) = (ENGLISH[at], JAPANESE[at]);
        let monday = walk(today, -weekday(today));
        for (phrase, weeks) in [
            (format!("next {english}"), 1),
            (format!("this {english}"), 0),
            (format!("{english} next week"), 1),
            (format!("last week's {english}"), -1),
            (format!("来週の{japanese}曜"), 1),
            (format!("再来週の{japanese}曜日"), 2),
            (format!("先週{japanese}曜日"), -1),
        ] {
            let ending = walk(monday, weeks * 7 + day);
            let expected = match weekday(today) == 6 && day != 6 {
                // On a Sunday this week ends for some and begins for others.
                true => Err(DateRefusal::Ambiguous {
                    readings: vec![civil(ending), civil(walk(ending, 7))],
                }),
                false => Ok(text(ending)),
            };
            prop_assert_eq!(read(&phrase, today), expected, "{}", phrase);
        }
        let ahead = (1..=7).find(|days| weekday(walk(today, *days)) == day).unwrap();
        let back = (1..=7).find(|days| weekday(walk(today, -*days)) == day).unwrap();
        for (phrase, days) in [
            (format!("the coming {english}"), ahead),
            (format!("今度の{japanese}曜"), ahead),
            (format!("last {english}"), -back),
            (format!("この前の{japanese}曜日"), -back),
        ] {
            prop_assert_eq!(read(&phrase, today), Ok(text(walk(today, days))), "{}", phrase);
        }
    }

    #[test]
    fn the_nth_weekday_of_a_month_is_counted_from_its_first_day(
        today in any_day(), day in 0..7_i32, nth in 1..=5_u32, months in -2..=2_i32,
    ) {
        let at = usize::try_from(day).unwrap();
        let (english, japanese) = (ENGLISH[at], JAPANESE[at]);
        let (year, month, _) = months_later((today.0, today.1, 1), months);
        let ordinal = ["first", "second", "third", "fourth", "fifth"][usize::try_from(nth).unwrap() - 1];
        let name = MONTHS[usize::try_from(month).unwrap() - 1];
        let all: Vec<Day> = (1..=length(year, month))
            .map(|number| (year, month, number))
            .filter(|it| weekday(*it) == day)
            .collect();
        let expected = match all.get(usize::try_from(nth).unwrap() - 1) {
            Some(found) => Ok(text(*found)),
            None => Err(DateRefusal::NoSuchDay),
        };
        let said = ["先々月", "先月", "今月", "来月", "再来月"][usize::try_from(months + 2).unwrap()];
        for phrase in [
            format!("the {ordinal} {english} in {name} {year}"),
            format!("{said}の第{nth}{japanese}曜"),
            format!("{said}第{nth}{japanese}曜日"),
            format!("{year}年{month}月の第{nth}{japanese}曜日"),
        ] {
            prop_assert_eq!(read(&phrase, today), expected.clone(), "{}", phrase);
        }
        for phrase in [
            format!("the last {english} of {name} {year}"),
            format!("{said}の最後の{japanese}曜日"),
        ] {
            prop_assert_eq!(read(&phrase, today), Ok(text(*all.last().unwrap())), "{}", phrase);
        }
    }

    #[test]
    fn a_written_day_is_that_day_whenever_it_is_read(today in any_day(), day in any_day()) {
        let (year, month, number) = day;
        let name = MONTHS[usize::try_from(month).unwrap() - 1];
        let at = usize::try_from(weekday(day)).unwrap();
        let reiwa = format!("令和{}年{month}月{number}日", year - 2018);
        for phrase in [
            text(day),
            format!("{year}/{month}/{number}"),
            format!("{number} {name} {year}"),
            format!("{name} {number}, {year}"),
            format!("{}, {number} {name} {year}", ENGLISH[at]),
            format!("{year}年{month}月{number}日"),
            format!("{year}年{month}月{number}日({})", JAPANESE[at]),
            format!("{year}年{month}月{number}日 {}曜日", JAPANESE[at]),
        ] {
            prop_assert_eq!(read(&phrase, today), Ok(text(day)), "{}", phrase);
        }
        if day >= (2019, 5, 1) {
            prop_assert_eq!(read(&reiwa, today), Ok(text(day)));
        }
    }

    #[test]
    fn another_weekday_is_refused_with_both_days(day in any_day(), off in 1..7_i32) {
        let said = (weekday(day) + off).rem_euclid(7);
        let at = usize::try_from(said).unwrap();
        let (year, month, number) = day;
        for phrase in [
            format!("{} {}", ENGLISH[at], text(day)),
            format!("{year}年{month}月{number}日（{}）", JAPANESE[at]),
        ] {
            let context = DateContext::new(civil(day), "ja");
            match resolve_date(&phrase, &context) {
                Err(DateRefusal::WeekdayDiffers { date, said: told, nearest }) => {
                    prop_assert_eq!(date, civil(day));
                    prop_assert_eq!(i32::from(told.to_monday_zero_offset()), said);
                    prop_assert_eq!(nearest.weekday(), told);
                    prop_assert!((-3..=3).any(|days| civil(walk(day, days)) == nearest));
                }
                other => prop_assert!(false, "{}: {:?}", phrase, other),
            }
        }
    }

    #[test]
    fn a_day_without_its_year_lies_where_it_makes_sense(today in any_day(), day in any_day()) {
        let (_, month, number) = day;
        let name = MONTHS[usize::try_from(month).unwrap() - 1];
        let today = civil(today);
        for phrase in [format!("{number} {name}"), format!("{month}月{number}日")] {
            let past = DateContext { latest: Some(today), ..DateContext::new(today, "en") };
            let ahead = DateContext { earliest: Some(today), ..DateContext::new(today, "en") };
            let before = resolve_date(&phrase, &past).unwrap();
            let after = resolve_date(&phrase, &ahead).unwrap();
            prop_assert!(before <= today && today <= after, "{}", phrase);
            for found in [before, after] {
                prop_assert_eq!((found.month(), found.day()), (civil(day).month(), civil(day).day()));
            }
        }
    }

    #[test]
    fn which_number_is_the_day_is_guessed_by_nobody(today in any_day(), first in 1..=12_u32, second in 1..=12_u32) {
        let phrase = format!("{first}/{second}/2025");
        let found = read(&phrase, today);
        match first == second {
            true => prop_assert_eq!(found, Ok(text((2025, first, second)))),
            false => prop_assert_eq!(found, Err(DateRefusal::Ambiguous {
                readings: vec![civil((2025, second, first)), civil((2025, first, second))],
            })),
        }
    }

    /// Clocks skip an hour in spring and show one twice in autumn, each zone on its own days: what
    /// a clock shows is taken as it is written, for every day and minute.
    #[test]
    fn a_local_time_is_taken_as_it_is_written(today in any_day(), day in any_day(), hour in 0..24_i8, minute in 0..60_i8) {
        let context = DateContext::new(civil(today), "en");
        let (year, month, number) = day;
        let expected = civil(day).at(hour, minute, 0, 0);
        for phrase in [
            format!("{}T{hour:02}:{minute:02}", text(day)),
            format!("{} at {hour}:{minute:02}", text(day)),
            format!("{year}年{month}月{number}日 {hour}:{minute:02}"),
        ] {
            prop_assert_eq!(resolve_date_time(&phrase, &context), Ok(expected), "{}", phrase);
        }
    }

    #[test]
    fn whatever_is_said_is_a_day_or_refused(
        today in any_day(),
        words in prop::collection::vec(prop::sample::select(vec![
            "the", "in", "3", "0", "99999999", "weeks", "days", "ago", "from", "before", "next",
            "last", "this", "friday", "month", "year", "14th", "March", "2025", "25", "end", "of",
            "day", "after", "tomorrow", "03/04", "3/4/25", "2025-02-30", "来週", "先月", "の", "金曜",
            "十", "日", "月", "年", "令和", "元", "後", "前", "末", "(金)", "-", "/", "at", "2pm", "午後",
        ]), 0..7),
        any in ".{0,90}",
    ) {
        for phrase in [words.join(" "), words.concat(), any] {
            let context = DateContext::new(civil(today), "en");
            let date_time = resolve_date_time(&phrase, &context);
            // What says a day, or one that there is not, says no time as well.
            if resolve_date(&phrase, &context) != Err(DateRefusal::NotADate) {
                prop_assert_eq!(date_time, Err(TimeRefusal::NotATime), "{}", phrase);
            }
        }
    }
}

#[test]
fn the_calendar_that_counts_agrees_with_known_days() {
    assert_eq!(weekday((2026, 11, 25)), 2);
    assert_eq!(civil((2024, 2, 29)).weekday(), Weekday::Thursday);
    assert_eq!(walk((2024, 2, 28), 2), (2024, 3, 1));
    assert_eq!(walk((2025, 1, 1), -1), (2024, 12, 31));
}

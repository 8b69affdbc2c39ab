//! A day that somebody names is meant where they are: by the clock of their zone, also on nights on
//! which it is changed, and where it is another day than in London.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp, ToSpan, Zoned};
use kikitori_interview::{Interview, Limits, PageContext, Ports, TimeZone, parse_form};
use kikitori_ports::Clock;
use kikitori_store::MemoryStore;
use proptest::prelude::*;
use support::*;

const FORM: &str = r#"{"id": "visit", "title": {"en": "Visit", "ja": "訪問"}, "fields": [
    {"id": "day", "label": {"en": "Day", "ja": "日"}, "required": true, "answer": {"type": "date"}}]}"#;

/// Zones with their rules as POSIX writes them: whole hours and others, with and without daylight
/// saving, by half an hour and by two, and such in which a clock is changed at midnight.
const ZONES: [(&str, &str); 14] = [
    ("America/New_York", "EST5EDT,M3.2.0,M11.1.0"),
    ("America/St_Johns", "NST3:30NDT,M3.2.0,M11.1.0"),
    ("America/Santiago", "<-04>4<-03>,M9.1.6/24,M4.1.6/24"),
    ("Antarctica/Troll", "<+00>0<+02>-2,M3.5.0/1,M10.5.0/3"),
    ("Africa/Cairo", "EET-2EEST,M4.5.5/0,M10.5.4/24"),
    ("Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3"),
    ("Asia/Kathmandu", "<+0545>-5:45"),
    ("Asia/Tokyo", "JST-9"),
    (
        "Australia/Lord_Howe",
        "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
    ),
    ("Pacific/Auckland", "NZST-12NZDT,M9.5.0,M4.1.0/3"),
    (
        "Pacific/Chatham",
        "<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45",
    ),
    ("Pacific/Apia", "<+13>-13"),
    ("Pacific/Kiritimati", "<+14>-14"),
    ("Pacific/Pago_Pago", "SST11"),
];

fn rules(zone: &str) -> jiff::tz::TimeZone {
    let (_, rules) = ZONES.iter().find(|(name, _)| *name == zone).unwrap();
    jiff::tz::TimeZone::posix(rules).unwrap()
}

fn clock(zone: &str, at_ms: u64) -> Zoned {
    let at = Timestamp::from_millisecond(i64::try_from(at_ms).unwrap()).unwrap();
    at.to_zoned(rules(zone))
}

const PLATFORM: Clocks = Clocks {
    of_country: |_| &[],
    say: |zone, at_ms| {
        let clock = clock(zone, at_ms);
        clock.strftime("%A %Y-%m-%dT%H:%M:%S%:z").to_string()
    },
};

/// It is always the same moment.
struct At(Cell<u64>);

impl Clock for At {
    fn now_ms(&self) -> u64 {
        self.0.get()
    }
}

/// The day that is recorded for these words, said at this moment in this zone.
fn recorded_day(zone: &str, at_ms: u64, language: &str, said: &str) -> Option<String> {
    let ports = Ports {
        locale: Rc::new(PLATFORM),
        clock: Rc::new(At(Cell::new(at_ms))),
        ..ports(scripted(), Rc::new(MemoryStore::new()))
    };
    let page = PageContext {
        languages: vec![language.to_owned()],
        time_zone: TimeZone::new(zone),
        local_time: None,
    };
    let form = parse_form(FORM).unwrap();
    let started = Interview::start(form, page.clone(), ports, Limits::default());
    let mut interview = block_on(started).unwrap();
    block_on(async {
        interview.advance().await.unwrap();
        assert_eq!(interview.orchestrator().state().language(), language);
        interview.answer(said, page).await.unwrap();
        interview.advance().await.unwrap();
    });
    value_of(&interview, "day")
}

/// Phrases of both languages, and the day that each means.
fn phrases(today: Date) -> Vec<(&'static str, &'static str, Date)> {
    let month_ago = today.first_of_month().yesterday().unwrap();
    let next_month = today.last_of_month().tomorrow().unwrap();
    vec![
        ("en", "today", today),
        ("en", "tomorrow", today.tomorrow().unwrap()),
        ("en", "yesterday", today.yesterday().unwrap()),
        ("en", "3 days ago", today - 3.days()),
        ("en", "the last day of this month", today.last_of_month()),
        ("en", "the last day of last month", month_ago),
        ("ja", "今日", today),
        ("ja", "明日", today.tomorrow().unwrap()),
        ("ja", "昨日", today.yesterday().unwrap()),
        ("ja", "明後日", today + 2.days()),
        ("ja", "月末", today.last_of_month()),
        ("ja", "先月末", month_ago),
        ("ja", "来月末", next_month.last_of_month()),
    ]
}

/// Any zone and a moment: one in two within a day of a change of its clock, where it has any, and
/// one in four about the end of a month.
fn moments() -> impl Strategy<Value = (&'static str, u64)> {
    // From 2020 to 2039, in minutes.
    let minute = 26_297_280_i64..36_816_480;
    let near = -26 * 60..26 * 60_i64;
    (0..ZONES.len(), minute, 0..4_u8, near).prop_map(|(zone, minute, kind, near)| {
        let (zone, _) = ZONES[zone];
        let at = Timestamp::from_second(minute * 60).unwrap();
        let rules = rules(zone);
        let at = match kind {
            0 | 1 => {
                let change = rules.following(at).next().map(|it| it.timestamp());
                change.unwrap_or(at) + SignedDuration::from_mins(near)
            }
            2 => {
                let end = at.to_zoned(rules).last_of_month().unwrap();
                end.timestamp() + SignedDuration::from_mins(near)
            }
            _ => at,
        };
        (zone, u64::try_from(at.as_millisecond()).unwrap())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_day_is_that_of_the_clock_where_they_are((zone, at_ms) in moments()) {
        let today = clock(zone, at_ms).date();
        for (language, said, expected) in phrases(today) {
            let found = recorded_day(zone, at_ms, language, said);
            prop_assert_eq!(
                found,
                Some(expected.to_string()),
                "{} at {}", said, clock(zone, at_ms)
            );
        }
    }
}

#[test]
fn it_is_three_days_at_once_on_earth() {
    // 10:30 in Greenwich on 30 November 2026.
    let at_ms = 1_796_034_600_000;
    for (zone, today) in [
        ("Pacific/Pago_Pago", "2026-11-29"),
        ("Europe/Berlin", "2026-11-30"),
        ("Pacific/Kiritimati", "2026-12-01"),
    ] {
        let found = recorded_day(zone, at_ms, "en", "today");
        assert_eq!(found.as_deref(), Some(today), "{zone}");
    }
}

#[test]
fn a_night_on_which_the_clock_is_changed_has_its_own_day() {
    // A quarter of an hour before and after each change in 2026.
    for (zone, _) in ZONES {
        let begin = Timestamp::from_second(1_767_225_600).unwrap();
        let changes: Vec<_> = rules(zone)
            .following(begin)
            .take(2)
            .map(|it| it.timestamp())
            .collect();
        for change in changes {
            for minutes in [-15, 15] {
                let at = change + SignedDuration::from_mins(minutes);
                let at_ms = u64::try_from(at.as_millisecond()).unwrap();
                let today = clock(zone, at_ms).date();
                let yesterday = today.yesterday().unwrap();
                let found = recorded_day(zone, at_ms, "ja", "昨日");
                assert_eq!(found, Some(yesterday.to_string()), "{zone} {at}");
            }
        }
    }
}

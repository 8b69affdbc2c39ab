//! Days and times of which a part stands in the question, or was told before.
#![allow(clippy::unwrap_used)]

use jiff::civil::date;
use kikitori_form::values::{Told, Value, told_by_clock};

use crate::told_by_clock::{answer, context};

#[test]
fn a_month_before_the_words_of_a_time_is_of_the_day_that_was_told_before() {
    let told = Told {
        words: "yep december, ten past four",
        asked: "Is that 14 December, and at what time?",
        before: "on the 14th some time after school",
        recorded: None,
    };
    for (value, expected) in [("2026-12-14T16:10", true), ("2026-12-14T16:20", false)] {
        let found = told_by_clock(&answer("dateTime"), told, Some(value), &context("en"));
        assert_eq!(found.is_ok(), expected, "{value}");
    }
}

#[test]
fn a_half_of_the_day_completes_the_time_that_the_question_names() {
    let asked = "Thank you, I took down your checklist. Is half past nine on the 9th of March in the \
        morning or in the evening?";
    for (kind, words, value, expected) in [
        (
            "dateTime",
            "In the evening",
            "2027-03-09T21:30",
            Some("2027-03-09T21:30"),
        ),
        (
            "dateTime",
            "In the evening",
            "9 March 2027 at half past nine in the evening",
            Some("2027-03-09T21:30"),
        ),
        (
            "dateTime",
            "In the morning",
            "2027-03-09T09:30",
            Some("2027-03-09T09:30"),
        ),
        (
            "dateTime",
            "in the morning, of course",
            "2027-03-09T21:30",
            None,
        ),
        ("dateTime", "In the evening", "2027-03-10T21:30", None),
        ("dateTime", "In the evening", "2027-03-09T20:30", None),
        ("time", "evening", "21:30", Some("21:30")),
        ("time", "pm", "21:30", Some("21:30")),
        ("time", "pm", "09:30", None),
        // A night has hours on both sides of midnight, where it is no answer to such a question.
        (
            "dateTime",
            "late in the night, around one",
            "2027-03-10T01:00",
            None,
        ),
    ] {
        let told = Told {
            words,
            asked,
            before: "",
            recorded: None,
        };
        let found = told_by_clock(&answer(kind), told, Some(value), &context("en"));
        let found = found.ok().map(|(checked, _)| checked.value.to_string());
        assert_eq!(found.as_deref(), expected, "{words}: {value}");
    }
    // A night has hours on both sides of midnight where no question names one.
    for value in ["01:00", "23:00"] {
        let told = Told {
            words: "in the night",
            asked: "When did it begin?",
            before: "",
            recorded: None,
        };
        let found = told_by_clock(&answer("time"), told, Some(value), &context("en"));
        assert!(found.is_ok(), "{value}");
    }
    let asked = "3月9日の9時半は、午前ですか、午後ですか。";
    for (words, value, is_taken) in [
        ("午後です", "2027-03-09T21:30", true),
        ("夜", "2027-03-09T21:30", true),
        ("午前", "2027-03-09T21:30", false),
    ] {
        let told = Told {
            words,
            asked,
            before: "",
            recorded: None,
        };
        let found = told_by_clock(&answer("dateTime"), told, Some(value), &context("ja"));
        assert_eq!(found.is_ok(), is_taken, "{words}: {value}");
    }
}

#[test]
fn a_day_that_was_told_or_asked_with_goes_with_the_time_that_is_told_then() {
    const BEFORE: &str = "来週の土曜の昼すぎに受け取りたいです";
    for (language, before, asked, words, value, is_taken) in [
        (
            "ja",
            BEFORE,
            "何時ごろですか。",
            "一時半で",
            "2026-12-05T13:30",
            true,
        ),
        (
            "ja",
            BEFORE,
            "何時ごろですか。",
            "一時半で",
            "2026-12-06T13:30",
            false,
        ),
        (
            "ja",
            BEFORE,
            "何時ごろですか。",
            "一時半で",
            "2026-12-05T14:30",
            false,
        ),
        (
            "ja",
            "",
            "来週の土曜の何時ごろですか。",
            "一時半で",
            "2026-12-05T13:30",
            true,
        ),
        (
            "ja",
            "",
            "何時ごろですか。",
            "一時半で",
            "2026-12-05T13:30",
            false,
        ),
        (
            "en",
            "some time on 3 December",
            "At what time?",
            "half past two in the afternoon",
            "2026-12-03T14:30",
            true,
        ),
        (
            "en",
            "around half past two in the afternoon",
            "On which day?",
            "on 3 December",
            "2026-12-03T14:30",
            true,
        ),
        // Who says another day says that.
        (
            "en",
            "some time on 3 December",
            "At what time?",
            "rather on 4 December at two in the afternoon",
            "2026-12-03T14:00",
            false,
        ),
    ] {
        let told = Told {
            words,
            asked,
            before,
            recorded: None,
        };
        let found = told_by_clock(&answer("dateTime"), told, Some(value), &context(language));
        assert_eq!(found.is_ok(), is_taken, "{words}: {value}: {found:?}");
    }
}

#[test]
fn a_time_is_told_by_how_much_later_or_earlier_it_is() {
    let asked =
        "A week on Thursday, the 10th of December: is that quarter past two in the afternoon?";
    let before = "a week on Thursday, quarter past two";
    for (words, value, is_taken) in [
        (
            "In the afternoon aye, but make it one hour later than I said, I've the chiropodist first",
            "2026-12-10T15:15",
            true,
        ),
        (
            "make it half an hour earlier please",
            "2026-12-10T13:45",
            true,
        ),
        (
            "forty-five minutes later would be better",
            "2026-12-10T15:00",
            true,
        ),
        (
            "make it one hour later than I said",
            "2026-12-10T16:15",
            false,
        ),
        (
            "make it one hour later than I said",
            "2026-12-10T13:15",
            false,
        ),
        (
            "make it one hour later than I said",
            "2026-12-11T15:15",
            false,
        ),
    ] {
        let told = Told {
            words,
            asked,
            before,
            recorded: None,
        };
        let found = told_by_clock(&answer("dateTime"), told, Some(value), &context("en"));
        assert_eq!(found.is_ok(), is_taken, "{words}: {found:?}");
    }
    // Than what is recorded, too.
    let recorded = Value::DateTime(date(2026, 12, 10).at(14, 15, 0, 0));
    for (value, is_taken) in [("2026-12-10T15:15", true), ("2026-12-10T16:15", false)] {
        let told = Told {
            words: "one hour later than I said, please",
            asked: "",
            before: "",
            recorded: Some(&recorded),
        };
        let found = told_by_clock(&answer("dateTime"), told, Some(value), &context("en"));
        assert_eq!(found.is_ok(), is_taken, "{value}: {found:?}");
    }
}

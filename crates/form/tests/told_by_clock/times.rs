//! Times in words that code reads, and those that correct others.

use super::taken;

#[test]
fn times_are_taken_where_the_words_say_them_and_a_correction_keeps_what_it_does_not_change() {
    let recorded = Some("2026-11-28T10:00");
    for (language, words, value, recorded, expected) in [
        (
            "en",
            "my son is home on Saturday from ten for three hours",
            "2026-11-28T10:00",
            None,
            Some("2026-11-28T10:00 medium"),
        ),
        (
            "pl",
            "w przyszły wtorek o ósmej rano",
            "2026-12-01T08:00",
            None,
            Some("2026-12-01T08:00 low"),
        ),
        (
            "pl",
            "w czwartek o 17",
            "2026-11-26T17:00",
            None,
            Some("2026-11-26T17:00 low"),
        ),
        (
            "pl",
            "26 listopada o 18:00, na godzinę",
            "2026-11-26T18:00",
            None,
            Some("2026-11-26T18:00 medium"),
        ),
        (
            "pl",
            "26 listopada o 18:00, na godzinę",
            "2026-11-26T19:00",
            None,
            None,
        ),
        (
            "es",
            "jueves 26/11/2026 a las 18:00",
            "jueves 26/11/2026 a las 18:00",
            None,
            Some("2026-11-26T18:00 medium"),
        ),
        (
            "es",
            "jueves 26/11 a las 18:00, una hora y media",
            "2026-11-26T18:00",
            None,
            Some("2026-11-26T18:00 medium"),
        ),
        (
            "es",
            "el jueves a las seis",
            "2026-11-26T18:00",
            None,
            Some("2026-11-26T18:00 low"),
        ),
        (
            "fr",
            "jeudi à 18h30",
            "2026-11-26T18:30",
            None,
            Some("2026-11-26T18:30 low"),
        ),
        ("fr", "jeudi à 18h30", "2026-11-26T17:30", None, None),
        ("en", "on Saturday", "2026-11-28T10:00", None, None),
        (
            "en",
            "the first visit is at eleven, not at ten",
            "at eleven",
            recorded,
            Some("2026-11-28T11:00 medium"),
        ),
        (
            "en",
            "the first visit is at eleven, not at ten",
            "11:00",
            recorded,
            Some("2026-11-28T11:00 medium"),
        ),
        (
            "en",
            "the first visit is at eleven, not at ten",
            "2026-11-28T11:00",
            recorded,
            Some("2026-11-28T11:00 medium"),
        ),
        (
            "en",
            "the first visit is at eleven, not at ten",
            "28 November 2026 at eleven",
            recorded,
            Some("2026-11-28T11:00 medium"),
        ),
        (
            "en",
            "the first visit is at one, not at ten",
            "at one",
            recorded,
            Some("2026-11-28T13:00 medium"),
        ),
        (
            "en",
            "it is on Sunday the 29th, not on Saturday",
            "29 November 2026",
            recorded,
            Some("2026-11-29T10:00 medium"),
        ),
        (
            "es",
            "La visita es a las once y no a las diez",
            "2026-11-28T11:00",
            recorded,
            Some("2026-11-28T11:00 low"),
        ),
    ] {
        let found = taken(language, "dateTime", words, Some(value), recorded);
        assert_eq!(found.as_deref(), expected, "{words}: {value}");
    }
    // What says neither is no correction.
    for value in ["a las seis", "some other time", "soon"] {
        let words = "La visita es a las seis y no a las cinco";
        let found = taken("es", "dateTime", words, Some(value), recorded);
        assert_eq!(found, None, "{value}");
    }
    for (language, words, value, expected) in [
        (
            "en",
            "about half past nine in the evening",
            "21:30",
            Some("21:30 medium"),
        ),
        ("es", "a las seis", "18:00", Some("18:00 low")),
        ("pl", "o wpół do dziewiątej", "08:30", Some("08:30 low")),
        ("es", "a las 6 de la tarde", "18:00", Some("18:00 medium")),
        ("en", "whenever", "18:00", None),
        ("en", "half eight", "08:30", Some("08:30 medium")),
        ("en", "half eight", "07:30", None),
        // Who speaks English may say one sentence in another language.
        (
            "en",
            "Huit heures et demie du matin",
            "08:30",
            Some("08:30 low"),
        ),
        ("en", "I bring it whenever you like", "08:30", None),
    ] {
        let found = taken(language, "time", words, Some(value), None);
        assert_eq!(found.as_deref(), expected, "{words}: {value}");
    }
}

#[test]
fn the_minutes_of_a_corrected_time_are_kept_whichever_half_of_the_day_is_meant() {
    for (words, value, recorded, expected) in [
        ("half past nine", None, "08:15", Some("09:30")),
        ("quarter to five", None, "16:00", Some("16:45")),
        ("half past nine", Some("09:30"), "08:15", Some("09:30")),
        // Another time than the words say.
        ("half past nine", Some("09:00"), "08:15", None),
    ] {
        let found = taken("en", "time", words, value, Some(recorded));
        let found = found.as_deref().and_then(|it| it.split(' ').next());
        assert_eq!(found, expected, "{words}: {value:?}");
    }
}

#[test]
fn minutes_alone_correct_a_time_that_is_near() {
    let recorded = Some("21:10");
    for (words, value, expected) in [
        (
            "it was quarter past, not ten past",
            "21:15",
            Some("21:15 medium"),
        ),
        ("no, twenty-five past", "21:25", Some("21:25 low")),
        ("it was ten to, not ten past", "20:50", Some("20:50 medium")),
        // Another hour is told by nothing.
        ("it was quarter past, not ten past", "18:15", None),
        ("it was quarter past, not ten past", "21:25", None),
    ] {
        let found = taken("en", "time", words, Some(value), recorded);
        assert_eq!(found.as_deref(), expected, "{words}: {value}");
    }
}

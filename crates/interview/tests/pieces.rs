//! What of a changed value is marked as new.

use kikitori_interview::{Piece, new_of_several, new_of_text};

/// The pieces, the new ones between brackets.
fn told(pieces: &[Piece<'_>]) -> String {
    let told = pieces.iter().map(|it| match it.is_new {
        true => format!("[{}]", it.text),
        false => it.text.to_owned(),
    });
    told.collect()
}

#[test]
fn of_several_things_those_are_new_that_were_not_there() {
    for (old, new, expected) in [
        (
            "Fruit, Rice",
            "Rice, Pasta, Vegan",
            "Rice, [Pasta], [Vegan]",
        ),
        ("Rice", "Rice, Pasta", "Rice, [Pasta]"),
        ("Rice, Pasta", "Rice", "Rice"),
        ("果物、米", "米、麺", "米、[麺]"),
        // The language is another one by now.
        ("Rice, Fruit", "Rice、Pasta", "Rice、[Pasta]"),
        ("أرز، فاكهة", "أرز، معكرونة", "أرز، [معكرونة]"),
    ] {
        assert_eq!(told(&new_of_several(old, new)), expected, "{old}");
    }
}

#[test]
fn of_a_long_text_that_is_mostly_as_it_was_the_changed_words_are_new() {
    for (old, new, expected) in [
        (
            "DE89 3704 0044 0532 0130 00",
            "DE89 3704 0044 0582 0130 00",
            "DE89 3704 0044 [0582] 0130 00",
        ),
        (
            "The tap in the kitchen drips.",
            "The tap in the kitchen drips at night.",
            "The tap in the kitchen drips[ at night].",
        ),
        (
            "東京都千代田区丸の内1丁目9番1号",
            "東京都千代田区丸の内1丁目9番3号",
            "東京都千代田区丸の内1丁目9番[3]号",
        ),
        // Seen at once, another altogether, or with nothing new in it.
        ("Ada Byron", "Ada King", "Ada King"),
        (
            "The kitchen is dark",
            "Nobody has come yet",
            "Nobody has come yet",
        ),
        (
            "It drips at night, loudly",
            "It drips at night",
            "It drips at night",
        ),
        (
            "It drips at night",
            "It drips at night",
            "It drips at night",
        ),
    ] {
        assert_eq!(told(&new_of_text(old, new)), expected, "{old}");
    }
}

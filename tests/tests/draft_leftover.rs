//! What a reopened page puts into its composer, case by case.

#[path = "../../web/interview/src/draft/leftover.rs"]
mod leftover;

use leftover::leftover;

#[test]
fn a_draft_loses_what_was_sent_of_it_and_nothing_else() {
    // The draft, answers given when it was typed, the last answer, answers given now, what is left.
    let cases = [
        ("half an", Some(0), None, 0, Some("half an")),
        ("half an", Some(2), Some("Japan"), 2, Some("half an")),
        ("Japan", Some(2), Some("Japan"), 2, Some("Japan")),
        ("Japan", Some(1), Some("Japan"), 2, None),
        ("Jap", Some(1), Some("Japan"), 2, None),
        (
            "Japan\nand more",
            Some(1),
            Some("Japan"),
            2,
            Some("and more"),
        ),
        ("Japan \n", Some(1), Some("Japan"), 2, None),
        (
            "A draft of old",
            Some(1),
            Some("Japan"),
            2,
            Some("A draft of old"),
        ),
        ("日本", Some(1), Some("日本です"), 2, None),
        ("Japan", None, Some("Japan"), 2, None),
        ("Jap", None, Some("Japan"), 2, Some("Jap")),
        (
            "Japan and more",
            None,
            Some("Japan"),
            2,
            Some("Japan and more"),
        ),
    ];
    for (draft, typed_after, last_answer, given, left) in cases {
        assert_eq!(
            leftover(draft.to_owned(), typed_after, last_answer, given).as_deref(),
            left,
            "{draft:?}, typed after {typed_after:?} answers, of now {given}"
        );
    }
}

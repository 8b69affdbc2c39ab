//! Texts with something filled in.

use crate::tag::is_japanese;

/// What no model reads, one beside the other as the language of a BCP 47 tag has it; none where that is
/// nothing.
pub fn private_named<'a>(
    language: &str,
    labels: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    let between = match is_japanese(language) {
        true => "、",
        false => ", ",
    };
    let mut labels = labels.into_iter();
    let mut named = labels.next()?.to_owned();
    for label in labels {
        named.push_str(between);
        named.push_str(label);
    }
    Some(named)
}

/// How many of so many fields are done, where there is little room.
pub fn done_of(is_japanese: bool, done: usize, fields: usize) -> String {
    match is_japanese {
        false => format!("{done} of {fields}"),
        true => format!("{done}／{fields}"),
    }
}

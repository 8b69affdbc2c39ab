//! Which thing a name means.

use super::texts::Texts;
use crate::execution::{
    AmbiguityDetected, ChoiceOption, MAX_OPTIONS, ServiceError, ServiceErrorKind, TaskOutcome,
};
use serde_json::{Map, json};

/// Whether two names are the same but for case.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    one.trim().eq_ignore_ascii_case(other.trim())
}

/// Whether a thing called `name` may be meant by `said`: `chicken` may mean `Chicken thighs`.
pub(super) fn may_mean(said: &str, name: &str) -> bool {
    let said = said.trim().to_ascii_lowercase();
    !said.is_empty() && name.to_ascii_lowercase().contains(&said)
}

/// Whether the letters of `said` stand in `name` in their order: in Japanese `鶏肉` may mean
/// `鶏もも肉`.
fn may_shorten(said: &str, name: &str) -> bool {
    let said = said.trim();
    let mut letters = name.chars();
    !said.is_empty()
        && said
            .chars()
            .all(|it| !it.is_ascii() && letters.any(|letter| letter == it))
}

/// The one thing that `said` means.
///
/// # Errors
/// A question when it may be several, a refusal when there is none.
pub(super) fn meant<'a, T>(
    said: &str,
    things: &'a [T],
    name: impl Fn(&T) -> &str,
    parameter: &str,
    texts: Texts,
) -> Result<&'a T, TaskOutcome> {
    if let Some(exact) = things.iter().find(|it| is_same(said, name(it))) {
        return Ok(exact);
    }
    let found = |means: fn(&str, &str) -> bool| -> Vec<&T> {
        things.iter().filter(|it| means(said, name(it))).collect()
    };
    let found = match found(may_mean) {
        none if none.is_empty() => found(may_shorten),
        some => some,
    };
    match &found[..] {
        [] => Err(TaskOutcome::Failed(ServiceError::new(
            ServiceErrorKind::Refused,
            texts.nothing_called(said),
        ))),
        [one] => Ok(one),
        several => {
            let option = |it: &&T| {
                let name = name(it);
                ChoiceOption {
                    id: name.to_owned(),
                    label: name.to_owned(),
                    parameters: Map::from_iter([(parameter.to_owned(), json!(name))]),
                }
            };
            Err(TaskOutcome::Ambiguous(AmbiguityDetected {
                question: texts.which(said),
                options: several.iter().take(MAX_OPTIONS).map(option).collect(),
            }))
        }
    }
}

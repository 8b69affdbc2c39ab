//! Which thing a name means.

use super::data::{Item, Unit};
use super::kinds::is_of_kind;
use super::texts::Texts;
use crate::execution::{
    AmbiguityDetected, ChoiceOption, MAX_OPTIONS, ServiceError, ServiceErrorKind, TaskOutcome,
};
use serde_json::{Map, json};

/// Whether two names are the same but for case.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    one.trim().eq_ignore_ascii_case(other.trim())
}

/// Whether a thing called `name` may be meant by `said`, which is a part of its name or the kind of
/// food that it is: `chicken` may mean `Chicken thighs`, `鶏肉` `鶏手羽先`.
pub(super) fn may_mean(said: &str, name: &str) -> bool {
    let part = said.trim().to_ascii_lowercase();
    !part.is_empty() && name.to_ascii_lowercase().contains(&part) || is_of_kind(said, name)
}

/// Whether the letters of `said` stand in `name` in their order: in Japanese `豚肩` may mean
/// `豚の肩ロース`.
fn may_shorten(said: &str, name: &str) -> bool {
    let said = said.trim();
    let mut letters = name.chars();
    !said.is_empty()
        && said
            .chars()
            .all(|it| !it.is_ascii() && letters.any(|letter| letter == it))
}

/// Names that the planner is told of one service, and how long each may be.
const MAX_NAMES: usize = 100;
const MAX_NAME_CHARS: usize = 60;

/// What the planner is told of names, so that a request in another language finds the things too.
pub(super) fn told<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut names = names.map(|name| {
        let name: String = name.chars().take(MAX_NAME_CHARS).collect();
        json!(name).to_string()
    });
    let told: Vec<String> = names.by_ref().take(MAX_NAMES).collect();
    let more = match names.count() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    match told.is_empty() {
        true => "(nothing)".to_owned(),
        false => format!("{}{more}", told.join(", ")),
    }
}

/// Questions list no more things than this.
const MAX_LISTED: usize = 5;

/// The things that `said` may mean: those of exactly this name, or else those whose name has it or
/// that are of this kind.
fn matching<'a, T>(said: &str, things: &'a [T], name: impl Fn(&T) -> &str) -> Vec<&'a T> {
    let found = |means: fn(&str, &str) -> bool| -> Vec<&T> {
        things.iter().filter(|it| means(said, name(it))).collect()
    };
    [is_same, may_mean, may_shorten]
        .into_iter()
        .map(found)
        .find(|found| !found.is_empty())
        .unwrap_or_default()
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
    // Things of exactly the same name cannot be told apart by it, and the first stands for all.
    match &matching(said, things, &name)[..] {
        [] => Err(refused(texts.nothing_called(said))),
        [one] => Ok(one),
        [first, ..] if is_same(said, name(first)) => Ok(first),
        several => {
            let options = several.iter().map(|it| {
                let name = name(it);
                option(name, name.to_owned(), [(parameter, json!(name))])
            });
            Err(which(said, options, texts))
        }
    }
}

/// The one thing of the very name `said`, for what cannot be looked at any more afterwards.
///
/// # Errors
/// A question when there are only things that may be meant, a refusal when there are none.
pub(super) fn named<'a, T>(
    said: &str,
    things: &'a [T],
    name: impl Fn(&T) -> &str,
    parameter: &str,
    texts: Texts,
) -> Result<&'a T, TaskOutcome> {
    let found = meant(said, things, &name, parameter, texts)?;
    let called = name(found);
    match is_same(said, called) {
        true => Ok(found),
        false => {
            let only = option(called, called.to_owned(), [(parameter, json!(called))]);
            Err(which(said, std::iter::once(only), texts))
        }
    }
}

/// The item out of which `amount` of what `said` means is taken. With a unit that was said only
/// items that are counted in it are meant.
///
/// # Errors
/// A question when it may be several, a refusal when there is none, or none in this unit.
pub(super) fn meant_in_unit<'a>(
    said: &str,
    amount: u32,
    unit: Option<Unit>,
    items: &'a [Item],
    texts: Texts,
) -> Result<&'a Item, TaskOutcome> {
    let there = matching(said, items, |it| &it.name);
    let mut fitting = there.clone();
    fitting.retain(|it| unit.is_none_or(|unit| unit == it.unit));
    match (&fitting[..], unit) {
        ([one], _) => Ok(one),
        ([], Some(unit)) if !there.is_empty() => {
            let listed = there.get(..MAX_LISTED).unwrap_or(&there);
            let wanted = texts.amount(amount, unit);
            Err(refused(texts.other_unit(said, &wanted, listed)))
        }
        ([], _) => Err(refused(texts.nothing_called(said))),
        (several, _) => {
            let options = several.iter().map(|it| {
                let stock = texts.stock(it);
                let meant = [("name", json!(it.name)), ("unit", json!(it.unit))];
                option(&stock, stock.clone(), meant)
            });
            Err(which(said, options, texts))
        }
    }
}

fn refused(text: String) -> TaskOutcome {
    TaskOutcome::Failed(ServiceError::new(ServiceErrorKind::Refused, text))
}

fn which(said: &str, options: impl Iterator<Item = ChoiceOption>, texts: Texts) -> TaskOutcome {
    TaskOutcome::Ambiguous(AmbiguityDetected {
        question: texts.which(said),
        options: options.take(MAX_OPTIONS).collect(),
        asks_for: Vec::new(),
        form: None,
    })
}

/// Asks for an amount that nobody has said.
pub(super) fn how_much(said: &str, parameters: &[&str], texts: Texts) -> TaskOutcome {
    asks(texts.how_much(said), parameters)
}

/// Asks for parameters that nobody has said.
pub(super) fn asks(question: String, parameters: &[&str]) -> TaskOutcome {
    TaskOutcome::Ambiguous(AmbiguityDetected {
        question,
        options: Vec::new(),
        asks_for: parameters.iter().map(|it| (*it).to_owned()).collect(),
        form: None,
    })
}

fn option<const N: usize>(
    id: &str,
    label: String,
    parameters: [(&str, serde_json::Value); N],
) -> ChoiceOption {
    let parameters = parameters.map(|(name, value)| (name.to_owned(), value));
    ChoiceOption {
        id: id.to_owned(),
        label,
        parameters: Map::from_iter(parameters),
    }
}

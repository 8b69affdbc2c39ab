//! Choices, matched by value and by label in every language.

use serde_json::Value as Json;

use super::check::{CheckContext, text, words};
use super::{Chosen, Refusal};
use crate::file::answer::{ChoiceOption, Choices};
use crate::reading::Count;

/// So many options are told to somebody who chose none of them.
const OPTIONS_TOLD: usize = 20;
/// Characters of something else.
const MAX_OTHER_CHARS: u32 = 200;

/// The option that `input` is, or something else if that may be.
pub(super) fn one(
    options: &[ChoiceOption],
    other: bool,
    input: &Json,
    context: &CheckContext<'_>,
) -> Result<Chosen, Refusal> {
    if let Some(words) = input.get("other").filter(|_| other) {
        return something_else(words);
    }
    let said = text(input)?.trim();
    match option(options, said, context) {
        Some(found) => Ok(Chosen::Option(found.value.as_str().to_owned())),
        None if other => something_else(input),
        None => Err(not_an_option(options, context)),
    }
}

/// All that `input` names: a list, or a text with marks between them.
pub(super) fn several(
    choices: &Choices,
    input: &Json,
    context: &CheckContext<'_>,
) -> Result<Vec<Chosen>, Refusal> {
    let options = &choices.options;
    let parts: Vec<Json> = match input {
        Json::Array(items) => items.clone(),
        Json::String(said) if option(options, said.trim(), context).is_none() => said
            .split([',', ';', '、', '，', '；', '\n'])
            .filter(|part| !part.trim().is_empty())
            .map(Json::from)
            .collect(),
        single => vec![single.clone()],
    };
    let max = choices.max.map_or(options.len() + 1, |max| max.0 as usize);
    let mut chosen: Vec<Chosen> = Vec::new();
    for part in &parts {
        let found = one(options, choices.other, part, context)?;
        if !chosen.contains(&found) {
            chosen.push(found);
        }
        if chosen.len() > max {
            let max = u32::try_from(max).unwrap_or(u32::MAX);
            return Err(Refusal::TooMany { max });
        }
    }
    match choices.min {
        Some(Count(min)) if chosen.len() < min as usize => Err(Refusal::TooFew { min }),
        _ => Ok(chosen),
    }
}

fn option<'a>(
    options: &'a [ChoiceOption],
    said: &str,
    context: &CheckContext<'_>,
) -> Option<&'a ChoiceOption> {
    let said = (context.fold)(said);
    let is_said = |text: &str| (context.fold)(text.trim()) == said;
    let by_value = options.iter().find(|option| is_said(option.value.as_str()));
    by_value.or_else(|| {
        // A label that two options share names neither.
        let mut called = options
            .iter()
            .filter(|option| option.label.all().any(is_said));
        called.next().filter(|_| called.next().is_none())
    })
}

fn something_else(input: &Json) -> Result<Chosen, Refusal> {
    words::<1, MAX_OTHER_CHARS>(input, None, None, MAX_OTHER_CHARS).map(Chosen::Other)
}

fn not_an_option(options: &[ChoiceOption], context: &CheckContext<'_>) -> Refusal {
    let shown = |option: &ChoiceOption| option.label.in_language(context.language).to_owned();
    Refusal::NotAnOption {
        options: options.iter().take(OPTIONS_TOLD).map(shown).collect(),
    }
}

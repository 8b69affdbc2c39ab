//! Choices, matched by value and by label in every language.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::check::{CheckContext, text, words};
use super::{Chosen, Refusal};
use crate::file::answer::{ChoiceOption, Choices};
use crate::reading::Count;

/// So many options are told to somebody who chose none of them.
const OPTIONS_TOLD: usize = 20;
/// Of so many options each is compared letter by letter.
const OPTIONS_COMPARED: usize = 40;
/// Characters of something else.
const MAX_OTHER_CHARS: u32 = 200;
/// One answer may have so many things that are no options, where the form sets no bound.
const MAX_OTHERS: usize = 20;
/// One answer may name so many things, those that it names again included.
const MAX_PARTS: usize = 1_000;
/// A name that has more separators in it is found only where it is all that is said.
const MAX_NAME_PARTS: usize = 16;
/// What stands between several choices in one text.
const SEPARATORS: [char; 6] = [',', ';', '、', '，', '；', '\n'];

/// The option that `input` is, or something else if that may be.
pub(super) fn one(
    options: &[ChoiceOption],
    other: bool,
    input: &Json,
    context: &CheckContext<'_>,
) -> Result<Chosen, Refusal> {
    Names::new(options, context).one(other, input)
}

/// All that `input` names: a list, or a text with marks between them.
pub(super) fn several(
    choices: &Choices,
    input: &Json,
    context: &CheckContext<'_>,
) -> Result<Vec<Chosen>, Refusal> {
    let options = &choices.options;
    let names = Names::new(options, context);
    let others = if choices.other { MAX_OTHERS } else { 0 };
    let most = options.len() + others;
    let max = choices.max.map_or(most, |max| max.0 as usize);
    let too_many = || Refusal::TooMany {
        max: u32::try_from(max).unwrap_or(u32::MAX),
    };
    let mut chosen: Vec<Chosen> = Vec::new();
    let mut choose = |found: Chosen| {
        if !chosen.contains(&found) {
            chosen.push(found);
        }
        match chosen.len() > max {
            true => Err(too_many()),
            false => Ok(()),
        }
    };
    match input {
        Json::Array(items) if items.len() > MAX_PARTS => return Err(too_many()),
        Json::Array(items) => {
            for item in items {
                choose(names.one(choices.other, item)?)?;
            }
        }
        Json::String(said) if names.option(said).is_none() => {
            let parts = parts(said).ok_or_else(too_many)?;
            let mut left = parts.as_slice();
            while let Some((found, behind)) = names.first_of(said, left, choices.other)? {
                choose(found)?;
                left = behind;
            }
        }
        single => choose(names.one(choices.other, single)?)?,
    }
    match choices.min {
        Some(Count(min)) if chosen.len() < min as usize => Err(Refusal::TooFew { min }),
        _ if chosen.is_empty() => Err(Refusal::Empty),
        _ => Ok(chosen),
    }
}

/// Where a part of a text begins and ends.
type Part = (usize, usize);

/// What stands between separators and is not blank; none if that is too much.
fn parts(said: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut start = 0;
    for part in said.split_inclusive(SEPARATORS) {
        let words = part.trim_end_matches(SEPARATORS);
        if !words.trim().is_empty() {
            parts.push((start, start + words.len()));
        }
        start += part.len();
    }
    (parts.len() <= MAX_PARTS).then_some(parts)
}

/// What the options are called, each name brought into the form in which it is compared once.
struct Names<'a> {
    options: &'a [ChoiceOption],
    context: &'a CheckContext<'a>,
    /// Values, then labels in any language; a name that two options share names neither.
    values: BTreeMap<String, Option<&'a ChoiceOption>>,
    labels: BTreeMap<String, Option<&'a ChoiceOption>>,
    /// The longest name, in parts between separators.
    most_parts: usize,
}

impl<'a> Names<'a> {
    fn new(options: &'a [ChoiceOption], context: &'a CheckContext<'a>) -> Self {
        let mut names = Self {
            options,
            context,
            values: BTreeMap::new(),
            labels: BTreeMap::new(),
            most_parts: 1,
        };
        for option in options {
            names.most_parts = names.most_parts.max(parts_of(option.value.as_str()));
            add(&mut names.values, context, option.value.as_str(), option);
            for label in option.label.all() {
                names.most_parts = names.most_parts.max(parts_of(label));
                add(&mut names.labels, context, label, option);
            }
        }
        names
    }

    fn one(&self, other: bool, input: &Json) -> Result<Chosen, Refusal> {
        if let Some(words) = input.get("other").filter(|_| other) {
            return something_else(words);
        }
        match self.option(text(input)?) {
            Some(found) => Ok(Chosen::Option(found.value.as_str().to_owned())),
            None if other => something_else(input),
            None => Err(self.not_an_option()),
        }
    }

    /// What the first of these parts of `said` names, with as many of the next as its name has,
    /// and the parts behind it.
    fn first_of<'p>(
        &self,
        said: &str,
        parts: &'p [Part],
        other: bool,
    ) -> Result<Option<(Chosen, &'p [Part])>, Refusal> {
        let Some((start, end)) = parts.first() else {
            return Ok(None);
        };
        for count in (1..=self.most_parts.min(MAX_NAME_PARTS).min(parts.len())).rev() {
            let (named, behind) = parts.split_at_checked(count).unwrap_or((parts, &[]));
            let end = named.last().map_or(*end, |(_, end)| *end);
            if let Some(found) = said.get(*start..end).and_then(|text| self.option(text)) {
                let found = Chosen::Option(found.value.as_str().to_owned());
                return Ok(Some((found, behind)));
            }
        }
        // Something else may have a comma in it: "photographs, on which the clock is seen".
        let is_more = |at: &usize| {
            let [before, next] = [at - 1, *at].map(|at| parts.get(at));
            let (Some((_, end)), Some((from, to))) = (before, next) else {
                return false;
            };
            let between = said.get(*end..*from).unwrap_or_default();
            let names_none = said
                .get(*from..*to)
                .is_some_and(|it| self.option(it).is_none());
            names_none && between.trim_matches([',', '，', ' ']).is_empty()
        };
        let count = match other {
            true => 1 + (1..parts.len()).take_while(is_more).count(),
            false => 1,
        };
        let last = parts.get(count - 1).map_or(*end, |(_, end)| *end);
        let part = said.get(*start..last).unwrap_or_default();
        let found = self.one(other, &Json::from(part))?;
        Ok(Some((found, parts.get(count..).unwrap_or_default())))
    }

    /// What is written as the option is comes before what only reads like it.
    fn option(&self, said: &str) -> Option<&'a ChoiceOption> {
        let said = said.trim();
        let exact = self.options.iter().find(|it| it.value.as_str() == said);
        exact.or_else(|| self.labelled(said)).or_else(|| {
            let said = (self.context.fold)(said);
            let found = self.values.get(&said).copied();
            let found = found.or_else(|| self.labels.get(&said).copied()).flatten();
            found.or_else(|| self.without_spaces(&said))
        })
    }

    fn labelled(&self, said: &str) -> Option<&'a ChoiceOption> {
        let is_called = |it: &&ChoiceOption| it.label.all().any(|label| label == said);
        let mut called = self.options.iter().filter(is_called);
        called.next().filter(|_| called.next().is_none())
    }

    /// The one option that has the same letters, as 230V and 230 V have.
    fn without_spaces(&self, said: &str) -> Option<&'a ChoiceOption> {
        if self.options.len() > OPTIONS_COMPARED {
            return None;
        }
        let close = |text: &str| text.split_whitespace().collect::<String>();
        let said = close(said);
        let mut found = self.options.iter().filter(|it| {
            let mut names = it.label.all().chain([it.value.as_str()]);
            names.any(|name| close(&(self.context.fold)(name)) == said)
        });
        found
            .next()
            .filter(|_| !said.is_empty() && found.next().is_none())
    }

    fn not_an_option(&self) -> Refusal {
        let language = self.context.language;
        let shown = |option: &ChoiceOption| option.label.in_language(language).to_owned();
        Refusal::NotAnOption {
            options: self.options.iter().take(OPTIONS_TOLD).map(shown).collect(),
        }
    }
}

fn add<'a>(
    names: &mut BTreeMap<String, Option<&'a ChoiceOption>>,
    context: &CheckContext<'_>,
    name: &str,
    option: &'a ChoiceOption,
) {
    names
        .entry((context.fold)(name.trim()))
        .and_modify(|known| *known = known.filter(|it| std::ptr::eq(*it, option)))
        .or_insert(Some(option));
}

fn parts_of(name: &str) -> usize {
    name.matches(SEPARATORS).count() + 1
}

fn something_else(input: &Json) -> Result<Chosen, Refusal> {
    let words = words::<1, MAX_OTHER_CHARS>(input, None, None, MAX_OTHER_CHARS)?;
    match words.is_empty() {
        true => Err(Refusal::Empty),
        false => Ok(Chosen::Other(words)),
    }
}

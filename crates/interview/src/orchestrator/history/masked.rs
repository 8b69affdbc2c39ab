//! What was told of a private field before the program knew it for that: once it is recorded, no model is
//! sent it again.

use std::borrow::Cow;

use serde_json::Value;

use crate::message::{SessionMessage, Speaker};
use crate::nearly::with_a_slip;
use crate::state::MainSessionState;
use kikitori_form::FieldId;
use kikitori_form::values::{Value as FormValue, is_plain};

/// Letters and digits of a value at least: fewer stand in a text by chance.
const LEAST: usize = 6;
/// The same where it is words alone: a short one has other meanings, too.
const LEAST_OF_WORDS: usize = 10;
/// Marks that can stand between two letters of the same value, as in `BE 0712.345.678`.
const MARKS: usize = 2;

/// A letter or digit of a text, small, and its place.
type Letter = (usize, usize, char);

impl MainSessionState {
    /// What was said at a place of the conversation, as models are sent it: without the private values that
    /// were recorded of something that was said later.
    pub(crate) fn as_sent<'a>(&self, position: usize, text: &'a str) -> Cow<'a, str> {
        let mut sent = Cow::Borrowed(self.without_private_quote(position, text));
        for value in self.private_values_after(position) {
            if let Some(masked) = without(&sent, &value) {
                sent = Cow::Owned(masked);
            }
            // Also with a slip in it, which they have corrected since.
            let value: String = value.iter().collect();
            while let Some((start, end)) = with_a_slip(&sent, &value) {
                let mut masked = sent.into_owned();
                masked.replace_range(start..end, "…");
                sent = Cow::Owned(masked);
            }
        }
        sent
    }

    /// What the program says at a place, without the line of a message that went to no model which it quotes first.
    fn without_private_quote<'a>(&self, position: usize, text: &'a str) -> &'a str {
        let quoted = || {
            let (quote, asked) = text.strip_prefix('“')?.split_once("”\n")?;
            let before = self.messages.iter().take(position).rev();
            let mut before = before.filter_map(SessionMessage::shown);
            let said = before.find(|it| it.speaker == Speaker::Respondent)?;
            (said.private && said.text.contains(quote)).then_some(asked)
        };
        quoted().unwrap_or(text)
    }

    /// The same for the texts in a model's own call.
    pub(super) fn call_as_sent(&self, position: usize, value: &mut Value) {
        match value {
            Value::String(text) => {
                *text = self.as_sent(position, text).into_owned();
            }
            Value::Array(all) => all
                .iter_mut()
                .for_each(|it| self.call_as_sent(position, it)),
            Value::Object(all) => all
                .values_mut()
                .for_each(|it| self.call_as_sent(position, it)),
            _ => {}
        }
    }

    /// The recorded value of a field, as models are sent it: of a text without the private values that were
    /// recorded after its words.
    pub(in crate::orchestrator) fn value_as_sent(&self, field: &FieldId) -> Option<String> {
        let value = self.collected_fields.get(field)?.value.to_string();
        Some(self.told_as_sent(field, value))
    }

    /// The same of what is told of it, such as what it was before.
    pub(in crate::orchestrator) fn told_as_sent(&self, field: &FieldId, told: String) -> String {
        let recorded = self.collected_fields.get(field);
        let is_text = recorded.is_none_or(|it| matches!(it.value, FormValue::Text(_)));
        let words = recorded.into_iter().flat_map(|it| &it.evidence);
        let last = words.map(|it| it.message).max().unwrap_or_default();
        match is_text {
            true => self.as_sent(last, &told).into_owned(),
            false => told,
        }
    }

    /// The letters and digits of private values whose words stand behind this place. What is said after that
    /// with the same value is meant to be read: it was given back first, and sent once more.
    fn private_values_after(&self, position: usize) -> impl Iterator<Item = Vec<char>> {
        let private = self.form.fields.iter().filter(|field| field.private);
        // A phone number is told otherwise than it is kept.
        let values = private.filter_map(move |field| {
            let progress = self.field_progress.get(&field.field_id);
            let settled = progress.and_then(|it| it.settled_by);
            let recorded = self.collected_fields.get(&field.field_id);
            let words = recorded.into_iter().flat_map(|it| &it.evidence);
            // What was put in by hand has no words.
            let last = words.map(|it| it.message).max().or(settled)?;
            let recorded = recorded
                .into_iter()
                .flat_map(|it| [Some(it.value.to_string()), it.said.clone()]);
            let withheld = progress
                .into_iter()
                .flat_map(|it| it.withheld.iter().cloned().map(Some));
            (position < last).then(|| recorded.chain(withheld).collect::<Vec<_>>())
        });
        let values = values.flatten();
        values.flatten().filter_map(|value| {
            let least = if is_plain(&value) {
                LEAST
            } else {
                LEAST_OF_WORDS
            };
            let letters = value.chars().filter(|it| it.is_alphanumeric());
            let letters: Vec<char> = letters.flat_map(char::to_lowercase).collect();
            (letters.len() >= least).then_some(letters)
        })
    }
}

/// A text without a value, whatever marks it was written with; none where it does not have it.
fn without(text: &str, value: &[char]) -> Option<String> {
    let letters: Vec<Letter> = text
        .char_indices()
        .filter(|(_, it)| it.is_alphanumeric())
        .map(|(at, it)| {
            let small = it.to_lowercase().next().unwrap_or(it);
            (at, at + it.len_utf8(), small)
        })
        .collect();
    let is_it = |found: &[Letter]| {
        let is_same = found.iter().map(|it| it.2).eq(value.iter().copied());
        let is_near = |pair: &[Letter]| match pair {
            [(_, end, _), (start, _, _)] => {
                let between = text.get(*end..*start).unwrap_or_default();
                between.chars().nth(MARKS).is_none()
            }
            _ => true,
        };
        is_same && found.windows(2).all(is_near)
    };
    let (mut masked, mut rest, mut found) = (String::new(), 0, false);
    for place in letters.windows(value.len()) {
        let (Some(first), Some(last)) = (place.first(), place.last()) else {
            continue;
        };
        let before = text.get(..first.0).and_then(|it| it.chars().next_back());
        let after = text.get(last.1..).and_then(|it| it.chars().next());
        let is_within = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
        if first.0 < rest || is_within(before) || is_within(after) || !is_it(place) {
            continue;
        }
        masked.push_str(text.get(rest..first.0)?);
        masked.push('…');
        (rest, found) = (last.1, true);
    }
    masked.push_str(text.get(rest..)?);
    found.then_some(masked)
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn a_value_is_found_with_other_marks_and_not_within_another_one() {
        let value: Vec<char> = "be0712345678".chars().collect();
        for (text, masked) in [
            (
                "It is BE 0712.345.678, by the way",
                Some("It is …, by the way"),
            ),
            ("be0712345678 or BE0712-345-678?", Some("… or …?")),
            ("BE 0712.345.6789", None),
            ("xBE0712345678", None),
            ("BE and 0712345678", None),
            ("0712.345.678", None),
        ] {
            assert_eq!(without(text, &value).as_deref(), masked, "{text}");
        }
    }
}

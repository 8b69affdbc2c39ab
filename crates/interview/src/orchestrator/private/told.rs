//! Private values in messages about something else: no model is sent those either.

use super::Orchestrator;
use crate::message::{SessionMessage, Speaker};
use crate::orchestrator::order::WhatIf;
use crate::update::SessionUpdate;
use kikitori_form::file::answer::{AnswerType, Group};
use kikitori_form::values::{
    Pick, Picked, Value, asks_for_code, filled, is_framing, is_named, is_plain, is_spoken_of,
    names_in, pick,
};
use kikitori_form::{FieldId, FormField};

/// So many letters and digits at least has a value that is found again in a message.
pub(super) const LEAST: usize = 5;
/// A shorter code may be any number.
const LEAST_OF_CODE: usize = 7;
/// What is left of a message beside a correction and the value that it corrects has so many words.
const LEFT_OVER: usize = 2;

/// What a message tells of a private field.
pub(super) enum Told {
    /// Its value, with the field named.
    Value(Picked),
    /// The value of a field that is not asked for now.
    NotAsked(Picked),
    /// What may be its value; none where it was told of it before.
    Perhaps(Option<Picked>),
    /// Figures that may be a part of what is recorded of it.
    Part,
}

impl Orchestrator {
    /// The private field that a message tells of although it is not asked for. Where a private one
    /// `is_asked` for, the message goes to no model, and only one that is named is it.
    pub(in crate::orchestrator) fn tells_privately(
        &self,
        text: &str,
        at: u64,
        is_asked: bool,
    ) -> Option<FieldId> {
        // Who sends what was given back once more has read why, and which fields it may be of.
        let is_insisted_on = self.state.given_back.as_deref() == Some(text.trim());
        let insisted_on = match is_insisted_on {
            true => self.held_because_of(text),
            false => Vec::new(),
        };
        let held = self.last_held().and_then(|id| self.state.form.field(id));
        let asked = self.state.current_field().map(|(_, field)| field);
        let answers_asked = is_asked
            && asked.is_some_and(|asked| {
                let checked = self.check(asked, &text.into(), at);
                let found = self.picked(asked, text, &checked, at);
                (checked.is_ok() && is_plain(text)) || found != Pick::None
            });
        let is_told = |field: &&FormField| {
            let is_value = || {
                let alone = || self.value_alone(field, text, at);
                (!answers_asked && alone().is_some())
                    || self.whole_value(field, text, at, is_asked).is_some()
            };
            (!is_asked && self.says_that_it_is(field, text)) || is_value()
        };
        let is_held_again = is_insisted_on && !is_asked;
        if let Some(field) = held.filter(|it| !is_held_again && is_told(it)) {
            return Some(field.field_id.clone());
        }
        let private = self.state.form.fields.iter();
        let private = private.filter(|it| it.private && self.lines_of(it).is_none());
        let private = private.filter(|it| is_asked || !insisted_on.contains(&&it.field_id));
        let told: Vec<_> = private
            .filter_map(|field| Some((field, self.told_of(field, text, at)?)))
            .collect();
        let is_certain = |told: &Told| matches!(told, Told::Value(_) | Told::NotAsked(_));
        let certain = told.iter().filter(|(_, told)| is_certain(told));
        // What is asked for is heard first, and of two that are called alike the one that is named by more.
        let of_asked = certain.clone().find(|(field, _)| Some(*field) == asked);
        let fold = |text: &str| self.locale.fold(text);
        let named_by = |field: &FormField| {
            let shown = self.state.shown_field(&field.field_id);
            names_in(shown.as_ref().unwrap_or(field), text, &fold)
        };
        let certain = of_asked.or_else(|| certain.rev().max_by_key(|(field, _)| named_by(field)));
        let may_be = || {
            let mut told = told.iter();
            match is_asked {
                // What is named, or has a shape that few things have, is rather it than any number.
                false => told.rev().max_by_key(|(field, _)| {
                    (named_by(field) > 0, has_shape_of_its_own(&field.answer))
                }),
                // Figures of a code would be no answer to the other question.
                true => told.find(|(field, told)| {
                    let is_part = matches!(told, Told::Part) && !is_insisted_on;
                    is_part && Some(*field) != asked && !answers_asked
                }),
            }
        };
        let found = certain.or_else(may_be);
        found.map(|(field, _)| field.field_id.clone())
    }

    /// The fields because of which this message was given back as it is, the last time after time.
    fn held_because_of(&self, text: &str) -> Vec<&FieldId> {
        let said = self.state.messages.iter().rev();
        let said = said.filter_map(|message| match message {
            SessionMessage::Respondent(said) if !said.entered => Some(said),
            _ => None,
        });
        let same = said.take_while(|said| said.private && said.text.trim() == text.trim());
        same.filter_map(|said| said.field_id.as_ref()).collect()
    }

    /// Whether they say that what was given back is the answer to this field, and nothing else.
    fn says_that_it_is(&self, field: &FormField, text: &str) -> bool {
        let fold = |text: &str| self.locale.fold(text);
        let mut words = text.split(|it: char| !it.is_alphanumeric());
        let is_yes = words.next().is_some_and(|it| self.is_said(it, |it| it.yes));
        self.is_said(text, |it| it.is_answer)
            || self.is_click_on_answer_to(field, text)
            || (is_yes && is_framing(field, text, &fold))
    }

    /// A click that says that what was given back is the answer to this field.
    fn is_answer_to(&self, field: &FormField) -> String {
        let label = self.state.label_of(&field.field_id).unwrap_or_default();
        filled(self.word(|it| it.is_answer_to), [label.to_owned()])
    }

    /// Whether a text is that click, in whatever language it was offered: a translation may have come since.
    fn is_click_on_answer_to(&self, field: &FormField, text: &str) -> bool {
        let shown = self.state.shown_field(&field.field_id);
        let shown = shown.iter().flat_map(|it| it.label.all());
        let labels: Vec<&str> = field.label.all().chain(shown).collect();
        self.in_each_language(|it| it.is_answer_to)
            .into_iter()
            .any(|words| {
                let mut ways = labels.iter().map(|it| filled(words, [(*it).to_owned()]));
                ways.any(|way| way == text.trim())
            })
    }

    /// The value of a field that is all that a message has.
    fn value_alone(&self, field: &FormField, text: &str, at: u64) -> Option<Picked> {
        let shown = self.state.shown_field(&field.field_id);
        let shown = shown.as_ref().unwrap_or(field);
        match self.in_context(at, |context| pick(text, shown, context))? {
            Pick::One(picked) if picked.is_plain && picked.besides.is_none() => Some(picked),
            _ => None,
        }
    }

    /// The one value of a recorded field that stands in a message after they were asked to write the whole
    /// of it: the message names the field, or the value is as long as the one that it is to replace.
    /// Where a private field `is_asked` for, such a value could be its answer.
    fn whole_value(
        &self,
        field: &FormField,
        text: &str,
        at: u64,
        is_asked: bool,
    ) -> Option<Picked> {
        let recorded = self.state.collected_fields.get(&field.field_id)?;
        let shown = self.state.shown_field(&field.field_id);
        let shown = shown.as_ref().unwrap_or(field);
        let Pick::One(picked) = self.in_context(at, |context| pick(text, shown, context))? else {
            return None;
        };
        let fold = |text: &str| self.locale.fold(text);
        let length = |value: &Value| value.to_string().chars().count();
        let is_as_long = length(&recorded.value) == length(&picked.checked.value);
        let is_meant = (is_as_long && !is_asked) || is_spoken_of(shown, text, &fold);
        Some(picked).filter(|picked| picked.is_plain && is_meant)
    }

    /// Whether what was said last was given back, as it may hold a private answer: what is suggested then
    /// is about that, and not about what was asked for.
    pub fn is_held_back(&self) -> bool {
        let shown = self.state.messages.iter().rev();
        let mut shown = shown.filter_map(SessionMessage::shown);
        let is_told = shown
            .next()
            .is_some_and(|it| it.speaker == Speaker::Assistant);
        // Nothing was clicked or asked since.
        let is_last = shown.next().is_some_and(|it| !it.entered && it.private);
        is_told && is_last && self.last_held().is_some()
    }

    /// Whether what was said right before a message was given back because of this field.
    fn was_held_before(&self, field: &FormField, message: usize) -> bool {
        let before = self.state.messages.iter().enumerate().take(message);
        let mut before = before.rev().filter_map(|(position, before)| match before {
            SessionMessage::Respondent(said) if !said.entered => Some((position, said)),
            _ => None,
        });
        let recorded = self.state.collected_fields.get(&field.field_id);
        let is_recorded = |position: usize| {
            let mut evidence = recorded.into_iter().flat_map(|it| &it.evidence);
            evidence.any(|it| it.message == position)
        };
        before.next().is_some_and(|(position, said)| {
            let is_of_field = said.field_id.as_ref() == Some(&field.field_id);
            said.private && is_of_field && !is_recorded(position)
        })
    }

    /// The field because of which the last message was given back as it is.
    pub(in crate::orchestrator) fn last_held(&self) -> Option<&FieldId> {
        let mut said = self.state.messages.iter().rev();
        let last = said.find_map(|message| match message {
            SessionMessage::Respondent(said) if !said.entered => Some(said),
            _ => None,
        })?;
        let is_held = self.state.given_back.as_deref() == Some(last.text.trim());
        last.field_id.as_ref().filter(|_| last.private && is_held)
    }

    /// Keeps what the last message tells of a private field, and gives the rest back; all of it where
    /// nobody can tell whether it is the field's.
    pub(super) fn hear_told(&mut self, field: &FormField) {
        let messages = self.state.messages.iter().enumerate();
        let said = messages
            .rev()
            .find_map(|(position, message)| match message {
                SessionMessage::Respondent(said) => Some((position, said.text.clone(), said.at)),
                _ => None,
            });
        let Some((message, text, at)) = said else {
            return;
        };
        if self.says_that_it_is(field, &text)
            && let Some((message, text, at)) = self.said_privately_before(field, message)
            && let Some(Told::Perhaps(Some(picked))) = self.told_of(field, &text, at)
        {
            return self.take_told(field, message, picked);
        }
        if self.was_held_before(field, message) {
            let alone = self.value_alone(field, &text, at);
            let whole = || self.whole_value(field, &text, at, false);
            if let Some(mut picked) = alone.or_else(whole) {
                // It was asked for, and a few words around it say no more.
                let has_own = self.has_own_sentence(field, &text, &picked);
                let besides = picked.besides.take();
                picked.besides = besides.filter(|rest| has_own || says_something(rest));
                if picked.besides.is_none() {
                    picked.besides = self.rest_of_held(field, message, &text);
                }
                return self.take_told(field, message, picked);
            }
        }
        let label = self.state.label_of(&field.field_id).unwrap_or_default();
        let label = [label.to_owned()];
        let (told, suggestions) = match self.told_of(field, &text, at) {
            Some(Told::Value(picked)) => return self.take_told(field, message, picked),
            Some(Told::NotAsked(picked)) => {
                let mut told = vec![filled(self.word(|it| it.left_out), label)];
                if let Some(rest) = picked.besides {
                    self.emit(SessionUpdate::GivenBack { rest });
                    told.push(self.word(|it| it.rest_back).to_owned());
                }
                (told.join("\n"), Vec::new())
            }
            found => {
                let rest = text.trim().to_owned();
                self.emit(SessionUpdate::GivenBack { rest });
                match found {
                    Some(Told::Perhaps(Some(picked))) => {
                        let asked = filled(self.word(|it| it.may_be_private), label);
                        // Of several sentences it is told which one is meant.
                        let part = text.get(picked.start..picked.end);
                        let part = part.filter(|part| *part != text.trim());
                        let asked = part.map_or(asked.clone(), |part| format!("“{part}”\n{asked}"));
                        (asked, vec![self.is_answer_to(field)])
                    }
                    Some(Told::Part) => (filled(self.word(|it| it.write_whole), label), Vec::new()),
                    _ => (filled(self.word(|it| it.repeated), label), Vec::new()),
                }
            }
        };
        let field_id = self.asked_field().map(|asked| asked.field_id.clone());
        self.emit(SessionUpdate::OwnQuestion {
            field_id,
            text: told,
            suggestions,
            stands_in: false,
            tells_heard: false,
        });
    }

    /// Records it. Of the value that it corrects nothing is given back.
    fn take_told(&mut self, field: &FormField, message: usize, mut picked: Picked) {
        let is_left_over = |rest: &String| {
            let others = rest.split_whitespace().filter(|it| !is_plain(it));
            self.repeats(field, rest) && others.count() <= LEFT_OVER
        };
        picked.rest = picked.besides.take().filter(|rest| !is_left_over(rest));
        self.take_picked(field, message, picked);
    }

    /// Whether a message tells of a private field, be it in part.
    pub(super) fn tells_of(&self, field: &FormField, text: &str, at: u64) -> bool {
        self.told_of(field, text, at).is_some()
    }

    fn told_of(&self, field: &FormField, text: &str, at: u64) -> Option<Told> {
        let shown = self.state.shown_field(&field.field_id);
        let shown = shown.as_ref().unwrap_or(field);
        let is_asked = || {
            let asked = self.state.asked_if(&WhatIf::new());
            asked.contains(&field.field_id)
        };
        // What it was before is told about, and is no new answer.
        let progress = self.state.field_progress.get(&field.field_id);
        let was_before = |picked: &Picked| {
            let value = picked.checked.value.to_string();
            progress.is_some_and(|it| it.withheld.contains(&value))
        };
        let as_value = |picked: Picked| match is_asked() {
            _ if was_before(&picked) => Told::Perhaps(Some(picked)),
            true => Told::Value(picked),
            false => Told::NotAsked(picked),
        };
        if let Some(picked) = self.named_before(shown, text, at) {
            return Some(as_value(picked));
        }
        if let Some(picked) = self.iban_told(shown, text, at) {
            return Some(as_value(picked));
        }
        let found = self.in_context(at, |context| pick(text, shown, context))?;
        let others = self.state.form.fields.iter().filter(|it| !it.private);
        let others: Vec<&FormField> = others.collect();
        let is_taken = |it: &&FormField| {
            takes(&it.answer, &field.answer) && (is_contact(&field.answer) || asks_for_code(it))
        };
        let is_alike = is_contact(&field.answer) || has_shape_of_its_own(&field.answer);
        let may_be = |letters: usize| {
            let is_long = is_contact(&field.answer) || letters >= LEAST_OF_CODE;
            is_alike && is_long && !others.iter().any(is_taken)
        };
        let picked = match found {
            Pick::One(picked) if picked.is_plain => picked,
            Pick::Several { shortest } if may_be(shortest) => return Some(Told::Perhaps(None)),
            Pick::None if let Some(unfit) = self.unfit(shown, &others, text, at) => {
                return Some(Told::NotAsked(unfit));
            }
            _ => return self.told_in_part_of(shown, &others, text, at),
        };
        let fold = |text: &str| self.locale.fold(text);
        let record = self.state.collected_fields.get(&field.field_id);
        if is_named(shown, &others, text, (picked.start, picked.end), &fold) {
            return Some(as_value(picked));
        }
        // A small amount may be that of anything.
        let is_amount = matches!(
            field.answer,
            AnswerType::Number(_) | AnswerType::Integer(_) | AnswerType::Rating(_)
        );
        let is_short = picked
            .checked
            .value
            .to_string()
            .chars()
            .nth(LEAST - 1)
            .is_none();
        let is_any = is_amount && is_short && !asks_for_code(field);
        let is_recorded = record.is_some_and(|it| it.value == picked.checked.value);
        if is_recorded && !is_any {
            return Some(Told::Perhaps(None));
        }
        let written = picked.checked.value.to_string();
        let letters = written.chars().filter(|it| it.is_alphanumeric()).count();
        let said = text.get(picked.start..picked.end).unwrap_or_default();
        if may_be(letters) && !self.is_number_of_another(said, &others, at) {
            return Some(Told::Perhaps(Some(picked)));
        }
        self.told_in_part_of(shown, &others, text, at)
    }

    /// Whether digits are the number that is asked for, or a phone number, which begins as no code does.
    pub(super) fn is_number_of_another(&self, said: &str, others: &[&FormField], at: u64) -> bool {
        let asked = self.state.current_field().map(|(_, field)| &field.field_id);
        others.iter().any(|other| {
            let is_asked = asked == Some(&other.field_id);
            let is_it = match &other.answer {
                AnswerType::Phone(_) => is_asked || said.starts_with(['0', '+']),
                AnswerType::Number(_) | AnswerType::Integer(_) => is_asked,
                _ => false,
            };
            is_it && self.check(other, &said.into(), at).is_ok()
        })
    }
}

/// Whether what stands beside a value is worth being sent.
pub(super) fn says_something(rest: &str) -> bool {
    const FEW: usize = 8;
    let tells = |it: char| it.is_numeric() || matches!(it, '?' | '？' | '؟');
    let is_spaced = rest.split_whitespace().count() > FEW;
    let is_long = !rest.contains(char::is_whitespace) && rest.chars().count() > 2 * FEW;
    rest.contains(tells) || is_spaced || is_long
}

/// Whether an answer is an address at which somebody is reached.
fn is_contact(answer: &AnswerType) -> bool {
    matches!(answer, AnswerType::Email(_) | AnswerType::Phone(_))
}

/// Whether an answer is a code that is told from others by its length or its pattern.
pub(super) fn has_shape_of_its_own(answer: &AnswerType) -> bool {
    let AnswerType::ShortText(it) = answer else {
        return false;
    };
    let least = it.min_length.map_or(0, |it| it.0 as usize);
    it.pattern.is_some() || (it.min_length == it.max_length && least >= LEAST_OF_CODE)
}

/// Whether an answer, or a column of its lines, is of the kind of another.
fn takes(answer: &AnswerType, other: &AnswerType) -> bool {
    let is_same = |answer| std::mem::discriminant(answer) == std::mem::discriminant(other);
    match answer {
        AnswerType::Group(Group { fields, .. }) => fields.iter().any(|it| is_same(&it.answer)),
        answer => is_same(answer),
    }
}

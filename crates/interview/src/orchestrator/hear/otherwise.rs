//! What a call says of a field that their words do not: an option that the field does not have, a line that is still
//! there, an answer in the words of another one.

use super::super::Orchestrator;
use super::Hearing;
use super::changed::tells_emptied;
use super::claimed::{Spoken, words};
use crate::alike::is_alike;
use crate::lines::LINE_REMOVED;
use crate::tools::{Ask, Heard};
use kikitori_form::file::answer::{AnswerType, ChoiceOption};
use kikitori_form::values::{Chosen, Value, sentences};
use kikitori_form::{FieldId, FormField};

/// Shorter words of a label stand in many sentences.
const LEAST_OF_LABEL: usize = 5;

impl Orchestrator {
    /// Says so once where the message tells of an option of a field that they speak of, which has another one, and
    /// of which nothing is reported: "I have changed the route to Saana".
    pub(super) fn check_what_is_told_otherwise(&self, ask: &Ask, hearing: &mut Hearing) {
        if self.asks_refused() > 0 || !self.last_is_of_respondent() || self.last_is_private() {
            return;
        }
        let Some(said) = self.words_said_last() else {
            return;
        };
        let told = Spoken::of(self.locale.fold(&self.told_in(&ask.message)));
        let fields = self.state.form.fields.iter();
        let mut fields = fields.filter(|field| !self.is_left_out_of_claims(field, ask));
        let found =
            fields.find_map(|field| Some((field, self.told_otherwise(field, &said, &told)?)));
        if let Some((field, option)) = found {
            hearing.problems.push(format!(
                "message: speaks of “{option}” for {}, which has another value and of which heard has nothing. If \
                 they want that, report it in heard; if not, call ask again as it was",
                field.field_id
            ));
        }
    }

    fn told_otherwise(&self, field: &FormField, said: &Spoken, told: &Spoken) -> Option<String> {
        let fold = |text: &str| self.locale.fold(text);
        let shown = self.state.shown_field(&field.field_id)?;
        let AnswerType::Choice(choice) = &shown.answer else {
            return None;
        };
        let recorded = self.state.collected_fields.get(&field.field_id)?;
        let Value::Choice(Chosen::Option(chosen)) = &recorded.value else {
            return None;
        };
        let label = shown.label.all().flat_map(|it| words(&fold(it)));
        let label: Vec<String> = label.collect();
        let is_chosen = |it: &ChoiceOption| it.value.as_str() == chosen;
        let words_of = |it: &ChoiceOption| -> Vec<String> {
            let names = it.label.all().chain([it.value.as_str()]);
            names.flat_map(|name| words(&fold(name))).collect()
        };
        let of_others = |option: &ChoiceOption| -> Vec<String> {
            let others = choice.options.iter().filter(|it| it.value != option.value);
            others.flat_map(words_of).chain(label.clone()).collect()
        };
        let names = |option: &ChoiceOption| {
            let others = of_others(option);
            let own = words_of(option).into_iter();
            let mut own = own.filter(|word| !others.iter().any(|it| is_alike(it, word)));
            own.any(|word| told.has_alike(&word))
        };
        // They speak of it, or of what it was: "not Gornji grad, the one by the woods".
        let names_it = label.iter().any(|word| said.has_alike(word));
        let names_chosen = || {
            let chosen = choice.options.iter().filter(|it| is_chosen(it));
            let words: Vec<String> = chosen.flat_map(words_of).collect();
            !words.is_empty() && words.iter().all(|word| said.has_alike(word))
        };
        if !names_it && !names_chosen() {
            return None;
        }
        let options = choice.options.iter();
        let mut named = options.filter(|it| !is_chosen(it) && names(it));
        // Who tells them all what there is names several.
        match (named.next(), named.next()) {
            (Some(only), None) => Some(only.value.as_str().to_owned()),
            _ => None,
        }
    }

    /// Says so once where the message says that a line is out which they speak of and no report takes away.
    pub(super) fn check_what_is_said_to_be_removed(&self, ask: &Ask, hearing: &mut Hearing) {
        if self.asks_refused() > 0 || !self.last_is_of_respondent() || self.last_is_private() {
            return;
        }
        let Some(said) = self.words_said_last() else {
            return;
        };
        let fold = |text: &str| self.locale.fold(text);
        let told = self.told_in(&ask.message);
        let removed = sentences(&told).into_iter();
        let removed = removed.filter_map(|(start, end)| told.get(start..end).map(fold));
        let removed: Vec<Spoken> = removed
            .filter(|it| tells_emptied(it))
            .map(Spoken::of)
            .collect();
        let fields = self.state.form.fields.iter().filter(|it| !it.private);
        let found = fields.filter_map(|field| {
            let takes_away = |it: &Heard| {
                it.field_id == field.field_id.as_str()
                    && it
                        .value
                        .as_deref()
                        .is_some_and(|it| it.contains(LINE_REMOVED))
            };
            let sheet = self.state.lines.get(&field.field_id)?;
            let texts = sheet.lines.iter().map(|line| {
                let texts = line.values.iter().filter_map(|it| match &it.value.0 {
                    Value::Text(text) => Some(words(&fold(text))),
                    _ => None,
                });
                (line.number, texts.flatten().collect::<Vec<String>>())
            });
            let texts: Vec<(u32, Vec<String>)> = texts.collect();
            let is_its_own = |number: u32, word: &str| {
                let mut others = texts.iter().filter(|(it, _)| *it != number);
                !others.any(|(_, words)| words.iter().any(|it| is_alike(it, word)))
            };
            let mut lines = texts.iter().filter(|(number, words)| {
                let own = || words.iter().filter(|it| is_its_own(*number, it));
                own().any(|it| said.has_alike(it))
                    && removed
                        .iter()
                        .any(|told| own().any(|it| told.has_alike(it)))
            });
            let (number, _) = lines.next().filter(|_| !ask.heard.iter().any(takes_away))?;
            Some((field, *number))
        });
        if let Some((field, number)) = found.into_iter().next() {
            hearing.problems.push(format!(
                "message: says that line {number} of {} is out, and heard does not take it away. If they want that, \
                 report it with {LINE_REMOVED}; if not, call ask again as it was",
                field.field_id
            ));
        }
    }

    /// Why a yes or a no is none: it is not asked for, its words do not speak of it, and they are those of another
    /// report in the same call, or others of the last message do.
    pub(super) fn borrowed(&self, ask: &Ask, heard: &Heard) -> Option<String> {
        let id = FieldId::new(&heard.field_id)?;
        let field = self.state.form.field(&id)?;
        let is_asked = self.asked_field().is_some_and(|it| it.field_id == id);
        if !matches!(field.answer, AnswerType::YesNo(_)) || is_asked || self.asks_refused() > 0 {
            return None;
        }
        let quote = heard.quote.as_deref()?.trim();
        let mut others = ask.heard.iter().filter(|it| it.field_id != heard.field_id);
        let is_borrowed = others.any(|it| it.quote.as_deref().map(str::trim) == Some(quote));
        let fold = |text: &str| self.locale.fold(text);
        let shown = self.state.shown_field(&id)?;
        let words_of = |field: &FormField| -> Vec<String> {
            field.label.all().flat_map(|it| words(&fold(it))).collect()
        };
        let others = self.state.form.fields.iter();
        let others = others.filter(|it| it.field_id != id).flat_map(words_of);
        let others: Vec<String> = others.collect();
        let mut label = words_of(&shown);
        label.retain(|word| !others.iter().any(|it| is_alike(it, word)));
        let speaks_of_it = |said: &Spoken| label.iter().any(|word| said.has_alike(word));
        let is_long = |word: &&String| word.chars().nth(LEAST_OF_LABEL - 1).is_some();
        let is_told_elsewhere = || {
            let said = self.words_said_last();
            let mut label = label.iter().filter(is_long);
            said.is_some_and(|said| label.any(|word| said.has_alike(word)))
        };
        let is_none =
            !speaks_of_it(&Spoken::of(fold(quote))) && (is_borrowed || is_told_elsewhere());
        is_none.then(|| {
            "its quote says nothing of it: quote the words that do, or leave it out and ask"
                .to_owned()
        })
    }
}

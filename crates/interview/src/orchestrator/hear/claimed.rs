//! What a message says to be noted although its call does not report it: an option that they named, of a
//! field that was answered with another one, or of a list that has it in no line.

use super::super::Orchestrator;
use super::Hearing;
use crate::alike::is_alike;
use crate::message::Speaker;
use crate::tools::Ask;
use kikitori_form::file::answer::{AnswerType, ChoiceOption};
use kikitori_form::file::text::Text;
use kikitori_form::values::{Chosen, Value, asks_back, is_unspaced, sentences};
use kikitori_form::{FieldId, FormField};

/// Shorter words stand in too many sentences to name an option.
const LETTERS: usize = 4;
/// The same where no spaces stand between words.
const LETTERS_UNSPACED: usize = 2;

/// An option that they named and that nothing is reported of.
pub(in crate::orchestrator) struct Named {
    field_id: FieldId,
    option: String,
    words: Vec<String>,
}

impl Orchestrator {
    /// Says so once where the message speaks of such an option other than in a question: it may say that it
    /// was noted. That it does not, nobody but the model can tell.
    pub(super) fn check_what_is_claimed(&self, ask: &Ask, hearing: &mut Hearing) {
        let mut named = self.named_besides(ask).into_iter();
        let told = Spoken::of(self.locale.fold(&self.told_in(&ask.message)));
        if let Some(it) = named.find(|it| it.words.iter().any(|word| told.has(word))) {
            hearing.problems.push(format!(
                "message: speaks of “{}”, which they name too and which is not recorded for {}. If they \
                 want it there, report it in heard; if not, call ask again as it was",
                it.option, it.field_id
            ));
        }
    }

    /// Options that the last message names, of fields that are answered otherwise and not reported.
    pub(in crate::orchestrator) fn named_besides(&self, ask: &Ask) -> Vec<Named> {
        if self.asks_refused() > 0 || !self.last_is_of_respondent() || self.last_is_private() {
            return Vec::new();
        }
        let Some(said) = self.words_said_last() else {
            return Vec::new();
        };
        // Days are what several fields may be told by.
        let days = ask.heard.iter().filter(|it| self.is_of_days(&it.field_id));
        let days: String = days.filter_map(|it| it.quote.as_deref()).collect();
        let days = Spoken::of(self.locale.fold(&days));
        let asked = self.state.asked_fields();
        let fields = self.state.form.fields.iter().filter(|field| {
            let id = field.field_id.as_str();
            let is_reported = ask.heard.iter().any(|it| it.field_id == id);
            let is_asked = ask.asks.as_deref() == Some(id) || !asked.contains(&field.field_id);
            !is_reported && !is_asked && !field.private
        });
        let named = fields.flat_map(|field| self.named_of(field, &said));
        named
            .filter(|it| !it.words.iter().all(|word| days.has(word)))
            .collect()
    }

    /// The words of their last message.
    pub(super) fn words_said_last(&self) -> Option<Spoken> {
        let said = self.state.chat();
        let said = said.filter(|it| it.speaker == Speaker::Respondent);
        said.last().map(|it| Spoken::of(self.locale.fold(&it.text)))
    }

    fn is_of_days(&self, field_id: &str) -> bool {
        let field = FieldId::new(field_id).and_then(|id| self.state.form.field(&id));
        let answer = field.map(|field| &field.answer);
        matches!(answer, Some(AnswerType::Date(_) | AnswerType::DateTime(_)))
    }

    /// What a message says other than in questions.
    pub(in crate::orchestrator) fn told_in(&self, message: &str) -> String {
        let pieces = message.split_inclusive(';');
        let sentences = pieces.flat_map(|piece| {
            let places = sentences(piece).into_iter();
            places.filter_map(|(start, end)| piece.get(start..end))
        });
        let told = sentences.filter(|it| !asks_back(it, &|text| self.locale.fold(text)));
        told.collect()
    }

    /// The options of a field that a message names and that are none of those it has: of a list, in no line.
    fn named_of(&self, field: &FormField, said: &Spoken) -> Vec<Named> {
        let Some(shown) = self.state.shown_field(&field.field_id) else {
            return Vec::new();
        };
        let id = &field.field_id;
        let collected = self.state.collected_fields.get(id);
        match (&shown.answer, collected.map(|it| &it.value)) {
            (AnswerType::Group(group), _) => {
                let sheet = self.state.sheet_of(id);
                let values = |of: &FieldId| {
                    let lines = sheet.lines.iter();
                    let values = lines.filter_map(|line| line.value(of));
                    values.cloned().collect::<Vec<Value>>()
                };
                let columns = group.fields.iter().filter(|_| !sheet.lines.is_empty());
                let named = columns.flat_map(|column| {
                    let options = column.answer.options();
                    self.named_among(id, options, &column.label, &values(&column.id), said)
                });
                named.collect()
            }
            (answer, Some(value @ (Value::Choice(Chosen::Option(_)) | Value::Choices(_)))) => {
                let values = std::slice::from_ref(value);
                self.named_among(id, answer.options(), &shown.label, values, said)
            }
            _ => Vec::new(),
        }
    }

    /// The options that a message names and that none of the `values` has.
    fn named_among(
        &self,
        field_id: &FieldId,
        options: &[ChoiceOption],
        label: &Text,
        values: &[Value],
        said: &Spoken,
    ) -> Vec<Named> {
        let fold = |text: &str| self.locale.fold(text);
        let chosen: Vec<&Chosen> = values.iter().flat_map(Value::chosen).collect();
        // What is none of the options may be several of them, in words.
        let has = |option: &ChoiceOption| {
            chosen.iter().any(|it| match it {
                Chosen::Option(name) => name == option.value.as_str(),
                Chosen::Other(text) => option.label.all().any(|it| fold(text).contains(&fold(it))),
            })
        };
        let words_of = |option: &ChoiceOption| -> Vec<String> {
            let names = option.label.all().chain([option.value.as_str()]);
            names.flat_map(|it| words(&fold(it))).collect()
        };
        let all: Vec<(&ChoiceOption, Vec<String>)> =
            options.iter().map(|it| (it, words_of(it))).collect();
        // What the form is about, and what else it asks for, names no option: "Broken train" is another than a train.
        let form = &self.state.form;
        let others = form.fields.iter().filter(|it| it.field_id != *field_id);
        let labels = others.flat_map(|it| it.label.all());
        let texts = label.all().chain(form.title.all()).chain(labels);
        let label: Vec<String> = texts.flat_map(|it| words(&fold(it))).collect();
        let others = all.iter().filter(|(it, _)| !has(it));
        let named = others.filter_map(|(option, its)| {
            // A word that names another option or the field too names neither.
            let is_its_own = |word: &&String| {
                let mut with = all.iter().filter(|(_, words)| is_among(word, words));
                let is_only = with.next().is_some() && with.next().is_none();
                let is_of_form =
                    || is_among(word, &label) || label.iter().any(|it| is_alike(it, word));
                is_only && !is_of_form()
            };
            let own = its.iter().filter(is_its_own).filter(|it| said.has(it));
            let words: Vec<String> = own.cloned().collect();
            (!words.is_empty()).then(|| Named {
                field_id: field_id.clone(),
                option: option.value.as_str().to_owned(),
                words,
            })
        });
        named.collect()
    }
}

/// A text, and its words that can name an option.
pub(super) struct Spoken {
    text: String,
    words: Vec<String>,
}

impl Spoken {
    pub(super) fn of(text: String) -> Self {
        let words = words(&text);
        Self { text, words }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn has(&self, word: &str) -> bool {
        match word.contains(is_unspaced) {
            true => self.text.contains(word),
            false => self.words.iter().any(|it| it == word),
        }
    }

    /// The same, whatever the endings.
    pub(super) fn has_alike(&self, word: &str) -> bool {
        self.has(word) || self.words.iter().any(|it| is_alike(it, word))
    }
}

/// Whether a name has `word` among its `words`, or within one where nothing parts them.
fn is_among(word: &str, words: &[String]) -> bool {
    let is_within = word.contains(is_unspaced);
    words
        .iter()
        .any(|it| it == word || (is_within && it.contains(word)))
}

pub(super) fn words(folded: &str) -> Vec<String> {
    let words = folded.split(|it: char| !it.is_alphanumeric());
    let is_long = |it: &&str| {
        let letters = match it.contains(is_unspaced) {
            true => LETTERS_UNSPACED,
            false => LETTERS,
        };
        it.chars().nth(letters - 1).is_some()
    };
    words.filter(is_long).map(str::to_owned).collect()
}

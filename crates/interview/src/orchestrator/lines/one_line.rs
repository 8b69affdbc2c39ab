//! What is asked about one line: what it is called, what it lacks, and what of it could not be read.

use kikitori_form::file::LineField;
use kikitori_form::file::answer::Group;
use kikitori_form::lines::Lacking;
use kikitori_form::values::check;
use serde_json::Value as Json;

use super::super::missing::LINE;
use super::Orchestrator;
use super::asking::{LINE_SAYS, NOT_READ, OPTIONAL};
use super::meant::is_text;
use crate::lines::{Line, LineSheet, is_japanese};

/// Characters of what a line is called, and of its words, in a question.
const WORDS_SHOWN: usize = 60;

impl Orchestrator {
    /// What a line is called by where it is asked about: its first value, or where that is a mere figure the
    /// words that it came from, or what is known of it where others came from the same.
    fn called(&self, sheet: &LineSheet, line: &Line, group: &Group) -> Option<String> {
        let values = line.in_words(group, self.state.language(), &*self.locale);
        let known: Vec<(&LineField, String)> = group
            .fields
            .iter()
            .zip(values)
            .filter_map(|(field, value)| Some((field, value?)))
            .collect();
        let is_name = |(field, value): &&(&LineField, String)| {
            is_text(&field.answer) || value.contains(char::is_alphabetic)
        };
        let source = line.source;
        let of_source = sheet
            .lines
            .iter()
            .filter(|it| source.is_some() && it.source == source);
        let all = || {
            let known = known.iter().map(|(_, value)| value.as_str());
            known.collect::<Vec<_>>().join(self.marks().comma)
        };
        let name = known.first().filter(is_name);
        let name = name.map(|(_, value)| value.clone());
        let shared = (of_source.count() > 1 && !known.is_empty()).then(all);
        let words = || self.state.evidence_text(&source?).map(str::to_owned);
        let text = name.or(shared).or_else(words)?;
        Some(shortly(&text))
    }

    /// What a line lacks, in a sentence, and why words of it are none of its values, where that is not told
    /// with them. Words that would be one were not understood.
    fn lacking_told(&self, lacking: &Lacking, group: &Group) -> (String, Option<String>) {
        let language = self.state.language();
        let told = |english: &str| self.state.own_sentence(english);
        let sentence = lacking.sentence_by(group, language, &told);
        let Lacking::Unreadable(unread) = lacking else {
            return (sentence, None);
        };
        let field = group.fields.iter().find(|it| it.id == unread.field);
        let why = field.and_then(|field| {
            let said = Json::from(unread.said.as_str());
            let at = self.state.updated_at;
            let checked = self.in_context(at, |context| check(&field.answer, &said, context));
            checked?.err()
        });
        if lacking.names_unit(group, language) {
            return (sentence, None);
        }
        let optional = field.is_some_and(|it| !it.required);
        // Where the others are translated and this is not, the session is older.
        let is_told = told(OPTIONAL).is_some() || told(LINE).is_none();
        let optional = (optional && is_told)
            .then(|| self.told(OPTIONAL, "この欄は空欄でもかまいません。", []));
        let with_optional = |why: Option<String>| {
            let all: Vec<String> = why.into_iter().chain(optional.clone()).collect();
            (!all.is_empty()).then(|| all.join(self.marks().space))
        };
        // Before there was this sentence, the other one was translated.
        let has_sentence = told(NOT_READ).is_some() || told(LINE).is_none();
        match (why, field) {
            (None, Some(field)) if has_sentence => {
                let label = field.label.in_language(language).to_owned();
                let japanese = "{}：「{}」を読み取れませんでした";
                let parts = [label, shortly(&unread.said)];
                (self.told(NOT_READ, japanese, parts), with_optional(None))
            }
            (why, _) => (
                sentence,
                with_optional(why.map(|it| self.refusal_told(&it))),
            ),
        }
    }

    /// What is asked about lines: those that lack the same in one sentence.
    pub(super) fn asked_about_each<'a>(
        &self,
        sheet: &LineSheet,
        lines: impl Iterator<Item = &'a Line>,
        group: &Group,
    ) -> Vec<String> {
        let mut asked: Vec<(Vec<&Line>, String)> = Vec::new();
        for line in lines {
            let told = self.lacking_of(line, group);
            match asked.iter_mut().find(|(_, it)| *it == told) {
                Some((same, _)) => same.push(line),
                None => asked.push((vec![line], told)),
            }
        }
        let asked = asked.into_iter().map(|(lines, told)| {
            let Some((last, others)) = lines.split_last() else {
                return told;
            };
            let colon = self.marks().colon.trim_end();
            let others = others.iter().map(|line| {
                let head = self.line_with(sheet, line, group, String::new());
                head.trim_end()
                    .trim_end_matches(colon)
                    .trim_end()
                    .to_owned()
            });
            let others: Vec<String> = others.collect();
            let last = self.line_with(sheet, last, group, told);
            let all = others.into_iter().chain([last]);
            all.collect::<Vec<_>>().join(self.marks().comma)
        });
        asked.collect()
    }

    /// What a line lacks, and why words of it are none of its values.
    fn lacking_of(&self, line: &Line, group: &Group) -> String {
        let lacking = line.lacking.iter();
        let (lacking, why): (Vec<String>, Vec<Option<String>>) =
            lacking.map(|it| self.lacking_told(it, group)).unzip();
        let mut told = vec![lacking.join(self.marks().comma)];
        told.extend(why.into_iter().flatten());
        let last = told.pop().unwrap_or_default();
        let before = told.iter().map(|it| self.marks().sentence(it));
        let told: Vec<String> = before.chain([last]).collect();
        told.join(self.marks().space)
    }

    /// Something about a line, with its number and what it is called.
    fn line_with(&self, sheet: &LineSheet, line: &Line, group: &Group, told: String) -> String {
        match self.called(sheet, line, group) {
            Some(called) => self.line_says(line.number, called, told),
            None => self.in_line(line.number, &told),
        }
    }

    /// What is asked about a line, with its number and what it is called.
    fn line_says(&self, number: u32, called: String, told: String) -> String {
        let language = self.state.language();
        let is_translated = self.state.own_sentence(LINE_SAYS).is_some();
        if is_translated || is_japanese(language) {
            let parts = [number.to_string(), called, told];
            return self.told(LINE_SAYS, "{}行目「{}」：{}", parts);
        }
        let line = self.told(LINE, "{}行目", [number.to_string()]);
        format!("{line} “{called}”{}{told}", self.marks().colon)
    }
}

/// Words as they are shown in a question: on one line, and cut between two of them.
fn shortly(words: &str) -> String {
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    crate::bounds::cut_between_words(&words, WORDS_SHOWN)
}

//! What a message tells back of words that its call reports nothing of: a number, or what a line is called.

use std::collections::BTreeSet;

use super::super::Orchestrator;
use super::Hearing;
use crate::alike::is_alike;
use crate::clauses::clauses_of;
use crate::message::SessionMessage;
use crate::orchestrator::unheard::is_of_remark;
use crate::quotes::locate_parts;
use crate::tools::Ask;
use kikitori_form::lines::numbers_told_in;
use kikitori_form::values::{asks_back, is_spoken_of, tells_a_shift};

/// A shorter name of a line stands in other words, too.
const LETTERS_OF_NAME: usize = 4;
/// A longer rest is a story.
pub(super) const MOST_LETTERS: usize = 600;

/// Words for a quarter and a half of an hour, which are no numbers where they stand alone.
const PARTS_OF_HOURS: &str = "quarter half viertel dreiviertel halb quart demie cuarto media quarto quarti mezza meia \
    kwart kvart halv kwadrans pół čtvrt půl četrt pol negyed fél четверть чверть половина половину пів";

/// A part of an hour that is told beside the same word in `rest` and in `told`, and not in what was `reported`:
/// "quarter past", of an hour that was told before.
fn part_of_hour(rest: &str, told: &str, reported: &str) -> Option<String> {
    let words = |text: &str| -> Vec<String> {
        let small = text.to_lowercase();
        let words = small.split(|it: char| !it.is_alphanumeric());
        let words = words.filter(|it| !it.is_empty());
        words.map(str::to_owned).collect()
    };
    let [rest, told, reported] = [rest, told, reported].map(words);
    let has = |all: &[String], pair: &[String]| all.windows(pair.len()).any(|it| it == pair);
    let is_part = |word: &String| PARTS_OF_HOURS.split_whitespace().any(|it| it == word);
    let mut pairs = rest.windows(2).filter(|it| it.iter().any(is_part));
    let pair = pairs.find(|it| has(&told, it) && !has(&reported, it));
    pair.map(|it| it.join(" "))
}

/// Whether a text has a name of one word with another ending, as "Austėjos" is of "Austėja".
fn has_form_of(text: &str, name: &str) -> bool {
    let mut words = text.split(|it: char| !it.is_alphanumeric());
    words.any(|word| is_alike(word, name))
}

impl Orchestrator {
    /// Says so once: who tells them that something was changed has reported it, or else nothing came of it.
    pub(super) fn check_what_is_passed_over(&self, ask: &Ask, hearing: &mut Hearing) {
        // What others read is not the Interviewer's to report.
        let is_for_others = self.list_read().is_some() || !self.state.under_review().is_empty();
        let is_again = self.asks_refused() > 0;
        if is_again || is_for_others || !self.last_is_of_respondent() {
            return;
        }
        let rest = self
            .not_quoted(ask, std::iter::empty())
            .filter(|it| !it.trim().is_empty());
        // Who tells a story is told back some of it.
        let rest = rest.filter(|it| it.chars().nth(MOST_LETTERS).is_none());
        let Some(rest) = rest else {
            return;
        };
        let told = self.told_in(&ask.message);
        let reported = ask.heard.iter().flat_map(|it| {
            let facts = it.facts.iter().map(String::as_str);
            let words = [it.quote.as_deref(), it.value.as_deref()];
            facts.chain(words.into_iter().flatten())
        });
        let reported: Vec<&str> = reported.collect();
        let reported = reported.join("\n");
        let number = || {
            let told = numbers_told_in(&told);
            let said: Vec<String> = match told.is_empty() {
                true => Vec::new(),
                false => told
                    .intersection(&numbers_told_in(&rest))
                    .cloned()
                    .collect(),
            };
            let known = || numbers_told_in(&reported);
            let known = if said.is_empty() {
                BTreeSet::new()
            } else {
                known()
            };
            said.into_iter().find(|it| !known.contains(it))
        };
        let name = || {
            let [rest, told, reported] = [&rest, &told, &reported].map(|it| self.locale.fold(it));
            let mut names = self.names_of_lines().into_iter();
            names.find(|name| {
                let name = self.locale.fold(name);
                let is_in = |text: &str| text.contains(&name) || has_form_of(text, &name);
                is_in(&rest) && is_in(&told) && !is_in(&reported)
            })
        };
        let time = || part_of_hour(&rest, &told, &reported);
        // "An hour later than I said", and then "I moved it an hour later".
        let shift = || {
            let is_told = tells_a_shift(&told) && !tells_a_shift(&reported);
            let mut said = rest.split(['.', '\n', '。']).filter(|_| is_told);
            said.find(|it| tells_a_shift(it))
                .map(|it| it.trim().to_owned())
        };
        if let Some(it) = name().or_else(number).or_else(time).or_else(shift) {
            hearing.problems.push(format!(
                "message: speaks of “{it}”, which they said in words that heard has nothing of. If they told \
                 or changed something with it, report it in heard; if not, call ask again as it was"
            ));
        } else if ask.asks.is_none() {
            self.check_what_a_last_word_passes_over(ask, hearing);
        }
    }

    /// Nothing is asked after it, so what it passes over would be lost: what tells a number, or names a line, is asked
    /// for once.
    fn check_what_a_last_word_passes_over(&self, ask: &Ask, hearing: &mut Hearing) {
        let names = self.names_of_lines();
        let tells = |it: &&str| {
            let folded = self.locale.fold(it);
            let has = |name: &String| folded.contains(&self.locale.fold(name));
            !numbers_told_in(it).is_empty() || names.iter().any(has)
        };
        // What no model may report is none of it.
        let fold = |text: &str| self.locale.fold(text);
        let is_private = |it: &str| {
            let mut private = self.state.form.fields.iter().filter(|it| it.private);
            private.any(|field| {
                let shown = self.state.shown_field(&field.field_id);
                is_spoken_of(shown.as_ref().unwrap_or(field), it, &fold)
            })
        };
        let passed_over = self.not_heard_by(ask).into_iter();
        let mut passed_over = passed_over.filter(|it| !is_private(it));
        if let Some(it) = passed_over.find(tells) {
            hearing.problems.push(format!(
                "message: a last word, while they also said “{it}”, which heard has nothing of. If that \
                 answers or changes something, report it in heard; if not, call ask again as it was"
            ));
        }
    }

    /// What no quote has of what they told last, nor these `others`: messages, and from where to where in them. None
    /// where nothing was said, or no model may see it.
    pub(super) fn not_quoted(
        &self,
        ask: &Ask,
        others: impl Iterator<Item = (usize, usize, usize)>,
    ) -> Option<String> {
        let messages = self.state.messages.iter().enumerate().rev();
        let mut said = messages.filter_map(|(place, message)| match message {
            SessionMessage::Respondent(said) => Some((place, said)),
            SessionMessage::Model { .. } => None,
        });
        let (place, said) = said.next()?;
        if said.private || said.entered {
            return None;
        }
        let quotes = ask.heard.iter().filter_map(|it| it.quote.as_deref());
        let pieces = quotes.flat_map(|it| it.split(['…', '\n']));
        let found = pieces.flat_map(|it| locate_parts(it, &self.state.messages));
        let found: Vec<(usize, usize)> = found
            .map(|it| (it.message, it.start, it.end))
            .chain(others)
            .filter(|(message, ..)| *message == place)
            .map(|(_, start, end)| (start, end))
            .collect();
        let mut rest = String::new();
        let remark = ask.question.as_deref().unwrap_or_default();
        for (start, end) in clauses_of(&said.text) {
            let clause = said.text.get(start..end)?;
            // What they ask changes nothing, and a remark is reported as one.
            let is_asked = asks_back(clause, &|text| self.locale.fold(text));
            if is_asked || is_of_remark(clause, remark) {
                continue;
            }
            let letters = clause.char_indices();
            let letters = letters.map(|(at, letter)| (start + at, letter));
            let is_quoted = |at: usize| found.iter().any(|(from, to)| (*from..*to).contains(&at));
            rest.extend(letters.map(|(at, letter)| if is_quoted(at) { ' ' } else { letter }));
        }
        Some(rest)
    }

    /// What the lines that are recorded are told from each other by: their first values in words, and the names in
    /// those.
    fn names_of_lines(&self) -> Vec<String> {
        let sheets = self.state.lines.iter();
        let sheets = sheets.filter(|(field, _)| !self.is_private(field));
        let lines = sheets.flat_map(|(_, sheet)| &sheet.lines);
        let in_words = lines.filter_map(|line| {
            let mut values = line.values.iter().map(|it| it.value.0.to_string());
            values.find(|it| !it.contains(char::is_numeric))
        });
        let names = in_words.flat_map(|name| {
            let is_name = |it: &&str| it.starts_with(char::is_uppercase);
            let words = name.split_whitespace().skip(1).filter(is_name);
            let words: Vec<String> = words.map(str::to_owned).collect();
            [name].into_iter().chain(words)
        });
        names
            .filter(|it| it.chars().nth(LETTERS_OF_NAME - 1).is_some())
            .collect()
    }
}

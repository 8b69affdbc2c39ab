//! What of their words is not meant any more, and leaves with no answer: what a text had before it was corrected, and
//! what was told of somebody's health where a private field asks about that.

use std::collections::BTreeSet;

use kikitori_form::values::{Value, asks_about_health, is_unspaced, tells_of_health};
use kikitori_form::{FieldId, FormField};

use super::MainSessionState;
use crate::alike::is_alike;
use crate::clauses::clauses_of;
use crate::value::{Collected, Evidence};

/// Shorter words stand in any text.
const LETTERS: usize = 4;
/// So many words make it likely that a clause is about what was taken back.
const LEAST: usize = 2;
/// So many words that were taken back are kept of a field.
const MOST: usize = 200;

impl MainSessionState {
    /// The words that the value of a field rests on, or that it was passed over by, as they are shown and leave with
    /// it: without what was taken back.
    pub fn words_meant(&self, field: &FieldId, evidence: &[Evidence]) -> Vec<String> {
        let value = self.collected_fields.get(field).map(|it| &it.value);
        let taken_back = self.field_progress.get(field).map(|it| &it.taken_back);
        let has_lost = taken_back.is_some_and(|it| !it.is_empty());
        let keeps_health = self.keeps_health_private();
        let pieces = self.words_of(evidence);
        if !has_lost && !keeps_health {
            return pieces;
        }
        let text = value.map(ToString::to_string).unwrap_or_default();
        let is_withheld = keeps_health && tells_of_health(&text, &small).is_empty();
        let now = words(&text);
        // Where nothing is left of an answer, one word of it tells that a clause is about it.
        let least = if value.is_some() { LEAST } else { 1 };
        let is_gone = |clause: &str| {
            let told = words(clause);
            let gone = taken_back.into_iter().flatten();
            let gone: Vec<&String> = gone
                .filter(|it| told.iter().any(|word| is_alike(word, it)))
                .collect();
            let stays = told
                .iter()
                .filter(|word| now.iter().any(|it| is_alike(word, it)));
            let is_about_it = gone.len() >= least && gone.len() > stays.count();
            is_about_it || (is_withheld && !tells_of_health(clause, &small).is_empty())
        };
        // What only asks for something to be left out tells nothing of what stays.
        let tells = |piece: &String| {
            let told = words(piece);
            let stays = told
                .iter()
                .filter(|word| now.iter().any(|it| is_alike(word, it)));
            stays.count() >= LEAST
        };
        let is_told = has_lost && pieces.iter().any(tells);
        let pieces = pieces.into_iter().enumerate();
        let pieces = pieces.filter(|(at, piece)| *at == 0 || !is_told || tells(piece));
        let kept = pieces.map(|(_, piece)| match has_lost || is_withheld {
            true => without(&piece, &is_gone),
            false => piece,
        });
        kept.filter(|it| !it.is_empty()).collect()
    }

    /// The words of lines in the same way.
    pub(super) fn words_of_lines_meant(&self, words: Vec<String>) -> String {
        if !self.keeps_health_private() {
            return words.join("\n");
        }
        let tells = |clause: &str| !tells_of_health(clause, &small).is_empty();
        let words = words.into_iter().map(|it| without(&it, &tells));
        let kept: Vec<String> = words.filter(|it| !it.is_empty()).collect();
        kept.join("\n")
    }

    /// Whether somebody's health is asked for in private, and nowhere else.
    pub(crate) fn keeps_health_private(&self) -> bool {
        let asks = |private: bool| {
            let fields = self.form.fields.iter();
            let mut fields = fields.filter(move |it| it.private == private);
            fields.any(|it| self.asks_about_health(it))
        };
        // Most forms have no private field: this is asked for each value that is shown.
        asks(true) && !asks(false)
    }

    /// Whether a field asks about somebody's health.
    pub(crate) fn asks_about_health(&self, field: &FormField) -> bool {
        let id = field.field_id.as_str().replace(['_', '-'], " ");
        let facts = self.form.facts.iter();
        let facts = facts.filter(|it| it.form_field_id == field.id);
        let facts = facts.flat_map(|it| it.fact.all());
        let named = field
            .label
            .all()
            .chain(field.intent.iter().flat_map(|it| it.all()));
        let texts = named.chain(facts).chain([id.as_str()]);
        asks_about_health(texts, &small)
    }

    /// Keeps the words that a text loses by what replaces it.
    pub(super) fn take_words_back(&mut self, field: &FieldId, new: Option<&Collected>) {
        let text_of = |it: &Collected| match &it.value {
            Value::Text(text) => Some(words(text)),
            _ => None,
        };
        let Some(before) = self.collected_fields.get(field).and_then(text_of) else {
            return;
        };
        let now = new.and_then(text_of).unwrap_or_default();
        let is_there = |word: &String| now.iter().any(|it| is_alike(it, word));
        let progress = self.field_progress.entry(field.clone()).or_default();
        progress.taken_back.retain(|word| !is_there(word));
        let gone = before.into_iter().filter(|word| !is_there(word));
        for word in gone {
            if progress.taken_back.len() < MOST && !progress.taken_back.contains(&word) {
                progress.taken_back.push(word);
            }
        }
    }
}

fn small(text: &str) -> String {
    text.to_lowercase()
}

/// A text without such clauses, with a sign where they stood.
fn without(text: &str, is_gone: &dyn Fn(&str) -> bool) -> String {
    let clauses = clauses_of(text).into_iter();
    let clauses = clauses.filter_map(|(start, end)| text.get(start..end));
    let mut kept = String::new();
    let mut is_left_out = false;
    for clause in clauses {
        if is_gone(clause) {
            is_left_out = true;
            continue;
        }
        if std::mem::take(&mut is_left_out) {
            let before = kept.trim_end().len();
            kept.truncate(before);
            kept.push_str(if kept.is_empty() { "… " } else { " … " });
            kept.push_str(clause.trim_start());
        } else {
            kept.push_str(clause);
        }
    }
    let kept = kept.trim();
    let is_cut = is_left_out || kept.contains('…');
    match (is_left_out, is_cut && words(kept).len() < LEAST) {
        (_, true) => String::new(),
        (true, false) => format!("{} …", kept.trim_end_matches([',', ';', '、', '，'])),
        (false, false) => kept.to_owned(),
    }
}

/// The words of a text that say something; where no spaces stand between words, each two letters of names.
fn words(text: &str) -> BTreeSet<String> {
    let small = small(text);
    let spaced = small.split(|it: char| !it.is_alphanumeric() || is_unspaced(it));
    let spaced = spaced.filter(|it| it.chars().nth(LETTERS - 1).is_some());
    let letters: Vec<char> = small.chars().collect();
    let is_of_name = |it: &char| matches!(it, '\u{30a0}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}');
    let pairs = letters.windows(2).filter(|it| it.iter().all(is_of_name));
    let pairs = pairs.map(|it| it.iter().collect());
    spaced.map(str::to_owned).chain(pairs).collect()
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn clauses_are_left_out_with_a_sign() {
        let is_gone = |clause: &str| clause.contains("hip");
        for (text, kept) in [
            (
                "We were late, my hip hurt, and nobody came.",
                "We were late, … and nobody came.",
            ),
            ("My hip hurt. Nobody came.", "… Nobody came."),
            ("Nobody came, and my hip hurt.", "Nobody came …"),
            ("My hip hurt.", ""),
            ("Nobody came.", "Nobody came."),
        ] {
            assert_eq!(without(text, &is_gone), kept, "{text}");
        }
    }
}

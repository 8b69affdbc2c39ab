//! A recorded answer that a message says to have changed although its call reports nothing of it: the person would
//! believe it.

use std::collections::BTreeSet;

use super::super::Orchestrator;
use super::Hearing;
use super::claimed::{Spoken, words};
use super::passed_over::MOST_LETTERS;
use crate::alike::{is_alike, stands_whole};
use crate::clauses::clauses_of;
use crate::tools::Ask;
use kikitori_form::lines::numbers_told_in;
use kikitori_form::values::{is_unspaced, sentences};
use kikitori_form::{FieldId, FormField};

/// So many letters that are no endings are a name where no spaces stand between words.
const LETTERS_OF_NAME: usize = 2;

impl Orchestrator {
    /// Says so where a sentence of the message names a recorded field together with something that they said of that
    /// field and of which nothing is recorded: "I have changed the place to Leeds". When the second call is no
    /// better, they are told before its message that it was not taken.
    pub(super) fn check_what_is_said_to_be_changed(&self, ask: &Ask, hearing: &mut Hearing) {
        if !self.last_is_of_respondent() {
            return;
        }
        let rested_on = self.rested_on().map(|it| (it.message, it.start, it.end));
        let rest = self.not_quoted(ask, rested_on);
        let rest = rest.filter(|it| !it.trim().is_empty());
        // Who tells a story is told back some of it.
        let rest = rest.filter(|it| it.chars().nth(MOST_LETTERS).is_none());
        let Some(rest) = rest else {
            return;
        };
        let told = self.told_in(&ask.message);
        let fields = self.state.form.fields.iter();
        let mut changed = fields.filter_map(|field| {
            let clause = self.said_to_be_changed(field, ask, &told, &rest)?;
            Some((field, clause))
        });
        let Some((field, clause)) = changed.next() else {
            return self.check_what_is_said_to_be_emptied(ask, hearing, &told, &rest);
        };
        let label = self.state.label_of(&field.field_id).unwrap_or_default();
        if self.asks_refused() > 0 {
            let told = self.not_taken_told(&clause, label, None);
            hearing.untrue.push(told);
            return;
        }
        hearing.problems.push(format!(
            "message: says something of {}, which they spoke of in “{clause}” and which heard has nothing of. If \
             they changed it, report it in heard; if not, do not say that it is changed",
            field.field_id
        ));
    }

    /// The clause of what no quote has by which a message says that this field is changed.
    fn said_to_be_changed(
        &self,
        field: &FormField,
        ask: &Ask,
        told: &str,
        rest: &str,
    ) -> Option<String> {
        let id = &field.field_id;
        if self.is_left_out_of_claims(field, ask) {
            return None;
        }
        let fold = |text: &str| self.locale.fold(text);
        let recorded = self.state.collected_fields.get(id)?;
        let shown = self.state.shown_field(id)?;
        let value = fold(&recorded.value.to_string());
        let labels: Vec<String> = shown.label.all().map(fold).collect();
        let of_label: Vec<String> = labels.iter().flat_map(|it| words(it)).collect();
        let names_it = |sentence: &Spoken| {
            of_label.iter().any(|it| sentence.has(it))
                || labels
                    .iter()
                    .any(|it| it.contains(is_unspaced) && sentence.text().contains(it))
        };
        let reported = ask.heard.iter();
        let reported = reported.flat_map(|it| [it.quote.as_deref(), it.value.as_deref()]);
        let reported: Vec<String> = reported.flatten().map(fold).collect();
        let known = [&value].into_iter().chain(&labels).chain(&reported);
        let known: Vec<&String> = known.collect();
        let is_known = |word: &str| known.iter().any(|it| it.contains(word));
        let pieces = clauses_of(rest).into_iter();
        let pieces = pieces.filter_map(|(start, end)| rest.get(start..end));
        let is_corrected = stands_whole(&fold(rest), &value);
        // What they said of something else changes nothing of it.
        let is_of_it = |it: &&str| is_corrected || names_it(&Spoken::of(fold(it)));
        let pieces: Vec<&str> = pieces.filter(is_of_it).collect();
        let sentences = sentences(told).into_iter();
        let mut sentences = sentences.filter_map(|(start, end)| told.get(start..end));
        let clause = sentences.find_map(|sentence| {
            if !names_it(&Spoken::of(fold(sentence))) {
                return None;
            }
            let mut pieces = pieces.iter();
            pieces
                .find(|piece| shares_something_new(sentence, piece, is_corrected, &is_known, &fold))
        });
        clause.map(|it| it.trim().to_owned())
    }

    /// Says so once where they name a recorded field of which nothing is reported, and the message says that it is
    /// empty now: "the notes are empty".
    fn check_what_is_said_to_be_emptied(
        &self,
        ask: &Ask,
        hearing: &mut Hearing,
        told: &str,
        rest: &str,
    ) {
        if self.asks_refused() > 0 {
            return;
        }
        let fold = |text: &str| self.locale.fold(text);
        let fields = self.state.form.fields.iter();
        let fields: Vec<(&FormField, Vec<String>)> = fields
            .map(|field| {
                (
                    field,
                    field.label.all().flat_map(|it| words(&fold(it))).collect(),
                )
            })
            .collect();
        let clauses = |text: &str| -> Vec<(String, Vec<String>)> {
            let clauses = clauses_of(text).into_iter();
            let clauses = clauses.filter_map(|(start, end)| text.get(start..end));
            clauses
                .map(|it| (it.trim().to_owned(), words(&fold(it))))
                .collect()
        };
        let (told, rest) = (clauses(told), clauses(rest));
        let spoken_of = fields.iter().find_map(|(field, label)| {
            let others = fields
                .iter()
                .filter(|(it, _)| it.field_id != field.field_id);
            let others: Vec<&String> = others.flat_map(|(_, words)| words).collect();
            let is_its_own = |word: &&String| !others.iter().any(|it| is_alike(it, word));
            let own: Vec<&String> = label.iter().filter(is_its_own).collect();
            let names = |said: &[String]| {
                let mut words = said.iter();
                words.any(|word| own.iter().any(|it| is_alike(it, word)))
            };
            let mut told = told.iter();
            let is_claimed =
                told.any(|(clause, words)| names(words) && tells_emptied(&fold(clause)));
            let (clause, _) = rest.iter().find(|(_, words)| names(words))?;
            let is_it = is_claimed && !self.is_left_out_of_claims(field, ask);
            is_it.then(|| (field.field_id.clone(), clause.clone()))
        });
        if let Some((field, clause)) = spoken_of {
            hearing.problems.push(format!(
                "message: says of {field} that it is empty or out, and heard has nothing of “{clause}”. If they want \
                 that, report it in heard; if not, call ask again as it was"
            ));
        }
    }

    /// Whether nothing that a message says of a field is a claim: it is asked about, reported, or told by others.
    pub(super) fn is_left_out_of_claims(&self, field: &FormField, ask: &Ask) -> bool {
        let id = &field.field_id;
        let is_reported = ask.heard.iter().any(|it| it.field_id == id.as_str());
        let is_asked = ask.asks.as_deref() == Some(id.as_str());
        let is_recorded = self.state.collected_fields.contains_key(id);
        let is_list = self.state.lines.contains_key(id);
        let is_other = field.private || is_reported || is_asked || is_list || !is_recorded;
        // What an earlier call of the same turn has recorded is told by this one.
        is_other || self.is_under_review(id) || self.is_told_of(id)
    }

    fn is_under_review(&self, field: &FieldId) -> bool {
        self.state.under_review().contains(field)
    }
}

/// How words begin that tell that something is empty or taken out.
const EMPTIED: &str = "empty emptied removed deleted cleared erased struck crossed dropped leer entfern gelösch gestrich vide supprim effac \
    retir vacío vacía borrad elimin quitad vuot cancell rimoss tolt vazi apagad removid leeg verwijder gewist tom tömd \
    borttag fjern slette pust usuni skreśl prázdn smaz vymaz odstran prazn izbris uklonj tyhj poist üres töröl boş \
    silin çıkar пуст удал стёр стер убра порож видал прибра išėm ištryn pašalin tušč izņēm izdzēs tukš eemald kustut obris obriš brisa brisal makn maknu zbris uklon strøk strök rausgenom herausgenom weggenom \
    tühi tühj αφαίρεσ διέγρα άδει حذف فارغ מחק הסר ריק हटा hapus kosong xóa esborr buit ezabatu";
/// A stem of so many letters is short, and has an ending of so many at most.
const SHORT_STEM: usize = 4;
const ENDING_OF_SHORT: usize = 1;
const EMPTIED_UNSPACED: &str = "空/削除/消し/消去/取り消/삭제/비웠/비어/删除/刪除/清空/left out/taken out/taken back/took out/taken off/took off/no longer/off the list/off your list/nicht mehr/n'est plus/\
    ne sont plus/ya no /non è più/niet meer/inte längre/ikke lenger/ikke længere/ei enää/już nie/už není/už nie je/больше нет/\
    більше немає/več ni/ni več/više nije/više nema/nu mai este";

pub(super) fn tells_emptied(clause: &str) -> bool {
    let mut words = clause.split(|it: char| !it.is_alphanumeric());
    // "Tom" is empty in Swedish, and the beginning of many a name.
    let is_of = |word: &str, stem: &str| {
        let behind = word.strip_prefix(stem).map(|it| it.chars().count());
        let is_short = stem.chars().nth(SHORT_STEM).is_none();
        behind.is_some_and(|behind| !is_short || behind <= ENDING_OF_SHORT)
    };
    let begins = |word: &str| EMPTIED.split_whitespace().any(|it| is_of(word, it));
    words.any(begins) || EMPTIED_UNSPACED.split('/').any(|it| clause.contains(it))
}

/// Whether a sentence and a piece of what they said have a number or a name in common that is not `known` of the
/// field; where they named the recorded value too, any word of some length.
fn shares_something_new(
    sentence: &str,
    piece: &str,
    is_corrected: bool,
    is_known: &dyn Fn(&str) -> bool,
    fold: &dyn Fn(&str) -> String,
) -> bool {
    let numbers = numbers_told_in(sentence);
    let said: BTreeSet<String> = numbers_told_in(piece);
    if numbers.intersection(&said).any(|it| !is_known(it)) {
        return true;
    }
    let piece = fold(piece);
    if piece.contains(is_unspaced) {
        let letters: Vec<char> = piece.chars().collect();
        let mut names = letters
            .windows(LETTERS_OF_NAME)
            .filter(|it| it.iter().all(|it| is_of_names(*it)));
        let sentence = fold(sentence);
        return is_corrected
            && names.any(|it| {
                let name: String = it.iter().collect();
                sentence.contains(&name) && !is_known(&name)
            });
    }
    let said = Spoken::of(piece);
    let mut is_first = true;
    let own = sentence.split(|it: char| !it.is_alphanumeric());
    let mut own = own.filter(|it| !it.is_empty());
    own.any(|word| {
        let may_be_name = !is_first && word.starts_with(char::is_uppercase);
        is_first = false;
        let word = fold(word);
        let is_word = words(&word).len() == 1;
        (may_be_name || is_corrected) && is_word && said.has(&word) && !is_known(&word)
    })
}

/// Whether a letter of Japanese or Chinese stands in names rather than in endings.
fn is_of_names(letter: char) -> bool {
    matches!(letter, '\u{30a0}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}')
}

//! What the last message says for the form.

use serde_json::{Value, json};

use super::quote::quote_of;
use crate::field::Field;
use crate::locale::{Wish, country_named, sentences_in, without_names};
use crate::reading::{self, Found, Reading, correction};
use crate::reviewer::{self, Answer, sort_of};
use crate::scene::{COUNTRY, Scene};
use crate::speech::primary;
use crate::text::plain;

/// What became of a field.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It is told.
    Answered(Found),
    /// What was said is not enough.
    NotEnough {
        /// What is missing.
        missing: Vec<String>,
        /// A sentence that says what is wrong with the value that was given, and answers that it
        /// can mean.
        refusal: Option<(String, Vec<String>)>,
    },
    /// Lines of it are changed.
    Lines {
        /// The words, and the changes as `ask` takes them.
        told: Found,
        /// Whether nothing is missing then.
        done: bool,
    },
    Refused,
    DoesNotKnow,
    Skipped,
}

/// An entry about a field.
#[derive(Debug, Clone, PartialEq)]
pub struct Heard {
    pub field_id: String,
    /// The words that it was heard in; empty where nothing was said for it.
    pub quote: String,
    /// Whether the value is all that the quote stands for.
    pub is_quoted: bool,
    pub outcome: Outcome,
}

/// All that a message says.
#[derive(Debug, Default)]
pub struct Hearing {
    pub heard: Vec<Heard>,
    /// What sort of message it is, for the field that was asked for.
    pub sort: Option<Answer>,
    /// What it asks back.
    pub question: Option<String>,
    pub wish: Wish,
    /// Recorded fields that it corrects: what they are called, and to what.
    pub corrected: Vec<(String, String)>,
}

impl Heard {
    /// As `ask` takes it.
    pub fn to_json(&self) -> Value {
        let (outcome, value, missing) = match &self.outcome {
            Outcome::Answered(found) => {
                let differs = !self.is_quoted && found.value != self.quote;
                ("answered", differs.then_some(&found.value), None)
            }
            Outcome::Lines { told, .. } => ("answered", Some(&told.value), None),
            Outcome::NotEnough { missing, .. } => ("not_enough", None, Some(missing)),
            Outcome::Refused => ("refused", None, None),
            Outcome::DoesNotKnow => ("does_not_know", None, None),
            Outcome::Skipped => ("skipped", None, None),
        };
        let quote = (!self.quote.trim().is_empty()).then_some(&self.quote);
        json!({"field_id": self.field_id, "quote": quote, "value": value, "facts": null,
            "missing": missing, "outcome": outcome})
    }

    /// Whether the asking for the field is over with it. `again` says that it was refused before.
    pub fn decides(&self, again: bool) -> bool {
        match self.outcome {
            Outcome::Answered(_) | Outcome::DoesNotKnow | Outcome::Skipped => true,
            Outcome::Lines { done, .. } => done,
            Outcome::Refused => again,
            Outcome::NotEnough { .. } => false,
        }
    }
}

impl Hearing {
    /// Reads the last message of `scene`.
    pub fn of(scene: &Scene) -> Self {
        let said = scene.said();
        let mut hearing = Self::default();
        let Some(last) = said.last() else {
            return hearing;
        };
        let message = said.join("\n");
        hearing.wish = Wish::of(&message, scene.now.language.as_deref().unwrap_or("en"));
        if hearing.wish.language.is_none() && !hearing.wish.cannot_speak {
            hearing.wish.language = follows(scene, &message);
        }
        let asked = scene.asked();
        let around = scene.around();
        let recorded = scene.recorded();
        for text in said {
            if let Some((at, found)) = correction::of(text, &recorded, asked, &around)
                && let Some(it) = recorded.get(at)
            {
                hearing
                    .corrected
                    .push((it.field.name().to_owned(), found.value.clone()));
                hearing.heard.push(Heard {
                    field_id: it.field.field_id.clone(),
                    quote: found.quote.clone(),
                    is_quoted: false,
                    outcome: Outcome::Answered(found),
                });
            }
        }
        let corrects = !hearing.heard.is_empty();
        let unasked: Vec<Heard> = said
            .iter()
            .flat_map(|text| volunteered(scene, text))
            .collect();
        if scene.now.asked.as_deref() == Some(COUNTRY) {
            hearing.hear_country(&message);
        } else if let Some(field) = asked {
            hearing.hear_asked(scene, field, (&message, last), corrects, &unasked);
        }
        for it in unasked {
            let is_heard = |known: &Heard| {
                let is_told = matches!(known.outcome, Outcome::Answered(_));
                known.field_id == it.field_id || (is_told && known.quote == it.quote)
            };
            if !hearing.heard.iter().any(is_heard) {
                hearing.heard.push(it);
            }
        }
        hearing
    }

    fn hear_asked(
        &mut self,
        scene: &Scene,
        field: &Field,
        (message, last): (&str, &str),
        corrects: bool,
        unasked: &[Heard],
    ) {
        let turns = scene.about(field);
        let sort = reviewer::sorts(field, &turns)
            .last()
            .copied()
            .unwrap_or(Answer::Blank);
        self.sort = Some(sort);
        if sort == Answer::AskedBack {
            self.question = Some(message.trim().to_owned());
        }
        let is_here = !scene.is_under_review(&field.field_id)
            && scene.now.open.contains(&field.field_id)
            && !field.private;
        if !is_here || matches!(sort, Answer::AskedBack | Answer::OtherLanguage) {
            return;
        }
        let around = scene.around();
        if corrects {
            // What corrects another field answers this one only by a value of its own.
            let used = |found: &Found| self.heard.iter().any(|it| it.quote.contains(&found.quote));
            let found = field
                .typed()
                .and_then(|kind| reading::volunteered(&kind, message, &around));
            if let Some(found) = found.filter(|found| !used(found)) {
                self.note(field, Outcome::Answered(found), last);
            }
            return;
        }
        let outcome = match field.typed() {
            Some(kind) => match reading::answer(&kind, message, &around) {
                Reading::Found(found)
                    if sort == Answer::Content
                        || (sort == Answer::Nothing && !reading::takes_all(&kind)) =>
                {
                    Outcome::Answered(found)
                }
                reading => {
                    let refusal = match reading {
                        Reading::Refused(refusal) if sort == Answer::Content => Some(refusal),
                        _ => None,
                    };
                    let meant = refusal.as_ref().map(reading::meant).unwrap_or_default();
                    let sentence = refusal.map(|it| it.sentence(&around.language));
                    otherwise(
                        field,
                        sort,
                        &turns,
                        vec![field.name().to_owned()],
                        sentence.map(|sentence| (sentence, meant)),
                    )
                }
            },
            None => {
                let mut turns = turns;
                // What was said before was not accepted.
                let not_accepted = &scene.now.not_accepted_by_the_page;
                if not_accepted.contains_key(&field.field_id) {
                    let before = turns.len().saturating_sub(1);
                    turns.drain(..before);
                }
                if let Some(turn) = turns.last_mut()
                    && reviewer::is_of_one_line(field)
                    && !unasked.is_empty()
                {
                    let own = own_part(&turn.answer, unasked).to_owned();
                    if sort_of(&own) == Answer::Blank && reviewer::is_name(field) {
                        // Something else was told, and this not.
                        return;
                    }
                    if sort_of(&own) != Answer::Blank {
                        turn.answer = own;
                    }
                }
                let told = reviewer::verdict(scene.speech(), field, &turns);
                match (told.passed, told.value) {
                    (true, Some(value)) => {
                        let quote = quote_of(last, &value);
                        let heard = Heard {
                            field_id: field.field_id.clone(),
                            is_quoted: quote.is_value,
                            quote: quote.words.clone(),
                            outcome: Outcome::Answered(Found {
                                quote: quote.words,
                                value,
                            }),
                        };
                        return self.heard.push(heard);
                    }
                    (true, None) => Outcome::Skipped,
                    (false, _) => otherwise(field, sort, &turns, told.missing, None),
                }
            }
        };
        self.note(field, outcome, last);
    }

    fn note(&mut self, field: &Field, outcome: Outcome, last: &str) {
        let quote = match &outcome {
            Outcome::Answered(found) => found.quote.clone(),
            _ => quote_of(last, last.trim()).words,
        };
        // Nothing is decided without words.
        if quote.trim().is_empty() && !matches!(outcome, Outcome::NotEnough { .. }) {
            return;
        }
        self.heard.push(Heard {
            field_id: field.field_id.clone(),
            quote,
            is_quoted: false,
            outcome,
        });
    }

    fn hear_country(&mut self, message: &str) {
        let text = plain(message);
        let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
        let code = country_named(&without_names(&text))
            .or_else(|| crate::locale::coded(message, bare, true));
        let quote = quote_of(message, message.trim()).words;
        let outcome = match (code, sort_of(message)) {
            (Some(code), _) => Outcome::Answered(Found {
                quote: quote.clone(),
                value: code.to_owned(),
            }),
            (None, Answer::Refusal | Answer::Nothing) => Outcome::Refused,
            (None, Answer::Unknown) => Outcome::DoesNotKnow,
            (None, sort) => {
                self.sort = Some(sort);
                Outcome::NotEnough {
                    missing: vec!["the country".to_owned()],
                    refusal: None,
                }
            }
        };
        self.heard.push(Heard {
            field_id: COUNTRY.to_owned(),
            quote,
            is_quoted: false,
            outcome,
        });
    }
}

/// What a message tells for open fields that were not asked for.
fn volunteered(scene: &Scene, text: &str) -> Vec<Heard> {
    let asked = scene.asked();
    let around = scene.around();
    let open: Vec<&Field> = scene.open_beside(asked).collect();
    let told = open.iter().filter_map(|field| {
        let alike = |other: &Field| reading::are_alike(field, other);
        let is_only = !asked.is_some_and(alike)
            && !open
                .iter()
                .any(|it| it.field_id != field.field_id && alike(it));
        let found = reading::unasked(field, text, is_only, &around)?;
        Some(Heard {
            field_id: field.field_id.clone(),
            quote: found.quote.clone(),
            is_quoted: false,
            outcome: Outcome::Answered(found),
        })
    });
    told.collect()
}

/// An answer to a field of one line, without the clauses that tell something else.
fn own_part<'m>(message: &'m str, unasked: &[Heard]) -> &'m str {
    let mut end = 0;
    for clause in message.split_inclusive(['\n', '。', '、', ',', '.', ';']) {
        let upto = message.get(..end + clause.len()).unwrap_or_default();
        if unasked.iter().any(|it| {
            let begins = message.find(&it.quote);
            begins.is_some_and(|at| at < upto.len())
        }) {
            break;
        }
        end += clause.len();
    }
    message.get(..end).unwrap_or_default()
}

/// What a message that is no value comes to.
fn otherwise(
    field: &Field,
    sort: Answer,
    turns: &[crate::parse::Turn],
    missing: Vec<String>,
    refusal: Option<(String, Vec<String>)>,
) -> Outcome {
    let unknown = turns
        .iter()
        .filter(|turn| sort_of(&turn.answer) == Answer::Unknown)
        .count();
    match sort {
        Answer::Refusal | Answer::Nothing if !field.required => Outcome::Skipped,
        Answer::Refusal | Answer::Nothing => Outcome::Refused,
        Answer::Unknown if !field.required || unknown > 1 => Outcome::DoesNotKnow,
        _ => Outcome::NotEnough { missing, refusal },
    }
}

/// The language that a message is written in, where that is the other one of the two.
fn follows(scene: &Scene, message: &str) -> Option<&'static str> {
    let spoken = primary(scene.now.language.as_deref().unwrap_or("en"));
    let is_one_of_ours = ["en", "ja"].contains(&spoken.as_str());
    sentences_in(message).filter(|tag| is_one_of_ours && *tag != spoken)
}

//! The message: what was done, and the question.

use super::hearing::{Hearing, Outcome};
use super::{Opening, english, follow_up, japanese, suggestions};
use crate::field::Field;
use crate::locale::{countries_near, name_of};
use crate::reviewer::Answer;
use crate::scene::{COUNTRY, Scene};
use crate::speech::Speech;

/// A message, and answers to offer.
#[derive(Debug, Default)]
pub struct Said {
    pub message: String,
    pub suggestions: Vec<String>,
}

/// What there is to tell before the question.
#[derive(Default)]
pub struct Done<'a> {
    /// Whether the language is another from here on.
    pub switched: bool,
    /// The country that was said.
    pub country: Option<&'a str>,
    /// Fields with their new values.
    pub corrected: &'a [(String, String)],
    /// Fields that were told without having been asked for.
    pub noted: Vec<&'a str>,
    /// A field that the respondent would not answer.
    pub left_open: Option<&'a str>,
}

/// What to say, and to ask of the field `next`.
pub fn say(scene: &Scene, hearing: &Hearing, next: Option<&str>) -> Said {
    let speech = match hearing.wish.language {
        Some(tag) => Speech::of_tag(tag),
        None => scene.speech(),
    };
    let before = match scene.turns.is_empty() {
        true => greeting(scene, speech),
        false => done_beside(scene, hearing, speech),
    };
    let said = asking(scene, hearing, next, speech, !before.is_empty());
    let gap = match (speech, before.is_empty() || said.message.is_empty()) {
        (Speech::English, false) => " ",
        _ => "",
    };
    Said {
        message: format!("{before}{gap}{}", said.message),
        ..said
    }
}

fn greeting(scene: &Scene, speech: Speech) -> String {
    let country = scene
        .now
        .country
        .as_deref()
        .and_then(|code| name_of(code, speech));
    match speech {
        Speech::English => english::greeting(country),
        Speech::Japanese => japanese::greeting(country),
    }
}

fn done_beside(scene: &Scene, hearing: &Hearing, speech: Speech) -> String {
    let asked = scene.asked();
    let name_of_field = |id: &str| scene.field(id).map(Field::name);
    let noted = hearing.heard.iter().filter(|it| {
        let is_told = matches!(it.outcome, Outcome::Answered(_));
        let is_asked = scene.now.asked.as_deref() == Some(&it.field_id);
        is_told && !is_asked && !scene.now.recorded.contains_key(&it.field_id)
    });
    let gives_up = |field: &Field| {
        let is_refused = |it: &super::hearing::Heard| {
            it.field_id == field.field_id && it.outcome == Outcome::Refused
        };
        let again = scene.now.refused.contains(&field.field_id);
        again && hearing.heard.iter().any(is_refused)
    };
    let done = Done {
        switched: hearing.wish.language.is_some(),
        country: hearing.wish.country.and_then(|code| name_of(code, speech)),
        corrected: &hearing.corrected,
        noted: noted.filter_map(|it| name_of_field(&it.field_id)).collect(),
        left_open: asked.filter(|field| gives_up(field)).map(Field::name),
    };
    match speech {
        Speech::English => english::done_beside(&done),
        Speech::Japanese => japanese::done_beside(&done),
    }
}

/// The question for `next`. `told` says that something was said before it.
fn asking(
    scene: &Scene,
    hearing: &Hearing,
    next: Option<&str>,
    speech: Speech,
    told: bool,
) -> Said {
    let plainly = |english: &str, japanese: &str| Said {
        message: match speech {
            Speech::English => english,
            Speech::Japanese => japanese,
        }
        .to_owned(),
        suggestions: Vec::new(),
    };
    let Some(next) = next else {
        return plainly(english::CLOSE, japanese::CLOSE);
    };
    if next == COUNTRY {
        let is_again = hearing.heard.iter().any(|it| it.field_id == COUNTRY);
        let said = match is_again {
            true => plainly(english::COUNTRY_AGAIN, japanese::COUNTRY_AGAIN),
            false => plainly(english::COUNTRY, japanese::COUNTRY),
        };
        let language = scene.now.language.as_deref().unwrap_or("en");
        let suggestions = countries_near(speech, language, scene.now.time_zone.as_deref());
        return Said {
            suggestions,
            ..said
        };
    }
    let Some(field) = scene.field(next).filter(|field| !field.private) else {
        // The page asks this one itself.
        return match told {
            true => Said::default(),
            false => plainly(english::GO_ON, japanese::GO_ON),
        };
    };
    let is_again = scene.now.asked.as_deref() == Some(next) && !scene.said().is_empty();
    if is_again {
        return asking_again(scene, hearing, field, speech);
    }
    let opening = Opening {
        field,
        position: position(scene),
        accepted: if told { None } else { accepted(scene, hearing) },
    };
    let message = match speech {
        Speech::English => english::open(&opening),
        Speech::Japanese => japanese::open(&opening),
    };
    Said {
        message,
        suggestions: suggestions(speech, field),
    }
}

/// The field that was asked for is still open.
fn asking_again(scene: &Scene, hearing: &Hearing, field: &Field, speech: Speech) -> Said {
    let heard = hearing
        .heard
        .iter()
        .find(|it| it.field_id == field.field_id);
    let sort = hearing.sort.unwrap_or(Answer::Blank);
    let times = scene.about(field).len();
    let missing = match heard.map(|it| &it.outcome) {
        Some(Outcome::NotEnough {
            refusal: Some((sentence, meant)),
            ..
        }) => {
            let suggestions = match meant.is_empty() {
                true => suggestions(speech, field),
                false => meant.clone(),
            };
            return Said {
                message: sentence.clone(),
                suggestions,
            };
        }
        Some(Outcome::NotEnough { missing, .. }) => missing.clone(),
        _ => Vec::new(),
    };
    let only_wished = hearing.wish.language.is_some() || hearing.wish.country.is_some();
    if only_wished || !hearing.corrected.is_empty() || (heard.is_none() && sort == Answer::Content)
    {
        let message = match speech {
            Speech::English => english::again(field),
            Speech::Japanese => japanese::again(field),
        };
        return Said {
            message,
            suggestions: suggestions(speech, field),
        };
    }
    let missing = match missing.is_empty() {
        true => crate::reviewer::everything(speech, field),
        false => missing,
    };
    let (message, suggestions) = follow_up(speech, field, &missing, sort, times);
    Said {
        message,
        suggestions,
    }
}

/// The number of the question, among those for fields that were not asked for before.
fn position(scene: &Scene) -> usize {
    let mut asked: Vec<&str> = scene
        .turns
        .iter()
        .filter_map(|turn| turn.field_id.as_deref())
        .collect();
    asked.sort_unstable();
    asked.dedup();
    asked.len() + 1
}

/// Whether the field before was answered; none where there was none.
fn accepted(scene: &Scene, hearing: &Hearing) -> Option<bool> {
    let asked = scene.now.asked.as_deref()?;
    if scene.is_under_review(asked) {
        return Some(true);
    }
    let heard = hearing.heard.iter().find(|it| it.field_id == asked)?;
    Some(matches!(heard.outcome, Outcome::Answered(_)))
}

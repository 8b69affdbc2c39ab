//! The Greeter: language, country, time zone.

mod countries;
mod languages;
mod phrases;
mod reading;

use kikitori_llm::{Completion, Message};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::conversation::{Event, latest_answer, latest_brief, read};
use crate::reply::{calls, calls_all, says};
use crate::speech::{Speech, primary};
use phrases::Question;
use reading::Reading;

/// The zone that the interview falls back to when none can be inferred.
const LAST_RESORT_ZONE: &str = "Asia/Tokyo";

#[derive(Default, Deserialize)]
#[serde(default)]
struct Brief {
    language: Option<String>,
    country: Option<String>,
    browser_languages: Vec<String>,
    browser_time_zone: Option<String>,
}

/// What is settled by the brief and by the calls that worked after it.
struct Standing {
    language: Option<String>,
    country: Option<String>,
    timezone: bool,
}

impl Standing {
    fn of(events: &[Event<'_>], briefed_at: usize, brief: &Brief) -> Self {
        let mut standing = Self {
            language: brief.language.clone(),
            country: brief.country.clone(),
            timezone: false,
        };
        for event in events.iter().skip(briefed_at) {
            if let Event::Outcome {
                tool,
                arguments,
                worked: true,
            } = event
            {
                let text = |key: &str| {
                    arguments
                        .get(key)
                        .and_then(Value::as_str)
                        .map(str::to_owned)
                };
                match *tool {
                    "set_language" => standing.language = text("language").or(standing.language),
                    "set_country" => standing.country = text("country").or(standing.country),
                    "set_timezone" => standing.timezone = true,
                    _ => {}
                }
            }
        }
        standing
    }
}

/// What became of the calls that followed the respondent's latest answer.
struct SinceAnswer<'e, 'm>(&'e [Event<'m>]);

impl SinceAnswer<'_, '_> {
    fn times(&self, tool: &str, wanted: bool) -> usize {
        let count = |event: &&Event<'_>| matches!(event, Event::Outcome { tool: named, worked, .. } if *named == tool && *worked == wanted);
        self.0.iter().filter(count).count()
    }

    fn settled_something(&self) -> bool {
        ["set_language", "set_country", "set_timezone"]
            .iter()
            .any(|tool| self.times(tool, true) > 0)
    }
}

/// Goes on with the greeting.
pub fn reply(messages: &[Message]) -> Completion {
    let events = read(messages);
    let (briefed_at, brief) = latest_brief::<Brief>(&events).unwrap_or_default();
    let standing = Standing::of(&events, briefed_at, &brief);
    let answer = latest_answer(&events);
    let answered_at = answer.as_ref().map_or(briefed_at, |(at, _)| *at);
    let since = SinceAnswer(events.get(answered_at..).unwrap_or_default());

    let reading = answer
        .as_ref()
        .map(|(_, text)| Reading::of(text, standing.language.is_none(), &brief.browser_languages));
    if let Some(reading) = &reading {
        let settling = settling(reading, &standing, &since);
        if !settling.is_empty() {
            return calls_all(settling);
        }
    }

    let question = if standing.language.is_none() {
        Question::Language
    } else if standing.country.is_none() {
        Question::Country
    } else if standing.timezone {
        return says(phrases::all_settled(speech(&standing, &brief)));
    } else {
        // First let it be inferred, then name one that exists, then ask.
        match since.times("set_timezone", false) {
            0 => return calls("set_timezone", json!({ "timezone": null })),
            1 => {
                let zone = brief
                    .browser_time_zone
                    .as_deref()
                    .unwrap_or(LAST_RESORT_ZONE);
                return calls("set_timezone", json!({ "timezone": zone }));
            }
            _ => Question::TimeZone,
        }
    };
    let asked = events
        .iter()
        .filter(|event| **event == Event::Asked)
        .count();
    let again = answer.is_some() && !since.settled_something();
    let asking = phrases::Asking {
        speech: speech(&standing, &brief),
        again,
        first: asked == 0,
        times: asked,
    };
    let mut suggestions = match question {
        Question::Language => vec!["English".to_owned(), "日本語".to_owned()],
        Question::Country => countries::suggestions(
            asking.speech,
            standing.language.as_deref().unwrap_or_default(),
            &brief.browser_languages,
            brief.browser_time_zone.as_deref(),
        ),
        Question::TimeZone => vec![LAST_RESORT_ZONE.to_owned(), "Europe/London".to_owned()],
    };
    if let (Question::TimeZone, Some(zone)) = (question, &brief.browser_time_zone) {
        suggestions.insert(0, zone.clone());
        suggestions.dedup();
    }
    calls(
        "ask",
        json!({ "message": phrases::ask(question, &asking), "suggestions": suggestions }),
    )
}

/// The calls that an answer leads to; none for what is settled or was refused before.
fn settling(
    reading: &Reading,
    standing: &Standing,
    since: &SinceAnswer<'_, '_>,
) -> Vec<(&'static str, Value)> {
    let mut calls = Vec::new();
    let untried = |tool| since.times(tool, true) + since.times(tool, false) == 0;
    if let Some(language) = &reading.language {
        let open = standing.language.is_none();
        // Someone who is asked for their country may still ask for another language.
        let switches = standing.language.as_deref().map(primary) != Some(primary(language))
            && reading.language_is_named
            && reading.country.is_none();
        if (open || switches) && untried("set_language") {
            calls.push(("set_language", json!({ "language": language })));
        }
    }
    if let Some(country) = reading.country
        && standing.country.is_none()
        && untried("set_country")
    {
        calls.push(("set_country", json!({ "country": country })));
        if !standing.timezone && untried("set_timezone") {
            calls.push(("set_timezone", json!({ "timezone": reading.timezone })));
        }
    } else if let Some(zone) = &reading.timezone
        && standing.country.is_some()
        && !standing.timezone
        && untried("set_timezone")
    {
        calls.push(("set_timezone", json!({ "timezone": zone })));
    }
    calls
}

fn speech(standing: &Standing, brief: &Brief) -> Speech {
    let tag = standing
        .language
        .as_ref()
        .or_else(|| brief.browser_languages.first());
    Speech::of_tag(tag.map_or("en", String::as_str))
}

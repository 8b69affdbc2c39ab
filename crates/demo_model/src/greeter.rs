//! The Greeter: language, country, time zone.

mod cities;
mod countries;
mod languages;
mod phrases;
mod reading;

use kikitori_llm::{Completion, Message};
use kikitori_scripted::{calls, calls_all, says};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::conversation::{Event, latest_answer, latest_brief, read};
use crate::reviewer::{Answer, is_plain_no, sort_of};
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

/// After this many answers that did not settle what was asked, the browser decides.
const TRIES: usize = 2;
/// Questions back are not tries, but nobody is asked the same thing more often than this.
const MOST_QUESTIONS: usize = 4;
/// The languages that this model speaks.
const SPOKEN: [&str; 2] = ["en", "ja"];

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

    let sort = answer.as_ref().map(|(_, text)| manner_of(text));
    let question = if standing.language.is_none() {
        Question::Language
    } else if standing.country.is_none() {
        Question::Country
    } else if standing.timezone {
        return says(phrases::all_settled(speech(&standing, &brief)));
    } else {
        // First let it be inferred, then ask.
        if since.times("set_timezone", false) == 0 {
            return calls("set_timezone", json!({ "timezone": null }));
        }
        Question::TimeZone
    };
    if let Some(sort) = sort
        && !since.settled_something()
        && gives_up(sort, &events)
    {
        let assumed = assuming(question, &standing, &brief, &since);
        if !assumed.is_empty() {
            return calls_all(assumed);
        }
    }
    let asked = events
        .iter()
        .filter(|event| **event == Event::Asked)
        .count();
    let speech = speech(&standing, &brief);
    let chosen = reading.as_ref().and_then(|it| it.language.as_deref());
    let asking = phrases::Asking {
        speech,
        again: answer.is_some() && !since.settled_something(),
        asked_back: sort == Some(Answer::AskedBack),
        first: asked == 0,
        times: asked,
        language_is_not_spoken: chosen.is_some_and(|tag| !is_spoken(tag)),
        language_was_assumed: answer.is_some()
            && chosen.is_none()
            && since.times("set_language", true) > 0,
        fallback: countries::name_of(
            countries::assumed(&brief.browser_languages, brief.browser_time_zone.as_deref()),
            speech,
        ),
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
        // Going on in a language that nobody here speaks would promise what is not kept.
        let language = if is_spoken(language) { language } else { "en" };
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

fn is_spoken(language: &str) -> bool {
    SPOKEN.contains(&primary(language).as_str())
}

/// What sort of answer it is to a question that cannot be answered by "no".
fn manner_of(answer: &str) -> Answer {
    match sort_of(answer) {
        Answer::Content if is_plain_no(answer) => Answer::Refusal,
        sort => sort,
    }
}

/// Whether it is time to stop asking for the same thing.
fn gives_up(sort: Answer, events: &[Event<'_>]) -> bool {
    let mut asked = 0;
    let mut tries = 0;
    for event in events {
        match event {
            Event::Asked => asked += 1,
            Event::Said(text) if manner_of(text) != Answer::AskedBack => tries += 1,
            Event::Outcome {
                tool, worked: true, ..
            } if *tool != "ask" => (asked, tries) = (0, 0),
            _ => {}
        }
    }
    matches!(
        sort,
        Answer::Refusal | Answer::Nothing | Answer::Unknown | Answer::Orders
    ) || tries >= TRIES
        || asked >= MOST_QUESTIONS
}

/// The calls that settle `question` by what the browser gives away.
fn assuming(
    question: Question,
    standing: &Standing,
    brief: &Brief,
    since: &SinceAnswer<'_, '_>,
) -> Vec<(&'static str, Value)> {
    let untried = |tool| since.times(tool, true) + since.times(tool, false) == 0;
    match question {
        Question::Language if untried("set_language") => {
            let language = match speech(standing, brief) {
                Speech::English => "en",
                Speech::Japanese => "ja",
            };
            vec![("set_language", json!({ "language": language }))]
        }
        Question::Country if untried("set_country") => {
            let zone = brief.browser_time_zone.as_deref();
            let country = countries::assumed(&brief.browser_languages, zone);
            let mut calls = vec![("set_country", json!({ "country": country }))];
            if !standing.timezone && untried("set_timezone") {
                calls.push(("set_timezone", json!({ "timezone": zone })));
            }
            calls
        }
        Question::TimeZone => {
            let zones = [brief.browser_time_zone.as_deref(), Some(LAST_RESORT_ZONE)];
            // What was refused since the answer began with what can be inferred.
            let refused = since.times("set_timezone", false).saturating_sub(1);
            let mut zones = zones.into_iter().flatten().skip(refused);
            let zone = zones.next();
            zone.map(|zone| ("set_timezone", json!({ "timezone": zone })))
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    }
}

fn speech(standing: &Standing, brief: &Brief) -> Speech {
    let tag = standing
        .language
        .as_ref()
        .or_else(|| brief.browser_languages.first());
    Speech::of_tag(tag.map_or("en", String::as_str))
}

//! The Interviewer's call: what it heard is recorded, and what it asks is prepared.

use kikitori_agent::{CallStatus, FunctionCallResult, LoopControl, ToolOutput};
use kikitori_json::FromJson;
use kikitori_llm::ToolCall;
use serde_json::{Map, Value as Json, json};

use super::Orchestrator;
use super::hear::Hearing;
use super::order::WhatIf;
use crate::agent_kind::AgentKind;
use crate::failure::Failure;
use crate::field::{FieldOutcome, FieldRecord};
use crate::locale::TimeZone;
use crate::tools::InterviewerContext;
use crate::update::SessionUpdate;
use kikitori_agent::AgentError;
use kikitori_form::{FieldId, FormField};

/// So often a call of `ask` that does not fit goes back to the model.
pub(super) const REPAIRS: usize = 1;
/// So many questions in a row are asked by code because the model's were of no use.
const MAX_STAND_INS: u32 = 3;

/// Characters of words that brought nothing, where they are asked about.
const QUOTE_SHOWN: usize = 120;

/// What a report says that other agents do.
#[derive(Debug, Default)]
pub(super) struct HeardBesides {
    /// The Greeter's calls that settle what was said.
    settles: Vec<(&'static str, Json)>,
    /// Fields that a Reviewer is to judge.
    reviews: Vec<FieldId>,
    /// Groups with lines that are to be read.
    reads: Vec<FieldId>,
}

/// What a prepared question asks for.
#[derive(FromJson)]
struct PreparedAsk {
    #[serde(default)]
    asks: Option<String>,
}

impl Orchestrator {
    /// The field that the last question asked for; none before the first question, and while the
    /// country is asked for.
    pub(super) fn asked_field(&self) -> Option<&FormField> {
        let is_begun = self
            .state
            .chat()
            .any(|message| message.speaker == crate::message::Speaker::Assistant);
        let field = self.state.current_field().map(|(_, field)| field);
        field.filter(|_| is_begun && !self.state.needs_country())
    }

    pub(super) fn perform_ask(&mut self, call: &ToolCall) -> ToolOutput {
        let (name, arguments) = (&call.function.name, &call.function.arguments);
        let mut context = InterviewerContext::default();
        let output = self.tools.interviewer.call(name, arguments, &mut context);
        let is_last_try = self.asks_refused() >= REPAIRS;
        let Some(ask) = context.asked else {
            self.stands_in = is_last_try && name == "ask";
            return output;
        };
        // What they say of days is meant where they say that they are.
        self.zone_told = self.zone_in(&ask);
        let mut hearing = self.hear(&ask);
        self.zone_told = None;
        if hearing.problems.is_empty() {
            let suggestions = &ask.suggestions;
            let result = FunctionCallResult::success("Asked.")
                .with_data(json!({ "suggestions": suggestions }));
            self.record(hearing);
            return ToolOutput {
                result,
                then: LoopControl::AwaitUser { text: ask.message },
            };
        }
        let problems = listed(&hearing.problems);
        if !is_last_try {
            let recorded = self.record_what_fits(hearing);
            let told = match recorded.is_empty() {
                true => {
                    format!(
                        "Not asked and nothing recorded. {problems}. Call ask again with all of it."
                    )
                }
                false => format!(
                    "Not asked. Recorded: {}. Not recorded: {problems}. Call ask again with the rest.",
                    recorded.join(", ")
                ),
            };
            return FunctionCallResult::error(told).into();
        }
        let mut not_heard = std::mem::take(&mut hearing.not_heard);
        self.unconfirmed = hearing.unconfirmed.pop();
        let is_nothing = hearing.nothing;
        self.record(hearing);
        if is_nothing {
            not_heard.extend(self.nothing_heard());
        }
        for (field_id, quote) in not_heard {
            self.emit(SessionUpdate::NotHeard { field_id, quote });
        }
        self.stands_in = true;
        let told = format!("Not asked. Not recorded: {problems}.");
        FunctionCallResult::error(told).into()
    }

    /// Records the values that fit of a call in which others do not, so that nobody has to report
    /// them again; the fields that are recorded. What a second report would count twice waits for it,
    /// and so does what other agents do.
    fn record_what_fits(&mut self, hearing: Hearing) -> Vec<String> {
        // Another time zone or language may make other values of it.
        if !hearing.settles.is_empty() {
            return Vec::new();
        }
        let mut recorded = Vec::new();
        for (field_id, record) in hearing.records {
            let is_whole = record.outcome == Some(FieldOutcome::Answered) && !record.lines;
            if is_whole && !hearing.reviews.contains(&field_id) {
                recorded.push(field_id.to_string());
                self.record_field(field_id, record);
            }
        }
        recorded
    }

    /// How many calls of `ask` in this run were refused.
    pub(super) fn asks_refused(&self) -> usize {
        self.refused_calls("ask")
    }

    /// How many calls of a tool in this run were refused.
    pub(super) fn refused_calls(&self, tool: &str) -> usize {
        let active = self.state.agent_stack.last();
        let calls = active
            .into_iter()
            .flat_map(|active| active.run.tool_calls());
        calls
            .filter(|(call, result)| {
                call.function.name == tool && result.status == CallStatus::Error
            })
            .count()
    }

    fn record(&mut self, hearing: Hearing) {
        if hearing.follows_up {
            self.emit(SessionUpdate::FollowUpCounted);
        }
        for (field_id, changes) in hearing.lines {
            self.emit(SessionUpdate::LinesChanged { field_id, changes });
        }
        // They may have named their time zone with it.
        let mut zones = hearing.settles.iter().filter_map(|(tool, arguments)| {
            let is_zone = *tool == "set_timezone";
            let name = is_zone
                .then(|| arguments.get("timezone")?.as_str())
                .flatten();
            TimeZone::new(name?)
        });
        let named = zones.next_back();
        for (field_id, mut record) in hearing.records {
            if record.is_of_the_clock() {
                record.zone.clone_from(&named);
            }
            self.record_field(field_id, record);
        }
        self.heard_besides = HeardBesides {
            settles: hearing.settles,
            reviews: hearing.reviews,
            reads: hearing.reads,
        };
    }

    /// Records what becomes of a field, a time with the zone that it is told in.
    pub(super) fn record_field(&mut self, field_id: FieldId, mut record: FieldRecord) {
        if record.is_of_the_clock() && record.zone.is_none() {
            record.zone.clone_from(&self.state.bootstrap.timezone);
        }
        self.emit(SessionUpdate::FieldRecorded { field_id, record });
    }

    /// Does what the call that has just ended said besides: other agents run for it.
    pub(super) fn take_besides(&mut self) {
        let HeardBesides {
            settles,
            reviews,
            reads,
        } = std::mem::take(&mut self.heard_besides);
        self.settle_as_said(settles);
        for field_id in reviews {
            self.start_review(field_id);
        }
        for field_id in reads {
            self.start_reading(&field_id);
        }
        if std::mem::take(&mut self.stands_in) {
            self.stand_in();
        }
    }

    /// Code asks, because what the model asks is of no use.
    pub(super) fn stand_in(&mut self) {
        if self.state.own_questions >= MAX_STAND_INS {
            let turns = self.state.agent_stack.last().map_or(0, |it| it.run.turns());
            let agent = AgentKind::Interviewer;
            return self.fail(Failure::AgentStuck {
                agent,
                error: AgentError::TurnLimit {
                    agent: agent.name().to_owned(),
                    turns,
                },
            });
        }
        self.drop_agent(AgentKind::Interviewer);
        if !self.is_reviewing() && !self.ask_about_lines() {
            self.ask_next_by_code(true);
        }
    }

    pub(super) fn ask_next_by_code(&mut self, stands_in: bool) {
        // What was said and not understood comes first.
        let not_heard = self.not_heard_rows(&self.state.pending_data);
        let not_heard = not_heard.into_iter().next();
        let unconfirmed = self.unconfirmed.take();
        if let Some((field_id, text)) = unconfirmed.filter(|(it, _)| !self.state.is_done(it)) {
            return self.ask_whether_meant(&field_id, &text, stands_in);
        }
        if let Some((field_id, quote)) = not_heard {
            // Which of their words brought nothing.
            let quoted = format!("“{}”", crate::bounds::cut(&quote, QUOTE_SHOWN));
            return self.ask_by_code(&field_id, Some(quoted), stands_in);
        }
        match self.state.next_field() {
            Some(next) => self.ask_by_code(&next, None, stands_in),
            None if stands_in => self.say_that_nothing_changed(),
            None => {}
        }
    }

    /// The fields of which something was said that was not recorded, nor anything since, with the
    /// words.
    pub(super) fn not_heard_rows(&self, data: &Map<String, Json>) -> Vec<(FieldId, String)> {
        let open = self.state.open_if(&WhatIf::new());
        let rows = data.get("notHeard").and_then(Json::as_array);
        let rows = rows.into_iter().flatten().filter_map(|row| {
            let field = FieldId::new(row.get("field_id")?.as_str()?)?;
            let record = row.get("record").and_then(Json::as_u64);
            let record = record.and_then(|it| u32::try_from(it).ok());
            // What was to correct an answer counts as long as that stands.
            let is_due = match record {
                Some(_) => self.state.is_current(&field, record),
                None => open.contains(&field),
            };
            let quote = row.get("quote")?.as_str()?.to_owned();
            is_due.then_some((field, quote))
        });
        rows.collect()
    }

    /// What the prepared question asks for, as the model wrote it.
    pub(super) fn prepared_asks(&self) -> Option<String> {
        let entries = self.state.agent_stack.iter();
        let entry = entries
            .rev()
            .find(|entry| entry.agent == AgentKind::Interviewer)?;
        let call = entry.run.ending_calls().last()?;
        let prepared: PreparedAsk = kikitori_json::from_str(&call.function.arguments).ok()?;
        prepared.asks.map(|asks| asks.trim().to_owned())
    }

    /// What a prepared question that is not shown says of what it took down: its first sentence,
    /// where something was recorded by it and that asks nothing.
    pub(super) fn prepared_acknowledgement(&self) -> Option<String> {
        let pending = self.state.pending_data.get("recorded");
        let mut rows = pending.and_then(Json::as_array).into_iter().flatten();
        let is_told = rows.any(|row| row.get("heard") == Some(&json!(true)));
        let entries = self.state.agent_stack.iter();
        let mut entries = entries.filter(|entry| entry.agent == AgentKind::Interviewer && is_told);
        let call = entries.next_back()?.run.ending_calls().last()?;
        let message = crate::tools::question_of(&call.function.arguments)?;
        let (first, rest) = first_sentence(&message)?;
        let asks = first.ends_with(['?', '？', '؟']) || rest.trim().is_empty();
        (!asks).then(|| first.to_owned())
    }

    /// What comes next as `ask` names it.
    pub(super) fn next_as_asked(&self) -> Option<String> {
        if self.state.needs_country() {
            return Some(super::hear::COUNTRY.to_owned());
        }
        self.state.next_field().as_ref().map(FieldId::to_string)
    }
}

/// A text's first sentence, and what follows it. A full stop that may stand for something else ends
/// none: after digits, as in the 20th of a German date, after one or two letters, as in Mr. or z. B.,
/// and before a small letter.
fn first_sentence(text: &str) -> Option<(&str, &str)> {
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        let ends = match letter {
            '。' | '！' | '？' | '؟' | '।' | '\n' => true,
            '!' | '?' => next.is_none_or(char::is_whitespace),
            '.' => match text.split_at_checked(at + 1) {
                Some((before, "")) => !before.is_empty(),
                Some((before, after)) => {
                    after.starts_with(char::is_whitespace) && is_full_stop(before, after)
                }
                None => false,
            },
            _ => false,
        };
        if ends {
            let (first, rest) = text.split_at_checked(at + letter.len_utf8())?;
            return Some((first.trim(), rest));
        }
    }
    None
}

/// Whether the full stop between these ends a sentence.
fn is_full_stop(before: &str, after: &str) -> bool {
    let word = before.trim_end_matches('.');
    let word = word
        .rsplit(|it: char| it.is_whitespace() || it == '.')
        .next();
    let word = word.unwrap_or_default();
    let is_short = word.chars().count() <= 2 || word.ends_with(|it: char| it.is_ascii_digit());
    let goes_on = after.trim_start().starts_with(char::is_lowercase);
    !is_short && !goes_on
}

/// Problems as one sentence, whether they end as one or not.
fn listed(problems: &[String]) -> String {
    let problems: Vec<&str> = problems
        .iter()
        .map(|problem| problem.trim_end_matches('.'))
        .collect();
    problems.join("; ")
}

#[cfg(test)]
mod tests {
    use super::first_sentence;

    #[test]
    fn a_full_stop_that_stands_for_something_else_ends_no_sentence() {
        for (text, first) in [
            ("I have noted Ada. And the notes?", "I have noted Ada."),
            (
                "Version 2.5 is noted. And the notes?",
                "Version 2.5 is noted.",
            ),
            (
                "Gut, ich habe den Zeitpunkt auf Freitag, den 20. November, geändert. Und was noch?",
                "Gut, ich habe den Zeitpunkt auf Freitag, den 20. November, geändert.",
            ),
            ("Mr. de Vries is noted. When?", "Mr. de Vries is noted."),
            (
                "Ich nehme z. B. Dienstag auf. Passt das?",
                "Ich nehme z. B. Dienstag auf.",
            ),
            ("Das ist ca. ein Liter. Gut?", "Das ist ca. ein Liter."),
            ("わかりました。次は？", "わかりました。"),
            ("Noted.", "Noted."),
            ("Noted", ""),
        ] {
            let found = first_sentence(text).map_or("", |(first, _)| first);
            assert_eq!(found, first, "{text}");
        }
    }
}

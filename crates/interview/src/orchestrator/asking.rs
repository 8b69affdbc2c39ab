//! The Interviewer's call: what it heard is recorded, and what it asks is prepared.

mod sentences;

use kikitori_agent::{CallStatus, FunctionCallResult, LoopControl, ToolOutput};
use kikitori_json::FromJson;
use kikitori_llm::ToolCall;
use serde_json::{Value as Json, json};

use super::Orchestrator;
use super::hear::{Hearing, NotHeard};
use crate::agent_kind::AgentKind;
use crate::failure::Failure;
use crate::field::FieldRecord;
use crate::locale::TimeZone;
use crate::tools::InterviewerContext;
use crate::update::SessionUpdate;
use kikitori_agent::AgentError;
use kikitori_form::{FieldId, FormField};
use sentences::{before_the_question, first_sentence, only_thanks};

/// So often a call of `ask` that does not fit goes back to the model.
pub(super) const REPAIRS: usize = 1;
/// So many questions in a row are asked by code because the model's were of no use.
const MAX_STAND_INS: u32 = 3;

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

/// What a prepared question asks for, and what its call says of what was said.
#[derive(FromJson)]
struct PreparedAsk {
    #[serde(default)]
    asks: Option<String>,
    #[serde(default)]
    heard: Option<Vec<Json>>,
    #[serde(default)]
    question: Option<String>,
    #[serde(default)]
    language: Option<String>,
    #[serde(default)]
    country: Option<String>,
    #[serde(default)]
    time_zone: Option<String>,
}

/// Characters that a model's word on what was said has at most, where another question comes behind it; of a
/// longer one its first sentence is told.
const ACKNOWLEDGED: usize = 200;

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
            if self.stands_in {
                self.note_nothing_heard();
            }
            return output;
        };
        self.not_taken.clear();
        self.untrue.clear();
        let mut hearing = self.hear_as_settled_by(&ask);
        if hearing.fits() {
            let suggestions = &ask.suggestions;
            let result = FunctionCallResult::success("Asked.")
                .with_data(json!({ "suggestions": suggestions }));
            self.untrue = std::mem::take(&mut hearing.untrue);
            self.record(hearing);
            return ToolOutput {
                result,
                then: LoopControl::AwaitUser { text: ask.message },
            };
        }
        if !is_last_try {
            return self.sent_back(&ask, hearing).into();
        }
        let problems = listed(&hearing.all_problems());
        let not_heard = std::mem::take(&mut hearing.not_heard);
        self.unconfirmed = hearing.unconfirmed.pop();
        let brings_something = hearing.brings_something() || ask.question.is_some();
        self.record(hearing);
        for NotHeard {
            field_id,
            quote,
            problem,
            told,
        } in not_heard
        {
            let of_field = told.into_iter().map(|told| (field_id.clone(), told));
            self.not_taken.extend(of_field);
            self.emit(SessionUpdate::NotHeard {
                field_id,
                quote,
                problem: Some(problem),
            });
        }
        if !brings_something {
            self.note_nothing_heard();
        }
        self.stands_in = true;
        let told = format!("Not asked. Not recorded: {problems}.");
        FunctionCallResult::error(told).into()
    }

    /// How many calls of `ask` in this run were refused.
    pub(super) fn asks_refused(&self) -> usize {
        self.refused_calls("ask")
    }

    /// Whether a call of `ask` in this run was refused with these words.
    pub(super) fn was_told(&self, words: &str) -> bool {
        let active = self.state.agent_stack.last().into_iter();
        let mut calls = active.flat_map(|active| active.run.tool_calls());
        calls.any(|(call, result)| {
            call.function.name == "ask" && result.result.message.contains(words)
        })
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
        let reported_before = self.fields_with_lines_reported();
        if hearing.follows_up {
            self.emit(SessionUpdate::FollowUpCounted);
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
        for (field_id, mut changes, words) in hearing.lines {
            if let Some(named) = &named {
                self.state.sheet_of(&field_id).told_in(&mut changes, named);
            }
            self.emit(SessionUpdate::LinesChanged {
                field_id,
                changes,
                words,
            });
        }
        for (field_id, mut record) in hearing.records {
            if record.is_of_the_clock() && record.zone.is_none() {
                // A time that is corrected stays in the zone that it was told in.
                let before = self.state.collected_fields.get(&field_id);
                let before = before.and_then(|it| it.zone.clone());
                record.zone = named.clone().or(before);
            }
            self.record_field(field_id, record);
        }
        for field_id in reported_before {
            self.count_lines(&field_id);
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
            self.start_review(field_id, true);
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
        let is_asked = self.is_review_awaited() || self.ask_what_is_missing();
        if !is_asked && !self.ask_about_lines() {
            self.ask_next_by_code(true);
        }
    }

    pub(super) fn ask_next_by_code(&mut self, stands_in: bool) {
        // What was said and not understood comes first.
        let not_heard = self.not_heard_rows(&self.state.pending_data);
        let not_heard = not_heard.into_iter().next();
        let unconfirmed = self.unconfirmed.take();
        let is_due = |field_id: &FieldId| {
            let has_no_value =
                self.state.is_done(field_id) && !self.state.collected_fields.contains_key(field_id);
            !has_no_value && self.state.asked_fields().contains(field_id)
        };
        if let Some((field_id, text)) = unconfirmed.filter(|(it, _)| is_due(it)) {
            return self.ask_whether_meant(&field_id, &text, stands_in);
        }
        if let Some(row) = not_heard {
            return self.ask_about_not_taken(row);
        }
        match self.state.next_field() {
            Some(next) => self.ask_by_code(&next, None, stands_in),
            None if stands_in => self.say_that_nothing_changed(),
            None => {}
        }
    }

    /// What the prepared question asks for, as the model wrote it.
    pub(super) fn prepared_asks(&self) -> Option<String> {
        let prepared = self.prepared_ask()?;
        prepared.asks.map(|asks| asks.trim().to_owned())
    }

    /// The arguments of the call that prepared the question.
    pub(super) fn prepared_arguments(&self) -> Option<&str> {
        let entries = self.state.agent_stack.iter();
        let mut entries = entries.filter(|entry| entry.agent == AgentKind::Interviewer);
        let call = entries.next_back()?.run.ending_calls().last()?;
        Some(&call.function.arguments)
    }

    fn prepared_ask(&self) -> Option<PreparedAsk> {
        kikitori_json::from_str(self.prepared_arguments()?).ok()
    }

    /// Whether the call that prepared the question says nothing of what was said.
    pub(super) fn prepared_reports_nothing(&self) -> bool {
        // What says again which language it is has been accepted as a report.
        self.prepared_ask().is_some_and(|it| {
            let besides = [it.question, it.language, it.country, it.time_zone];
            it.heard.is_none_or(|it| it.is_empty()) && besides.iter().all(Option::is_none)
        })
    }

    /// Whether the call that prepared the question reports lines of the field that it asks for, and that
    /// they are not enough.
    pub(super) fn prepared_reports_lines_of_what_it_asks(&self) -> bool {
        let Some(PreparedAsk {
            asks: Some(asks),
            heard: Some(heard),
            ..
        }) = self.prepared_ask()
        else {
            return false;
        };
        heard.iter().any(|it| {
            let text = |name: &str| it.get(name).and_then(Json::as_str);
            text("field_id") == Some(asks.trim())
                && matches!(text("outcome"), Some("not_enough" | "does_not_know"))
                && text("value").is_some()
        })
    }

    /// What a prepared question that is not shown says of what was said: where they asked something back,
    /// all before what it asks itself; or else its first sentence, where something was recorded by it and
    /// that asks nothing.
    pub(super) fn prepared_acknowledgement(&self) -> Option<String> {
        self.prepared_reply()
            .or_else(|| self.prepared_first_sentence())
    }

    fn prepared_reply(&self) -> Option<String> {
        let prepared = self.prepared_ask()?;
        prepared.question.filter(|it| !it.trim().is_empty())?;
        let message = crate::tools::question_of(self.prepared_arguments()?)?;
        match prepared.asks {
            Some(_) => before_the_question(&message),
            None => Some(message),
        }
    }

    fn prepared_first_sentence(&self) -> Option<String> {
        let pending = self.state.pending_data.get("recorded");
        let mut rows = pending.and_then(Json::as_array).into_iter().flatten();
        let is_told = rows.any(|row| row.get("heard") == Some(&json!(true)));
        let arguments = self.prepared_arguments().filter(|_| is_told)?;
        let message = crate::tools::question_of(arguments)?;
        let says = |text| {
            let (first, rest) = first_sentence(text)?;
            let asks = first.ends_with(['?', '？', '؟']) || rest.trim().is_empty();
            (!asks).then_some((first, rest))
        };
        let (first, rest) = says(&message)?;
        // What was taken down may be said in the second, or with it.
        let whole = before_the_question(&message);
        if let Some(whole) = whole.filter(|it| it.chars().nth(ACKNOWLEDGED).is_none()) {
            return Some(whole);
        }
        // Who only thanks first says what was taken down then.
        let second = says(rest).filter(|_| only_thanks(first));
        Some(match second {
            Some((second, _)) => format!("{first} {second}"),
            None => first.to_owned(),
        })
    }

    /// What comes next as `ask` names it.
    pub(super) fn next_as_asked(&self) -> Option<String> {
        if self.state.needs_country() {
            return Some(super::hear::COUNTRY.to_owned());
        }
        self.state.next_field().as_ref().map(FieldId::to_string)
    }
}

/// Problems as one sentence, whether they end as one or not.
pub(super) fn listed(problems: &[String]) -> String {
    let problems: Vec<&str> = problems
        .iter()
        .map(|problem| problem.trim_end_matches('.'))
        .collect();
    problems.join("; ")
}

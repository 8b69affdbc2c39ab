//! What each agent's model is sent.

use kikitori_llm::{Calls, ChatRequest, Message, ToolChoice};
use serde_json::{Value, json};

use super::briefs::field_for_model;
use super::{Orchestrator, history};
use crate::agent_kind::AgentKind;
use crate::language_name::language_name;
use crate::message::{SessionMessage, Speaker};
use crate::prompts::{
    ArchitectOpening, ArchitectSystem, GreeterSystem, InterviewerSystem, LocalTime,
    ReviewerSummary, ReviewerSystem, SummaryTurn, escaped, json_data, render,
};
use crate::state::AgentStackEntry;

impl Orchestrator {
    /// The request that `entry`'s model call sends: the agent's standing rules, what it may
    /// know of the conversation, cut for a context of so many tokens, and its own run so far.
    pub(super) fn request_within(&self, entry: &AgentStackEntry, context: u64) -> ChatRequest {
        let form = &self.state.form;
        let about = json_data(&json!({"title": form.title, "description": form.description}));
        let system = match entry.agent {
            AgentKind::Greeter => render(&GreeterSystem { form: about }),
            AgentKind::Interviewer => render(&InterviewerSystem { form: about }),
            AgentKind::Architect => render(&ArchitectSystem),
            AgentKind::Reviewer => render(&ReviewerSystem),
        };
        let mut messages = vec![Message::system(system)];
        match entry.agent {
            AgentKind::Greeter | AgentKind::Interviewer => {
                let whole = self.context_tokens();
                messages.extend(history::messages_for_model(&self.state, whole, context));
            }
            // Made anew from the state, which does not change while these run, rather than
            // stored with every step of theirs.
            AgentKind::Architect => messages.push(Message::user(self.architect_opening())),
            AgentKind::Reviewer => {
                messages.push(Message::user(self.review_summary(entry, context)))
            }
        }
        let run = entry.run.messages().iter();
        messages.extend(run.map(|message| history::fitted(message, context)));
        // It changes with every answer, and stands last so that requests begin alike.
        if entry.agent != AgentKind::Architect
            && let Some(local_time) = self.local_time()
        {
            messages.push(Message::user(render(&LocalTime { local_time })));
        }
        ChatRequest {
            messages,
            tools: match entry.agent {
                AgentKind::Greeter => self.tools.greeter.definitions(),
                AgentKind::Architect => self.tools.architect.definitions(),
                AgentKind::Interviewer => self.tools.interviewer.definitions(),
                AgentKind::Reviewer => self.tools.reviewer.definitions(),
            },
            calls: Calls::Wanted,
            // Every agent works by its tools.
            tool_choice: Some(ToolChoice::Required),
            stream: true,
            ..ChatRequest::default()
        }
    }

    /// What the respondent's clock said when they last wrote: in their time zone once that is
    /// settled, and until then in the browser's.
    fn local_time(&self) -> Option<String> {
        let (state, page) = (&self.state, &self.state.page);
        let settled = state.bootstrap.timezone.as_ref();
        let zone = settled.or(page.time_zone.as_ref());
        let mut said = state.messages.iter().rev();
        let answer = said.find_map(|message| match message {
            SessionMessage::Respondent(answer) => Some(answer.at),
            SessionMessage::Model { .. } => None,
        });
        let at = answer.unwrap_or(state.created_at);
        let by_zone = zone.and_then(|zone| self.locale.local_time(zone, at));
        // What the page itself tells has no weekday.
        let of_page = page.local_time.clone().filter(|_| settled.is_none());
        let local_time = by_zone.or(of_page)?;
        Some(escaped(&match zone {
            Some(zone) => format!("{local_time} ({zone})"),
            None => local_time,
        }))
    }

    /// What the respondent's clock said at `at_ms`, where it can be told for any time.
    fn local_time_at(&self, at_ms: u64) -> Option<String> {
        let state = &self.state;
        let zone = state.bootstrap.timezone.as_ref();
        self.locale.local_time(zone?, at_ms)
    }

    fn architect_opening(&self) -> String {
        let form = &self.state.form;
        let fields: Vec<Value> = form
            .fields
            .iter()
            .map(|field| {
                json!({
                    "field_id": field.field_id,
                    "label": field.label,
                    "intent": field.intent,
                })
            })
            .collect();
        render(&ArchitectOpening {
            language: self.language(),
            language_name: language_name(self.language()),
            form: json_data(&json!({"title": form.title, "fields": fields})),
        })
    }

    /// The summary text that a Reviewer's sub-session receives: the conversation, the field and
    /// the facts collected so far.
    fn review_summary(&self, entry: &AgentStackEntry, context: u64) -> String {
        let state = &self.state;
        let field_id = entry.sub_session.as_ref().map(|sub| &sub.field_id);
        let planned = state.plan.iter().flat_map(|plan| &plan.fields);
        let found = field_id.and_then(|id| {
            let planned = planned.clone().find(|planned| planned.field_id == *id)?;
            Some((planned, state.form.field(id)?))
        });
        let collected: Vec<Value> = planned
            .clone()
            .filter(|planned| {
                Some(&planned.field_id) != field_id && state.is_done(&planned.field_id)
            })
            .map(|planned| {
                let value = state.collected_fields.get(&planned.field_id);
                let value = value.map(|value| history::collected_value(value, context));
                json!({"field_id": planned.field_id, "label": planned.label, "value": value})
            })
            .collect();
        let facts = field_id
            .and_then(|id| state.field_progress.get(id))
            .map(|progress| progress.facts.clone())
            .unwrap_or_default();
        let conversation = field_id
            .into_iter()
            .flat_map(|id| history::turns_about(state, id, context))
            .map(|turn| SummaryTurn {
                tag: match turn.speaker {
                    Speaker::Respondent => "answer",
                    Speaker::Assistant => "question",
                },
                at: match turn.speaker {
                    Speaker::Respondent => self.local_time_at(turn.at).map(|at| escaped(&at)),
                    Speaker::Assistant => None,
                },
                text: escaped(&turn.text),
            })
            .collect();
        let said_before =
            history::said_before(state, field_id, context, |at| self.local_time_at(at));
        render(&ReviewerSummary {
            language: self.language(),
            language_name: language_name(self.language()),
            said_before: json_data(&said_before),
            collected: json_data(&collected),
            field: found.map_or_else(
                || "null".to_owned(),
                |(planned, field)| json_data(&field_for_model(&state.form, planned, field)),
            ),
            facts: (!facts.is_empty()).then(|| json_data(&facts)),
            conversation,
        })
    }
}

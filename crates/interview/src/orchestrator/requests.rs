//! What each agent's model is sent.

use kikitori_llm::{Calls, ChatRequest, Message};
use serde::Serialize;
use serde_json::{Value, json};

use super::{Orchestrator, history};
use crate::agent_kind::AgentKind;
use crate::bootstrap::Section;
use crate::message::{SessionMessage, Speaker};
use crate::plan::PlannedField;
use crate::prompts::{
    ArchitectOpening, ArchitectSystem, GreeterBrief, GreeterSystem, InterviewerBrief,
    InterviewerSystem, LocalTime, ReviewerSummary, ReviewerSystem, SummaryTurn, escaped, json_data,
    render,
};
use crate::state::AgentStackEntry;
use kikitori_form::{FieldId, FormField, SessionForm};

/// A field as agents are shown it.
#[derive(Serialize)]
struct FieldForModel<'a> {
    field_id: &'a FieldId,
    label: &'a str,
    /// Left out where there is none to tell.
    #[serde(skip_serializing_if = "str::is_empty")]
    intent: &'a str,
    required: bool,
    facts: Vec<Value>,
}

fn field_for_model(form: &SessionForm, planned: &PlannedField, field: &FormField) -> Value {
    let facts = form.facts_of(field).map(|fact| {
        json!({
            "fact_key": fact.fact_key,
            "fact": fact.fact,
            "done_criteria": fact.done_criteria,
            "questioning_hints": fact.questioning_hints,
        })
    });
    let shown = FieldForModel {
        field_id: &field.field_id,
        label: &planned.label,
        intent: &planned.intent,
        required: planned.required,
        facts: facts.collect(),
    };
    serde_json::to_value(shown).unwrap_or(Value::Null)
}

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

    pub(super) fn greeter_brief(&self) -> String {
        let state = &self.state;
        render(&GreeterBrief {
            brief: json_data(&json!({
                "section": Section::of(&state.bootstrap),
                "language": state.bootstrap.language,
                "country": state.bootstrap.country,
                "browser_languages": state.page.languages,
                "browser_time_zone": state.page.time_zone,
            })),
        })
    }

    pub(super) fn interviewer_brief(&self, planned: &PlannedField, field: &FormField) -> String {
        let state = &self.state;
        let progress = state.field_progress.get(&field.field_id);
        let lacking = progress.filter(|it| it.feedback.is_some() || !it.missing_facts.is_empty());
        let follow_up = lacking.is_some();
        let accepted = state.pending_data.get("review").filter(|_| !follow_up);
        let written_down = accepted
            .and_then(|review| FieldId::new(review.get("field_id")?.as_str()?))
            .and_then(|id| state.collected_fields.get(&id));
        render(&InterviewerBrief {
            follow_up,
            written_down: written_down.map(|value| json_data(&history::said_back(value))),
            brief: json_data(&json!({
                "task": if follow_up { "follow_up" } else { "ask" },
                "language": self.language(),
                "field": field_for_model(&state.form, planned, field),
                "accepted": accepted.map(|review| json!({
                    "label": review.get("label"),
                    "declined": review.get("declined"),
                })),
            })),
            review: lacking.map(|progress| {
                json_data(&json!({
                    "feedback": progress.feedback,
                    "missing_facts": progress.missing_facts,
                }))
            }),
        })
    }

    fn language(&self) -> &str {
        self.state
            .bootstrap
            .language
            .as_ref()
            .map_or("en", |language| language.as_str())
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
                    "required": field.required,
                })
            })
            .collect();
        render(&ArchitectOpening {
            language: self.language(),
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
            .filter_map(|planned| {
                let value = state.collected_fields.get(&planned.field_id)?;
                let value = history::collected_value(value, context);
                Some(json!({"label": planned.label, "value": value}))
            })
            .collect();
        let facts = field_id
            .and_then(|id| state.field_progress.get(id))
            .map(|progress| progress.facts.clone())
            .unwrap_or_default();
        let conversation = field_id
            .into_iter()
            .flat_map(|id| history::turns_about(state, id, context))
            .map(|(speaker, text)| SummaryTurn {
                tag: match speaker {
                    Speaker::Respondent => "answer",
                    Speaker::Assistant => "question",
                },
                text: escaped(&text),
            })
            .collect();
        render(&ReviewerSummary {
            language: self.language(),
            said_before: json_data(&history::said_before(state, field_id, context)),
            collected: json_data(&collected),
            field: found.map_or_else(
                || "null".to_owned(),
                |(planned, field)| json_data(&field_for_model(&state.form, planned, field)),
            ),
            facts: json_data(&facts),
            conversation,
        })
    }
}

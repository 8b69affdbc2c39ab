//! What each agent's model is sent.

use kikitori_agent::{as_attribute, as_data};
use kikitori_form::file::text::Text;
use kikitori_llm::{Calls, ChatRequest, Message, ToolChoice};
use serde_json::{Value, json};

use super::shown_form::{about, shown_form, whole_field};
use super::{Orchestrator, history};
use crate::agent_kind::AgentKind;
use crate::bootstrap::Bootstrap;
use crate::language_name::language_name;
use crate::locale::Locale;
use crate::message::{PageContext, SessionMessage, Speaker};
use crate::prompts::{
    ArchitectOpening, ArchitectSystem, InterviewerSystem, LineReaderSystem, LocalTime,
    ReviewerSummary, ReviewerSystem, SummaryTurn, json_data, render,
};
use crate::state::AgentStackEntry;
use crate::tools::numbered;

impl Orchestrator {
    /// The request that `entry`'s model call sends: the agent's standing rules, what it may
    /// know of the conversation, cut for a context of so many tokens, and its own run so far. What
    /// changes from call to call stands last, so that requests begin alike.
    pub(super) fn request_within(&self, entry: &AgentStackEntry, context: u64) -> ChatRequest {
        let (form, language) = (&self.state.form, self.state.language());
        let system = match entry.agent {
            AgentKind::Greeter | AgentKind::Interviewer => {
                let shown = shown_form(form, language, self.context_tokens());
                let reads_lines = self.tools.lines.is_some();
                render(&InterviewerSystem::of(form, shown, reads_lines))
            }
            AgentKind::Architect => render(&ArchitectSystem),
            AgentKind::LineReader => render(&LineReaderSystem),
            AgentKind::Reviewer => render(&ReviewerSystem {
                form: json_data(&about(form, language)),
            }),
        };
        let mut messages = vec![Message::system(system)];
        match entry.agent {
            AgentKind::Greeter | AgentKind::Interviewer => {
                messages.extend(history::messages_for_model(&self.state, context));
                messages.push(Message::user(self.now_of(&entry.run, context)));
            }
            // Made anew from the state, which does not change while these run, rather than
            // stored with every step of theirs.
            AgentKind::Architect => messages.push(Message::user(self.architect_opening())),
            AgentKind::LineReader => messages.push(Message::user(self.line_reader_opening(entry))),
            AgentKind::Reviewer => {
                messages.push(Message::user(self.review_summary(entry, context)))
            }
        }
        let run = entry.run.messages().iter();
        messages.extend(run.map(|message| history::fitted(message, context)));
        if entry.agent == AgentKind::Reviewer
            && let Some(local_time) = self.local_time()
        {
            let local_time = as_data(&local_time);
            messages.push(Message::user(render(&LocalTime { local_time })));
        }
        ChatRequest {
            messages,
            tools: match entry.agent {
                AgentKind::Greeter => self.tools.greeter.definitions(),
                AgentKind::Architect => self.tools.architect.definitions(),
                AgentKind::Interviewer => self.tools.interviewer.definitions(),
                AgentKind::LineReader => self
                    .tools
                    .line_reader
                    .as_ref()
                    .map(|tools| tools.definitions())
                    .unwrap_or_default(),
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
    pub(super) fn local_time(&self) -> Option<String> {
        let state = &self.state;
        let mut said = state.messages.iter().rev();
        let answer = said.find_map(|message| match message {
            SessionMessage::Respondent(answer) => Some(answer.at),
            SessionMessage::Model { .. } => None,
        });
        let at = answer.unwrap_or(state.created_at);
        local_time_of(&state.bootstrap, &state.page, &*self.locale, at)
    }

    /// What the respondent's clock said at `at_ms`, where it can be told for any time.
    fn local_time_at(&self, at_ms: u64) -> Option<String> {
        let state = &self.state;
        let zone = state.bootstrap.timezone.as_ref();
        self.locale.local_time(zone?, at_ms)
    }

    fn architect_opening(&self) -> String {
        let form = &self.state.form;
        let (own, language) = (form.own_language(), self.state.language());
        // What the form says in their language already is told so.
        let told = |text: &Text| match text.is_in(language, own) {
            true => text.in_language(language).to_owned(),
            false => text.in_language(own).to_owned(),
        };
        let fields: Vec<Value> = form
            .fields
            .iter()
            .map(|field| {
                let texts = field.other_texts().into_iter();
                let texts: Vec<String> = texts.map(told).collect();
                let mut row = json!({
                    "field_id": field.field_id,
                    "label": told(&field.label),
                    "intent": field.intent.as_ref().map(told),
                });
                if let (Value::Object(row), false) = (&mut row, texts.is_empty()) {
                    row.insert("texts".to_owned(), json!(texts));
                }
                row
            })
            .collect();
        let form = json!({
            "title": told(&form.title),
            "description": form.description.as_ref().map(told),
            "fields": fields,
        });
        let sentences = self.untranslated_sentences();
        render(&ArchitectOpening {
            sentences: (!sentences.is_empty()).then(|| json_data(&numbered(&sentences))),
            language: self.state.language(),
            language_name: language_name(self.state.language()),
            form: json_data(&form),
        })
    }

    /// The summary text that a Reviewer's sub-session receives: the field, the conversation, the answer that
    /// stands in the form already and the facts collected so far.
    fn review_summary(&self, entry: &AgentStackEntry, context: u64) -> String {
        let state = &self.state;
        let (form, language) = (&state.form, state.language());
        let field = entry.sub_session.as_ref().map(|sub| &sub.field_id);
        let field = field.and_then(|id| form.field(id));
        let field_id = field.map(|field| &field.field_id);
        let asked = state.asked_fields();
        let others = form.fields.iter().filter(|other| {
            let id = &other.field_id;
            Some(id) != field_id && asked.contains(id) && state.is_done(id) && !other.private
        });
        let collected: Vec<Value> = others
            .map(|other| {
                let id = &other.field_id;
                let value = state.value_as_sent(id);
                let value = value.map(|it| history::collected_value(&it, context));
                json!({"field_id": id, "label": state.label_of(id), "value": value})
            })
            .collect();
        let recorded = field_id.and_then(|id| state.value_as_sent(id));
        let recorded = recorded.map(|it| history::recorded_answer(&it, context));
        let progress = field_id.and_then(|id| Some((id, state.field_progress.get(id)?)));
        let facts = progress.map_or_else(Vec::new, |(id, progress)| {
            let facts = progress.facts.iter();
            facts.map(|it| state.told_as_sent(id, it.clone())).collect()
        });
        let was_refused = field_id
            .and_then(|id| state.field_progress.get(id))
            .is_some_and(|progress| progress.refusals > 0);
        let about = field_id.map_or_else(Vec::new, |id| history::turns_about(state, id, context));
        let conversation = about
            .into_iter()
            .map(|turn| SummaryTurn {
                tag: match turn.speaker {
                    Speaker::Respondent => "answer",
                    Speaker::Assistant => "question",
                },
                about: turn.about.map(as_attribute),
                at: match turn.speaker {
                    Speaker::Respondent => self.local_time_at(turn.at).map(|at| as_data(&at)),
                    Speaker::Assistant => None,
                },
                text: as_data(&turn.text),
            })
            .collect();
        let private = form.fields.iter().filter(|field| field.private);
        let private: Vec<&str> = private
            .map(|field| field.label.in_language(language))
            .collect();
        let said_before =
            history::said_before(state, field_id, context, |at| self.local_time_at(at));
        render(&ReviewerSummary {
            language,
            language_name: language_name(language),
            said_before: json_data(&said_before),
            collected: json_data(&collected),
            field: field.map_or_else(
                || "null".to_owned(),
                |field| json_data(&whole_field(form, field, language)),
            ),
            recorded: recorded.map(|it| json_data(&it)),
            facts: (!facts.is_empty()).then(|| json_data(&facts)),
            owner_reads: self.owner_reads(),
            was_refused,
            private: (!private.is_empty()).then(|| json_data(&private)),
            conversation,
        })
    }
}

/// What the respondent's clock said at `at_ms`.
pub(crate) fn local_time_of(
    bootstrap: &Bootstrap,
    page: &PageContext,
    locale: &dyn Locale,
    at_ms: u64,
) -> Option<String> {
    let settled = bootstrap.timezone.as_ref();
    let zone = settled.or(page.time_zone.as_ref());
    let by_zone = zone.and_then(|zone| locale.local_time(zone, at_ms));
    // What the page itself tells has no weekday, and is of its own zone.
    let is_own = settled.is_none() || settled == page.time_zone.as_ref();
    let of_page = page.local_time.clone().filter(|_| is_own);
    let local_time = by_zone.or(of_page)?;
    Some(match zone {
        Some(zone) => format!("{local_time} ({zone})"),
        None => local_time,
    })
}

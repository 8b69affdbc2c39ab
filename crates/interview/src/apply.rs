//! What each update changes. Every update can be applied to every state: one that does not fit,
//! because a record before it was lost, changes what it can.

use kikitori_agent::{
    AdditionalData, AgentRun, AgentStep, LoopControl, RunEnd, RunStep, ToolOutput,
};
use kikitori_journal::Journaled;
use kikitori_llm::{AssistantMessage, Message, ToolCallId, UsageTotals};
use serde_json::json;

use crate::agent_kind::AgentKind;
use crate::field::{FieldReview, FieldState, ValueSource};
use crate::form::FieldId;
use crate::message::{ChatMessage, PageContext, SessionMessage, Speaker};
use crate::plan::Plan;
use crate::state::{AgentStackEntry, MainSessionState, SubSession, TurnStart};
use crate::tools::{question_of, review_of};
use crate::update::{AfterCall, ReviewOf, SessionUpdate};

impl MainSessionState {
    /// Changes the state by `update`.
    pub fn apply_update(&mut self, update: SessionUpdate) {
        match update {
            SessionUpdate::Stepped { at } => {
                self.step = self.step.saturating_add(1);
                self.updated_at = at;
            }
            SessionUpdate::Answered { text, page } => self.answered(text, page),
            SessionUpdate::TurnWithdrawn => self.turn_withdrawn(),
            SessionUpdate::RunStarted {
                agent,
                max_turns,
                brief,
                review,
            } => self.run_started(agent, max_turns, brief, review),
            SessionUpdate::RunEnded => self.run_ended(),
            SessionUpdate::RunDropped => {
                self.agent_stack.pop();
            }
            SessionUpdate::Replied { reply, remaining } => self.replied(reply, remaining),
            SessionUpdate::Used { agent, usage } => self.used(agent, usage),
            SessionUpdate::CallBegun { call } => self.call_begun(&call),
            SessionUpdate::CallEnded {
                run_step,
                call,
                result,
                then,
            } => self.call_ended(run_step, call.as_ref(), ToolOutput::from(result), then),
            SessionUpdate::BootstrapSet(bootstrap) => self.bootstrap = bootstrap,
            SessionUpdate::Planned(plan) => self.planned(plan),
            SessionUpdate::ReviewRecorded { run_step } => self.review_recorded(run_step),
            SessionUpdate::FieldReviewed {
                sub_session,
                own_words,
            } => self.field_reviewed(&sub_session, own_words),
            SessionUpdate::FieldEntered { index } => self.field_entered(index),
            SessionUpdate::FollowUpCounted => {
                self.follow_up_count = self.follow_up_count.saturating_add(1);
            }
            SessionUpdate::Failed(failure) => {
                self.agent_stack.clear();
                self.failure = Some(failure);
            }
            SessionUpdate::FailureCleared { resets_follow_ups } => {
                self.agent_stack.clear();
                self.failure = None;
                self.turn = None;
                if resets_follow_ups {
                    self.follow_up_count = 0;
                }
            }
            SessionUpdate::Submitted { local_time } => self.submitted_at = Some(local_time),
            SessionUpdate::Compacted { messages } => self.compacted_messages = messages,
            SessionUpdate::ContextLearnt { tokens } => self.context_tokens = tokens,
        }
    }

    fn answered(&mut self, text: String, page: PageContext) {
        let field_id = self
            .current_field()
            .map(|(planned, _)| planned.field_id.clone());
        if self.agent_stack.is_empty() {
            self.turn = Some(self.turn_start(field_id.clone()));
        }
        self.withdrawn = None;
        self.messages.push(SessionMessage::Respondent(ChatMessage {
            speaker: Speaker::Respondent,
            text,
            at: self.updated_at,
            field_id,
            data: AdditionalData {
                input: Some(page.clone()),
                ..AdditionalData::default()
            },
        }));
        self.page = page;
        // An agent that talks goes on with what was said meanwhile: that is another call.
        let call = self.step;
        if let Some(active) = self.agent_stack.last_mut()
            && active.agent.talks()
        {
            active.call = call;
        }
    }

    fn turn_start(&self, field_id: Option<FieldId>) -> TurnStart {
        let field = field_id.map(|id| {
            let progress = self.field_progress.get(&id).cloned().unwrap_or_default();
            let value = self.value_sources.get(&id).cloned();
            (id, progress, value)
        });
        TurnStart {
            messages: self.messages.len(),
            bootstrap: self.bootstrap.clone(),
            planned: self.plan.is_some(),
            current_field_index: self.current_field_index,
            follow_up_count: self.follow_up_count,
            pending_data: self.pending_data.clone(),
            compacted_messages: self.compacted_messages,
            field,
        }
    }

    fn turn_withdrawn(&mut self) {
        let Some(turn) = self.turn.take() else {
            return;
        };
        let said = self.messages.iter().skip(turn.messages);
        let said: Vec<&str> = said
            .filter_map(SessionMessage::shown)
            .filter(|message| message.speaker == Speaker::Respondent)
            .map(|message| message.text.as_str())
            .collect();
        self.withdrawn = Some(said.join("\n"));
        self.messages.truncate(turn.messages);
        self.agent_stack.clear();
        // A field that only this turn came to is not begun.
        if turn.current_field_index != self.current_field_index
            && let Some((planned, _)) = self.current_field()
        {
            let entered = planned.field_id.clone();
            self.field_progress.remove(&entered);
        }
        if let Some((id, progress, value)) = turn.field {
            self.set_value(&id, value);
            self.field_progress.insert(id, progress);
        }
        if !turn.planned {
            self.plan = None;
            self.field_progress.clear();
        }
        self.bootstrap = turn.bootstrap;
        self.current_field_index = turn.current_field_index;
        self.follow_up_count = turn.follow_up_count;
        self.pending_data = turn.pending_data;
        self.compacted_messages = turn.compacted_messages;
    }

    fn run_started(
        &mut self,
        agent: AgentKind,
        max_turns: u32,
        brief: Option<String>,
        review: Option<ReviewOf>,
    ) {
        let mut run = AgentRun::new(agent.name(), max_turns);
        if let Some(brief) = brief {
            run = run.opened_with(Message::user(brief));
        }
        if agent == AgentKind::Architect {
            // From here on it counts follow-ups to fields.
            self.follow_up_count = 0;
        }
        let sub_session = review.map(|review| {
            self.set_field_state(&review.field_id, FieldState::Reviewing);
            SubSession {
                id: format!("review-{}", self.step),
                field_id: review.field_id,
                waiting_call: review.waiting_call,
            }
        });
        self.agent_stack.push(AgentStackEntry {
            agent,
            run,
            sub_session,
            call: self.step,
        });
    }

    fn set_field_state(&mut self, field_id: &FieldId, field_state: FieldState) {
        let progress = self.field_progress.entry(field_id.clone()).or_default();
        progress.state = field_state;
    }

    fn run_ended(&mut self) {
        let Some(entry) = self.agent_stack.pop() else {
            return;
        };
        let asked = match entry.run.next_step() {
            AgentStep::Ended(RunEnd::AwaitingUser { text }) => Some(text.clone()),
            _ => None,
        };
        let data = entry.run.data();
        let shown = match asked {
            Some(text) => {
                let mut results = std::mem::take(&mut self.pending_data);
                results.extend(data);
                let field = self
                    .current_field()
                    .filter(|_| entry.agent == AgentKind::Interviewer);
                Some(ChatMessage {
                    speaker: Speaker::Assistant,
                    text,
                    at: self.updated_at,
                    field_id: field.map(|(planned, _)| planned.field_id.clone()),
                    data: AdditionalData {
                        input: None,
                        results,
                    },
                })
            }
            None => {
                // Data that no question of the Greeter's will carry waits for the Interviewer's.
                if entry.agent == AgentKind::Greeter {
                    self.pending_data.extend(data);
                }
                None
            }
        };
        if entry.agent.talks() {
            self.keep_messages(entry.run.into_messages(), shown);
        }
    }

    /// Moves a run's messages to the conversation; what the person sees goes with the last reply
    /// of the model.
    fn keep_messages(&mut self, messages: Vec<Message>, mut shown: Option<ChatMessage>) {
        let last_reply = messages
            .iter()
            .rposition(|message| matches!(message, Message::Assistant(_)));
        for (position, message) in messages.into_iter().enumerate() {
            let shown = shown.take_if(|_| Some(position) == last_reply);
            self.messages.push(SessionMessage::Model { message, shown });
        }
    }

    fn replied(&mut self, reply: AssistantMessage, remaining: Vec<String>) {
        let call = self.step;
        if let Some(active) = self.agent_stack.last_mut() {
            active.call = call;
            // A run that does not wait for a reply has lost a record, and stays as it is.
            let _taken = active.run.model_replied(reply, || remaining);
        }
    }

    fn used(&mut self, agent: AgentKind, usage: UsageTotals) {
        self.spent = self.spent.plus(usage);
        let by_agent = self.spent_by_agent.entry(agent).or_default();
        *by_agent = by_agent.plus(usage);
        if let Some(active) = self.agent_stack.last_mut()
            && active.agent == agent
        {
            active.run.charge(usage);
        }
    }

    fn call_begun(&mut self, id: &ToolCallId) {
        let active = self.agent_stack.last();
        let call = active.and_then(|active| {
            let call = active.run.call(id)?;
            Some((active.agent, &call.function))
        });
        let sequence = self.run_steps.len() as u64;
        let step = RunStep {
            sequence,
            session_id: self.session_id.0.clone(),
            agent: call.map_or("", |(agent, _)| agent.name()).to_owned(),
            tool: call.map(|(_, it)| it.name.clone()).unwrap_or_default(),
            input: call.map(|(_, it)| it.arguments.clone()).unwrap_or_default(),
            output: None,
            started_at: self.updated_at,
            finished_at: None,
        };
        self.run_steps.push(step);
    }

    fn call_ended(
        &mut self,
        run_step: u64,
        call: Option<&ToolCallId>,
        mut output: ToolOutput,
        then: AfterCall,
    ) {
        let at = self.updated_at;
        let on_record = usize::try_from(run_step).ok();
        let on_record = on_record.and_then(|position| self.run_steps.get_mut(position));
        let asks = then == AfterCall::Ask;
        let call_of_ask = on_record.as_ref().filter(|_| asks);
        let question = call_of_ask.and_then(|step| question_of(&step.input));
        if let Some(step) = on_record {
            step.complete(output.result.clone(), at);
        }
        output.then = match then {
            AfterCall::Continue => LoopControl::Continue,
            AfterCall::Finish => LoopControl::Finish,
            AfterCall::Ask => match question {
                Some(text) => LoopControl::AwaitUser { text },
                None => LoopControl::Continue,
            },
        };
        if let Some((call, active)) = call.zip(self.agent_stack.last_mut()) {
            // As above: what the run does not wait for is on record all the same.
            let _taken = active.run.tool_finished(call, output);
            active.call = self.step;
        }
    }

    fn planned(&mut self, plan: Plan) {
        self.plan = Some(plan);
    }

    fn review_recorded(&mut self, run_step: u64) {
        let active = self.agent_stack.last();
        let Some(sub_session) = active.and_then(|active| active.sub_session.clone()) else {
            return;
        };
        let Some(review) = self.review_on_record(&sub_session.field_id, run_step) else {
            return;
        };
        let review = FieldReview {
            field_id: sub_session.field_id,
            run_step,
            passed: review.passed,
            feedback: review.feedback,
            missing_facts: review.missing_facts,
            extracted_facts: review.extracted_facts,
        };
        self.sub_session_results.insert(sub_session.id, review);
    }

    /// The review that a call on record makes of a field.
    pub(crate) fn review_on_record(
        &self,
        field_id: &FieldId,
        run_step: u64,
    ) -> Option<crate::tools::ReviewResult> {
        let step = self.run_steps.get(usize::try_from(run_step).ok()?)?;
        let required = self.form.field(field_id).is_none_or(|field| field.required);
        review_of(&step.input, required)
    }

    fn field_reviewed(&mut self, sub_session: &str, own_words: bool) {
        let Some(review) = self.sub_session_results.get(sub_session).cloned() else {
            return;
        };
        let field_id = review.field_id.clone();
        let value = self
            .review_on_record(&field_id, review.run_step)
            .and_then(|review| review.field_value);
        let progress = self.field_progress.entry(field_id.clone()).or_default();
        progress.learn(&review.extracted_facts);
        progress.missing_facts.clone_from(&review.missing_facts);
        progress.feedback.clone_from(&review.feedback);
        if !review.passed {
            progress.state = FieldState::Interviewing;
            return;
        }
        progress.state = FieldState::Done;
        let label = self
            .current_field()
            .map(|(planned, _)| planned.label.clone());
        self.pending_data.insert(
            "review".to_owned(),
            json!({"field_id": field_id, "label": label, "declined": value.is_none()}),
        );
        let source = match own_words {
            true => ValueSource::OwnWords {
                messages: self.messages.len(),
            },
            false => ValueSource::Review {
                run_step: review.run_step,
            },
        };
        self.set_value(&field_id, value.map(|_| source));
        self.follow_up_count = 0;
    }

    fn field_entered(&mut self, index: usize) {
        if index != self.current_field_index {
            self.current_field_index = index;
            self.follow_up_count = 0;
        }
        let field = self.current_field();
        if let Some(field_id) = field.map(|(planned, _)| planned.field_id.clone()) {
            self.set_field_state(&field_id, FieldState::Interviewing);
        }
    }
}

impl Journaled for MainSessionState {
    type Update = SessionUpdate;
    const KIND: &'static str = "interview";

    fn apply(&mut self, update: SessionUpdate) {
        self.apply_update(update);
    }
}

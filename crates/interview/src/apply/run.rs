//! An agent's run: its start, its model's replies and their calls, its end.

use kikitori_agent::{
    AdditionalData, AgentRun, AgentStep, LoopControl, RunEnd, RunStep, ToolOutput,
};
use kikitori_form::FieldId;
use kikitori_llm::{AssistantMessage, Message, ToolCallId, UsageTotals};
use serde_json::{Value, json};

use crate::agent_kind::AgentKind;
use crate::field::FieldState;
use crate::message::{ChatMessage, SessionMessage, Speaker};
use crate::state::{AgentStackEntry, MainSessionState, SubSession};
use crate::tools::question_of;
use crate::update::{AfterCall, ReviewOf};

impl MainSessionState {
    pub(super) fn run_started(
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
        let sub_session = review.map(|review| {
            self.set_field_state(&review.field_id, FieldState::Reviewing);
            SubSession {
                id: format!("review-{}", self.step),
                field_id: review.field_id,
                waiting_call: review.waiting_call,
                lines: review.lines,
                early: review.early,
            }
        });
        self.agent_stack.push(AgentStackEntry {
            agent,
            run,
            sub_session,
            call: self.step,
        });
    }

    pub(super) fn activated(&mut self, call: u64) {
        let position = self.agent_stack.iter().position(|it| it.call == call);
        if let Some(position) = position {
            let entry = self.agent_stack.remove(position);
            self.agent_stack.push(entry);
        }
    }

    pub(super) fn run_ended(&mut self) {
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
                self.own_questions = 0;
                let is_told = |row: &Value| {
                    let is = |name: &str| row.get(name).and_then(Value::as_bool) == Some(true);
                    is("heard") || is("seen")
                };
                let mut results = self.take_pending(is_told);
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
                    private: false,
                    entered: false,
                    language: Some(self.language().to_owned()),
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

    /// Ends a run of which nothing is kept. What it would have told is still to be told.
    pub(super) fn run_dropped(&mut self) {
        let dropped = self.agent_stack.pop();
        if dropped.is_some_and(|entry| entry.agent == AgentKind::Interviewer) {
            self.each_pending(|row| {
                // A question of a Reviewer's may still say it.
                if row
                    .shift_remove("heard")
                    .is_some_and(|it| it == json!(true))
                {
                    row.insert("acknowledged".to_owned(), json!(true));
                }
                row.shift_remove("seen");
            });
        }
    }

    pub(super) fn own_question(
        &mut self,
        field_id: Option<FieldId>,
        text: String,
        suggestions: &[String],
        stands_in: bool,
        tells_heard: bool,
    ) {
        // A question that no model was asked for says nothing of its use.
        if stands_in {
            self.own_questions = self.own_questions.saturating_add(1);
        }
        self.follow_up_due = None;
        let is_heard = |row: &Value| row.get("acknowledged").and_then(Value::as_bool) == Some(true);
        let mut results = self.take_pending(|row| tells_heard && is_heard(row));
        results.insert("ask".to_owned(), json!({ "suggestions": suggestions }));
        let shown = ChatMessage {
            speaker: Speaker::Assistant,
            text,
            at: self.updated_at,
            field_id,
            data: AdditionalData {
                input: None,
                results,
            },
            private: false,
            entered: false,
            language: Some(self.language().to_owned()),
        };
        self.messages.push(SessionMessage::Model {
            // Models are sent what is shown.
            message: Message::Assistant(AssistantMessage::default()),
            shown: Some(shown),
        });
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

    pub(super) fn replied(&mut self, reply: AssistantMessage, remaining: Vec<String>) {
        let call = self.step;
        if let Some(active) = self.agent_stack.last()
            && active.agent == AgentKind::Interviewer
        {
            // What was on record when the call was decided, its model was told.
            let decided_at = active.call;
            self.each_pending(|row| {
                let recorded_at = row.get("step").and_then(Value::as_u64);
                if recorded_at.is_some_and(|at| at <= decided_at) {
                    row.insert("seen".to_owned(), json!(true));
                }
            });
        }
        if let Some(active) = self.agent_stack.last_mut() {
            active.call = call;
            // A run that does not wait for a reply has lost a record, and stays as it is.
            let _taken = active.run.model_replied(reply, || remaining);
        }
    }

    pub(super) fn used(&mut self, agent: AgentKind, usage: UsageTotals) {
        self.spent = self.spent.plus(usage);
        let by_agent = self.spent_by_agent.entry(agent).or_default();
        *by_agent = by_agent.plus(usage);
        if let Some(active) = self.agent_stack.last_mut()
            && active.agent == agent
        {
            active.run.charge(usage);
        }
    }

    pub(super) fn call_begun(&mut self, id: &ToolCallId) {
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

    pub(super) fn call_ended(
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
}

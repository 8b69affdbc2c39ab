//! What model calls come to, the caps on them, and requests that fit the model's context.

use kikitori_llm::{
    BudgetExceeded, ChatRequest, Completion, ErrorKind, LlmError, Message, UsageTotals,
    compaction_point,
};
use serde::{Deserialize, Serialize};

use super::{EngineError, Failure, Next, Orchestrator, StepId};
use crate::state::{AgentKind, AgentStackEntry};

/// No context is as small as this many tokens; what does not fit then is not the conversation.
const SMALLEST_CONTEXT: u64 = 1_000;

/// More than the rules, the tools and the brief of any agent with a form of common size come to.
const ROOM_FOR_RULES: u64 = 8_000;

/// What a cap is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CapScope {
    /// One run of an agent; the next run begins anew.
    Run,
    /// The whole session.
    Session,
}

impl Orchestrator {
    /// The request of the agent with the word, if it fits under the caps.
    pub(super) fn admitted(&self, entry: &AgentStackEntry) -> Result<ChatRequest, Failure> {
        let (limits, price) = (&self.limits, self.limits.price);
        let mut request = self.request_of(entry);
        let over = |scope| {
            let agent = entry.agent;
            move |reached: BudgetExceeded| Failure::BudgetExceeded {
                agent,
                scope,
                reached,
            }
        };
        limits
            .session_caps
            .admit(self.state.spent, price, &mut request)
            .map_err(over(CapScope::Session))?;
        limits
            .run_caps
            .admit(entry.run.spent(), price, &mut request)
            .map_err(over(CapScope::Run))?;
        Ok(request)
    }

    /// The cap that the next call would go over, if it would.
    pub(super) fn cap_reached(&self) -> Option<Failure> {
        let entry = self.state.agent_stack.last()?;
        match entry.run.next_step() {
            kikitori_agent::AgentStep::CallModel => self.admitted(entry).err(),
            _ => None,
        }
    }

    /// What the model call that is being waited for comes to with `reply`.
    pub(super) fn spent_on(&self, reply: &Completion) -> UsageTotals {
        UsageTotals::answered(reply, self.limits.price, || self.tokens_of_next_request())
    }

    /// Counts what a model call came to: for the session, for the agent and for its run.
    pub(super) fn charge(&mut self, call: UsageTotals) {
        self.state.spent = self.state.spent.plus(call);
        if let Some(entry) = self.state.agent_stack.last_mut() {
            entry.run.charge(call);
            let agent = self.state.spent_by_agent.entry(entry.agent).or_default();
            *agent = agent.plus(call);
        }
    }

    /// Takes the news that a model call brought no reply; `error` is none when the person stopped
    /// it, and `written` are the tokens that had arrived, by estimate. It is no outcome of the
    /// step, which stays the same. Answers whether to make the call again at once: the
    /// conversation was too long for the endpoint and has been shortened.
    ///
    /// # Errors
    /// [`EngineError`] when `step` is not a model call that is being waited for.
    pub fn model_failed(
        &mut self,
        step: StepId,
        error: Option<&LlmError>,
        written: u64,
    ) -> Result<bool, EngineError> {
        self.expect(step)?;
        let what = "the failure of a model call";
        let Next::CallModel { request, .. } = self.next() else {
            return Err(EngineError::NotExpected { what });
        };
        let (prompt, bound) = (request.estimated_tokens(), request.max_tokens);
        let price = self.limits.price;
        self.charge(UsageTotals::given_up(error, price, written, bound, || {
            prompt
        }));
        let is_too_long = error.is_some_and(|error| error.kind() == ErrorKind::TooLong);
        // The reply had no room beside the request; a person decides whether to pay for another.
        let had_no_room = error == Some(&LlmError::TokenLimit) && bound.is_none();
        let is_shorter = (is_too_long || had_no_room) && self.shorten(prompt);
        Ok(is_shorter && is_too_long)
    }

    /// The tokens that a request may have.
    pub(super) fn context_tokens(&self) -> u64 {
        let learnt = self.state.context_tokens.unwrap_or(u64::MAX);
        self.limits.context_tokens.min(learnt)
    }

    /// The request that `entry`'s model call sends. Answers that are too long for what else it
    /// carries are cut further, down to a quarter of what they may have otherwise.
    pub(super) fn request_of(&self, entry: &AgentStackEntry) -> ChatRequest {
        let context = self.context_tokens();
        let mut room = context;
        loop {
            let request = self.request_within(entry, room);
            if room <= context / 4 || request.estimated_tokens() <= context {
                return request;
            }
            room = room / 4 * 3;
        }
    }

    /// Makes do with half of the context; whether that makes the request of `tokens` shorter.
    fn shorten(&mut self, tokens: u64) -> bool {
        let before = (self.state.context_tokens, self.state.compacted_messages);
        let half = self.context_tokens().min(tokens) / 2;
        if half < SMALLEST_CONTEXT {
            return false;
        }
        self.state.context_tokens = Some(half);
        self.compact_conversation();
        let is_shorter = self.tokens_of_next_request() < tokens;
        if !is_shorter {
            (self.state.context_tokens, self.state.compacted_messages) = before;
        }
        is_shorter
    }

    /// Folds the beginning of the conversation into a summary where a request would not fit. It
    /// makes twice the room that is needed, so that requests begin alike for many turns and a
    /// server can keep what it has read.
    pub(super) fn compact_conversation(&mut self) {
        let talks = |entry: &AgentStackEntry| {
            matches!(entry.agent, AgentKind::Greeter | AgentKind::Interviewer)
        };
        if !self.state.agent_stack.last().is_some_and(talks) {
            return;
        }
        let context = self.context_tokens();
        // Most conversations are known to fit without a request being made of them.
        if super::history::at_most(&self.state) + ROOM_FOR_RULES <= context {
            return;
        }
        let tokens = self.tokens_of_next_request();
        if tokens <= context {
            return;
        }
        let conversation = super::history::unfolded(&self.state, context);
        let used: u64 = conversation.iter().map(Message::estimated_tokens).sum();
        let room = context.saturating_sub(tokens.saturating_sub(used));
        self.state.compacted_messages += compaction_point(&conversation, room / 2);
    }

    fn tokens_of_next_request(&self) -> u64 {
        let entry = self.state.agent_stack.last();
        entry.map_or(0, |entry| self.request_of(entry).estimated_tokens())
    }
}

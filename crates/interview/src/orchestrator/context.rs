//! Requests that fit the model's context.

use kikitori_engine::caller::ContextWindow;
use kikitori_llm::{ChatRequest, Message, compaction_point};

use super::{Orchestrator, history};
use crate::state::AgentStackEntry;
use crate::update::SessionUpdate;

/// More than the rules, the tools and the brief of any agent with a form of common size come to.
const ROOM_FOR_RULES: u64 = 8_000;

impl Orchestrator {
    /// The tokens that a request may have.
    pub(super) fn context_tokens(&self) -> u64 {
        self.window().tokens()
    }

    fn window(&self) -> ContextWindow {
        ContextWindow::new(self.limits.context_tokens, self.state.context_tokens)
    }

    /// The request that `entry`'s model call sends. What is too long for what else it carries is
    /// cut further, down to a quarter of what it may have otherwise.
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

    /// Makes do with half of the context; whether that makes the next request shorter.
    pub(super) fn shorten(&mut self) -> bool {
        let tokens = self.tokens_of_next_request();
        let before = self.state.context_tokens;
        let mut window = self.window();
        if !window.halve(tokens, window.tokens()) {
            return false;
        }
        let learnt = window.learnt();
        self.emit(SessionUpdate::ContextLearnt { tokens: learnt });
        self.compact_conversation();
        let is_shorter = self.tokens_of_next_request() < tokens;
        if !is_shorter {
            self.emit(SessionUpdate::ContextLearnt { tokens: before });
        }
        is_shorter
    }

    /// Makes a summary of the beginning of the conversation where a request would not fit. It
    /// makes twice the room that is needed, so that requests begin alike for many turns and a
    /// server can keep what it has read.
    pub(super) fn compact_conversation(&mut self) {
        let active = self.state.agent_stack.last();
        if !active.is_some_and(|active| active.agent.talks()) {
            return;
        }
        let context = self.context_tokens();
        // Most conversations are known to fit without a request being made of them.
        if history::max_conversation_tokens(&self.state) + ROOM_FOR_RULES <= context {
            return;
        }
        let tokens = self.tokens_of_next_request();
        if tokens <= context {
            return;
        }
        let conversation = history::without_summary(&self.state, context, context);
        let used: u64 = conversation.iter().map(Message::estimated_tokens).sum();
        let room = context.saturating_sub(tokens.saturating_sub(used));
        let more = compaction_point(&conversation, room / 2);
        if more > 0 {
            let messages = self.state.compacted_messages + more;
            self.emit(SessionUpdate::Compacted { messages });
        }
    }

    fn tokens_of_next_request(&self) -> u64 {
        let entry = self.state.agent_stack.last();
        entry.map_or(0, |entry| self.request_of(entry).estimated_tokens())
    }
}

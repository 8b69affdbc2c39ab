//! Requests that fit the model's context.

use kikitori_engine::caller::ContextWindow;
use kikitori_llm::{ChatRequest, Message, compaction_point};

use super::{Orchestrator, history};
use crate::agent_kind::AgentKind;
use crate::state::AgentStackEntry;
use crate::update::SessionUpdate;

/// More than the rules, the tools and what is told last come to with a form of common size.
const ROOM_FOR_RULES: u64 = 8_000;

/// Fields that a form of common size has at most.
const COMMON_FIELDS: usize = 20;

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
        if active.is_none_or(|active| active.agent != AgentKind::Interviewer) {
            return;
        }
        let context = self.context_tokens();
        // Most conversations are known to fit without a request being made of them.
        let common = self.state.form.fields.len() <= COMMON_FIELDS;
        if common && history::max_conversation_tokens(&self.state) + ROOM_FOR_RULES <= context {
            return;
        }
        // What is cut to fit would be cut otherwise in the next request.
        let entry = self.state.agent_stack.last();
        let whole = entry.map(|entry| self.request_within(entry, context));
        let tokens = whole.map_or(0, |request| request.estimated_tokens());
        if tokens <= context {
            return;
        }
        let (places, conversation) = history::without_summary(&self.state, context);
        let used: u64 = conversation.iter().map(Message::estimated_tokens).sum();
        let room = context.saturating_sub(tokens.saturating_sub(used));
        let more = compaction_point(&conversation, room / 2);
        if more > 0 {
            let kept = places.get(more).copied();
            let messages = kept.unwrap_or(self.state.messages.len());
            self.emit(SessionUpdate::Compacted { messages });
        }
    }

    fn tokens_of_next_request(&self) -> u64 {
        let entry = self.state.agent_stack.last();
        entry.map_or(0, |entry| self.request_of(entry).estimated_tokens())
    }
}

//! Replies in the form that was asked for.

use kikitori_llm::{
    AssistantMessage, Calls, ChatRequest, Completion, Message, ToolChoice, cut_reply,
};

use super::error::CallError;
use super::expect::Expect;

/// Tokens of a reply in the wrong form that the model is shown again.
const MAX_SHOWN_AGAIN: u64 = 2_000;

/// Asks for a reply in one form, and once more when it comes in another.
pub(super) struct FormAttempt {
    expected: Expect,
    request: ChatRequest,
    is_second: bool,
}

impl FormAttempt {
    pub(super) fn new(expected: Expect, mut request: ChatRequest) -> Self {
        let choice = match expected {
            Expect::Reply => request.tool_choice,
            Expect::Call => Some(ToolChoice::Required),
            Expect::Text => Some(ToolChoice::None),
        };
        request.tool_choice = choice.filter(|_| !request.tools.is_empty());
        request.stream = true;
        Self {
            expected,
            request,
            is_second: false,
        }
    }

    pub(super) fn request(&self) -> &ChatRequest {
        &self.request
    }

    /// The reply, if it has the form.
    ///
    /// # Errors
    /// [`CallError::UnexpectedForm`] when it has not for the second time; none when the request is
    /// to be sent once more.
    pub(super) fn take(&mut self, mut reply: Completion) -> Result<Completion, Option<CallError>> {
        let message = &mut reply.message;
        let says_something = is_text(message);
        let has_form = match self.expected {
            Expect::Reply => says_something || !message.tool_calls.is_empty(),
            Expect::Call => !message.tool_calls.is_empty(),
            Expect::Text => {
                // Nobody asked for a call, and it would go without an outcome.
                message.tool_calls.clear();
                says_something
            }
        };
        if has_form {
            return Ok(reply);
        }
        if self.is_second {
            let expected = self.expected;
            return Err(Some(CallError::UnexpectedForm { expected }));
        }
        self.is_second = true;
        self.say_what_is_expected(reply.message);
        Err(None)
    }

    /// Asked for in the same words, a model may well reply the same.
    fn say_what_is_expected(&mut self, mut message: AssistantMessage) {
        let expected = match self.expected {
            Expect::Reply => return,
            Expect::Call => {
                self.request.calls = Calls::BySchema;
                "That is not what was asked for. Call one of the tools."
            }
            Expect::Text => "That is not what was asked for. Reply with text, and call no tool.",
        };
        let messages = &mut self.request.messages;
        if is_text(&message) {
            cut_reply(&mut message, MAX_SHOWN_AGAIN);
            messages.push(Message::Assistant(message));
        }
        match messages.last_mut() {
            // Some chat templates take no two messages of the user's in a row.
            Some(Message::User { content, .. }) => {
                content.push_str("\n\n");
                content.push_str(expected);
            }
            _ => messages.push(Message::user(expected)),
        }
    }
}

fn is_text(message: &AssistantMessage) -> bool {
    let content = message.content.as_deref();
    content.is_some_and(|text| !text.trim().is_empty())
}

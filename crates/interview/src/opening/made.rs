//! A first question that was asked for before this module was there.

use std::cell::Cell;

use futures::future::LocalBoxFuture;
use kikitori_agent::bound_reply;
use kikitori_engine::caller::CallEvent;
use kikitori_json::FromJson;
use kikitori_llm::{AssistantMessage, ChatRequest, Completion, UsageTotals, estimated_tokens};
use serde::Serialize;

/// What the call brought, as one module hands it to another, in JSON.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct MadeReply {
    /// As it came.
    pub message: AssistantMessage,
    /// What the call used.
    pub usage: UsageTotals,
}

/// A call for the first question that another module has made, or is making.
pub trait CallMadeElsewhere {
    /// Waits for its reply. `on_shown` hears the text that is shown of it: what has come by now, and
    /// then each piece. `None` when the call has failed, or its reply cannot be read. Dropped, it ends
    /// the call.
    fn reply<'a>(
        &'a self,
        on_shown: &'a mut dyn FnMut(String),
    ) -> LocalBoxFuture<'a, Option<MadeReply>>;
}

/// Waits for what `made` brings for `request`, and counts in `used` what it used, by estimate as long
/// as it is under way. What failed counts as read: nobody has said that it was not.
pub(super) async fn wait(
    made: &dyn CallMadeElsewhere,
    request: &ChatRequest,
    used: &Cell<UsageTotals>,
    on_event: &mut dyn FnMut(CallEvent),
) -> Option<Completion> {
    used.set(UsageTotals {
        calls: 1,
        prompt_tokens: request.estimated_tokens(),
        estimated: true,
        ..UsageTotals::default()
    });
    let mut on_shown = |piece: String| {
        let mut so_far = used.get();
        so_far.completion_tokens += estimated_tokens(&piece);
        used.set(so_far);
        on_event(CallEvent::Shown(piece));
    };
    let mut reply = made.reply(&mut on_shown).await?;
    bound_reply(&mut reply.message);
    used.set(reply.usage);
    on_event(CallEvent::Used(reply.usage));
    Some(Completion {
        message: reply.message,
        finish_reason: None,
        usage: None,
    })
}

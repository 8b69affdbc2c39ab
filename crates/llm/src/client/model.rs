//! Who answers chat requests, as callers see it.

use futures::future::LocalBoxFuture;

use crate::profile::mode::StructuredOutputMode;
use crate::protocol::delta::Delta;
use crate::protocol::error::LlmError;
use crate::protocol::request::{ChatRequest, Completion};
use crate::usage::call::CallMeter;

/// Something that answers chat requests: the port of every engine's driver.
pub trait Model {
    /// Makes one call. `on_delta` hears what arrives while it arrives. Dropping the future
    /// aborts the call.
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        on_delta: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>>;

    /// The same for a call on a meter, which admits each request that it takes before it is sent
    /// and counts it. A model that does not say otherwise makes a call by one request.
    fn chat_metered<'a>(
        &'a self,
        request: &'a ChatRequest,
        call: &'a mut CallMeter<'_>,
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        Box::pin(async move {
            let mut sent = request.clone();
            let tokens = || request.estimated_tokens();
            sent.max_tokens = call.admit(tokens, request.max_tokens).await?;
            let mut on_delta = |delta| {
                call.arrived(&delta);
                call.show(delta);
            };
            let outcome = self.chat(sent, &mut on_delta).await;
            call.settle(outcome.as_ref());
            outcome
        })
    }

    /// Whether tool calls can be had of it, as far as it is known by now: its own, or by a schema.
    /// Where not, tools have to be told and called in words.
    fn gives_calls(&self) -> bool {
        true
    }

    /// The surest way to a structured value that is known to work by now, beginning with `surest`
    /// and going down.
    fn mode_from(&self, _surest: StructuredOutputMode) -> StructuredOutputMode {
        StructuredOutputMode::ForcedTool
    }

    /// A value did not come by `mode`, as if it had not been asked for so, and came by another.
    fn mode_ignored(&self, _mode: StructuredOutputMode) {}

    /// A value came by `mode`.
    fn mode_followed(&self, _mode: StructuredOutputMode) {}
}

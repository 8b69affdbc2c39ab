//! Who answers chat requests, as callers see it.

use futures::future::LocalBoxFuture;

use crate::profile::capabilities::StructuredOutputMode;
use crate::protocol::delta::Delta;
use crate::protocol::error::LlmError;
use crate::protocol::request::{ChatRequest, Completion};

/// Something that answers chat requests: the port of every engine's driver.
pub trait Model {
    /// Makes one call. `on_delta` hears what arrives while it arrives. Dropping the future
    /// aborts the call.
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        on_delta: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>>;

    /// The surest way to a structured value that is known to work by now.
    fn mode(&self) -> StructuredOutputMode {
        StructuredOutputMode::ForcedTool
    }

    /// A request at `mode` was taken, and the reply is as if it had not been asked for so.
    fn mode_ignored(&self, _mode: StructuredOutputMode) {}
}

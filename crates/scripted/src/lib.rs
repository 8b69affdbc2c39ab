//! Models for tests: they speak the chat-completions protocol and say what a test wants.
//!
//! They do no I/O, have no clock and no randomness.
//!
//! - [`Script`]: what a test expects to be asked, step by step, and what is answered to it.
//! - [`Player`]: answers each request by the tool that it offers.
//! - [`ScriptedModel`] is either as a `Model`, and as a `Transport` for clients under test.
//! - [`schema_only`] makes an endpoint of either that knows no tools.
//! - [`CANARY`] begins every private answer of a test; no model that plays here may be sent one.
//! - [`http`] wraps replies into the bytes of a server, streamed or whole.
//! - [`tags`] reads the data that prompts hold.

mod canary;
pub mod http;
mod model;
mod player;
mod reply;
mod schema_only;
mod script;
pub mod tags;

pub use canary::{CANARY, assert_no_canary, has_canary, watched};
pub use model::ScriptedModel;
pub use player::{Player, has_called, may_call, offers};
pub use reply::{calls, calls_all, finished, says};
pub use schema_only::schema_only;
pub use script::{Answer, Expect, Script, ScriptError};

/// The name under which this model is listed and has to be asked for.
pub const MODEL_NAME: &str = "kikitori-scripted";

#[cfg(test)]
mod tests;

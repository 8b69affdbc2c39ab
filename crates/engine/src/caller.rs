//! The one way to call a model.

mod call;
mod error;
mod window;

pub use call::{CallEvent, Expect, ModelCall, ModelOutcome, Shown};
pub use error::{CallError, CapScope};
pub use window::ContextWindow;

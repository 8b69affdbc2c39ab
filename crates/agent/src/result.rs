//! What a tool call came to: one part for the model, one for the app.

use kikitori_json::FromJson;
use serde::Serialize;
use serde_json::{Value, json};

/// Whether a call did what it was called for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "lowercase")]
pub enum CallStatus {
    /// It did.
    Success,
    /// It did not, for a reason that the call gave; the message says what to do differently.
    Error,
    /// It could not, and may when it is called again as it was.
    Failure,
}

/// The outcome of one tool call.
///
/// The model sees the status and `result.message`; the app sees `result.data`.
///
/// ```
/// use kikitori_agent::FunctionCallResult;
/// let saved = FunctionCallResult::success("Saved.").with_data(serde_json::json!({"id": 5}));
/// assert_eq!(saved.for_model(), r#"{"status":"success","result":{"message":"Saved."}}"#);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
pub struct FunctionCallResult {
    /// Success or error.
    pub status: CallStatus,
    /// The two faces of the outcome.
    pub result: CallResult,
}

/// See [`FunctionCallResult`].
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
pub struct CallResult {
    /// What the model reads in its next turn. Never shown to the person.
    pub message: String,
    /// What the app uses. Never sent to the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

impl FunctionCallResult {
    /// A call that did what it was called for.
    pub fn success(message: impl Into<String>) -> Self {
        Self::new(CallStatus::Success, message.into())
    }

    /// A call that failed; `message` tells the model what to do differently.
    pub fn error(message: impl Into<String>) -> Self {
        Self::new(CallStatus::Error, message.into())
    }

    /// A call that came to nothing though there was nothing wrong with it: the same call may work
    /// later.
    pub fn failure(message: impl Into<String>) -> Self {
        Self::new(CallStatus::Failure, message.into())
    }

    fn new(status: CallStatus, message: String) -> Self {
        Self {
            status,
            result: CallResult {
                message,
                data: None,
            },
        }
    }

    /// The same with `data` for the app.
    #[must_use]
    pub fn with_data(mut self, data: Value) -> Self {
        self.result.data = Some(data);
        self
    }

    /// The JSON text that goes back to the model: everything but the data.
    pub fn for_model(&self) -> String {
        json!({"status": self.status, "result": {"message": self.result.message}}).to_string()
    }
}

/// What a run does after a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum LoopControl {
    /// Goes on: remaining calls, then the model.
    Continue,
    /// Ends once this reply's calls are done, to wait for the person who was told this.
    AwaitUser {
        /// What the person is told or asked.
        text: String,
    },
    /// Ends once this reply's calls are done: the agent's work is complete.
    Finish,
}

/// What a tool hands back to the loop.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolOutput {
    /// The outcome for model and app.
    pub result: FunctionCallResult,
    /// What the run does next.
    pub then: LoopControl,
}

impl From<FunctionCallResult> for ToolOutput {
    fn from(result: FunctionCallResult) -> Self {
        Self {
            result,
            then: LoopControl::Continue,
        }
    }
}

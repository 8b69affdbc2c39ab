//! A value of a given shape from a model, validated, or a typed error.

use thiserror::Error;

use crate::client::chat::ChatClient;
use crate::client::model::Model;
use crate::profile::capabilities::StructuredOutputMode;
use crate::protocol::error::LlmError;
use crate::protocol::request::Usage;
use crate::structured::attempt::StructuredAttempt;
use crate::structured::reply::Flaw;
use crate::structured::request::StructuredRequest;
use crate::usage::call::CallMeter;

/// A validated value, and what it took to get it.
#[derive(Debug, Clone, PartialEq)]
pub struct Structured<T> {
    /// The value.
    pub value: T,
    /// The way by which it came.
    pub mode: StructuredOutputMode,
    /// How often the model had to be shown what was wrong.
    pub repairs: u32,
    /// The tokens of all calls together.
    pub usage: Usage,
}

/// Why there is no value.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StructuredError {
    /// A call failed.
    #[error(transparent)]
    Model(#[from] LlmError),
    /// The model refuses to answer.
    #[error("the model declined to answer: {reason}. Ask in other words")]
    Declined {
        /// What it said.
        reason: String,
    },
    /// The last reply was still not a valid value.
    #[error(
        "the model's reply is still not valid after {repairs} repairs: {problem}. Try again, or choose a larger model"
    )]
    Invalid {
        /// What was wrong with it.
        problem: String,
        /// How often the model had been shown what was wrong.
        repairs: u32,
    },
}

impl ChatClient {
    /// A value as `request` describes it, made of the model's reply by `validate`, which says to
    /// the model what is wrong with the JSON text that it is given.
    ///
    /// The surest way that the endpoint supports is taken; one that it refuses or ignores
    /// is not tried again, as [`ChatClient::profile`] then says. The text is complete JSON before
    /// `validate` sees it: what was cut off is never mended.
    ///
    /// # Errors
    /// [`StructuredError`], after at most two repairs.
    ///
    /// ```
    /// use kikitori_llm::{ChatClient, StructuredError, StructuredRequest};
    /// # use kikitori_llm::Message;
    /// async fn city(client: &ChatClient, text: &str) -> Result<String, StructuredError> {
    ///     let request = StructuredRequest {
    ///         name: "city".into(),
    ///         description: "The city that the text is about.".into(),
    ///         schema: serde_json::json!({
    ///             "type": "object", "properties": {"city": {"type": "string"}},
    ///             "required": ["city"], "additionalProperties": false,
    ///         }),
    ///         messages: vec![Message::user(text)],
    ///     };
    ///     let city = client.structured(&request, |json| {
    ///         let value: serde_json::Value = serde_json::from_str(json).map_err(|it| it.to_string())?;
    ///         value["city"].as_str().map(str::to_owned).ok_or("city must be text".into())
    ///     });
    ///     Ok(city.await?.value)
    /// }
    /// ```
    pub async fn structured<T>(
        &self,
        request: &StructuredRequest,
        validate: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Structured<T>, StructuredError> {
        let mut usage = Usage::default();
        let mut attempt = StructuredAttempt::new(request.clone(), self.mode());
        loop {
            let mut call = CallMeter::unmetered(None);
            let completion = match self.complete(attempt.request(), &mut call).await {
                Ok(completion) => completion,
                // Refused, and learnt: a lower mode is left, so there is an end to it.
                Err(_) if attempt.falls_back_to(self.mode()) => continue,
                Err(error) => return Err(error.into()),
            };
            if let Some(used) = &completion.usage {
                usage += used;
            }
            let problem = match attempt.read(&completion.message, &validate) {
                Ok(value) => {
                    return Ok(Structured {
                        value,
                        mode: attempt.mode(),
                        repairs: attempt.repairs(),
                        usage,
                    });
                }
                Err(Flaw::Declined { reason }) => return Err(StructuredError::Declined { reason }),
                Err(Flaw::ModeIgnored { problem }) => {
                    self.mode_ignored(attempt.mode());
                    problem
                }
                Err(Flaw::Invalid { problem }) => problem,
            };
            if attempt.falls_back_to(self.mode()) {
                continue;
            }
            if !attempt.repair(completion.message, &problem) {
                let repairs = attempt.repairs();
                return Err(StructuredError::Invalid { problem, repairs });
            }
        }
    }
}

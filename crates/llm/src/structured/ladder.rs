//! A value of a given shape from a model, validated, or a typed error.

use thiserror::Error;

use crate::client::chat::ChatClient;
use crate::profile::capabilities::StructuredOutputMode;
use crate::profile::feature::Feature;
use crate::protocol::error::LlmError;
use crate::protocol::message::{AssistantMessage, Message};
use crate::protocol::request::{ChatRequest, Usage};
use crate::structured::ask::{add_to_user, ask};
use crate::structured::reply::{Flaw, read};
use crate::structured::request::StructuredRequest;

/// How often the model is shown what is wrong with its reply.
const MAX_REPAIRS: u32 = 2;

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
    /// The surest way that the endpoint supports is taken; one that it refuses or does not heed
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
        let mut repairs = 0;
        let mut mode = self.profile().mode();
        let mut asked = ask(request, mode);
        loop {
            let outcome = self.complete(asked.clone(), None).await;
            let completion = match outcome {
                Ok(completion) => completion,
                // Refused, and learnt: a lower mode is left, so there is an end to it.
                Err(_) if self.profile().mode() > mode => {
                    mode = self.profile().mode();
                    asked = ask(request, mode);
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            if let Some(used) = &completion.usage {
                usage += used;
            }
            let reply = completion.message;
            let flaw = match read(&reply, mode, &request.name, &validate) {
                Ok(value) => {
                    return Ok(Structured {
                        value,
                        mode,
                        repairs,
                        usage,
                    });
                }
                Err(flaw) => flaw,
            };
            let problem = match flaw {
                Flaw::Declined { reason } => return Err(StructuredError::Declined { reason }),
                Flaw::ModeIgnored { problem } => {
                    self.learn_not_heeded(mode);
                    problem
                }
                Flaw::Invalid { problem } => problem,
            };
            if self.profile().mode() > mode {
                mode = self.profile().mode();
                asked = ask(request, mode);
                continue;
            }
            if repairs == MAX_REPAIRS {
                return Err(StructuredError::Invalid { problem, repairs });
            }
            repairs += 1;
            show_what_is_wrong(&mut asked, reply, &problem);
        }
    }

    /// The endpoint took a request at `mode` and replied as if it had not been asked so.
    pub(crate) fn learn_not_heeded(&self, mode: StructuredOutputMode) {
        match mode {
            StructuredOutputMode::StrictSchema => self.learn_without(Feature::JsonSchema),
            StructuredOutputMode::ForcedTool => self.learn_without(Feature::ForcedToolChoice),
            StructuredOutputMode::JsonObject => self.learn_without(Feature::JsonObject),
            StructuredOutputMode::Prompt => {}
        }
    }
}

/// Adds the reply and what is wrong with it to the conversation, so that every call has its
/// outcome and no message is empty.
fn show_what_is_wrong(asked: &mut ChatRequest, reply: AssistantMessage, problem: &str) {
    let problem = format!(
        "This reply cannot be used. {problem}\nGive the whole value again, corrected, and nothing else."
    );
    let calls: Vec<_> = reply
        .tool_calls
        .iter()
        .map(|call| call.id.clone())
        .collect();
    let says_something = reply
        .content
        .as_deref()
        .is_some_and(|it| !it.trim().is_empty());
    if says_something || !calls.is_empty() {
        asked.messages.push(Message::Assistant(reply));
    }
    if calls.is_empty() {
        add_to_user(&mut asked.messages, &problem);
    }
    for id in calls {
        asked.messages.push(Message::tool(id, problem.clone()));
    }
}

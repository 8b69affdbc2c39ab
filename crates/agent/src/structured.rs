//! A value of a Rust type from a model.

use kikitori_llm::{ChatClient, Message, Structured, StructuredError, StructuredRequest};
use thiserror::Error;

use crate::args::{ToolArgs, parse_and_validate_tool_args};
use crate::schema::{SchemaError, strict_schema};

/// Why there is no value.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StructuredOutputError {
    /// The type has no strict schema.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// The model gave no valid value.
    #[error(transparent)]
    Structured(#[from] StructuredError),
}

/// A validated value of type `A`: the same type makes the schema and validates the reply.
/// `name` is the value's name for the model, `description` what it is.
///
/// # Errors
/// [`StructuredOutputError`], after at most two repairs, in which the model is shown what was
/// wrong.
///
/// ```
/// use kikitori_agent::{StructuredOutputError, structured_output};
/// use kikitori_llm::{ChatClient, Message};
/// use schemars::JsonSchema;
/// use serde::Deserialize;
/// #[derive(Deserialize, JsonSchema)]
/// #[serde(deny_unknown_fields)]
/// struct Place { city: String, country: Option<String> }
///
/// async fn place(client: &ChatClient, text: &str) -> Result<Place, StructuredOutputError> {
///     let messages = vec![Message::user(text)];
///     let place = structured_output(client, "place", "Where the writer lives.", messages);
///     Ok(place.await?.value)
/// }
/// ```
pub async fn structured_output<A: ToolArgs>(
    client: &ChatClient,
    name: &str,
    description: &str,
    messages: Vec<Message>,
) -> Result<Structured<A>, StructuredOutputError> {
    let request = StructuredRequest {
        name: name.to_owned(),
        description: description.trim().to_owned(),
        schema: strict_schema::<A>()?,
        messages,
    };
    let validate =
        |json: &str| parse_and_validate_tool_args(json, name).map_err(|error| error.to_string());
    Ok(client.structured(&request, validate).await?)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use futures::future::{FutureExt, LocalBoxFuture, ready};
    use futures::stream::{self, StreamExt};
    use kikitori_llm::{Endpoint, StructuredOutputMode};
    use kikitori_ports::{HttpRequest, HttpResponse, NoTimer, Transport, TransportError};
    use schemars::JsonSchema;
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Place {
        city: String,
        people: u32,
    }

    /// Says one text after the other, and keeps what it was asked.
    #[derive(Default)]
    struct Says {
        texts: RefCell<Vec<&'static str>>,
        asked: RefCell<Vec<String>>,
    }

    impl Transport for Says {
        fn send(
            &self,
            request: HttpRequest,
        ) -> LocalBoxFuture<'_, Result<HttpResponse, TransportError>> {
            self.asked.borrow_mut().extend(request.body);
            let text = self.texts.borrow_mut().remove(0);
            let choice = json!({"message": {"content": text}, "finish_reason": "stop"});
            let body = json!({"choices": [choice]}).to_string().into_bytes();
            ready(Ok(HttpResponse {
                status: 200,
                headers: Vec::new(),
                body: stream::iter([Ok(body)]).boxed_local(),
            }))
            .boxed_local()
        }
    }

    fn asked<A: ToolArgs>(
        texts: &[&'static str],
    ) -> (Result<Structured<A>, StructuredOutputError>, Rc<Says>) {
        let says = Rc::new(Says::default());
        says.texts.borrow_mut().extend(texts);
        let endpoint = Endpoint {
            base_url: String::new(),
            model: "small".to_owned(),
        };
        let client = ChatClient::new(says.clone(), Rc::new(NoTimer), endpoint);
        let messages = vec![Message::user("Kyoto, and its people?")];
        let outcome = structured_output(&client, "place", "A place.", messages).now_or_never();
        (outcome.unwrap(), says)
    }

    #[test]
    fn the_type_makes_the_schema_and_validates_the_reply() {
        let (outcome, says) = asked::<Place>(&[
            r#"{"city":"Kyoto","people":"many"}"#,
            r#"{"city":"Kyoto","people":1400000}"#,
        ]);
        let place = outcome.unwrap();
        let kyoto = Place {
            city: "Kyoto".to_owned(),
            people: 1_400_000,
        };
        assert_eq!(place.value, kyoto);
        assert_eq!(
            (place.mode, place.repairs),
            (StructuredOutputMode::StrictSchema, 1)
        );
        let asked = says.asked.borrow();
        assert!(
            asked[0].contains(r#""required":["city","people"]"#),
            "{}",
            asked[0]
        );
        assert!(
            asked[1].contains("Invalid parameters for place at people"),
            "{}",
            asked[1]
        );
    }

    #[test]
    fn a_type_without_a_strict_schema_is_refused_before_anything_is_sent() {
        let (outcome, says) = asked::<Vec<u32>>(&[]);
        assert!(matches!(outcome, Err(StructuredOutputError::Schema(_))));
        assert!(says.asked.borrow().is_empty());
    }
}

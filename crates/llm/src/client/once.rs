//! One request, made once, in the form that most endpoints take.

use std::rc::Rc;

use crate::client::chat::{Endpoint, json};
use crate::client::exchange::exchange;
use crate::client::time::{Deadline, TimeLimits};
use crate::profile::capabilities::Profile;
use crate::protocol::delta::Delta;
use crate::protocol::error::{LlmError, Wait};
use crate::protocol::outgoing::Outgoing;
use crate::protocol::request::{ChatRequest, Completion};
use crate::reply::stream::read_stream;
use kikitori_ports::{HttpRequest, Method, Timer, Transport};

/// Sends `request` once, without a key, and reads the reply that streams in. It is small, and meant
/// for whoever has a [`ChatClient`](crate::ChatClient) coming that makes the call again in other
/// forms: what fails here, or would need another form, is simply an error, and does not say when to
/// ask again.
///
/// # Errors
/// As of any call; [`LlmError::Malformed`] also where the reply does not stream.
pub async fn ask_once(
    transport: &dyn Transport,
    timer: &Rc<dyn Timer>,
    limits: TimeLimits,
    endpoint: &Endpoint,
    request: &ChatRequest,
    on_delta: &mut dyn FnMut(Delta),
) -> Result<Completion, LlmError> {
    let profile = Profile::default();
    let mut outgoing = Outgoing::from(request);
    outgoing.model = match request.model.as_str() {
        "" => &endpoint.model,
        named => named,
    };
    profile.adapt(&mut outgoing);
    let to_send = chat_request(endpoint, Vec::new(), profile, &outgoing)?;
    let whole = Deadline::new(&**timer, Wait::WholeReply, limits.total);
    let response = exchange(transport, timer, limits, whole, to_send, |_| None).await?;
    if !response.is_event_stream() {
        return Err(LlmError::Malformed {
            detail: "the reply does not stream".to_owned(),
        });
    }
    read_stream(response.body, &**timer, on_delta).await
}

/// `request` as it is sent.
pub(super) fn chat_request(
    endpoint: &Endpoint,
    mut headers: Vec<(String, String)>,
    profile: Profile,
    request: &Outgoing<'_>,
) -> Result<HttpRequest, LlmError> {
    let body = profile.body(request).map_err(|error| LlmError::Malformed {
        detail: format!("the request could not be written: {error}"),
    })?;
    headers.push(json());
    Ok(HttpRequest {
        method: Method::Post,
        url: format!("{}/chat/completions", endpoint.base_url),
        headers,
        body: Some(body),
    })
}

//! A chat client over a [`Transport`].

use std::cell::Cell;
use std::rc::Rc;

use futures::future::LocalBoxFuture;
use kikitori_json::FromJson;
use serde::Serialize;

use crate::client::exchange::{Response, exchange, read_all};
use crate::client::key::ApiKey;
use crate::client::model::Model;
use crate::client::once;
use crate::client::retry::{Retries, with_retries};
use crate::client::retry_after;
use crate::client::showing::Showing;
use crate::client::time::{Deadline, TimeLimits};
use crate::profile::capabilities::Profile;
use crate::profile::feature::Feature;
use crate::profile::mode::StructuredOutputMode;
use crate::protocol::delta::Delta;
use crate::protocol::error::{LlmError, Wait};
use crate::protocol::outgoing::Outgoing;
use crate::protocol::request::{ChatRequest, Completion};
use crate::reply::stream::read_stream;
use crate::reply::whole::read_whole;
use crate::usage::call::CallMeter;
use kikitori_ports::{HttpRequest, Method, Timer, Transport};

/// Where requests go.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, FromJson)]
pub struct Endpoint {
    /// The address up to and with `/v1`, without a slash at the end. May be relative to the page.
    pub base_url: String,
    /// The model to name in requests.
    pub model: String,
}

impl Endpoint {
    /// Whether the server that the page came from is asked.
    fn is_of_the_pages_server(&self) -> bool {
        !self.base_url.contains("://")
    }
}

/// The header of what is JSON.
pub(super) fn json() -> (String, String) {
    ("content-type".to_owned(), "application/json".to_owned())
}

/// A model that `GET /models` lists.
#[derive(Debug, Clone, PartialEq, Eq, FromJson)]
pub struct ModelInfo {
    /// The name to use in requests.
    pub id: String,
}

/// Speaks chat completions to one [`Endpoint`].
#[derive(Clone)]
pub struct ChatClient {
    transport: Rc<dyn Transport>,
    timer: Rc<dyn Timer>,
    limits: TimeLimits,
    retries: Option<Retries>,
    profile: Rc<Cell<Profile>>,
    on_learnt: Option<Rc<dyn Fn(Profile)>>,
    key: Option<ApiKey>,
    endpoint: Endpoint,
}

impl ChatClient {
    /// A client that sends through `transport` and waits, as `timer` measures it, no longer than
    /// the default [`TimeLimits`]. A call that fails is not made again.
    pub fn new(transport: Rc<dyn Transport>, timer: Rc<dyn Timer>, endpoint: Endpoint) -> Self {
        Self {
            transport,
            timer,
            limits: TimeLimits::default(),
            retries: None,
            profile: Rc::default(),
            on_learnt: None,
            key: None,
            endpoint,
        }
    }

    /// The same client, which sends `key` with every request. Without one, nothing in a request
    /// says who asks: a proxy adds its own.
    #[must_use]
    pub fn with_key(mut self, key: Option<ApiKey>) -> Self {
        self.key = key;
        self
    }

    /// Whether it sends a key.
    pub fn has_key(&self) -> bool {
        self.key.is_some()
    }

    /// Where it sends requests.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// The same client, which knows what its endpoint supports, by name or as it was learnt and
    /// stored.
    #[must_use]
    pub fn with_profile(mut self, profile: Profile) -> Self {
        self.profile = Rc::new(Cell::new(profile));
        self
    }

    /// What the endpoint supports, as far as it is known by now. Copies of a client learn
    /// together.
    pub fn profile(&self) -> Profile {
        self.profile.get()
    }

    /// The same client, which tells `on_learnt` all that it knows each time it has learnt
    /// something of the endpoint: to be stored for the next client.
    #[must_use]
    pub fn on_learnt(mut self, on_learnt: impl Fn(Profile) + 'static) -> Self {
        self.on_learnt = Some(Rc::new(on_learnt));
        self
    }

    /// Goes without `feature` from now on.
    pub(crate) fn learn_without(&self, feature: Feature) {
        if let Some(learnt) = self.profile.get().without(feature) {
            self.learn(learnt);
        }
    }

    /// Keeps `learnt` and tells it, if it is new.
    pub(super) fn learn(&self, learnt: Profile) {
        if self.profile.replace(learnt) != learnt
            && let Some(on_learnt) = &self.on_learnt
        {
            on_learnt(learnt);
        }
    }

    /// The same client as if nothing was known of its endpoint, which tells nobody what it learns
    /// and fails at the first failure.
    pub(crate) fn unbiased(&self) -> Self {
        Self {
            retries: None,
            on_learnt: None,
            ..self.clone().with_profile(Profile::default())
        }
    }

    /// The same client, which makes a call again after trouble that may have passed, as long as
    /// nothing of a reply has been shown.
    #[must_use]
    pub fn with_retries(mut self, retries: Retries) -> Self {
        self.retries = Some(retries);
        self
    }

    /// The same client with other limits.
    #[must_use]
    pub fn with_limits(mut self, limits: TimeLimits) -> Self {
        self.limits = limits;
        self
    }

    /// The models that the endpoint lists.
    ///
    /// # Errors
    /// As for a chat: not reached, too slow, refused, or not a list.
    pub async fn models(&self) -> Result<Vec<ModelInfo>, LlmError> {
        #[derive(FromJson)]
        struct List {
            data: Vec<ModelInfo>,
        }
        let mut headers = self.headers();
        if self.endpoint.is_of_the_pages_server() {
            // Other sites cannot send it unasked: over plain HTTP, where browsers say nothing of
            // who asks, it is all by which that server can tell them from its page.
            headers.push(json());
        }
        let request = HttpRequest {
            method: Method::Get,
            url: format!("{}/models", self.endpoint.base_url),
            headers,
            body: None,
        };
        let whole = self.whole_call();
        let body = self
            .attempts(
                &whole,
                |_| true,
                async || {
                    let response = self.exchange(request.clone(), &whole).await?;
                    read_all(response.body).await
                },
            )
            .await?;
        let list: List = kikitori_json::from_slice(&body).map_err(|error| LlmError::Malformed {
            detail: format!("the list of models: {error}"),
        })?;
        Ok(list.data)
    }

    /// Sends `request`, again if it may be. Each time it is admitted and counted as a request of
    /// its own, which may bound its reply.
    pub(super) async fn send(
        &self,
        request: &mut Outgoing<'_>,
        profile: Profile,
        showing: &mut Showing<'_, '_>,
        has_shown: &Cell<bool>,
    ) -> Result<Completion, LlmError> {
        let tokens = || request.estimated_tokens();
        request.max_tokens = showing.call().admit(tokens, request.max_tokens).await?;
        let request = &*request;
        let mut is_admitted = true;
        // Waiting to be admitted is no part of the time that the endpoint has.
        let whole = self.whole_call();
        // What the person has read would be repeated or contradicted, and what is refused once
        // is refused again.
        let may_retry =
            |error: &LlmError| !has_shown.get() && Feature::refused_by(error, request).is_none();
        self.attempts(&whole, may_retry, async || {
            let mut sent = request.clone();
            if !std::mem::take(&mut is_admitted) {
                let tokens = || request.estimated_tokens();
                sent.max_tokens = showing.call().admit(tokens, request.max_tokens).await?;
            }
            let outcome = self.send_once(sent, profile, &whole, showing).await;
            showing.call().settle(outcome.as_ref());
            outcome
        })
        .await
    }

    async fn send_once(
        &self,
        mut request: Outgoing<'_>,
        profile: Profile,
        whole: &Deadline,
        showing: &mut Showing<'_, '_>,
    ) -> Result<Completion, LlmError> {
        profile.limit_reply(&mut request);
        let to_send = once::chat_request(&self.endpoint, self.headers(), profile, &request)?;
        let response = self.exchange(to_send, whole).await?;
        if !response.is_event_stream() {
            return read_whole(&read_all(response.body).await?);
        }
        showing.begin();
        let mut show = |delta| showing.arrived(delta);
        let completion = read_stream(response.body, &*self.timer, &mut show).await?;
        self.with_reason(completion)
    }

    /// The headers of every request. Endpoints that a page talks to directly allow few of them.
    fn headers(&self) -> Vec<(String, String)> {
        let bearer = |key: &ApiKey| ("authorization".to_owned(), key.bearer());
        self.key.iter().map(bearer).collect()
    }

    /// A streamed reply, unless it lacks the finish reason that this endpoint gives: some servers
    /// end one like any other when they drop it in favour of the next request.
    fn with_reason(&self, completion: Completion) -> Result<Completion, LlmError> {
        let known = self.profile.get();
        match completion.finish_reason {
            None if known.finish_reasons => {
                return Err(LlmError::Truncated {
                    detail: "the stream ended without a finish reason".to_owned(),
                });
            }
            None => {}
            Some(_) => self.learn(Profile {
                finish_reasons: true,
                ..known
            }),
        }
        Ok(completion)
    }

    fn whole_call(&self) -> Deadline {
        Deadline::new(&*self.timer, Wait::WholeReply, self.limits.total)
    }

    async fn exchange(&self, request: HttpRequest, whole: &Deadline) -> Result<Response, LlmError> {
        exchange(
            &*self.transport,
            &self.timer,
            self.limits,
            whole.clone(),
            request,
            retry_after::seconds,
        )
        .await
    }

    /// Makes an attempt, and further ones if they may be, until `whole` is over.
    async fn attempts<T>(
        &self,
        whole: &Deadline,
        may_retry: impl Fn(&LlmError) -> bool,
        attempt: impl AsyncFnMut() -> Result<T, LlmError>,
    ) -> Result<T, LlmError> {
        with_retries(
            self.retries.as_ref(),
            &*self.timer,
            whole,
            may_retry,
            attempt,
        )
        .await
        .map_err(|error| self.without_key(error))
    }

    /// `error` without the key, which some endpoints repeat when they refuse it.
    fn without_key(&self, mut error: LlmError) -> LlmError {
        if let (Some(key), LlmError::Status { message, .. } | LlmError::InReply { message, .. }) =
            (&self.key, &mut error)
        {
            *message = key.hidden_in(message);
        }
        error
    }
}

impl Model for ChatClient {
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        on_delta: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        Box::pin(async move {
            let mut call = CallMeter::unmetered(on_delta);
            self.complete(&request, &mut call).await
        })
    }

    fn chat_metered<'a>(
        &'a self,
        request: &'a ChatRequest,
        call: &'a mut CallMeter<'_>,
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        Box::pin(self.complete(request, call))
    }

    fn gives_calls(&self) -> bool {
        let profile = self.profile();
        profile.tools || profile.calls_by_schema()
    }

    fn mode_from(&self, surest: StructuredOutputMode) -> StructuredOutputMode {
        self.profile().mode_from(surest)
    }

    fn mode_ignored(&self, mode: StructuredOutputMode) {
        self.learn(self.profile().mode_ignored(mode));
    }

    fn mode_followed(&self, mode: StructuredOutputMode) {
        self.learn(self.profile().mode_followed(mode));
    }
}

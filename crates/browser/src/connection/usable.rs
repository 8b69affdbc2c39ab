//! A connection that can be used.

use std::rc::Rc;

use kikitori_llm::{ApiKey, ChatClient, Endpoint, TimeLimits};
use kikitori_ports::Transport;

use super::{
    BrowserNetworkProbe, ConnectionChoice, ConnectionMode, EndpointAddress, LocalServer, Profiles,
};
use crate::{BrowserTimer, DemoTransport, FetchTransport, ServerAnswer};

/// A connection that can be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Connection {
    endpoint: Endpoint,
    key: Option<ApiKey>,
    limits: TimeLimits,
    host: String,
    direct: Option<EndpointAddress>,
    scripted: bool,
    /// The script of the demonstration model, where that answers.
    demo: Option<String>,
}

/// Why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoConnection {
    /// The page's server does not answer.
    NoAnswer,
    /// The page has no server of its own, and no endpoint was chosen.
    NothingChosen,
    /// The caps on calls cannot be read: see [`crate::UnreadableBudget`].
    LimitsUnreadable,
}

impl Connection {
    /// The connection that `choice` comes to, where the page's server, whose model is at
    /// `server_url`, said `answer`.
    ///
    /// # Errors
    /// [`NoConnection`].
    pub fn new(
        choice: &ConnectionChoice,
        answer: &ServerAnswer,
        server_url: &str,
    ) -> Result<Self, NoConnection> {
        let settings = match answer {
            ServerAnswer::Settings(settings) => Some(settings),
            ServerAnswer::NoServer | ServerAnswer::NoAnswer => None,
        };
        let limits = choice.patience(Some(answer)).limits();
        if choice.mode == Some(ConnectionMode::Direct) {
            let address = choice.address.clone().ok_or(NoConnection::NothingChosen)?;
            return Ok(Self {
                endpoint: Endpoint {
                    base_url: address.base_url().to_owned(),
                    model: choice.model.clone(),
                },
                key: choice.key.clone(),
                limits,
                host: address.host().to_owned(),
                direct: Some(address),
                scripted: false,
                demo: None,
            });
        }
        let settings = settings.ok_or(match answer {
            ServerAnswer::NoAnswer => NoConnection::NoAnswer,
            _ => NoConnection::NothingChosen,
        })?;
        Ok(Self {
            endpoint: Endpoint {
                base_url: server_url.to_owned(),
                model: settings.model.clone().unwrap_or_default(),
            },
            key: None,
            limits,
            host: settings.endpoint.clone(),
            direct: None,
            scripted: settings.scripted,
            demo: None,
        })
    }

    /// The demonstration model, whose script is at this address: no request leaves the page.
    pub fn demonstration(script: &str) -> Self {
        Self {
            endpoint: Endpoint {
                base_url: "demonstration:".to_owned(),
                model: String::new(),
            },
            key: None,
            limits: TimeLimits::default(),
            host: "demonstration".to_owned(),
            direct: None,
            scripted: true,
            demo: Some(script.to_owned()),
        }
    }

    /// The endpoint's host, as people know it.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The model; empty when the endpoint chooses.
    pub fn model(&self) -> &str {
        &self.endpoint.model
    }

    /// The endpoint's address, if the page talks to it directly.
    pub fn direct(&self) -> Option<&EndpointAddress> {
        self.direct.as_ref()
    }

    /// How long its model is waited for.
    pub fn limits(&self) -> TimeLimits {
        self.limits
    }

    /// Whether the scripted stand-in answers.
    pub fn is_scripted(&self) -> bool {
        self.scripted
    }

    /// Whether the demonstration model answers, within the page.
    pub fn is_demonstration(&self) -> bool {
        self.demo.is_some()
    }

    /// What tells this endpoint and model from all others.
    pub(super) fn id(&self) -> String {
        let (way, endpoint) = match &self.direct {
            Some(address) => ("direct", address.base_url()),
            None => ("server", self.host.as_str()),
        };
        format!("{way} {endpoint} {}", self.endpoint.model)
    }

    /// What its server is known by.
    pub(super) fn server(&self) -> Option<LocalServer> {
        self.direct.as_ref().and_then(EndpointAddress::server)
    }

    /// A client that knows what `profiles` know, and tells them what it learns.
    pub async fn client(&self, profiles: &Rc<Profiles>) -> ChatClient {
        let known = profiles.of(self).await.profile;
        let (profiles, connection) = (Rc::clone(profiles), self.clone());
        self.bare_client()
            .with_profile(known)
            .on_learnt(move |profile| profiles.learnt(&connection, profile))
    }

    /// A client that knows nothing yet: what a preflight needs.
    pub fn bare_client(&self) -> ChatClient {
        let transport: Rc<dyn Transport> = match &self.demo {
            Some(script) => Rc::new(DemoTransport::new(script)),
            None => Rc::new(FetchTransport),
        };
        ChatClient::new(transport, Rc::new(BrowserTimer), self.endpoint.clone())
            .with_limits(self.limits)
            .with_key(self.key.clone())
    }

    /// What can be seen around a request that was not answered.
    pub fn network_probe(&self) -> BrowserNetworkProbe {
        BrowserNetworkProbe::new(self.direct.clone())
    }
}

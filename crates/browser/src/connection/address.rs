//! The address of an endpoint that a person typed.

use kikitori_llm::{AddressSpace, Profile};
use thiserror::Error;
use web_sys::Url;

/// The address of an OpenAI-compatible endpoint, absolute and without a slash at its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndpointAddress {
    base_url: String,
    origin: String,
    host: String,
    place: AddressSpace,
}

/// Why a text is no address of an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AddressError {
    /// There is none.
    #[error("the address is missing")]
    Empty,
    /// It is not an address.
    #[error("this is not an address; it should look like http://localhost:11434/v1")]
    NotAnAddress,
    /// It is one of another kind.
    #[error("the address must begin with http:// or https://")]
    OtherScheme,
    /// It holds a name or a password.
    #[error("the address must not hold a user name or password; the key has its own place")]
    Credentials,
    /// It holds more than scheme, host and path.
    #[error("the address must not hold a question mark or a number sign")]
    Query,
}

impl EndpointAddress {
    /// The address in `text`. Without a scheme it is taken for http, as local servers speak it;
    /// without a path it gets the usual `/v1`.
    ///
    /// # Errors
    /// [`AddressError`].
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(AddressError::Empty);
        }
        // A browser would write it as %20 into a host's name.
        if text.contains(char::is_whitespace) {
            return Err(AddressError::NotAnAddress);
        }
        let whole = if text.contains("://") {
            text.to_owned()
        } else {
            format!("http://{text}")
        };
        let url = Url::new(&whole).map_err(|_| AddressError::NotAnAddress)?;
        if !matches!(url.protocol().as_str(), "http:" | "https:") {
            return Err(AddressError::OtherScheme);
        }
        if !url.username().is_empty() || !url.password().is_empty() {
            return Err(AddressError::Credentials);
        }
        if whole.contains(['?', '#']) {
            return Err(AddressError::Query);
        }
        let path = url.pathname();
        let path = path.trim_end_matches('/');
        // The whole address of a request is what documentation shows most often.
        let path = path.strip_suffix("/chat/completions").unwrap_or(path);
        let path = if path.is_empty() { "/v1" } else { path };
        let origin = url.origin();
        Ok(Self {
            base_url: format!("{origin}{path}"),
            origin,
            host: url.host(),
            place: AddressSpace::of(&url.hostname()),
        })
    }

    /// What `/chat/completions` and `/models` are appended to.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Scheme, host and port.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Host and port, as people know it.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Where the host is.
    pub fn place(&self) -> AddressSpace {
        self.place
    }

    /// Whether what is sent there is encrypted on its way.
    pub fn is_https(&self) -> bool {
        self.origin.starts_with("https:")
    }

    /// The server that usually has this port on a person's own machine.
    pub fn server(&self) -> Option<LocalServer> {
        if self.place == AddressSpace::Public {
            return None;
        }
        LocalServer::ALL
            .into_iter()
            .find(|server| self.host.ends_with(server.port()))
    }
}

/// A model server that people run on their own machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LocalServer {
    /// Ollama.
    Ollama,
    /// llama.cpp's `llama-server`.
    LlamaCpp,
    /// LM Studio.
    LmStudio,
}

impl LocalServer {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Ollama, Self::LlamaCpp, Self::LmStudio];

    /// As people know it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ollama => "Ollama",
            Self::LlamaCpp => "llama.cpp",
            Self::LmStudio => "LM Studio",
        }
    }

    /// Where it listens unless it is told otherwise.
    pub fn address(self) -> &'static str {
        match self {
            Self::Ollama => "http://localhost:11434/v1",
            Self::LlamaCpp => "http://localhost:8080/v1",
            Self::LmStudio => "http://localhost:1234/v1",
        }
    }

    fn port(self) -> &'static str {
        match self {
            Self::Ollama => ":11434",
            Self::LlamaCpp => ":8080",
            Self::LmStudio => ":1234",
        }
    }

    /// The command that starts it so that pages of `origin` may talk to it.
    pub fn command_allowing(self, origin: &str) -> String {
        match self {
            Self::Ollama => format!("OLLAMA_ORIGINS={origin} ollama serve"),
            Self::LlamaCpp => format!("llama-server --cors-origins {origin} --jinja -m model.gguf"),
            Self::LmStudio => "lms server start --cors".to_owned(),
        }
    }

    /// What it is known to support.
    pub(super) fn profile(self) -> Profile {
        let name = match self {
            Self::Ollama => "ollama",
            Self::LlamaCpp => "llama.cpp",
            Self::LmStudio => "lm-studio",
        };
        Profile::named(name).unwrap_or_default()
    }
}

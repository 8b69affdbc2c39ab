//! What the person chose about the connection, and where each part of it is kept.

use kikitori_llm::{ApiKey, TimeLimits};

use super::EndpointAddress;
use crate::ServerAnswer;
use crate::preference::{preference, session_storage, set_preference};

const WAY: &str = "connection";
const ADDRESS: &str = "endpoint-address";
const MODEL: &str = "endpoint-model";
const PATIENCE: &str = "patience";
/// In sessionStorage, which is this tab's alone and is gone with it.
const KEY: &str = "kikitori/endpoint-key";
/// Whom the key was typed for: it is sent to nobody else.
const KEY_FOR: &str = "kikitori/endpoint-key-for";

/// The way that model calls take.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ConnectionMode {
    /// Through the page's own server.
    #[default]
    Server,
    /// Straight to an endpoint.
    Direct,
    /// Nowhere: the demonstration model answers within the page.
    Demonstration,
}

/// How long a model is waited for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Patience {
    /// As long as a person waits: a minute to begin, two in all.
    #[default]
    Normal,
    /// As long as a slow local model takes: five minutes to begin, ten in all.
    Patient,
}

impl Patience {
    /// The limits that it comes to.
    pub fn limits(self) -> TimeLimits {
        match self {
            Self::Normal => TimeLimits::default(),
            Self::Patient => TimeLimits::PATIENT,
        }
    }
}

/// What the person chose.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConnectionChoice {
    /// The way; none as long as the page may choose for itself.
    pub mode: Option<ConnectionMode>,
    /// The endpoint to talk to directly.
    pub address: Option<EndpointAddress>,
    /// Its model; empty when it may choose.
    pub model: String,
    /// Its key. It stays in this tab.
    pub key: Option<ApiKey>,
    /// How long to wait; none as long as the server may say.
    pub patience: Option<Patience>,
}

impl ConnectionChoice {
    /// What was chosen on this device, with the key that was typed in this tab.
    pub fn stored() -> Self {
        let address = preference(ADDRESS).and_then(|text| EndpointAddress::parse(&text).ok());
        let key = address.as_ref().and_then(stored_key);
        Self {
            mode: match preference(WAY).as_deref() {
                Some("server") => Some(ConnectionMode::Server),
                Some("direct") => Some(ConnectionMode::Direct),
                Some("demonstration") => Some(ConnectionMode::Demonstration),
                _ => None,
            },
            address,
            model: preference(MODEL).unwrap_or_default(),
            key,
            patience: match preference(PATIENCE).as_deref() {
                Some("normal") => Some(Patience::Normal),
                Some("patient") => Some(Patience::Patient),
                _ => None,
            },
        }
    }

    /// Remembers the choice: the key for this tab, the rest on this device. Where the browser
    /// refuses, it holds until the page is loaded again.
    pub fn store(&self) {
        if let Some(mode) = self.mode {
            let name = match mode {
                ConnectionMode::Server => "server",
                ConnectionMode::Direct => "direct",
                ConnectionMode::Demonstration => "demonstration",
            };
            set_preference(WAY, name);
        }
        if let Some(patience) = self.patience {
            let name = match patience {
                Patience::Normal => "normal",
                Patience::Patient => "patient",
            };
            set_preference(PATIENCE, name);
        }
        if let Some(address) = &self.address {
            set_preference(ADDRESS, address.base_url());
            set_preference(MODEL, &self.model);
        }
        store_key(self.address.as_ref(), self.key.as_ref());
    }

    /// How long to wait: as the person chose, else as the page's server says.
    pub fn patience(&self, answer: Option<&ServerAnswer>) -> Patience {
        self.patience.unwrap_or(match answer {
            Some(ServerAnswer::Settings(settings)) if settings.patient => Patience::Patient,
            _ => Patience::Normal,
        })
    }

    /// Takes another address. A key that was typed for another origin is forgotten: it is none of
    /// this one's business.
    pub fn set_address(&mut self, address: EndpointAddress) {
        let origin = |it: &EndpointAddress| it.origin().to_owned();
        if self.address.as_ref().map(origin) != Some(origin(&address)) {
            self.key = None;
        }
        self.address = Some(address);
    }
}

fn stored_key(address: &EndpointAddress) -> Option<ApiKey> {
    let storage = session_storage()?;
    let typed_for = storage.get_item(KEY_FOR).ok()??;
    if typed_for != address.origin() {
        return None;
    }
    ApiKey::new(&storage.get_item(KEY).ok()??).ok()
}

/// Failures leave the key in the page's memory alone, which is all that was promised.
fn store_key(address: Option<&EndpointAddress>, key: Option<&ApiKey>) {
    let Some(storage) = session_storage() else {
        return;
    };
    match (address, key) {
        (Some(address), Some(key)) => {
            let _ = storage.set_item(KEY_FOR, address.origin());
            let _ = storage.set_item(KEY, key.reveal());
        }
        _ => {
            let _ = storage.remove_item(KEY_FOR);
            let _ = storage.remove_item(KEY);
        }
    }
}

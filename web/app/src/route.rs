//! Which screen an address names.

use kikitori_interview::SessionId;

/// A screen of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// `#/`, and whatever names nothing.
    Home,
    /// `#/session/<id>`
    Session(SessionId),
}

impl Route {
    /// The screen that the part after `#` names.
    pub fn of(hash: &str) -> Self {
        match hash.strip_prefix("#/session/") {
            Some(id) if !id.is_empty() && !id.contains('/') => {
                Self::Session(SessionId(id.to_owned()))
            }
            _ => Self::Home,
        }
    }

    /// The part after `#`, with it.
    pub fn hash(&self) -> String {
        match self {
            Self::Home => "#/".to_owned(),
            Self::Session(id) => format!("#/session/{id}"),
        }
    }
}

//! Which screen an address names.

use kikitori_parts::place::System;

/// A screen of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// `#/`, and whatever names nothing.
    Home,
    /// `#/session/<id>`
    Session(String),
    /// `desk/`, or `desk/#/session/<id>`
    Desk(Option<String>),
    /// `agent/`, or `agent/#/session/<id>`
    Agent(Option<String>),
    /// `tasks/`, or `tasks/#/session/<id>`
    Tasks(Option<String>),
    /// `builder/`
    Builder,
}

impl Route {
    /// The screen at `location`, which is relative to the page's folder.
    pub fn of(location: &str) -> Self {
        let (path, hash) = location.split_once('#').unwrap_or((location, ""));
        let session = hash.strip_prefix("/session/").map(str::to_owned);
        let session = session.filter(|id| !id.is_empty() && !id.contains('/'));
        match path {
            "desk/" => return Self::Desk(session),
            "agent/" => return Self::Agent(session),
            "tasks/" => return Self::Tasks(session),
            "builder/" => return Self::Builder,
            _ => {}
        }
        session.map_or(Self::Home, Self::Session)
    }

    /// Whether `location` names a screen, and is no other file beside the page.
    pub fn has(location: &str) -> bool {
        let path = location.split(['#', '?']).next().unwrap_or_default();
        matches!(path, "" | "desk/" | "agent/" | "tasks/" | "builder/")
    }

    /// Where it is.
    pub fn location(&self) -> String {
        let (system, session) = match self {
            Self::Home => return "#/".to_owned(),
            Self::Builder => return "builder/".to_owned(),
            Self::Session(id) => (System::Interview, Some(id)),
            Self::Desk(id) => (System::HelpDesk, id.as_ref()),
            Self::Agent(id) => (System::Agent, id.as_ref()),
            Self::Tasks(id) => (System::Tasks, id.as_ref()),
        };
        match session {
            Some(id) => system.location_of(id),
            None => system.location().to_owned(),
        }
    }
}

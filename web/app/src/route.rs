//! Which screen an address names.

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
        match self {
            Self::Home => "#/".to_owned(),
            Self::Session(id) => format!("#/session/{id}"),
            Self::Desk(None) => "desk/".to_owned(),
            Self::Desk(Some(id)) => format!("desk/#/session/{id}"),
            Self::Agent(None) => "agent/".to_owned(),
            Self::Agent(Some(id)) => format!("agent/#/session/{id}"),
            Self::Tasks(None) => "tasks/".to_owned(),
            Self::Tasks(Some(id)) => format!("tasks/#/session/{id}"),
            Self::Builder => "builder/".to_owned(),
        }
    }
}

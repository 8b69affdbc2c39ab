//! Where in the page somebody is or wants to go.

/// A system that visitors use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    /// It asks.
    Interview,
    /// It answers.
    HelpDesk,
    /// It uses tools.
    Agent,
    /// They do what takes several steps.
    Tasks,
}

impl System {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Interview, Self::HelpDesk, Self::Agent, Self::Tasks];

    /// Where it begins, relative to the page's folder.
    pub fn location(self) -> &'static str {
        match self {
            Self::Interview => "#/",
            Self::HelpDesk => "desk/",
            Self::Agent => "agent/",
            Self::Tasks => "tasks/",
        }
    }

    /// Where its session `id` is, relative to the page's folder.
    pub fn location_of(self, id: &str) -> String {
        match self {
            Self::Interview => format!("#/session/{id}"),
            _ => format!("{}#/session/{id}", self.location()),
        }
    }

    /// The session of this system that `location` names.
    pub fn session_at(self, location: &str) -> Option<String> {
        let id = location.split_once("#/session/")?.1;
        let is_one = !id.is_empty() && !id.contains('/');
        (is_one && location == self.location_of(id)).then(|| id.to_owned())
    }

    /// The system that is shown at `location`; none on the home screen.
    pub fn at(location: &str) -> Option<Self> {
        if location.starts_with("desk/") {
            Some(Self::HelpDesk)
        } else if location.starts_with("agent/") {
            Some(Self::Agent)
        } else if location.starts_with("tasks/") {
            Some(Self::Tasks)
        } else if location
            .strip_prefix("#/session/")
            .is_some_and(|id| !id.is_empty() && !id.contains('/'))
        {
            Some(Self::Interview)
        } else {
            None
        }
    }
}

/// A section of the settings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Section {
    /// All of them, from the top.
    #[default]
    All,
    /// Where model calls go.
    Connection,
    /// Whether that works.
    Check,
    /// What calls may use and cost.
    Budget,
}

impl Section {
    /// What finds it on the page.
    pub fn selector(self) -> Option<&'static str> {
        match self {
            Self::All => None,
            Self::Connection => Some("#settings-connection"),
            Self::Check => Some("#settings-check"),
            Self::Budget => Some("#settings-budget"),
        }
    }
}

//! Which tools the agent may use as it likes, and for which it asks the person.

use std::collections::BTreeMap;

use kikitori_json::FromJson;
use serde::Serialize;

/// Whether a tool may be used. The owner says so for each; of one of which nothing is said it is
/// allowed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum ToolPermission {
    /// It is used whenever the model calls it.
    #[default]
    Allow,
    /// The person is asked before each call, with its arguments: it changes something.
    Ask,
    /// It is not used. A model that calls it all the same is told so.
    Refuse,
}

/// What the person said of a call for which they are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum Consent {
    /// Nothing yet. The call is not made before they have.
    Wanted,
    /// As before; and it is not known whether the call was made: it was allowed, and then the agent
    /// was interrupted.
    WantedAgain,
    /// The call may be made, once.
    Given,
    /// The call may not be made.
    Denied,
}

impl Consent {
    /// Whether the call waits for the person.
    pub fn is_wanted(self) -> bool {
        matches!(self, Self::Wanted | Self::WantedAgain)
    }
}

/// The permission of each tool.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolPermissions(BTreeMap<String, ToolPermission>);

impl ToolPermissions {
    /// These, with one for the tool `name`.
    ///
    /// ```
    /// use kikitori_react::{ToolPermission, ToolPermissions};
    /// let permissions = ToolPermissions::default().with("send", ToolPermission::Ask);
    /// assert_eq!(permissions.of("send"), ToolPermission::Ask);
    /// assert_eq!(permissions.of("search"), ToolPermission::Allow);
    /// ```
    pub fn with(mut self, name: impl Into<String>, permission: ToolPermission) -> Self {
        self.0.extend([(name.into(), permission)]);
        self
    }

    /// The permission of the tool `name`.
    pub fn of(&self, name: &str) -> ToolPermission {
        self.0.get(name).copied().unwrap_or_default()
    }
}

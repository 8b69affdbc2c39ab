//! Light, dark, or as the system.

use kikitori_browser::{preference, set_preference};
use leptos::prelude::document;

const CHOICE: &str = "theme";

/// How the page looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// As the system says.
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// As the page's `data-theme` has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// Shows the page so from now on, for the person has chosen it.
    pub fn choose(self) {
        apply(self);
        set_preference(CHOICE, self.name());
    }
}

/// The theme that was chosen on this device.
pub fn stored() -> Theme {
    match preference(CHOICE).as_deref() {
        Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        _ => Theme::System,
    }
}

/// Shows the page in `theme`.
pub fn apply(theme: Theme) {
    if let Some(root) = document().document_element() {
        // It fails only for a name that is none.
        let _ = root.set_attribute("data-theme", theme.name());
    }
}

//! Light, dark, or as the system.

use kikitori_browser::{preference, set_preference};
use leptos::prelude::*;

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
    fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme after this one. From the system's it goes to the other one first, so that every
    /// press can be seen.
    fn following(self, system_is_dark: bool) -> Self {
        match (self, system_is_dark) {
            (Self::System, true) | (Self::Dark, false) => Self::Light,
            (Self::System, false) | (Self::Light, true) => Self::Dark,
            (Self::Light, false) | (Self::Dark, true) => Self::System,
        }
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

/// The switch. `name` says in the page's language what a theme is called.
#[component]
pub fn ThemeSwitch(
    /// What a theme is called.
    name: impl Fn(Theme) -> &'static str + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let theme = RwSignal::new(stored());
    let label = move || name(theme.get());
    let switch = move |_| {
        let next = theme.get_untracked().following(system_is_dark());
        theme.set(next);
        apply(next);
        set_preference(CHOICE, next.name());
    };
    view! {
        <button
            type="button"
            class="icon-button"
            data-testid="theme"
            aria-label=label
            title=label
            on:click=switch
        >
            <span class="theme-mark" data-theme-mark=move || theme.get().name() aria-hidden="true"></span>
        </button>
    }
}

fn system_is_dark() -> bool {
    let query = window().match_media("(prefers-color-scheme: dark)");
    query.ok().flatten().is_some_and(|list| list.matches())
}

//! Choosing how the page looks.

use leptos::prelude::*;

use super::messages::messages;
use crate::components::icons::{Icon, icon};
use crate::dom::on_change;
use crate::page::Page;
use crate::theme::{Theme, stored};

/// Light, dark, or as the system.
pub fn appearance_form(page: Page) -> AnyView {
    let words = messages(page);
    let now = stored();
    let choices = Theme::ALL.map(|theme| {
        let (drawing, name, test_id) = match theme {
            Theme::System => (Icon::System, words.theme_system, "theme-system"),
            Theme::Light => (Icon::Light, words.theme_light, "theme-light"),
            Theme::Dark => (Icon::Dark, words.theme_dark, "theme-dark"),
        };
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name="theme"
                    data-testid=test_id
                    prop:checked=now == theme
                    on:change=on_change(move |_| theme.choose())
                />
                {icon(drawing)}
                <span>{name}</span>
            </label>
        }
        .into_any()
    });
    view! {
        <fieldset class="settings-group">
            <legend>{words.appearance}</legend>
            <div class="segments">{choices.collect_view()}</div>
        </fieldset>
    }
    .into_any()
}

//! What was assumed of the respondent: language, country, time zone, and a way to change it.

use kikitori_browser::{country_name, language_name};
use leptos::prelude::*;

use super::value::zone_in_words;
use crate::messages::messages;
use crate::parts::form as form_part;
use crate::session::Session;
use kikitori_parts::dom::on_click;
use kikitori_parts::part::{bare, on_demand};

/// The three of them in words.
pub fn place_in_words(session: Session) -> String {
    let reader = session.page.language.get().tag();
    let place = session.place.get();
    let language = session.language.get();
    let language = language.map(|tag| language_name(&tag, reader).unwrap_or(tag));
    let country = place.country;
    let country = country.map(|code| country_name(&code, reader).unwrap_or(code));
    let parts = [language, country, zone_in_words(session)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The same where one of them has just become another: nobody looks for that at the beginning.
#[component]
pub fn PlaceMoved(
    /// Whose.
    session: Session,
) -> impl IntoView {
    view! {
        <Show when=move || session.has_just_moved()>
            <PlaceLine session moved=true />
        </Show>
    }
}

/// The three of them in a line.
#[component]
pub fn PlaceLine(
    /// Whose.
    session: Session,
    /// Whether it stands where something of it has just become another.
    #[prop(optional)]
    moved: bool,
) -> impl IntoView {
    let page = session.page;
    let open = RwSignal::new(false);
    let told = move || place_in_words(session);
    let (line, button, selector) = match moved {
        false => ("place", "place-change", "[data-testid=\"place-change\"]"),
        true => (
            "place-moved",
            "place-moved-change",
            "[data-testid=\"place-moved-change\"]",
        ),
    };
    let on_end = Callback::new(move |()| {
        open.set(false);
        page.focus_soon(selector);
    });
    let form = move || {
        on_demand(form_part::form, bare, move |form| {
            (form.place)(session, on_end)
        })
    };
    view! {
        <Show when=move || session.language.with(Option::is_some)>
            <p class="place-line" data-testid=line>
                <span class="visually-hidden">{move || messages(page).place}</span>
                <span>{told}</span>
                <button
                    type="button"
                    class="link"
                    data-testid=button
                    aria-expanded=move || open.get().to_string()
                    aria-label=move || messages(page).place_change
                    on:click=on_click(move || open.update(|open| *open = !*open))
                >
                    {move || messages(page).change}
                </button>
            </p>
            <Show when=move || open.get()>{form}</Show>
        </Show>
    }
}

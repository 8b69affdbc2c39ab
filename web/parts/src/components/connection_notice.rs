//! What a person should know before they write anything: who reads it.

use kikitori_browser::{Connection, NoConnection, StoreKind};
use kikitori_llm::AddressSpace;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::icons::{Icon, icon};
use crate::dom::{self, on_click};
use crate::messages::Messages;
use crate::page::Page;
use crate::place::Section;

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// Whatever a visitor writes.
    Anything,
    /// A question to the help desk.
    Question,
}

/// Who reads what is written here, in plain words; their address and name on demand.
#[component]
pub fn ConnectionNotice(
    /// What is written.
    written: Written,
) -> impl IntoView {
    let page = Page::current();
    // In a browser that stores nothing, another notice says so instead.
    let is_stored =
        move || written == Written::Anything && page.store_kind.get() != Some(StoreKind::Memory);
    let text = move || {
        let words = page.messages();
        match page.connection_now() {
            None => words.server_asked.to_owned(),
            Some(Ok(connection)) => read_by(words, written, &connection),
            Some(Err(NoConnection::NoAnswer)) => words.server_silent.to_owned(),
            Some(Err(NoConnection::NothingChosen)) => words.nothing_chosen.to_owned(),
            Some(Err(NoConnection::LimitsUnreadable)) => words.limits_unreadable.to_owned(),
        }
    };
    view! {
        <div class="connection-notice" data-testid="privacy">
            {icon(Icon::Private)}
            <div>
                <p>
                    {move || is_stored().then(|| page.messages().stored_here)}
                    {text} " "
                    {move || remedy(page)}
                    {move || without_model(page)}
                </p>
                {move || details(page)}
            </div>
        </div>
    }
}

fn read_by(words: &Messages, written: Written, connection: &Connection) -> String {
    if connection.is_demonstration() {
        return words.demonstration.to_owned();
    }
    if connection.is_scripted() {
        return match written {
            Written::Anything => words.scripted_anything,
            Written::Question => words.scripted_question,
        }
        .to_owned();
    }
    let who = match written {
        Written::Anything => words.read_anything,
        Written::Question => words.read_question,
    };
    let whereabouts = match connection.direct() {
        Some(address) if address.place() == AddressSpace::Loopback => words.read_here,
        Some(_) => words.read_directly,
        None => words.read_by_server,
    };
    format!("{who}{whereabouts}")
}

/// What there is to do.
fn remedy(page: Page) -> AnyView {
    let words = page.messages();
    let (test_id, label, is_silent, section) = match page.connection_now() {
        Some(Err(NoConnection::NoAnswer)) => ("ask-server", words.try_again, true, Section::All),
        Some(Err(NoConnection::NothingChosen)) => (
            "choose-model",
            words.choose_model,
            false,
            Section::Connection,
        ),
        _ => ("open-settings", words.settings, false, Section::Connection),
    };
    if page.is_embedded() && !is_silent {
        // The site around it has chosen.
        return ().into_any();
    }
    let press = move || match is_silent {
        true => spawn_local(async move { drop(page.ask_server().await) }),
        false => page.show_settings(section),
    };
    view! {
        <button
            type="button"
            class="link"
            data-testid=test_id
            aria-haspopup=(!is_silent).then_some("dialog")
            on:click=on_click(press)
        >
            {label}
        </button>
    }
    .into_any()
}

/// The way to the demonstration, where nothing else would answer.
fn without_model(page: Page) -> Option<AnyView> {
    let is_none = page.connection_now() == Some(Err(NoConnection::NothingChosen));
    if !is_none || page.is_embedded() {
        return None;
    }
    let view = view! {
        " · "
        <button
            type="button"
            class="link"
            data-testid="choose-demonstration"
            on:click=on_click(move || {
                page.demonstrate();
                dom::keep_focus_soon(&[".connection-notice .link"]);
            })
        >
            {page.messages().choose_demonstration}
        </button>
    };
    Some(view.into_any())
}

/// Host and model, for who wants to know.
fn details(page: Page) -> Option<AnyView> {
    let words = page.messages();
    let connection = page.connection_now()?.ok()?;
    if connection.is_scripted() {
        return None;
    }
    let host = connection.host().to_owned();
    let model = Some(connection.model().to_owned()).filter(|model| !model.is_empty());
    let model = model.map(|model| view! { <div><dt>{words.model}</dt><dd>{model}</dd></div> });
    let view = view! {
        <details>
            <summary>{words.details}</summary>
            <dl class="facts">
                <div><dt>{words.sent_to}</dt><dd>{host}</dd></div>
                {model}
            </dl>
        </details>
    };
    Some(view.into_any())
}

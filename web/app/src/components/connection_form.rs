//! Choosing where model calls go.

use kikitori_browser::{EndpointAddress, LocalServer, Patience, ServerAnswer, Way};
use kikitori_llm::ApiKey;
use leptos::prelude::*;

use crate::page::Page;

/// The way, and what it needs. A change counts at once.
#[component]
pub fn ConnectionForm() -> impl IntoView {
    let page = Page::current();
    let has_no_server = move || page.server.with(|it| *it == Some(ServerAnswer::NoServer));
    let by_server = move || match page.server.get() {
        None => page.words().by_server_wait.to_owned(),
        Some(ServerAnswer::NoServer) => page.words().by_server_none.to_owned(),
        Some(ServerAnswer::NoAnswer) => page.words().by_server_away.to_owned(),
        Some(ServerAnswer::Settings(settings)) if settings.scripted => {
            page.words().by_server_scripted.to_owned()
        }
        Some(ServerAnswer::Settings(settings)) => match settings.model {
            Some(model) => format!("{} · {model}", settings.endpoint),
            None => settings.endpoint,
        },
    };
    let choose = move |way| move |_| page.connect(|connection| connection.way = Some(way));
    view! {
        <fieldset class="settings-group">
            <legend>{move || page.words().connection}</legend>
            <label class="choice">
                <input
                    type="radio"
                    name="way"
                    data-testid="way-server"
                    prop:checked=move || page.way() == Way::Server
                    disabled=has_no_server
                    on:change=choose(Way::Server)
                />
                <span class="choice-text">
                    <span class="choice-title">{move || page.words().by_server}</span>
                    <span class="quiet-text" dir="auto">{by_server}</span>
                </span>
            </label>
            <label class="choice">
                <input
                    type="radio"
                    name="way"
                    data-testid="way-direct"
                    prop:checked=move || page.way() == Way::Direct
                    on:change=choose(Way::Direct)
                />
                <span class="choice-text">
                    <span class="choice-title">{move || page.words().directly}</span>
                    <span class="quiet-text">{move || page.words().directly_hint}</span>
                </span>
            </label>
            <Show when=move || page.way() == Way::Direct>
                <div class="direct">
                    <Address />
                    <ModelName />
                    <Key />
                </div>
            </Show>
        </fieldset>
    }
}

#[component]
fn Address() -> impl IntoView {
    let page = Page::current();
    let current = move || {
        let address = page.connection.with(|it| it.address.clone());
        address
            .map(|address| address.base_url().to_owned())
            .unwrap_or_default()
    };
    let error = RwSignal::new(None);
    // What was typed, as long as it is no address.
    let typed = RwSignal::new(None::<String>);
    let take = move |text: String| match EndpointAddress::parse(&text) {
        Ok(address) => {
            typed.set(None);
            error.set(None);
            page.connect(|connection| {
                connection.set_address(address);
                connection.way = Some(Way::Direct);
            });
        }
        Err(problem) => {
            typed.set(Some(text));
            error.set(Some(problem));
        }
    };
    let presets = LocalServer::ALL.map(|server| {
        view! {
            <button
                type="button"
                class="suggestion"
                data-testid="preset"
                on:click=move |_| take(server.address().to_owned())
            >
                {server.name()}
            </button>
        }
    });
    view! {
        <div class="field">
            <label for="address">{move || page.words().address}</label>
            <input
                id="address"
                class="box"
                type="url"
                autocomplete="off"
                spellcheck="false"
                placeholder="http://localhost:11434/v1"
                data-testid="address"
                aria-describedby="address-error"
                aria-invalid=move || error.with(Option::is_some).to_string()
                prop:value=move || typed.get().unwrap_or_else(current)
                on:change=move |event| take(event_target_value(&event))
            />
            <p class="field-error" id="address-error" role="alert" data-testid="address-error">
                {move || error.get().map(|error| page.lang.get().address_error(error))}
            </p>
            <div class="suggestions">{presets.collect_view()}</div>
        </div>
    }
}

#[component]
fn ModelName() -> impl IntoView {
    let page = Page::current();
    let take = move |event| {
        let text = event_target_value(&event);
        page.connect(|connection| text.trim().clone_into(&mut connection.model));
    };
    let names = move || {
        let report = page.check.report.get();
        let names = report.map(|report| report.models).unwrap_or_default();
        names
            .into_iter()
            .map(|name| view! { <option value=name></option> })
            .collect_view()
    };
    view! {
        <div class="field">
            <label for="model">{move || page.words().model}</label>
            <input
                id="model"
                class="box"
                type="text"
                autocomplete="off"
                spellcheck="false"
                list="model-names"
                data-testid="model"
                aria-describedby="model-hint"
                prop:value=move || page.connection.with(|it| it.model.clone())
                on:change=take
            />
            <datalist id="model-names">{names}</datalist>
            <p class="quiet-text" id="model-hint">{move || page.words().model_hint}</p>
        </div>
    }
}

#[component]
fn Key() -> impl IntoView {
    let page = Page::current();
    let has_key = move || page.connection.with(|it| it.key.is_some());
    let host = move || {
        let address = page.connection.with(|it| it.address.clone());
        address
            .map(|address| address.host().to_owned())
            .unwrap_or_else(|| "…".to_owned())
    };
    let unfit = RwSignal::new(false);
    // A new one each time, so that the box does not keep what was typed.
    let take = move |event: leptos::ev::Event| {
        let text = event_target_value(&event);
        if text.is_empty() {
            return unfit.set(false);
        }
        let key = ApiKey::new(&text);
        unfit.set(key.is_err());
        if let Ok(key) = key {
            page.connect(|connection| connection.key = Some(key));
        }
    };
    view! {
        <div class="field">
            <label for="key">{move || page.words().key}</label>
            <Show
                when=has_key
                fallback=move || {
                    view! {
                        <input
                            id="key"
                            class="box"
                            type="password"
                            autocomplete="off"
                            spellcheck="false"
                            data-testid="key"
                            aria-describedby="key-warning key-error"
                            aria-invalid=move || unfit.get().to_string()
                            disabled=move || page.connection.with(|it| it.address.is_none())
                            on:change=take
                        />
                    }
                }
            >
                <div class="row kept-key">
                    <span data-testid="key-kept">{move || page.words().key_kept}</span>
                    <button
                        type="button"
                        class="button"
                        id="key"
                        data-testid="forget-key"
                        on:click=move |_| page.connect(|connection| connection.key = None)
                    >
                        {move || page.words().forget_key}
                    </button>
                </div>
            </Show>
            <p class="field-error" id="key-error" role="alert">
                {move || unfit.get().then(|| page.words().key_unfit)}
            </p>
            <p class="quiet-text" id="key-warning" data-testid="key-warning">
                {move || page.lang.get().key_warning(&host())}
            </p>
        </div>
    }
}

/// Choosing how long to wait.
#[component]
pub fn PatienceForm() -> impl IntoView {
    let page = Page::current();
    let now = move || {
        let from_server = page
            .server
            .with(|it| matches!(it, Some(ServerAnswer::Settings(settings)) if settings.patient));
        let default = if from_server {
            Patience::Patient
        } else {
            Patience::Normal
        };
        page.connection.with(|it| it.patience).unwrap_or(default)
    };
    let choice = move |patience, test_id| {
        let text = move || match patience {
            Patience::Normal => page.words().patience_normal,
            Patience::Patient => page.words().patience_long,
        };
        view! {
            <label class="choice">
                <input
                    type="radio"
                    name="patience"
                    data-testid=test_id
                    prop:checked=move || now() == patience
                    on:change=move |_| page.connect(|connection| connection.patience = Some(patience))
                />
                <span class="choice-text">{text}</span>
            </label>
        }
    };
    view! {
        <fieldset class="settings-group">
            <legend>{move || page.words().patience}</legend>
            {choice(Patience::Normal, "patience-normal")}
            {choice(Patience::Patient, "patience-long")}
        </fieldset>
    }
}

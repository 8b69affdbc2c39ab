//! Choosing where model calls go.

use super::messages::messages;
use kikitori_browser::{
    AddressError, ConnectionChoice, ConnectionMode, EndpointAddress, LocalServer, Patience,
    ServerAnswer,
};
use kikitori_llm::ApiKey;
use leptos::prelude::*;

use crate::dom::{self, OnChange, on_change, on_click};
use crate::page::Page;

/// What was typed and is not taken. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct Refused {
    address: RwSignal<Option<(String, AddressError)>>,
    key: RwSignal<bool>,
}

impl Refused {
    /// Nothing.
    pub fn new() -> Self {
        Self {
            address: RwSignal::new(None),
            key: RwSignal::new(false),
        }
    }

    /// Whether what stands in the box for the address is not the address that counts.
    pub fn has_address(self) -> bool {
        self.address.with(Option::is_some)
    }
}

/// The way, and what it needs. A change counts at once.
///
/// All of it is one view, made anew in place when something changes: a closure for each part
/// would be compiled into a view of its own.
pub fn connection_form(page: Page, refused: Refused) -> AnyView {
    let words = messages(page);
    let choice = page.choice.get();
    let way = page.mode();
    let server = page.server.get();
    let has_no_server = server == Some(ServerAnswer::NoServer);
    let by_server = match server {
        None => words.by_server_wait.to_owned(),
        Some(ServerAnswer::NoServer) => words.by_server_none.to_owned(),
        Some(ServerAnswer::NoAnswer) => words.by_server_away.to_owned(),
        Some(ServerAnswer::Settings(settings)) if settings.scripted => {
            words.by_server_scripted.to_owned()
        }
        Some(ServerAnswer::Settings(settings)) => match settings.model {
            Some(model) => format!("{} · {model}", settings.endpoint),
            None => settings.endpoint,
        },
    };
    let choose = move |way| move |_| page.connect(|connection| connection.mode = Some(way));
    let choices = [
        Choice {
            test_id: "way-server",
            title: words.by_server,
            hint: by_server,
            checked: way == ConnectionMode::Server,
            disabled: has_no_server,
        }
        .view("way", on_change(choose(ConnectionMode::Server))),
        Choice {
            test_id: "way-direct",
            title: words.directly,
            hint: words.directly_hint.to_owned(),
            checked: way == ConnectionMode::Direct,
            disabled: false,
        }
        .view("way", on_change(choose(ConnectionMode::Direct))),
        Choice {
            test_id: "way-demonstration",
            title: words.demonstration,
            hint: words.demonstration_hint.to_owned(),
            checked: way == ConnectionMode::Demonstration,
            disabled: false,
        }
        .view("way", on_change(choose(ConnectionMode::Demonstration))),
    ];
    let direct = (way == ConnectionMode::Direct).then(|| {
        view! {
            <div class="direct">
                {address_field(page, &choice, refused)} {model_field(page, &choice)}
                {key_field(page, &choice, refused)}
            </div>
        }
        .into_any()
    });
    view! {
        <fieldset class="settings-group" id="settings-connection">
            <legend>{words.connection}</legend>
            {choices.collect_view()}
            {direct}
        </fieldset>
    }
    .into_any()
}

/// One of several.
struct Choice {
    test_id: &'static str,
    title: &'static str,
    hint: String,
    checked: bool,
    disabled: bool,
}

impl Choice {
    fn view(self, name: &'static str, choose: OnChange) -> AnyView {
        view! {
            <label class="choice">
                <input
                    type="radio"
                    name=name
                    data-testid=self.test_id
                    prop:checked=self.checked
                    disabled=self.disabled
                    on:change=choose
                />
                <span class="choice-text">
                    <span class="choice-title">{self.title}</span>
                    <span class="quiet-text" dir="auto">
                        {self.hint}
                    </span>
                </span>
            </label>
        }
        .into_any()
    }
}

/// A box to type in, with what is wrong with its content and what to know about it.
struct Field {
    /// Also its test id.
    id: &'static str,
    kind: &'static str,
    label: &'static str,
    value: String,
    placeholder: &'static str,
    /// The id of the names to pick from.
    list: &'static str,
    disabled: bool,
    error: Option<&'static str>,
    hint: &'static str,
}

impl Field {
    /// `instead` takes the box's place; `more` stands below it.
    fn view(self, instead: Option<AnyView>, more: Option<AnyView>, take: OnChange) -> AnyView {
        let id = self.id;
        let control = instead.unwrap_or_else(|| {
            view! {
                <input
                    id=id
                    class="box"
                    type=self.kind
                    autocomplete="off"
                    spellcheck="false"
                    placeholder=self.placeholder
                    list=self.list
                    data-testid=id
                    aria-describedby=format!("{id}-error {id}-hint")
                    aria-invalid=self.error.is_some().to_string()
                    prop:value=self.value
                    disabled=self.disabled
                    on:change=take
                />
            }
            .into_any()
        });
        view! {
            <div class="setting">
                <label for=id>{self.label}</label>
                {control}
                <p class="field-error" id=format!("{id}-error") role="alert">
                    {self.error}
                </p>
                {more}
                <p class="quiet-text" id=format!("{id}-hint")>
                    {self.hint}
                </p>
            </div>
        }
        .into_any()
    }
}

fn address_field(page: Page, choice: &ConnectionChoice, refused: Refused) -> AnyView {
    let words = messages(page);
    let take = move |text: String| match EndpointAddress::parse(&text) {
        Ok(address) => {
            refused.address.set(None);
            page.connect(|connection| {
                connection.set_address(address);
                connection.mode = Some(ConnectionMode::Direct);
            });
        }
        Err(error) => refused.address.set(Some((text, error))),
    };
    let address = choice.address.as_ref();
    let known = address.map(|it| it.base_url().to_owned());
    let (text, error) = match refused.address.get() {
        Some((text, error)) => (text, Some(page.language.get().address_error(error))),
        None => (known.unwrap_or_default(), None),
    };
    let presets = LocalServer::ALL.map(|server| {
        view! {
            <button
                type="button"
                class="suggestion"
                data-testid="preset"
                on:click=on_click(move || take(server.address().to_owned()))
            >
                {server.name()}
            </button>
        }
        .into_any()
    });
    let presets = view! { <div class="suggestions">{presets.collect_view()}</div> };
    Field {
        id: "address",
        kind: "url",
        label: words.address,
        value: text,
        placeholder: LocalServer::Ollama.address(),
        list: "",
        disabled: false,
        error,
        hint: "",
    }
    .view(None, Some(presets.into_any()), on_change(take))
}

fn model_field(page: Page, choice: &ConnectionChoice) -> AnyView {
    let words = messages(page);
    let take = move |text: String| {
        page.connect(|connection| text.trim().clone_into(&mut connection.model));
    };
    let names = page.check.models.get().into_iter();
    let names = names.map(|name| view! { <option value=name></option> }.into_any());
    let names = view! { <datalist id="model-names">{names.collect_view()}</datalist> };
    Field {
        id: "model",
        kind: "text",
        label: page.messages().model,
        value: choice.model.clone(),
        placeholder: "",
        list: "model-names",
        disabled: false,
        error: None,
        hint: words.model_hint,
    }
    .view(None, Some(names.into_any()), on_change(take))
}

fn key_field(page: Page, choice: &ConnectionChoice, refused: Refused) -> AnyView {
    let words = messages(page);
    let take = move |text: String| {
        let key = ApiKey::new(&text);
        refused.key.set(key.is_err() && !text.is_empty());
        if let Ok(key) = key {
            page.connect(|connection| connection.key = Some(key));
            dom::keep_focus_soon(&["#key"]);
        }
    };
    let forget = move || {
        page.connect(|connection| connection.key = None);
        dom::keep_focus_soon(&["#key"]);
    };
    let address = choice.address.as_ref();
    let error = refused.key.get().then_some(words.key_unfit);
    // The box goes once a key is taken, so that what was typed does not stay in the page.
    let kept = choice.key.is_some().then(|| {
        view! {
            <div class="row kept-key">
                <span data-testid="key-kept">{words.key_kept}</span>
                <button
                    type="button"
                    class="button"
                    id="key"
                    data-testid="forget-key"
                    on:click=on_click(forget)
                >
                    {words.forget_key}
                </button>
            </div>
        }
        .into_any()
    });
    Field {
        id: "key",
        kind: "password",
        label: words.key,
        value: String::new(),
        placeholder: "",
        list: "",
        // A key is for the address that stands above it, and one that is not taken is no address.
        disabled: address.is_none() || refused.has_address(),
        error,
        hint: words.key_warning,
    }
    .view(kept, None, on_change(take))
}

/// Choosing how long to wait.
pub fn patience_form(page: Page) -> AnyView {
    let words = messages(page);
    let choice = page.choice.get();
    let now = page.server.with(|answer| choice.patience(answer.as_ref()));
    let choices = [
        (Patience::Normal, words.patience_normal, "patience-normal"),
        (Patience::Patient, words.patience_long, "patience-long"),
    ];
    let choices = choices.map(|(patience, (title, hint), test_id)| {
        let choose = move |_| page.connect(|connection| connection.patience = Some(patience));
        Choice {
            test_id,
            title,
            hint: hint.to_owned(),
            checked: now == patience,
            disabled: false,
        }
        .view("patience", on_change(choose))
    });
    view! {
        <fieldset class="settings-group">
            <legend>{words.patience}</legend>
            {choices.collect_view()}
        </fieldset>
    }
    .into_any()
}

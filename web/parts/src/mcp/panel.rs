//! Where servers are chosen, and which of their tools may be used.

use leptos::ev::SubmitEvent;
use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::messages::{self, Messages};
use super::server::{Address, State, Tool, Trouble};
use super::servers::McpServers;
use crate::components::icons::{Icon, icon};
use crate::dom::{focus_soon, keep_focus_soon, on_click};
use crate::format::shortened;
use crate::page::Page;

/// Characters that are shown of what a tool says of itself.
const SHOWN: usize = 400;

/// The panel.
pub fn panel(page: Page) -> AnyView {
    let servers = McpServers::of(page);
    spawn_local(servers.look());
    let words = move || Messages::of(page.language.get());
    let offered = move || {
        let names = servers.offered().into_iter();
        names.map(|name| offer(page, servers, name)).collect_view()
    };
    let chosen = move || {
        let chosen = servers.chosen.get().into_iter();
        chosen.map(|it| it.name).collect::<Vec<_>>()
    };
    let problem = move || {
        let problem = servers.problem.get()?;
        Some(messages::problem(page.language.get(), &problem))
    };
    view! {
        <p class="quiet-text">{move || words().lead}</p>
        <For each=chosen key=|name| name.clone() children=move |name| shown(page, servers, name) />
        <p class="mcp-offers">{offered}</p>
        {add_form(page, servers)}
        <p class="field-error" role="alert" id="mcp-error" data-testid="mcp-error">{problem}</p>
    }
    .into_any()
}

fn offer(page: Page, servers: McpServers, name: String) -> AnyView {
    let label = format!("{} {name}", Messages::of(page.language.get()).use_server);
    let press = {
        let name = name.clone();
        move || {
            servers.choose(name.clone());
            keep_focus_soon(&["[data-testid=mcp-server] h3"]);
        }
    };
    view! {
        <button type="button" class="button" data-testid="mcp-offer" data-server=name on:click=on_click(press)>
            {icon(Icon::Add)}
            {label}
        </button>
    }
    .into_any()
}

fn add_form(page: Page, servers: McpServers) -> AnyView {
    let words = move || Messages::of(page.language.get());
    let node = NodeRef::<Input>::new();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        if let Some(input) = node.get_untracked()
            && servers.choose_address(&input.value())
        {
            input.set_value("");
        }
    };
    view! {
        <form class="mcp-add" on:submit=submit>
            <label for="mcp-address">{move || words().address}</label>
            <p class="quiet-text" id="mcp-hint">{move || words().address_hint}</p>
            <div class="mcp-row">
                <input
                    id="mcp-address"
                    data-testid="mcp-address"
                    type="text"
                    inputmode="url"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    maxlength="500"
                    dir="ltr"
                    aria-describedby="mcp-hint mcp-error"
                    node_ref=node
                />
                <button type="submit" class="button" data-testid="mcp-add">{move || words().add}</button>
            </div>
        </form>
    }
    .into_any()
}

fn shown(page: Page, servers: McpServers, name: String) -> AnyView {
    let title = format!("mcp-{name}");
    let labelled = title.clone();
    // What is switched does not change it, so that the switch keeps the focus.
    let known = {
        let name = name.clone();
        Memo::new(move |_| servers.known(&name))
    };
    let place = move || match known.get().map(|(address, _)| address) {
        Some(Address::Listed) => Messages::of(page.language.get()).by_this_site.to_owned(),
        Some(Address::Own(url)) => url,
        None => String::new(),
    };
    let state = move || match known.get().map(|(_, state)| state) {
        Some(State::Ready(_)) => "ready",
        Some(State::Trouble(trouble)) => trouble.name(),
        Some(State::Asked) | None => "asked",
    };
    let content = {
        let name = name.clone();
        move || {
            known
                .get()
                .map(|(address, state)| content(page, servers, &name, &address, state))
        }
    };
    let words = move || Messages::of(page.language.get());
    let label = {
        let name = name.clone();
        move || format!("{}: {name}", words().remove)
    };
    let remove = {
        let name = name.clone();
        on_click(move || {
            servers.remove(&name);
            focus_soon("#mcp-address");
        })
    };
    view! {
        <div class="mcp-server" role="group" data-testid="mcp-server" data-server=name.clone() data-state=state aria-labelledby=labelled>
            <div class="mcp-head">
                <h3 id=title tabindex="-1">{name.clone()}</h3>
                <span class="quiet-text mcp-place" dir="auto">{place}</span>
                <button type="button" class="link" data-testid="mcp-remove" aria-label=label on:click=remove>
                    {move || words().remove}
                </button>
            </div>
            {content}
        </div>
    }
    .into_any()
}

/// What a server offers, or why it offers nothing.
fn content(
    page: Page,
    servers: McpServers,
    name: &str,
    address: &Address,
    state: State,
) -> AnyView {
    let words = Messages::of(page.language.get());
    match state {
        State::Asked => view! { <p class="quiet-text" role="status">{words.asked}</p> }.into_any(),
        State::Ready(tools) if tools.is_empty() => {
            view! { <p class="quiet-text">{words.no_tools}</p> }.into_any()
        }
        State::Ready(tools) => {
            let tools = tools.into_iter().enumerate();
            let tools = tools.map(|(at, it)| tool(page, servers, name, at, it));
            let tools = tools.collect_view();
            let key = servers
                .has_key(name)
                .then(|| kept_key(words, servers, name));
            view! { {key} <ul class="mcp-tools">{tools}</ul> }.into_any()
        }
        State::Trouble(Trouble::Locked) if *address != Address::Listed => {
            key_form(page, servers, name)
        }
        State::Trouble(trouble) => {
            let name = name.to_owned();
            let again = on_click(move || {
                servers.try_again(&name);
                keep_focus_soon(&["[data-testid=mcp-server] h3"]);
            });
            let text = messages::trouble(page.language.get(), trouble);
            view! {
                <p class="field-error" role="alert" data-testid="mcp-trouble">{text}</p>
                <button type="button" class="button" data-testid="mcp-again" on:click=again>
                    {words.try_again}
                </button>
            }
            .into_any()
        }
    }
}

/// Where the key is typed that a server wants.
fn key_form(page: Page, servers: McpServers, name: &str) -> AnyView {
    let words = Messages::of(page.language.get());
    let id = format!("mcp-key-{name}");
    let (labelled, hint) = (id.clone(), format!("{id}-hint"));
    let described = format!("{hint} mcp-error");
    let node = NodeRef::<Input>::new();
    let name = name.to_owned();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        if let Some(input) = node.get_untracked() {
            servers.use_key(&name, &input.value());
            keep_focus_soon(&["[data-testid=mcp-server] h3"]);
        }
    };
    let text = messages::trouble(page.language.get(), Trouble::Locked);
    view! {
        <p class="field-error" role="alert" data-testid="mcp-trouble">{text}</p>
        <form class="mcp-add" on:submit=submit>
            <label for=labelled>{words.key}</label>
            <p class="quiet-text" id=hint>{words.key_hint}</p>
            <div class="mcp-row">
                <input
                    id=id
                    data-testid="mcp-key"
                    type="password"
                    autocomplete="off"
                    maxlength="1000"
                    dir="ltr"
                    aria-describedby=described
                    node_ref=node
                />
                <button type="submit" class="button" data-testid="mcp-use-key">{words.use_key}</button>
            </div>
        </form>
    }
    .into_any()
}

/// Says that a server gets a key, and forgets that.
fn kept_key(words: &'static Messages, servers: McpServers, name: &str) -> AnyView {
    let name = name.to_owned();
    let forget = on_click(move || {
        servers.forget_key(&name);
        keep_focus_soon(&["[data-testid=mcp-server] h3"]);
    });
    view! {
        <p class="quiet-text">
            {words.has_key} " "
            <button type="button" class="link" data-testid="mcp-forget-key" on:click=forget>
                {words.forget_key}
            </button>
        </p>
    }
    .into_any()
}

fn tool(page: Page, servers: McpServers, server: &str, at: usize, tool: Tool) -> AnyView {
    let (language, words) = (page.language.get(), Messages::of(page.language.get()));
    let id = format!("mcp-{server}-{at}");
    let about_id = format!("{id}-about");
    let effect = match (tool.is_read_only, tool.is_destructive) {
        (true, _) => words.reads,
        (false, false) => words.changes,
        (false, true) => words.destroys,
    };
    let description = shortened(&tool.description, SHOWN).into_owned();
    let is_on = {
        let (server, name) = (server.to_owned(), tool.name.clone());
        move || servers.is_on(&server, &name)
    };
    let (server, name) = (server.to_owned(), tool.name.clone());
    let on_change = move |event| servers.switch(&server, &name, event_target_checked(&event));
    view! {
        <li class="tool" data-testid="mcp-tool" data-tool=tool.name>
            <input
                type="checkbox"
                id=id.clone()
                aria-describedby=about_id.clone()
                prop:checked=is_on
                on:change=on_change
            />
            <div>
                <label for=id dir="auto" lang=language.tag_of(&tool.label)>{tool.label.clone()}</label>
                <p class="quiet-text" id=about_id>
                    <span dir="auto" lang=language.tag_of(&description)>{description.clone()}</span>
                    " "
                    <span>{effect}</span>
                </p>
            </div>
        </li>
    }
    .into_any()
}

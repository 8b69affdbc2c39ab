//! What is stored, where and how much, and the way to delete all of it.

use kikitori_browser::{EraseNote, Room, StoreKind, settings_bytes, storage_room};
use kikitori_journal::{Sessions, StoreUsage, Usage};
use kikitori_parts::dom::{focus_soon, on_click};
use kikitori_parts::page::Page;
use kikitori_store::StoreError;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::messages::{messages, phrases};
use super::tried::Tried;
use crate::home::device::Device;
use crate::home::messages::Messages as HomeMessages;
use crate::home::systems::SYSTEMS;

/// What was found.
struct Found {
    usage: Result<StoreUsage, StoreError>,
    tried: Tried,
    kind: StoreKind,
    settings: usize,
    room: Option<Room>,
}

/// What is stored of one sort.
struct Line {
    name: &'static str,
    count: Option<usize>,
    bytes: usize,
}

/// What is stored.
pub fn storage(device: Device) -> AnyView {
    let page = device.page;
    let found = RwSignal::new(None::<Found>);
    Effect::new(move || {
        device.changes.track();
        spawn_local(async move {
            let opened = page.store().await;
            let usage = Sessions::new(opened.store).usage().await;
            let tried = Tried::count().await;
            let (usage, tried) = match tried {
                Ok(tried) => (usage, tried),
                Err(error) => (Err(error), Tried::default()),
            };
            let now = Found {
                usage,
                tried,
                kind: opened.kind,
                settings: settings_bytes(),
                room: storage_room().await,
            };
            found.try_set(Some(now));
        });
    });
    let content = move || {
        let language = page.language.get();
        found.with(|found| {
            let words = messages(page);
            Some(match found {
                None => view! { <p class="quiet-text">{words.storage_wait}</p> }.into_any(),
                Some(Found {
                    usage: Err(error), ..
                }) => {
                    let advice = language.store_advice(error);
                    view! { <p class="notice" role="alert">{words.storage_failed} " " {advice}</p> }
                        .into_any()
                }
                Some(found) => overview(page, found),
            })
        })
    };
    view! {
        <div class="storage" data-testid="storage">
            {content}
            {erase_button(page, found)}
        </div>
    }
    .into_any()
}

fn overview(page: Page, found: &Found) -> AnyView {
    let (language, words) = (page.language.get(), messages(page));
    let lines = lines(page, found).into_iter();
    // Of what there is none of, nothing needs to be said.
    let rows = lines.filter(|line| line.count != Some(0)).map(|line| {
        let count = line.count.map(|count| phrases::count(language, count));
        view! {
            <tr>
                <th scope="row">{line.name}</th>
                <td class="amount">{count}</td>
                <td class="amount">{phrases::size(language, line.bytes as f64)}</td>
            </tr>
        }
    });
    let whereabouts = match found.kind {
        StoreKind::Memory => words.in_tab,
        StoreKind::IndexedDb | StoreKind::LocalStorage => words.in_browser,
    };
    let kept = found.room.map(|room| match room.is_persistent {
        true => words.persistent,
        false => words.not_persistent,
    });
    view! {
        <table>
            <thead>
                <tr>
                    <th scope="col">{words.column_what}</th>
                    <th scope="col" class="amount">{words.column_count}</th>
                    <th scope="col" class="amount">{words.column_size}</th>
                </tr>
            </thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
        <p class="quiet-text">{whereabouts} " " {kept} " " {words.keys}</p>
        {details(page, found)}
    }
    .into_any()
}

/// Where it lies, by the names that browsers give to it.
fn details(page: Page, found: &Found) -> AnyView {
    let (language, words) = (page.language.get(), messages(page));
    let lines = lines(page, found);
    let all: usize = lines.iter().map(|line| line.bytes).sum();
    // What was tried has a database of its own, wherever the page's records are.
    let in_database = found.tried.in_database;
    let in_local_storage = found.settings + found.tried.in_local_storage;
    let in_store = all.saturating_sub(in_local_storage + in_database);
    let mut places = match found.kind {
        StoreKind::IndexedDb => vec![
            (words.in_indexed_db, in_store + in_database),
            (words.in_local_storage, in_local_storage),
        ],
        StoreKind::LocalStorage => vec![(words.in_local_storage, in_store + in_local_storage)],
        StoreKind::Memory => vec![
            (words.in_memory, in_store),
            (words.in_local_storage, in_local_storage),
        ],
    };
    if in_database > 0 && found.kind != StoreKind::IndexedDb {
        places.push((words.in_indexed_db, in_database));
    }
    let places = places.into_iter().map(|(place, bytes)| {
        let size = phrases::size(language, bytes as f64);
        view! { <div><dt>{place}</dt><dd>{size}</dd></div> }
    });
    let room = found.room.map(|room| {
        let room = phrases::room(language, room.used, room.most);
        view! { <p class="quiet-text" data-testid="storage-room">{room}</p> }
    });
    view! {
        <details class="storage-details">
            <summary>{page.messages().details}</summary>
            <dl class="facts" data-testid="storage-places">{places.collect_view()}</dl>
            {room}
        </details>
    }
    .into_any()
}

fn lines(page: Page, found: &Found) -> Vec<Line> {
    let words = messages(page);
    let line = |name, usage: Usage| Line {
        name,
        count: Some(usage.count),
        bytes: usage.bytes,
    };
    let mut lines = Vec::new();
    let Ok(usage) = &found.usage else {
        return lines;
    };
    let home = HomeMessages::of(page.language.get());
    for system in &SYSTEMS {
        let of = usage.sessions.get(system.kind).copied().unwrap_or_default();
        lines.push(line((system.name)(home), of));
    }
    let mut unknown = Usage::default();
    let mut add = |usage: &Usage| {
        unknown.count += usage.count;
        unknown.bytes += usage.bytes;
    };
    let known = |kind: &str| SYSTEMS.iter().any(|system| system.kind == kind);
    usage
        .sessions
        .iter()
        .filter(|(kind, _)| !known(kind))
        .for_each(|(_, usage)| add(usage));
    if unknown.count > 0 {
        lines.push(line(words.other_kind, unknown));
    }
    let mut rest = usage.others.clone();
    for (place, name) in [
        ("desk", words.documents),
        ("agent", words.agent_databases),
        ("kitchen", words.kitchen),
        ("builder", words.builder_form),
    ] {
        lines.push(line(name, rest.remove(place).unwrap_or_default()));
    }
    let tried = found.tried.usage();
    lines.push(line(words.tried, tried));
    let rest: usize = rest.values().map(|usage| usage.bytes).sum();
    // What is left of interviews that are gone.
    let left = if tried.count == 0 { tried.bytes } else { 0 };
    // What is known of models is settings, too, for who reads this.
    lines.push(Line {
        name: words.settings,
        count: None,
        bytes: found.settings + rest + left,
    });
    lines
}

/// The button that deletes everything, with a question before it that says what goes.
fn erase_button(page: Page, found: RwSignal<Option<Found>>) -> AnyView {
    let asked = RwSignal::new(false);
    let ask = move || {
        asked.set(true);
        // Not the button that deletes: the key that asked may be pressed once more.
        focus_soon("[data-testid=erase-keep]");
    };
    let keep = move || {
        asked.set(false);
        focus_soon("[data-testid=erase]");
    };
    let erase = move || {
        EraseNote::Erase.leave();
        page.load_anew("#/");
    };
    let question = move || {
        let words = messages(page);
        let stored = found.with(|found| {
            let lines = found.as_ref().map(|found| lines(page, found));
            let lines = lines.unwrap_or_default().into_iter();
            let counted =
                lines.filter_map(|line| Some((line.name, line.count.filter(|count| *count > 0)?)));
            let items = counted.map(|(name, count)| {
                let count = phrases::count(page.language.get(), count);
                view! { <li>{name} ": " {count}</li> }
            });
            items.collect_view()
        });
        view! {
            <div class="erase-question" role="group" aria-labelledby="erase-title">
                <p class="erase-title" id="erase-title">{words.erase_question}</p>
                <ul>
                    {stored}
                    <li>{words.erase_settings}</li>
                    <li>{words.erase_keys}</li>
                </ul>
                <p class="quiet-text">{words.erase_warning}</p>
                <div class="row">
                    <button type="button" class="button danger" data-testid="erase-confirm" on:click=on_click(erase)>
                        {words.erase_now}
                    </button>
                    <button type="button" class="button quiet" data-testid="erase-keep" on:click=on_click(keep)>
                        {page.messages().keep}
                    </button>
                </div>
            </div>
        }
        .into_any()
    };
    let button = move || {
        view! {
            <button type="button" class="button danger" data-testid="erase" on:click=on_click(ask)>
                {messages(page).erase}
            </button>
        }
        .into_any()
    };
    view! { {move || if asked.get() { question() } else { button() }} }.into_any()
}

//! Parts of the program that are loaded when they are needed, and what is shown until they are
//! there or when they do not come.

use std::time::Duration;

use futures::FutureExt;
use futures::future::LocalBoxFuture;
use kikitori_browser::{BrowserTimer, Build, StoreKind, look_for_build};
use kikitori_ports::Timer;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::SplitLoaderError;

use crate::components::header::Header;
use crate::components::icons::{Icon, icon};
use crate::dom::on_click;
use crate::page::Page;

/// Nobody takes a shorter wait for one.
const QUIET: Duration = Duration::from_millis(100);

/// What a part that is being loaded comes to.
pub type Loading<T> = LocalBoxFuture<'static, Result<T, NotLoaded>>;

/// A part did not come. Asking for it again fetches it again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotLoaded;

impl From<SplitLoaderError> for NotLoaded {
    fn from(_: SplitLoaderError) -> Self {
        Self
    }
}

/// Why a part did not come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// The page's server is not reached.
    Unreachable,
    /// The server has another version of the page by now, and no parts of this one.
    Outdated,
    /// The server is there, and something is wrong with the part.
    Broken,
}

/// How far the loading of a part has come.
#[derive(Clone, Copy)]
enum State<T> {
    Quiet,
    Waiting,
    Here(T),
    Missing(Missing),
}

/// Looks why a part did not come.
pub async fn why_missing(page: Page) -> Missing {
    match look_for_build(&page.address("")).await {
        Build::Unreachable => Missing::Unreachable,
        // Another site's page is not ours to load anew.
        Build::Other if page.is_embedded() => Missing::Broken,
        Build::Other => Missing::Outdated,
        Build::Same => Missing::Broken,
    }
}

/// No frame.
pub fn bare(content: AnyView) -> AnyView {
    content
}

/// What stands around a screen while its part is not there.
pub fn screen(content: AnyView) -> AnyView {
    view! {
        <Header />
        <main class="plain">
            <h1 class="visually-hidden" tabindex="-1">"Kikitori"</h1>
            {content}
        </main>
    }
    .into_any()
}

/// Shows what `show` makes of the part that `load` brings: at once if it is there already. Until
/// then, `frame` goes around what is said of it.
pub fn on_demand<T: Copy + Send + Sync + 'static>(
    load: fn() -> Loading<T>,
    frame: fn(AnyView) -> AnyView,
    show: impl Fn(T) -> AnyView + Send + 'static,
) -> AnyView {
    let page = Page::current();
    let state = RwSignal::new(State::Quiet);
    let attempt = move || {
        let mut loading = load();
        if let Some(Ok(part)) = (&mut loading).now_or_never() {
            return state.set(State::Here(part));
        }
        spawn_local(async move {
            BrowserTimer.sleep(QUIET).await;
            if matches!(state.try_get_untracked(), Some(State::Quiet)) {
                state.set(State::Waiting);
            }
        });
        spawn_local(async move {
            let end = match loading.await {
                Ok(part) => {
                    keep_focus(page);
                    State::Here(part)
                }
                Err(NotLoaded) => State::Missing(why_missing(page).await),
            };
            state.try_set(end);
        });
    };
    attempt();
    let again = Callback::new(move |()| {
        state.set(State::Quiet);
        attempt();
        // The button goes, and so does what stands in its place when the part comes.
        page.has_moved.set(true);
        page.keep_focus_soon(&["dialog[open] .sheet-title", "h1"]);
    });
    let view = move || match state.get() {
        State::Quiet => frame(view! { <p class="part" aria-busy="true"></p> }.into_any()),
        State::Waiting => frame(waiting(page)),
        State::Here(part) => show(part),
        State::Missing(why) => frame(missing(page, why, again)),
    };
    view.into_any()
}

/// Has the heading of what comes get the focus, where that of what was there before has it.
fn keep_focus(page: Page) {
    let on_heading = page
        .focused()
        .is_none_or(|element| element.tag_name() == "H1");
    if on_heading && page.has_moved.get_untracked() {
        page.focus_soon("h1");
    }
}

/// Says that something is on its way.
fn waiting(page: Page) -> AnyView {
    view! {
        <p class="part quiet-text" role="status" aria-busy="true" data-testid="part-wait">
            <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
            {move || page.messages().part_wait}
        </p>
    }
    .into_any()
}

/// Says why a part did not come, and what to do.
pub fn missing(page: Page, why: Missing, again: Callback<()>) -> AnyView {
    let text = move || match why {
        Missing::Unreachable => page.messages().part_unreachable,
        Missing::Outdated => page.messages().part_outdated,
        Missing::Broken => page.messages().part_broken,
    };
    let title = move || match why {
        Missing::Outdated => page.messages().part_outdated_title,
        Missing::Unreachable | Missing::Broken => page.messages().part_title,
    };
    let safe = move || match page.store_kind.get() {
        Some(StoreKind::Memory) => page.messages().saved_in_tab,
        _ => page.messages().part_safe,
    };
    let label = move || match why {
        Missing::Outdated => page.messages().reload,
        Missing::Unreachable | Missing::Broken => page.messages().try_again,
    };
    let press = move || match why {
        // It fails only for a document without a window.
        Missing::Outdated => drop(window().location().reload()),
        Missing::Unreachable | Missing::Broken => again.run(()),
    };
    let name = match why {
        Missing::Unreachable => "unreachable",
        Missing::Outdated => "outdated",
        Missing::Broken => "broken",
    };
    // It may stand far below what was pressed.
    page.show_end_soon(r#"[data-testid="part-missing"]"#);
    view! {
        <div class="trouble" role="alert" data-testid="part-missing" data-why=name>
            <p class="trouble-title">{icon(Icon::Warning)} {title}</p>
            <p>{text}</p>
            <p>{safe}</p>
            <button
                type="button"
                class="button"
                data-testid="part-again"
                on:click=on_click(press)
            >
                {label}
            </button>
        </div>
    }
    .into_any()
}

/// Looks why a part did not come, and says so and what to do.
pub fn not_here(page: Page, again: Callback<()>) -> AnyView {
    let why = RwSignal::new(None);
    spawn_local(async move {
        let found = why_missing(page).await;
        why.try_set(Some(found));
    });
    let view = move || why.get().map(|why| missing(page, why, again));
    view.into_any()
}

/// Fetches a part, for later.
pub type Fetch = fn() -> LocalBoxFuture<'static, ()>;

/// What the page around a screen wants fetched once the screen has all that it needs itself. A
/// context: in another site's page there is none.
#[derive(Clone, Copy)]
pub struct FetchedLast(pub Fetch);

/// Fetches parts ahead, once the page has nothing better to do, unless the person wants to save
/// data.
pub fn fetch_ahead(parts: &'static [Fetch]) {
    fetch_in_turn(parts.to_vec());
}

/// The same for parts that are not known before.
pub fn fetch_in_turn(parts: Vec<Fetch>) {
    /// Until what was just opened has been shown and has made its own requests.
    const AFTER: Duration = Duration::from_millis(500);
    if kikitori_browser::saves_data() {
        return;
    }
    spawn_local(async move {
        BrowserTimer.sleep(AFTER).await;
        for fetch in parts {
            fetch().await;
        }
    });
}

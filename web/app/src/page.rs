//! What every part of the page shares. It lives as long as the page does.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use futures::FutureExt;
use futures::future::{LocalBoxFuture, Shared};
use kikitori_browser::{
    BrowserClock, BrowserIds, BrowserJitter, BrowserLocale, BrowserTimer, FetchTransport,
    OpenedStore, ServerSettings, StoreKind, now_local, open_store, server_settings,
};
use kikitori_interview::{Events, PageContext, Ports};
use kikitori_llm::{
    ChatClient, ChatRequest, Completion, Delta, Endpoint, LlmError, Model, Profile, Retries,
    RetryPolicy, Timer,
};
use leptos::prelude::*;

use crate::crash;
use crate::dom::media;
use crate::words::{Lang, Words};

/// The model's address: the proxy's, on this page's own origin.
const ENDPOINT: &str = "v1";
/// What the server says about it.
const SETTINGS: &str = "config.json";

/// Whether it is known which model is behind the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    /// Not yet.
    Asking,
    /// Yes.
    Settings(ServerSettings),
    /// The server did not say.
    No,
}

/// The page.
#[derive(Clone, Copy)]
pub struct Page {
    /// The language of the page's own texts.
    pub lang: RwSignal<Lang>,
    /// Whether there is room for one column only.
    pub narrow: RwSignal<bool>,
    /// Whether there is room for three columns.
    pub wide: RwSignal<bool>,
    /// What the store is, once it is open.
    pub store_kind: RwSignal<Option<StoreKind>>,
    /// The model behind the server.
    pub known: RwSignal<Known>,
    /// Seconds until a failed call is made again by itself.
    pub retry_in: RwSignal<Option<u64>>,
    /// What a screen reader is told next.
    pub announcement: RwSignal<String>,
    /// What the screen at hand is called; empty for the home screen.
    pub title: RwSignal<String>,
    /// Whether the person has gone from one screen to another; the first one takes no focus.
    pub has_moved: RwSignal<bool>,
    opened: StoredValue<Shared<LocalBoxFuture<'static, OpenedStore>>, LocalStorage>,
}

impl Page {
    /// Opens the store and asks for the settings, both in the background.
    pub fn open() -> Self {
        let opening = open_store().boxed_local().shared();
        let page = Self {
            lang: RwSignal::new(browser_language()),
            narrow: RwSignal::new(false),
            wide: RwSignal::new(false),
            store_kind: RwSignal::new(None),
            known: RwSignal::new(Known::Asking),
            retry_in: RwSignal::new(None),
            announcement: RwSignal::new(String::new()),
            title: RwSignal::new(String::new()),
            has_moved: RwSignal::new(false),
            opened: StoredValue::new_local(opening.clone()),
        };
        page.measure();
        leptos::task::spawn_local(async move {
            let kind = opening.await.kind;
            crash::note_store(kind);
            page.store_kind.set(Some(kind));
        });
        leptos::task::spawn_local(async move {
            page.ask_for_settings().await;
        });
        page
    }

    /// The page that is being shown.
    pub fn current() -> Self {
        expect_context()
    }

    /// The page's texts.
    pub fn words(self) -> &'static Words {
        self.lang.get().words()
    }

    /// Looks again at how much room there is.
    pub fn measure(self) {
        set_if_new(self.narrow, media("(max-width: 799.9px)"));
        set_if_new(self.wide, media("(min-width: 1120px)"));
    }

    /// Goes back to the language that the browser asks for.
    pub fn speak_as_the_browser(self) {
        set_if_new(self.lang, browser_language());
    }

    /// The store, once it is open.
    pub async fn store(self) -> OpenedStore {
        self.opened.get_value().await
    }

    /// Asks the server which model is behind it, and remembers the answer.
    pub async fn ask_for_settings(self) -> Option<ServerSettings> {
        if let Known::Settings(settings) = self.known.get_untracked() {
            return Some(settings);
        }
        set_if_new(self.known, Known::Asking);
        let settings = server_settings(SETTINGS).await;
        self.known
            .set(settings.clone().map_or(Known::No, Known::Settings));
        settings
    }

    /// What a driver needs, with `events` to hear what happens.
    pub async fn ports(self, events: Rc<dyn Events>) -> Ports {
        let opened = self.store().await;
        Ports {
            model: Rc::new(PageModel {
                page: self,
                transport: Rc::new(FetchTransport),
                profile: Cell::new(Profile::default()),
            }),
            store: opened.store,
            clock: Rc::new(BrowserClock),
            ids: Rc::new(BrowserIds),
            locale: Rc::new(BrowserLocale),
            events,
        }
    }

    /// Shows for `wait` how long it still takes until a failed call is made again.
    fn count_down(self, wait: Duration) {
        let mut left = wait.as_secs_f64().ceil() as u64;
        self.retry_in.set(Some(left));
        leptos::task::spawn_local(async move {
            while left > 0 {
                BrowserTimer.sleep(Duration::from_secs(1)).await;
                // It may be over, or another wait may have begun.
                if self.retry_in.try_get_untracked() != Some(Some(left)) {
                    return;
                }
                left -= 1;
                self.retry_in.set((left > 0).then_some(left));
            }
        });
    }

    /// The sentence that says what is safe.
    pub fn saved(self) -> &'static str {
        match self.store_kind.get() {
            Some(StoreKind::Memory) => self.words().saved_in_tab,
            _ => self.words().saved,
        }
    }
}

/// The model that the server names at the time of the call: a server that could not be asked when
/// the page opened is asked again.
struct PageModel {
    page: Page,
    transport: Rc<FetchTransport>,
    /// What the endpoint was found to support.
    profile: Cell<Profile>,
}

impl Model for PageModel {
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        on_delta: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        Box::pin(async move {
            let settings = self.page.ask_for_settings().await;
            let endpoint = Endpoint {
                base_url: ENDPOINT.to_owned(),
                model: settings
                    .and_then(|settings| settings.model)
                    .unwrap_or_default(),
            };
            let page = self.page;
            let retries = Retries::new(
                RetryPolicy::default(),
                Rc::new(BrowserJitter),
                move |wait| {
                    page.count_down(wait.wait);
                },
            );
            let client = ChatClient::new(self.transport.clone(), Rc::new(BrowserTimer), endpoint)
                .with_profile(self.profile.get())
                .with_retries(retries);
            let outcome = client.chat(request, on_delta).await;
            self.profile.set(client.profile());
            set_if_new(page.retry_in, None);
            outcome
        })
    }
}

/// Sets a signal only if that changes something, so that what hangs on it rests otherwise. Does
/// nothing when the signal is gone.
pub fn set_if_new<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.try_with_untracked(|now| *now != value) == Some(true) {
        signal.set(value);
    }
}

/// What the page tells the engine about itself.
pub fn page_context() -> PageContext {
    PageContext {
        languages: BrowserLocale.own_languages(),
        time_zone: BrowserLocale.own_time_zone(),
        local_time: Some(now_local()),
    }
}

fn browser_language() -> Lang {
    BrowserLocale
        .own_languages()
        .first()
        .map_or(Lang::En, |tag| Lang::of(tag))
}

//! What every part of the page shares. It lives as long as the page does.

use std::rc::Rc;
use std::time::Duration;

use futures::FutureExt;
use futures::future::{LocalBoxFuture, Shared};
use kikitori_browser::{
    BrowserClock, BrowserIds, BrowserLocale, BrowserTimer, ConnectionChoice, EndpointProfile, Link,
    NoLink, OpenedStore, Profiles, ServerAnswer, StoreKind, Way, now_local, open_store, own_budget,
    server_settings, set_own_budget,
};
use kikitori_interview::{Events, Limits, PageContext, Ports};
use kikitori_llm::Budget;
use kikitori_ports::Timer;
use leptos::prelude::*;

use crate::check::Check;
use crate::crash;
use crate::dom::media;
use crate::model::PageModel;
use crate::words::{Lang, Words};

/// The model's address: the proxy's, on this page's own origin.
const ENDPOINT: &str = "v1";
/// What the server says about it.
const SETTINGS: &str = "config.json";

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
    /// Another storage of this browser in which older sessions lie.
    pub store_elsewhere: RwSignal<Option<StoreKind>>,
    /// What the page's server said of its model; none while it is asked.
    pub server: RwSignal<Option<ServerAnswer>>,
    /// What the person chose about the connection.
    pub connection: RwSignal<ConnectionChoice>,
    /// What the person allows an interview to come to, and what models cost.
    pub budget: RwSignal<Budget>,
    /// What the endpoint supports, as far as it is known.
    pub support: RwSignal<Option<EndpointProfile>>,
    /// Whether the connection works.
    pub check: Check,
    /// Whether the settings are shown.
    pub settings_open: RwSignal<bool>,
    /// Seconds until a failed call is made again by itself.
    pub retry_in: RwSignal<Option<u64>>,
    /// What a screen reader is told next.
    pub announcement: RwSignal<String>,
    /// What the screen at hand is called; empty for the home screen.
    pub title: RwSignal<String>,
    /// Whether the person has gone from one screen to another; the first one takes no focus.
    pub has_moved: RwSignal<bool>,
    opened: StoredValue<Shared<LocalBoxFuture<'static, OpenedStore>>, LocalStorage>,
    profiles: StoredValue<Shared<LocalBoxFuture<'static, Rc<Profiles>>>, LocalStorage>,
}

impl Page {
    /// Opens the store and asks for the settings, both in the background.
    pub fn open() -> Self {
        let opening = open_store().boxed_local().shared();
        let profiles = opening.clone().map(|opened| Profiles::new(opened.store));
        let page = Self {
            lang: RwSignal::new(browser_language()),
            narrow: RwSignal::new(false),
            wide: RwSignal::new(false),
            store_kind: RwSignal::new(None),
            store_elsewhere: RwSignal::new(None),
            server: RwSignal::new(None),
            connection: RwSignal::new(ConnectionChoice::stored()),
            budget: RwSignal::new(own_budget()),
            support: RwSignal::new(None),
            check: Check::new(),
            settings_open: RwSignal::new(false),
            retry_in: RwSignal::new(None),
            announcement: RwSignal::new(String::new()),
            title: RwSignal::new(String::new()),
            has_moved: RwSignal::new(false),
            opened: StoredValue::new_local(opening.clone()),
            profiles: StoredValue::new_local(profiles.boxed_local().shared()),
        };
        page.measure();
        leptos::task::spawn_local(async move {
            let opened = opening.await;
            crash::note_store(opened.kind);
            page.store_kind.set(Some(opened.kind));
            page.store_elsewhere.set(opened.elsewhere);
        });
        leptos::task::spawn_local(async move {
            page.ask_server().await;
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

    /// What endpoints were found to support, once the store is open.
    pub async fn profiles(self) -> Rc<Profiles> {
        self.profiles.get_value().await
    }

    /// Asks the page's server which model is behind it, unless it has said so.
    pub async fn ask_server(self) -> ServerAnswer {
        match self.server.get_untracked() {
            Some(ServerAnswer::NoAnswer) | None => {}
            Some(answer) => return answer,
        }
        set_if_new(self.server, None);
        let answer = server_settings(SETTINGS).await;
        self.server.set(Some(answer.clone()));
        answer
    }

    /// Where model calls go.
    pub async fn link(self) -> Result<Link, NoLink> {
        let connection = self.connection.get_untracked();
        let answer = match connection.way {
            // What the server says makes little difference to it, and it may not be there.
            Some(Way::Direct) => self
                .server
                .get_untracked()
                .unwrap_or(ServerAnswer::NoServer),
            Some(Way::Server) | None => self.ask_server().await,
        };
        Link::new(&connection, &answer, ENDPOINT)
    }

    /// The same as far as it is known now; none while the server is asked.
    pub fn link_now(self) -> Option<Result<Link, NoLink>> {
        let connection = self.connection.get();
        let answer = match (connection.way, self.server.get()) {
            (_, Some(answer)) => answer,
            (Some(Way::Direct), None) => ServerAnswer::NoServer,
            (Some(Way::Server) | None, None) => return None,
        };
        Some(Link::new(&connection, &answer, ENDPOINT))
    }

    /// The way that model calls take, or would if it was complete.
    pub fn way(self) -> Way {
        let has_none = self.server.with(|it| *it == Some(ServerAnswer::NoServer));
        let default = if has_none { Way::Direct } else { Way::Server };
        self.connection.with(|it| it.way).unwrap_or(default)
    }

    /// Takes a change of the connection.
    pub fn connect(self, change: impl FnOnce(&mut ConnectionChoice)) {
        let before = self.connection.get_untracked();
        self.connection.update(change);
        let now = self.connection.get_untracked();
        if now != before {
            now.store();
            self.check.forget();
            if now.address != before.address {
                set_if_new(self.check.models, Vec::new());
            }
            leptos::task::spawn_local(self.look_up_support());
        }
    }

    /// Takes another budget.
    pub fn set_budget(self, budget: Budget) {
        set_own_budget(&budget);
        set_if_new(self.budget, budget);
    }

    /// What the site allows, as far as its server has said so.
    pub fn site_budget(self) -> Option<Budget> {
        self.server.with(|answer| match answer {
            Some(ServerAnswer::Settings(settings)) => Some(settings.budget.clone()),
            _ => None,
        })
    }

    /// The model that is asked; empty when the endpoint chooses.
    pub fn model_name(self) -> String {
        match self.link_now() {
            Some(Ok(link)) => link.model().to_owned(),
            _ => String::new(),
        }
    }

    /// The bounds of an interview, as far as they are known.
    pub fn limits(self) -> Limits {
        let own = self.budget.get();
        // What the site allows is for its own endpoint and key.
        let site = self.site_budget().filter(|_| self.way() == Way::Server);
        let budget = own.within(site.unwrap_or_default());
        Limits {
            session_caps: budget.caps,
            price: budget.price_of(&self.model_name()),
            ..Limits::default()
        }
    }

    /// Looks up what is known of the endpoint.
    pub async fn look_up_support(self) {
        let connection = self.connection.get_untracked();
        let support = match self.link().await {
            Ok(link) => Some(self.profiles().await.of(&link).await),
            Err(_) => None,
        };
        // It may be another one by now, which is looked up by itself.
        if self.connection.with_untracked(|now| *now == connection) {
            set_if_new(self.support, support);
        }
    }

    /// What a driver needs, with `events` to hear what happens.
    pub async fn ports(self, events: Rc<dyn Events>) -> Ports {
        let opened = self.store().await;
        Ports {
            model: Rc::new(PageModel::new(self)),
            store: opened.store,
            clock: Rc::new(BrowserClock),
            ids: Rc::new(BrowserIds),
            locale: Rc::new(BrowserLocale),
            events,
        }
    }

    /// Shows for `wait` how long it still takes until a failed call is made again.
    pub fn count_down(self, wait: Duration) {
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

//! What all screens share. It lives as long as the page does.

use std::rc::Rc;
use std::time::Duration;

use kikitori_browser::{
    BrowserTimer, Connection, ConnectionChoice, ConnectionMode, EndpointProfile, NoConnection,
    ServerAnswer, StoreKind, UnreadableBudget, own_budget, server_settings, set_own_budget,
};
use kikitori_llm::Budget;
use kikitori_ports::Timer;
use leptos::prelude::*;

use crate::Language;
use crate::check::Check;
use crate::dom::{self, media};
use crate::embedding::{Embedded, Embedding};
use crate::messages::Messages;
use crate::place::{Section, System};
use crate::signals::set_if_new;

/// The model's address: the proxy's, beside the page's files.
const ENDPOINT: &str = "v1";
/// The script of the demonstration model.
const DEMO: &str = "widget/demo/demo.js";
/// What the server says about it.
const SETTINGS: &str = "config.json";

/// The page.
#[derive(Clone, Copy)]
pub struct Page {
    /// Where the page is: see [`Page::go_to`].
    pub location: RwSignal<String>,
    /// The language of the page's own texts.
    pub language: RwSignal<Language>,
    /// Whether there is room for one column only.
    pub narrow: RwSignal<bool>,
    /// Whether there is room for three columns.
    pub wide: RwSignal<bool>,
    /// What the store is, once it is open.
    pub store_kind: RwSignal<Option<StoreKind>>,
    /// Another storage of this browser in which older sessions lie.
    pub store_elsewhere: RwSignal<Option<StoreKind>>,
    /// Whether the device had no room for more when the store was opened.
    pub store_full: RwSignal<bool>,
    /// What the page's server said of its model; none while it is asked.
    pub server: RwSignal<Option<ServerAnswer>>,
    /// What the person chose about the connection.
    pub choice: RwSignal<ConnectionChoice>,
    /// What the endpoint supports, as far as it is known.
    pub support: RwSignal<Option<EndpointProfile>>,
    /// Whether the connection works.
    pub check: Check,
    /// Whether the settings are shown.
    pub settings_open: RwSignal<bool>,
    /// Which section of the settings is wanted.
    pub settings_section: RwSignal<Section>,
    /// Seconds until a failed call is made again by itself.
    pub retry_in: RwSignal<Option<u64>>,
    /// What a screen reader is told next.
    pub announcement: RwSignal<String>,
    /// The session that was deleted last in this tab: whoever still shows it shows nothing more of it.
    pub deleted: RwSignal<Option<String>>,
    /// What the screen at hand is called; empty for the home screen.
    pub title: RwSignal<String>,
    /// The language of that, where it is not the page's: see [`crate::Language::tag_of`].
    pub title_language: RwSignal<Option<String>>,
    /// Whether the person has gone from one screen to another; the first one takes no focus.
    pub has_moved: RwSignal<bool>,
    /// What the person allows a session to use, and what models cost, once it was asked for.
    budget: RwSignal<Option<Budget>>,
    root: StoredValue<Rc<str>, LocalStorage>,
    pub(crate) embedded: Embedded,
    /// What lives as long as the page belongs to it.
    owner: StoredValue<Owner, LocalStorage>,
}

impl Page {
    /// Asks for the settings in the background.
    pub fn open() -> Self {
        Self::around(None)
    }

    /// The same within another site's page: nothing of what was chosen on this device counts there,
    /// as none of it was chosen for that site.
    pub fn embedded(embedding: Embedding) -> Self {
        Self::around(Some(embedding))
    }

    fn around(embedding: Option<Embedding>) -> Self {
        let root = match &embedding {
            Some(embedding) => embedding.base.clone(),
            None => dom::root().into(),
        };
        let choice = match &embedding {
            Some(embedding) => ConnectionChoice {
                mode: embedding
                    .demo
                    .as_ref()
                    .map(|_| ConnectionMode::Demonstration),
                ..ConnectionChoice::default()
            },
            None => ConnectionChoice::stored(),
        };
        let language = embedding.as_ref().and_then(|it| it.language.as_deref());
        let language = language.map_or_else(first_language, Language::of);
        let page = Self {
            location: RwSignal::new(String::new()),
            language: RwSignal::new(language),
            narrow: RwSignal::new(false),
            wide: RwSignal::new(false),
            store_kind: RwSignal::new(None),
            store_elsewhere: RwSignal::new(None),
            store_full: RwSignal::new(false),
            server: RwSignal::new(None),
            choice: RwSignal::new(choice),
            budget: RwSignal::new(None),
            support: RwSignal::new(None),
            check: Check::default(),
            settings_open: RwSignal::new(false),
            settings_section: RwSignal::new(Section::All),
            retry_in: RwSignal::new(None),
            announcement: RwSignal::new(String::new()),
            deleted: RwSignal::new(None),
            title: RwSignal::new(String::new()),
            title_language: RwSignal::new(None),
            has_moved: RwSignal::new(false),
            root: StoredValue::new_local(root),
            embedded: StoredValue::new_local(embedding),
            owner: StoredValue::new_local(Owner::current().unwrap_or_default()),
        };
        if !page.is_embedded() {
            page.location.set(page.shown_location());
        }
        page.measure();
        // Within a demonstration for another site there is nobody to ask.
        if page.demo_script().is_none() {
            leptos::task::spawn_local(async move {
                page.ask_server().await;
            });
        }
        page
    }

    /// The page that is being shown.
    pub fn current() -> Self {
        expect_context()
    }

    /// The texts that every screen may need.
    pub fn messages(self) -> &'static Messages {
        Messages::of(self.language.get())
    }

    /// The same now, for what is not shown but said.
    pub fn messages_now(self) -> &'static Messages {
        Messages::of(self.language.get_untracked())
    }

    /// The address of `path`, which is relative to the folder that the whole page lies in. The
    /// address in the address bar may be that of a folder inside it.
    pub fn address(self, path: &str) -> String {
        self.root.with_value(|root| format!("{root}{path}"))
    }

    /// What `make` makes, once: it lives as long as the page, whichever screen is shown.
    pub fn kept<T: Clone + Send + Sync + 'static>(self, make: impl FnOnce() -> T) -> T {
        let owner = self.owner.get_value();
        owner.with(|| {
            use_context().unwrap_or_else(|| {
                let made = make();
                provide_context(made.clone());
                made
            })
        })
    }

    /// Looks again at how much room there is.
    pub fn measure(self) {
        // What is embedded has one column, whatever the window has room for.
        let is_embedded = self.is_embedded();
        set_if_new(self.narrow, is_embedded || media("(max-width: 799.9px)"));
        set_if_new(self.wide, !is_embedded && media("(min-width: 1120px)"));
    }

    /// Speaks the language that was chosen, or else the one that the browser asks for.
    pub fn speak_as_chosen(self) {
        set_if_new(self.language, first_language());
    }

    /// Speaks `language`, unless the person has chosen one.
    pub fn speak(self, language: Language) {
        set_if_new(self.language, Language::chosen().unwrap_or(language));
    }

    /// Speaks `language` from now on, for the person has chosen it.
    pub fn choose_language(self, language: Language) {
        language.choose();
        set_if_new(self.language, language);
    }

    /// Asks the page's server which model is behind it, unless it has said so.
    pub async fn ask_server(self) -> ServerAnswer {
        match self.server.get_untracked() {
            Some(ServerAnswer::NoAnswer) | None => {}
            Some(answer) => return answer,
        }
        set_if_new(self.server, None);
        let answer = server_settings(&self.address(SETTINGS)).await;
        self.server.set(Some(answer.clone()));
        answer
    }

    /// Where model calls go, if some may be made.
    pub async fn connection(self) -> Result<Connection, NoConnection> {
        let choice = self.choice.get_untracked();
        let answer = match choice.mode {
            Some(ConnectionMode::Demonstration) => ServerAnswer::NoServer,
            // What the server says makes little difference to it, and it may not be there.
            Some(ConnectionMode::Direct) => self
                .server
                .get_untracked()
                .unwrap_or(ServerAnswer::NoServer),
            Some(ConnectionMode::Server) | None => self.ask_server().await,
        };
        let connection = self.connection_of(&choice, &answer)?;
        match untrack(|| self.has_unreadable_limits()) {
            true => Err(NoConnection::LimitsUnreadable),
            false => Ok(connection),
        }
    }

    /// The same as far as it is known now, without a look at the limits; none while the server is
    /// asked.
    pub fn connection_now(self) -> Option<Result<Connection, NoConnection>> {
        let choice = self.choice.get();
        let answer = match (choice.mode, self.server.get()) {
            (_, Some(answer)) => answer,
            (Some(ConnectionMode::Direct | ConnectionMode::Demonstration), None) => {
                ServerAnswer::NoServer
            }
            (Some(ConnectionMode::Server) | None, None) => return None,
        };
        Some(self.connection_of(&choice, &answer))
    }

    fn connection_of(
        self,
        choice: &ConnectionChoice,
        answer: &ServerAnswer,
    ) -> Result<Connection, NoConnection> {
        if choice.mode == Some(ConnectionMode::Demonstration) {
            let given = self.demo_script();
            let script = given.map_or_else(|| self.address(DEMO), |it| it.to_string());
            return Ok(Connection::demonstration(&script));
        }
        Connection::new(choice, answer, &self.address(ENDPOINT))
    }

    /// The way that model calls take, or would if it was complete.
    pub fn mode(self) -> ConnectionMode {
        let has_none = self.server.with(|it| *it == Some(ServerAnswer::NoServer));
        let default = if has_none {
            ConnectionMode::Direct
        } else {
            ConnectionMode::Server
        };
        self.choice.with(|it| it.mode).unwrap_or(default)
    }

    /// Takes a change of the connection.
    pub fn connect(self, change: impl FnOnce(&mut ConnectionChoice)) {
        if self.has_changed(change) {
            leptos::task::spawn_local(self.look_up_support());
        }
    }

    /// Lets the demonstration answer. Nothing is to be looked up about it, so that a page that
    /// offers it needs no store for that.
    pub fn demonstrate(self) {
        if self.has_changed(|it| it.mode = Some(ConnectionMode::Demonstration)) {
            set_if_new(self.support, None);
        }
    }

    fn has_changed(self, change: impl FnOnce(&mut ConnectionChoice)) -> bool {
        let before = self.choice.get_untracked();
        self.choice.update(change);
        let now = self.choice.get_untracked();
        if now != before {
            now.store();
            self.check.forget();
            if now.address != before.address {
                set_if_new(self.check.models, Vec::new());
            }
        }
        now != before
    }

    /// What the person allows a session to use, and what models cost.
    pub fn budget(self) -> Budget {
        // One that cannot be read lets no call be made until it is set anew.
        let own = || own_budget().unwrap_or_default();
        self.budget.get().unwrap_or_else(own)
    }

    /// Whether limits are set that cannot be read: the person's own, or the site's on its own
    /// endpoint and key. No model is asked then.
    pub fn has_unreadable_limits(self) -> bool {
        let of_site = || {
            let site = self.site_budget();
            self.mode() == ConnectionMode::Server && matches!(site, Some(Err(_)))
        };
        let is_own_set = self.budget.with(Option::is_some);
        (!is_own_set && own_budget().is_err()) || of_site()
    }

    /// Takes another budget.
    pub fn set_budget(self, budget: Budget) {
        set_own_budget(&budget);
        set_if_new(self.budget, Some(budget));
    }

    /// Shows the settings over what is on the page, at `section`.
    pub fn show_settings(self, section: Section) {
        self.settings_section.set(section);
        self.settings_open.set(true);
    }

    /// The system that is shown; none on the home screen.
    pub fn system(self) -> Option<System> {
        self.location.with(|location| System::at(location))
    }

    /// What the screen is called, in the page's language.
    pub fn name_screen(self, name: &str) {
        set_if_new(self.title, name.to_owned());
        set_if_new(self.title_language, None);
    }

    /// What the site allows, as far as its server has said so.
    pub fn site_budget(self) -> Option<Result<Budget, UnreadableBudget>> {
        self.server.with(|answer| match answer {
            Some(ServerAnswer::Settings(settings)) => Some(settings.budget()),
            _ => None,
        })
    }

    /// The model that is asked; empty when the endpoint chooses.
    pub fn model_name(self) -> String {
        match self.connection_now() {
            Some(Ok(connection)) => connection.model().to_owned(),
            _ => String::new(),
        }
    }

    /// What a session may use and what models cost: what the person allows, within what the site
    /// does. Where one of both cannot be read there is no [`Page::connection`].
    pub fn budget_in_force(self) -> Budget {
        // What the site allows is for its own endpoint and key.
        let site = self.site_budget();
        let site = site.filter(|_| self.mode() == ConnectionMode::Server);
        let site = site.and_then(Result::ok);
        self.budget().within(site.unwrap_or_default())
    }

    /// Looks up what is known of the endpoint.
    pub async fn look_up_support(self) {
        let connection = self.choice.get_untracked();
        let support = match self.connection().await {
            Ok(connection) => Some(self.profiles().await.of(&connection).await),
            Err(_) => None,
        };
        // It may be another one by now, which is looked up by itself.
        if self.choice.with_untracked(|now| *now == connection) {
            set_if_new(self.support, support);
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
            Some(StoreKind::Memory) => self.messages().saved_in_tab,
            _ => self.messages().saved,
        }
    }
}

fn first_language() -> Language {
    Language::chosen().unwrap_or_else(Language::of_browser)
}

//! The servers that the visitor has chosen, for as long as the page lives.

use futures::future::join_all;
use kikitori_browser::{EndpointAddress, ServerAnswer};
use kikitori_llm::ApiKey;
use kikitori_mcp::{McpClient, ToolInfo};
use kikitori_store::StoreError;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::server::{Address, Connected, Server, State, connect};
use super::{kept, key};
use crate::page::Page;

/// Where the page's server leads to the servers that it lists.
const LISTED: &str = "v1/mcp/";
/// Where MCP servers usually are, for an address without a path.
const USUAL_PATH: &str = "/mcp";
/// Servers that can be chosen.
const MOST_SERVERS: usize = 8;
/// Characters of a server's name.
const MOST_OF_NAME: usize = 24;

/// Why what the visitor did was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// It is no address.
    NoAddress,
    /// It is no key.
    NoKey,
    /// There are as many servers as there may be.
    TooMany,
    /// The store could not be read or did not take it.
    Store(StoreError),
}

/// A server with what calls it.
#[derive(Clone)]
struct Client {
    name: String,
    client: McpClient,
    instructions: String,
    tools: Vec<ToolInfo>,
}

/// The servers. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct McpServers {
    page: Page,
    /// Those that were chosen.
    pub(super) chosen: RwSignal<Vec<Server>>,
    /// What was not taken.
    pub(super) problem: RwSignal<Option<Problem>>,
    is_read: StoredValue<bool>,
    /// Names of those that could not be stored when they were chosen.
    unkept: StoredValue<Vec<String>>,
    clients: StoredValue<Vec<Client>, LocalStorage>,
}

impl McpServers {
    /// Those of the page.
    pub fn of(page: Page) -> Self {
        page.kept(|| Self {
            page,
            chosen: RwSignal::new(Vec::new()),
            problem: RwSignal::new(None),
            is_read: StoredValue::new(false),
            unkept: StoredValue::new(Vec::new()),
            clients: StoredValue::new_local(Vec::new()),
        })
    }

    /// Reads what was chosen, once.
    async fn read(self) -> Result<(), StoreError> {
        if self.is_read.get_value() {
            return Ok(());
        }
        let store = self.page.store().await.store;
        let kept = kept::read(&*store).await?;
        // Whoever waited for it as well may have been first.
        if !self.is_read.get_value() {
            self.is_read.set_value(true);
            self.chosen.set(kept);
        }
        Ok(())
    }

    /// Reads what was chosen, and asks those servers for their tools.
    pub(super) async fn look(self) {
        match self.read().await {
            Ok(()) => self.connect_all().await,
            Err(error) => self.problem.set(Some(Problem::Store(error))),
        }
    }

    async fn connect_all(self) {
        let servers = self.chosen.get_untracked().into_iter();
        join_all(servers.map(|it| self.connect(it))).await;
    }

    /// The servers that answer, with the tools that are switched on. One in trouble is left out, and
    /// shown with it in the panel.
    ///
    /// # Errors
    /// [`StoreError`] when the choice cannot be read.
    pub async fn connected(self) -> Result<Vec<Connected>, StoreError> {
        self.read().await?;
        self.connect_all().await;
        let chosen = self.chosen.get_untracked();
        let connected = chosen.iter().filter_map(|server| {
            let known = self.client(&server.name)?;
            let tools = known.tools.into_iter().filter(|it| server.is_on(&it.name));
            Some(Connected {
                name: known.name,
                instructions: known.instructions,
                client: known.client,
                tools: tools.collect(),
            })
        });
        Ok(connected.filter(|it| !it.tools.is_empty()).collect())
    }

    fn client(self, name: &str) -> Option<Client> {
        self.clients
            .with_value(|clients| clients.iter().find(|it| it.name == name).cloned())
    }

    async fn connect(self, server: Server) {
        if self.client(&server.name).is_some() {
            return;
        }
        self.update(&server.name, |it| it.state = State::Asked);
        let (url, key) = match &server.address {
            Address::Listed => (self.page.address(&format!("{LISTED}{}", server.name)), None),
            Address::Own(url) => (url.clone(), key::kept(url)),
        };
        let connected = connect(url, key).await;
        let is_chosen = |it: &Server| it.name == server.name && it.address == server.address;
        // It may be gone by now, or another one of this name.
        if !self.chosen.with_untracked(|it| it.iter().any(is_chosen)) {
            return;
        }
        let listed = connected.as_ref().map(|(_, _, list)| list);
        self.update(&server.name, |it| it.take(listed.map_err(|it| *it)));
        if let Ok((client, instructions, list)) = connected {
            self.clients.update_value(|clients| {
                clients.retain(|it| it.name != server.name);
                clients.push(Client {
                    name: server.name.clone(),
                    client,
                    instructions,
                    tools: list.tools,
                });
            });
            // Which tools were on first is kept, so that what the server adds later is off.
            self.keep(&server.name).await;
        }
    }

    fn update(self, name: &str, change: impl FnOnce(&mut Server)) {
        self.chosen.update(|chosen| {
            if let Some(server) = chosen.iter_mut().find(|it| it.name == name) {
                change(server);
            }
        });
    }

    /// Keeps a server that was just chosen.
    async fn keep_new(self, server: &Server) {
        let is_kept = self.change(|kept| {
            kept.retain(|it| it.name != server.name);
            kept.push(server.clone());
        });
        let is_kept = is_kept.await;
        self.unkept.update_value(|unkept| {
            unkept.retain(|it| *it != server.name);
            if !is_kept {
                unkept.push(server.name.clone());
            }
        });
    }

    /// Keeps which tools of a server are on, unless another tab has taken it out.
    async fn keep(self, name: &str) {
        let here = self.chosen.get_untracked().into_iter();
        for server in here.filter(|it| it.name == name) {
            if self.unkept.with_value(|it| it.iter().any(|it| it == name)) {
                self.keep_new(&server).await;
                continue;
            }
            self.change(|kept| {
                let is_it = |it: &&mut Server| it.name == name && it.address == server.address;
                if let Some(it) = kept.iter_mut().find(is_it) {
                    it.on = server.on.clone();
                }
            })
            .await;
        }
    }

    /// Makes a change to those that are kept. Answers whether it was stored.
    async fn change(self, change: impl Fn(&mut Vec<Server>)) -> bool {
        let store = self.page.store().await.store;
        let kept = kept::change(&*store, change).await;
        let is_kept = kept.is_ok();
        self.problem.set(kept.err().map(Problem::Store));
        is_kept
    }

    /// Servers that the page's server lists and that were not chosen.
    pub(super) fn offered(self) -> Vec<String> {
        let listed = self.page.server.with(|answer| match answer {
            Some(ServerAnswer::Settings(settings)) => settings.mcp.clone(),
            _ => Vec::new(),
        });
        self.chosen.with(|chosen| {
            let is_new = |name: &String| !chosen.iter().any(|it| it.name == *name);
            listed.into_iter().filter(is_new).collect()
        })
    }

    /// Where a server is, and what is known of it.
    pub(super) fn known(self, name: &str) -> Option<(Address, State)> {
        self.chosen.with(|chosen| {
            let server = chosen.iter().find(|it| it.name == name)?;
            Some((server.address.clone(), server.state.clone()))
        })
    }

    /// Whether a tool of a server is switched on.
    pub(super) fn is_on(self, server: &str, tool: &str) -> bool {
        self.chosen.with(|chosen| {
            let server = chosen.iter().find(|it| it.name == server);
            server.is_some_and(|it| it.is_on(tool))
        })
    }

    /// Chooses a server that the page's server lists.
    pub(super) fn choose(self, name: String) {
        self.once_read(move |it| it.add(Server::new(name, Address::Listed, None)));
    }

    /// Chooses the server at the address that was typed. Answers whether it was taken.
    pub(super) fn choose_address(self, typed: &str) -> bool {
        let Some(url) = address_in(typed) else {
            self.problem.set(Some(Problem::NoAddress));
            return false;
        };
        self.once_read(move |it| it.choose_url(url))
    }

    /// Chooses one once those that were chosen earlier are read: they would be overwritten. Answers
    /// whether it was taken, which is supposed of one that has to wait.
    fn once_read(self, choose: impl FnOnce(Self) -> bool + 'static) -> bool {
        if self.is_read.get_value() {
            return choose(self);
        }
        spawn_local(async move {
            match self.read().await {
                Ok(()) => drop(choose(self)),
                Err(error) => self.problem.set(Some(Problem::Store(error))),
            }
        });
        true
    }

    fn choose_url(self, url: String) -> bool {
        let known = |it: &Server| it.address == Address::Own(url.clone());
        if self.chosen.with_untracked(|it| it.iter().any(known)) {
            self.problem.set(None);
            return true;
        }
        let name = self.free_name(&url);
        self.add(Server::new(name, Address::Own(url), None))
    }

    fn add(self, server: Server) -> bool {
        if self.chosen.with_untracked(Vec::len) >= MOST_SERVERS {
            self.problem.set(Some(Problem::TooMany));
            return false;
        }
        self.problem.set(None);
        self.chosen.update(|chosen| chosen.push(server.clone()));
        spawn_local(async move {
            self.keep_new(&server).await;
            self.connect(server).await;
        });
        true
    }

    /// A name that no other server has, of the address's host.
    fn free_name(self, url: &str) -> String {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        let host = rest.split('/').next().unwrap_or_default();
        let plain = |it: char| match it.is_ascii_alphanumeric() {
            true => it.to_ascii_lowercase(),
            false => '-',
        };
        let base: String = host.chars().map(plain).take(MOST_OF_NAME).collect();
        let listed = self.offered();
        let is_free = |name: &String| {
            !listed.contains(name)
                && !self
                    .chosen
                    .with_untracked(|it| it.iter().any(|it| it.name == *name))
        };
        let mut names = (2..).map(|number: u32| format!("{base}-{number}"));
        match is_free(&base) {
            true => base,
            false => names.find(is_free).unwrap_or(base),
        }
    }

    /// Switches a tool on or off, from the next question or plan on.
    pub(super) fn switch(self, server: &str, tool: &str, is_on: bool) {
        self.update(server, |it| {
            let on = it.on.get_or_insert_with(Vec::new);
            on.retain(|it| it != tool);
            if is_on {
                on.push(tool.to_owned());
            }
        });
        let server = server.to_owned();
        spawn_local(async move { self.keep(&server).await });
    }

    /// Asks a server again.
    pub(super) fn try_again(self, name: &str) {
        let chosen = self.chosen.get_untracked().into_iter();
        for server in chosen.filter(|it| it.name == name) {
            spawn_local(self.connect(server));
        }
    }

    fn own_address(self, name: &str) -> Option<String> {
        match self.known(name)?.0 {
            Address::Own(url) => Some(url),
            Address::Listed => None,
        }
    }

    /// Whether a server is sent a key.
    pub(super) fn has_key(self, name: &str) -> bool {
        let address = untrack(|| self.own_address(name));
        address.is_some_and(|url| key::kept(&url).is_some())
    }

    /// Takes the key that was typed for a server, and asks it with that.
    pub(super) fn use_key(self, name: &str, typed: &str) {
        let Ok(key) = ApiKey::new(typed) else {
            return self.problem.set(Some(Problem::NoKey));
        };
        self.problem.set(None);
        if let Some(url) = untrack(|| self.own_address(name)) {
            key::keep(&url, &key);
            self.try_again(name);
        }
    }

    /// Forgets the key of a server, and asks it without.
    pub(super) fn forget_key(self, name: &str) {
        if let Some(url) = untrack(|| self.own_address(name)) {
            key::forget(&url);
            self.disconnect(name);
            self.try_again(name);
        }
    }

    fn disconnect(self, name: &str) {
        self.clients
            .update_value(|clients| clients.retain(|it| it.name != name));
    }

    /// Takes a server out.
    pub(super) fn remove(self, name: &str) {
        if let Some(url) = untrack(|| self.own_address(name)) {
            key::forget(&url);
        }
        self.chosen
            .update(|chosen| chosen.retain(|it| it.name != name));
        self.disconnect(name);
        let name = name.to_owned();
        spawn_local(async move {
            self.change(|kept| kept.retain(|it| it.name != name)).await;
        });
    }
}

/// The address that was typed, with the usual path where it has none.
fn address_in(typed: &str) -> Option<String> {
    let typed = typed.trim();
    let rest = typed.split_once("://").map_or(typed, |(_, rest)| rest);
    let has_path = rest
        .split_once('/')
        .is_some_and(|(_, path)| !path.is_empty());
    let whole = match has_path {
        true => typed.to_owned(),
        false => format!("{}{USUAL_PATH}", typed.trim_end_matches('/')),
    };
    let address = EndpointAddress::parse(&whole).ok()?;
    Some(address.base_url().to_owned())
}

//! A server that the visitor has chosen.

use std::rc::Rc;
use std::time::Duration;

use futures::future::{Either, select};
use kikitori_browser::{BrowserTimer, FetchTransport};
use kikitori_llm::ApiKey;
use kikitori_mcp::{McpClient, McpEndpoint, McpError, McpLimits, ToolInfo, ToolList};
use kikitori_ports::Timer;
use leptos::task::spawn_local;

use super::key;

/// How long a server may take until it has listed its tools.
const PATIENCE: Duration = Duration::from_secs(15);
/// Tools that are on of a server whose tools nobody has chosen from: a model gets all of them with
/// every request.
const FIRST_ON: usize = 24;

/// Where a server is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// The page's server leads to it.
    Listed,
    /// The visitor has given its address.
    Own(String),
}

/// A server that the visitor has chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// By which its tools are told apart from those of others: small letters, digits and hyphens.
    pub name: String,
    /// Where it is.
    pub address: Address,
    /// The tools that are switched on; none until it has listed them. What a server adds later is
    /// off until somebody has seen it.
    pub on: Option<Vec<String>>,
    /// What is known of it now.
    pub state: State,
}

/// What is known of a server now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// It is being asked, or will be when it is needed.
    Asked,
    /// It has listed its tools.
    Ready(Vec<Tool>),
    /// It cannot be used.
    Trouble(Trouble),
}

/// A tool as the visitor sees it: the server's words, which are data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool {
    /// By which it is called.
    pub name: String,
    /// What people call it.
    pub label: String,
    /// What it does.
    pub description: String,
    /// Whether the server says that it changes nothing.
    pub is_read_only: bool,
    /// Whether it may destroy what was there, as the server says.
    pub is_destructive: bool,
}

/// Why a server cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// It is not reached: it is away, or does not let this page in.
    Unreachable,
    /// It takes too long.
    Slow,
    /// It asks for a key.
    Locked,
    /// There is no such server behind the page's.
    NotListed,
    /// It speaks something else.
    NoMcp,
}

impl Trouble {
    /// In a word, as `data-state` has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::Slow => "slow",
            Self::Locked => "locked",
            Self::NotListed => "not-listed",
            Self::NoMcp => "no-mcp",
        }
    }
}

/// A server that has listed its tools.
#[derive(Clone)]
pub struct Connected {
    /// By which its tools are told apart from those of others.
    pub name: String,
    /// What it says of itself, for a model.
    pub instructions: String,
    /// What calls its tools.
    pub client: McpClient,
    /// The tools that are switched on.
    pub tools: Vec<ToolInfo>,
}

impl Server {
    /// One that nothing is known of yet.
    pub fn new(name: String, address: Address, on: Option<Vec<String>>) -> Self {
        Self {
            name,
            address,
            on,
            state: State::Asked,
        }
    }

    /// Whether a tool is switched on.
    pub fn is_on(&self, tool: &str) -> bool {
        let on = self.on.iter().flatten();
        on.into_iter().any(|it| it == tool)
    }

    /// Takes what became of asking it. The first tools are on where nobody has chosen.
    pub fn take(&mut self, listed: Result<&ToolList, Trouble>) {
        self.state = match listed {
            Ok(list) => {
                let names = list.tools.iter().map(|it| it.name.clone());
                self.on
                    .get_or_insert_with(|| names.take(FIRST_ON).collect());
                State::Ready(list.tools.iter().map(tool).collect())
            }
            Err(trouble) => State::Trouble(trouble),
        };
    }
}

fn tool(tool: &ToolInfo) -> Tool {
    Tool {
        name: tool.name.clone(),
        label: tool.label().to_owned(),
        description: tool.description.trim().to_owned(),
        is_read_only: tool.annotations.is_read_only(),
        is_destructive: tool.annotations.destructive_hint == Some(true),
    }
}

/// A client of the server at `url`, with what it says of itself for a model and its tools.
pub async fn connect(
    url: String,
    key: Option<ApiKey>,
) -> Result<(McpClient, String, ToolList), Trouble> {
    let endpoint = McpEndpoint {
        url,
        headers: key.iter().map(key::header).collect(),
    };
    let (client, background) = McpClient::new(
        endpoint,
        Rc::new(FetchTransport),
        Rc::new(BrowserTimer),
        McpLimits::default(),
    );
    spawn_local(background);
    let listed = async {
        let about = client.server().await?;
        Ok((about.instructions, client.list_tools().await?))
    };
    match select(Box::pin(listed), BrowserTimer.sleep(PATIENCE)).await {
        Either::Left((Ok((instructions, list)), _)) => Ok((client.clone(), instructions, list)),
        Either::Left((Err(error), _)) => {
            tracing::warn!(%error, "an MCP server cannot be used");
            Err(trouble(&error))
        }
        Either::Right(_) => Err(Trouble::Slow),
    }
}

fn trouble(error: &McpError) -> Trouble {
    match error {
        McpError::NotConnected(error) => trouble(error),
        McpError::Transport(_) | McpError::BrokenOff => Trouble::Unreachable,
        McpError::Unauthorized { .. } => Trouble::Locked,
        McpError::TimedOut { .. } => Trouble::Slow,
        McpError::Status { status, .. } => match status {
            404 => Trouble::NotListed,
            500.. => Trouble::Unreachable,
            _ => Trouble::NoMcp,
        },
        McpError::Rpc { .. }
        | McpError::UnsupportedVersion { .. }
        | McpError::Malformed { .. }
        | McpError::TooMuch { .. }
        | McpError::SessionExpired => Trouble::NoMcp,
    }
}

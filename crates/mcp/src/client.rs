//! A client of one MCP server.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::StreamExt;
use futures::channel::mpsc::{UnboundedSender, unbounded};
use futures::future::LocalBoxFuture;
use futures::lock::Mutex;
use kikitori_json::FromJson;
use kikitori_ports::{Timer, Transport};
use serde_json::{Map, Value, json};

use crate::background::{Unsent, send_all};
use crate::bounds::{MAX_PAGES, MAX_TOOLS};
use crate::endpoint::{McpEndpoint, McpLimits};
use crate::error::McpError;
use crate::exchange::Exchange;
use crate::host::{CallHost, IDEMPOTENCY_KEY, NoHost};
use crate::link::{Link, SessionKey, session_of};
use crate::message::{self, ServerMessage, method};
use crate::reply::Reply;
use crate::tool::{ToolInfo, ToolList, ToolResult};
use crate::version::ProtocolVersion;

/// What a server says of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ServerInfo {
    /// Its name.
    pub name: String,
    /// What people read, where it says.
    pub title: Option<String>,
    /// Which version of it runs.
    pub version: String,
    /// What it wants a model to know of its tools.
    pub instructions: String,
}

/// A client of one MCP server, over Streamable HTTP. The session is begun with the first request,
/// and anew where the server has ended it. Copies share it.
///
/// ```
/// use std::{future::ready, rc::Rc};
/// use futures::{executor::block_on, future::LocalBoxFuture};
/// use kikitori_mcp::{McpClient, McpEndpoint, McpLimits};
/// use kikitori_ports::{HttpRequest, HttpResponse, NoTimer, Transport, TransportError};
///
/// struct NoNetwork;
/// impl Transport for NoNetwork {
///     fn send(&self, _: HttpRequest) -> LocalBoxFuture<'_, Result<HttpResponse, TransportError>> {
///         let detail = "no network".to_owned();
///         Box::pin(ready(Err(TransportError::Unreachable { detail })))
///     }
/// }
///
/// let endpoint = McpEndpoint::new("https://tools.example/mcp");
/// let (client, _background) =
///     McpClient::new(endpoint, Rc::new(NoNetwork), Rc::new(NoTimer), McpLimits::default());
/// let error = block_on(client.list_tools()).unwrap_err();
/// // There was no session, so nothing can have been done.
/// assert!(error.is_undone());
/// ```
#[derive(Clone)]
pub struct McpClient(Rc<Shared>);

struct Shared {
    link: Link,
    session: RefCell<Option<Rc<Session>>>,
    /// Held by whoever begins a session.
    beginning: Mutex<()>,
    requests: Cell<u64>,
    unsent: UnboundedSender<Unsent>,
}

struct Session {
    key: SessionKey,
    server: ServerInfo,
}

impl Drop for Shared {
    fn drop(&mut self) {
        if let Some(session) = self.session.take() {
            let session = session.key.clone();
            // Nobody is there to send it once the page is left.
            let _ = self.unsent.unbounded_send(Unsent::Ended { session });
        }
    }
}

impl McpClient {
    /// A client of the server at `endpoint`, and what has to be polled beside it: it sends what
    /// nobody waits for, such as that a call was given up, and ends after the last copy of the
    /// client.
    pub fn new(
        endpoint: McpEndpoint,
        transport: Rc<dyn Transport>,
        timer: Rc<dyn Timer>,
        limits: McpLimits,
    ) -> (Self, LocalBoxFuture<'static, ()>) {
        let link = Link {
            endpoint: Rc::new(endpoint),
            transport,
            timer,
            limits,
        };
        let (unsent, sent) = unbounded();
        let background = send_all(link.clone(), sent);
        let client = Self(Rc::new(Shared {
            link,
            session: RefCell::default(),
            beginning: Mutex::new(()),
            requests: Cell::new(0),
            unsent,
        }));
        (client, Box::pin(background))
    }

    /// What the server says of itself.
    ///
    /// # Errors
    /// [`McpError`] when no session can be begun.
    pub async fn server(&self) -> Result<ServerInfo, McpError> {
        Ok(self.session().await?.server.clone())
    }

    /// Every tool that the server lists, page by page.
    ///
    /// # Errors
    /// [`McpError`], and [`McpError::TooMuch`] where there is no end to them.
    pub async fn list_tools(&self) -> Result<ToolList, McpError> {
        #[derive(FromJson)]
        #[serde(rename_all = "camelCase")]
        struct Page {
            tools: Vec<Value>,
            next_cursor: Option<String>,
        }
        let mut list = ToolList::default();
        let mut params = json!({});
        for _ in 0..MAX_PAGES {
            let page = self.request(method::LIST_TOOLS, &params, &NoHost).await?;
            let page =
                Page::from_json(page).map_err(|error| McpError::malformed(error.to_string()))?;
            for tool in page.tools {
                if list.tools.len() + list.refused.len() == MAX_TOOLS {
                    let (what, most) = ("tools", MAX_TOOLS);
                    return Err(McpError::TooMuch { what, most });
                }
                match ToolInfo::read(tool) {
                    Ok(tool) => list.tools.push(tool),
                    Err(refused) => list.refused.push(refused),
                }
            }
            match page.next_cursor {
                Some(cursor) => params = json!({"cursor": cursor}),
                None => return Ok(list),
            }
        }
        let (what, most) = ("pages of tools", MAX_PAGES);
        Err(McpError::TooMuch { what, most })
    }

    /// Calls a tool; `host` hears how far it is, and answers what the server asks. Dropping the
    /// future tells the server that nobody waits any more.
    ///
    /// # Errors
    /// [`McpError`]. A tool that says that it failed is no error here: see
    /// [`ToolResult::is_error`].
    pub async fn call_tool(
        &self,
        name: &str,
        arguments: Map<String, Value>,
        host: &dyn CallHost,
    ) -> Result<ToolResult, McpError> {
        let params = json!({"name": name, "arguments": arguments});
        let answer = self.request(method::CALL_TOOL, &params, host).await?;
        ToolResult::read(answer).map_err(|error| McpError::malformed(error.to_string()))
    }

    /// Makes a request, a second time where the session has ended: the server has not taken the
    /// first one then.
    async fn request(
        &self,
        method: &str,
        params: &Value,
        host: &dyn CallHost,
    ) -> Result<Value, McpError> {
        for _ in 0..2 {
            let session = self.session().await;
            let session = session.map_err(|error| McpError::NotConnected(Box::new(error)))?;
            let id = self.next_id();
            let mut params = params.clone();
            if let Value::Object(params) = &mut params {
                let mut meta = Map::new();
                meta.insert("progressToken".to_owned(), json!(id));
                let key = host.idempotency_key();
                meta.extend(key.map(|key| (IDEMPOTENCY_KEY.to_owned(), json!(key))));
                params.insert("_meta".to_owned(), Value::Object(meta));
            }
            let exchange = Exchange {
                link: &self.0.link,
                session: &session.key,
                id,
                host,
                unsent: &self.0.unsent,
            };
            match exchange.make(method, &params).await {
                Err(McpError::SessionExpired) => self.forget(&session),
                outcome => return outcome,
            }
        }
        Err(McpError::SessionExpired)
    }

    fn next_id(&self) -> u64 {
        self.0.requests.set(self.0.requests.get() + 1);
        self.0.requests.get()
    }

    /// Forgets a session that has ended, unless there is another one by now.
    fn forget(&self, ended: &Rc<Session>) {
        let mut session = self.0.session.borrow_mut();
        if session.as_ref().is_some_and(|it| Rc::ptr_eq(it, ended)) {
            session.take();
        }
    }

    /// The session; begun if there is none.
    async fn session(&self) -> Result<Rc<Session>, McpError> {
        let _only_one = self.0.beginning.lock().await;
        let known = self.0.session.borrow().clone();
        if let Some(session) = known {
            return Ok(session);
        }
        let session = Rc::new(self.begin().await?);
        self.0.session.replace(Some(session.clone()));
        Ok(session)
    }

    async fn begin(&self) -> Result<Session, McpError> {
        let (link, id) = (&self.0.link, self.next_id());
        let params = json!({
            "protocolVersion": ProtocolVersion::NEWEST.name(),
            "capabilities": {"elicitation": {}},
            "clientInfo": {"name": "kikitori", "version": env!("CARGO_PKG_VERSION")},
        });
        let begun = async {
            let request = message::request(id, method::INITIALIZE, &params);
            let response = link.post(request, None).await?;
            let name = session_of(&response)?;
            // No session is known yet that a reply could be taken up again in.
            let key = SessionKey {
                id: name,
                version: ProtocolVersion::NEWEST,
            };
            let reply = Reply::new(link.clone(), key.clone(), response);
            let answer = answer_to(id, reply).await?;
            let session = Session::read(key, answer)?;
            let message = message::notification(method::INITIALIZED, &json!({}));
            link.post(message, Some(&session.key)).await?;
            Ok(session)
        };
        link.in_time(begun).await
    }
}

/// The answer in a reply to `initialize`, during which a server may only tell things and ping.
async fn answer_to(id: u64, reply: Reply) -> Result<Value, McpError> {
    let mut messages = reply.messages();
    while let Some(message) = messages.next().await {
        match message? {
            ServerMessage::Answer {
                id: answered,
                outcome,
            } if answered == Some(id) || outcome.is_err() => return outcome,
            _ => {}
        }
    }
    Err(McpError::BrokenOff)
}

impl Session {
    fn read(key: SessionKey, answer: Value) -> Result<Self, McpError> {
        #[derive(FromJson)]
        #[serde(rename_all = "camelCase")]
        struct Initialized {
            protocol_version: String,
            #[serde(default)]
            server_info: Info,
            #[serde(default)]
            instructions: String,
        }
        #[derive(Default, FromJson)]
        #[serde(default)]
        struct Info {
            name: String,
            title: Option<String>,
            version: String,
        }
        let begun = Initialized::from_json(answer);
        let begun = begun.map_err(|error| McpError::malformed(error.to_string()))?;
        let version = ProtocolVersion::chosen(&begun.protocol_version)?;
        let info = begun.server_info;
        Ok(Self {
            key: SessionKey { version, ..key },
            server: ServerInfo {
                name: info.name,
                title: info.title,
                version: info.version,
                instructions: begun.instructions,
            },
        })
    }
}

//! Passing requests through to MCP servers: to those that whoever runs the proxy has listed, and to
//! no other address.

use crate::{ProxyError, answer, api_error::ApiError, guard, upstream};
use axum::{
    Router,
    extract::{Path, Request, State},
    http::{HeaderName, Method, header},
    response::Response,
    routing::any,
};
use reqwest::{Client, Url};
use std::{collections::BTreeMap, sync::Arc, time::Duration};

/// The name of a session, which the server gives and the page repeats.
const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
/// What of a request's headers the server gets. Nothing that the browser knows of the visitor.
const PASSED: [HeaderName; 5] = [
    header::ACCEPT,
    header::CONTENT_TYPE,
    SESSION,
    HeaderName::from_static("mcp-protocol-version"),
    HeaderName::from_static("last-event-id"),
];
/// Bytes of a server's name.
const MOST_OF_NAME: usize = 32;

/// The MCP servers that may be asked, by name.
#[derive(Clone)]
pub struct McpServers {
    servers: Arc<BTreeMap<String, Server>>,
    body_time: Duration,
}

struct Server {
    client: Client,
    url: Url,
    /// For people: in messages.
    host: String,
}

impl McpServers {
    pub fn new(listed: &[(String, String)], body_time: Duration) -> Result<Self, ProxyError> {
        let mut servers = BTreeMap::new();
        for (name, url) in listed {
            let is_plain = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-';
            let bad = |reason| ProxyError::BadMcpServer {
                name: name.clone(),
                reason,
            };
            if name.is_empty() || name.len() > MOST_OF_NAME || !name.bytes().all(is_plain) {
                return Err(bad("a name has up to 32 small letters, digits and hyphens"));
            }
            let url = upstream::base(url)?;
            let server = Server {
                client: upstream::client(&url)?,
                host: upstream::host(&url),
                url,
            };
            if servers.insert(name.clone(), server).is_some() {
                return Err(bad("there are two of this name"));
            }
        }
        Ok(Self {
            servers: Arc::new(servers),
            body_time,
        })
    }

    pub fn names(&self) -> Vec<&str> {
        self.servers.keys().map(String::as_str).collect()
    }

    pub fn routes(self) -> Router {
        Router::new()
            .route("/v1/mcp/{name}", any(pass))
            .with_state(self)
    }
}

async fn pass(
    State(servers): State<McpServers>,
    Path(name): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let server = servers.servers.get(&name).ok_or_else(ApiError::not_found)?;
    let headers = request.headers().clone();
    let mut asked = match *request.method() {
        Method::POST => {
            let body = guard::json_body(request, servers.body_time).await?;
            server.client.post(server.url.clone()).body(body)
        }
        Method::GET => server.client.get(server.url.clone()),
        Method::DELETE => server.client.delete(server.url.clone()),
        _ => return Err(ApiError::wrong_method()),
    };
    for name in PASSED {
        if let Some(value) = headers.get(&name) {
            asked = asked.header(name, value.clone());
        }
    }
    let answered = upstream::answer_to(asked, &server.host).await?;
    let session = answered.headers().get(SESSION).cloned();
    let asked_for = headers.get(header::ACCEPT);
    let mut answer = answer::safe(answered, asked_for, &server.host, None).await?;
    if let Some(session) = session {
        answer.headers_mut().insert(SESSION, session);
    }
    Ok(answer)
}

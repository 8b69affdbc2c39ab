//! The protocol's own MCP server, run by Node.

use std::net::Ipv4Addr;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};

use crate::setting;

/// How long it may take to start.
const PATIENCE: Duration = Duration::from_secs(60);

/// `@modelcontextprotocol/server-everything`, on a port of its own. It ends with this value.
pub struct McpServer {
    port: u16,
    _process: Child,
}

impl McpServer {
    /// Starts one.
    pub async fn start() -> Self {
        // It takes the port that it is given, which another program may take first.
        for _ in 0..5 {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
            let port = listener.local_addr().unwrap().port();
            drop(listener);
            if let Some(server) = Self::on(port).await {
                return server;
            }
        }
        panic!("the MCP server ended five times");
    }

    async fn on(port: u16) -> Option<Self> {
        let mut process = Command::new("node")
            .arg(setting("KIKITORI_MCP_SERVER"))
            .arg("streamableHttp")
            .env("PORT", port.to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take()?).lines();
        let listening = async {
            while let Ok(Some(line)) = lines.next_line().await {
                if line.contains("listening") {
                    return true;
                }
            }
            false
        };
        let is_there = tokio::time::timeout(PATIENCE, listening).await;
        assert!(is_there.is_ok(), "the MCP server does not start");
        // What it says later is read, so that it never waits for a reader.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        is_there.unwrap().then_some(Self {
            port,
            _process: process,
        })
    }

    /// Where it is.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/mcp", self.port)
    }
}

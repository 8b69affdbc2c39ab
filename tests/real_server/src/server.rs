//! A server as a child process: on a free port, with its output in a file.

use std::fs::File;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use reqwest::Client;
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep};

/// What a request has to show.
pub const KEY: &str = "a-key-for-this-test";
/// What the server calls its model.
pub const MODEL: &str = "tiny";

/// A model of half a megabyte is there in a moment; a machine that is busy may take longer.
const START: Duration = Duration::from_secs(60);

/// The longest that a plain request may take.
const ANSWER: Duration = Duration::from_secs(5);

/// How a server is started.
pub struct Program {
    /// What people call it.
    pub name: &'static str,
    /// The program and its arguments.
    pub command: Command,
    /// What it answers with a success once it is ready.
    pub ready: &'static str,
}

/// llama.cpp's own server.
pub fn llama_server(program: &Path, model: &Path, port: u16) -> Program {
    let mut command = Command::new(program);
    command.arg("--model").arg(model);
    command.args(["--host", "127.0.0.1", "--port", &port.to_string()]);
    command.args(["--alias", MODEL, "--api-key", KEY]);
    // Two conversations at once, each with all the context that the model has.
    let context = 2 * crate::model::CONTEXT;
    command.args(["--parallel", "2", "--ctx-size", &context.to_string()]);
    // More threads than one only get in each other's way in so small a model.
    command.args(["--threads", "1", "--seed", "1", "--predict", "1024"]);
    command.args(["--jinja", "--slots", "--no-webui", "--offline"]);
    Program {
        name: "llama.cpp's llama-server",
        command,
        ready: "/health",
    }
}

/// The server of llama-cpp-python, which is another program over the same library.
pub fn python_server(python: &Path, libraries: &Path, model: &Path, port: u16) -> Program {
    let mut command = Command::new(python);
    command.env("LLAMA_CPP_LIB_PATH", libraries);
    command.args(["-m", "llama_cpp.server"]);
    command.arg("--model").arg(model);
    command.args(["--host", "127.0.0.1", "--port", &port.to_string()]);
    command.args(["--model_alias", MODEL, "--api_key", KEY]);
    command.args(["--n_ctx", &crate::model::CONTEXT.to_string()]);
    command.args(["--n_threads", "1", "--n_threads_batch", "1", "--seed", "1"]);
    Program {
        name: "llama-cpp-python's server",
        command,
        ready: "/v1/models",
    }
}

/// A port that nobody listens on just now.
///
/// # Errors
/// When the machine has none.
pub fn free_port() -> io::Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    Ok(listener.local_addr()?.port())
}

/// A running server. It ends when this is dropped.
pub struct Server {
    child: Child,
    http: Client,
    /// Its address, without a slash at the end.
    pub address: String,
    /// Where its output goes.
    pub log: PathBuf,
}

impl Server {
    /// Starts `program` and waits until it is ready.
    ///
    /// # Errors
    /// A sentence, when it cannot be started, ends at once, or is not ready in time.
    pub async fn start(
        program: Program,
        port: u16,
        log: PathBuf,
        http: &Client,
    ) -> Result<Self, String> {
        let say = |what: &str, error: io::Error| format!("{}: {what}: {error}", program.name);
        let file = File::create(&log).map_err(|error| say("its log", error))?;
        let errors = file.try_clone().map_err(|error| say("its log", error))?;
        let mut command = program.command;
        let child = command
            .stdin(Stdio::null())
            .stdout(file)
            .stderr(errors)
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| say("it cannot be started", error))?;
        let mut server = Self {
            child,
            http: http.clone(),
            address: format!("http://127.0.0.1:{port}"),
            log,
        };
        server.wait_until(program.ready).await?;
        Ok(server)
    }

    async fn wait_until(&mut self, ready: &str) -> Result<(), String> {
        let begun = Instant::now();
        loop {
            if self.get(ready).await.is_ok() {
                return Ok(());
            }
            let log = self.log.display();
            if let Ok(Some(status)) = self.child.try_wait() {
                return Err(format!("the server ended ({status}); see {log}"));
            }
            if begun.elapsed() > START {
                let seconds = START.as_secs();
                return Err(format!(
                    "the server was not ready in {seconds} seconds; see {log}"
                ));
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// What the server answers to a plain request.
    ///
    /// # Errors
    /// A sentence, when it does not answer or not with a success.
    pub async fn get(&self, path: &str) -> Result<String, String> {
        let request = self
            .http
            .get(format!("{}{path}", self.address))
            .bearer_auth(KEY)
            .timeout(ANSWER);
        let answer = async { request.send().await?.error_for_status()?.text().await };
        answer.await.map_err(|error| error.to_string())
    }

    /// Ends the server at once, whatever it is doing.
    pub async fn kill(&mut self) {
        let _ = self.child.kill().await;
    }
}

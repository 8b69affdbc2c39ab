//! `kikitori-proxy`: the page and `/v1` on one address.

mod listen;
mod options;

use kikitori_llm::Budget;
use kikitori_proxy::{ProxyConfig, Secret, Upstream, app, serve_within};
use options::{Options, USAGE};
use std::{
    env::{self, VarError},
    fs, io,
    path::Path,
    process::ExitCode,
};
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> ExitCode {
    // Standard error, and only what matters to the one who runs it. No content, no keys: neither
    // this program nor its libraries put any into events of this level.
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::WARN)
        .with_writer(io::stderr)
        .with_ansi(false)
        .init();
    let options = match Options::parse(env::args_os()) {
        Ok(Some(options)) => options,
        Ok(None) => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("kikitori-proxy: {error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(options).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(options: Options) -> Result<(), String> {
    let mut notes = listen::notes(options.listen, &options.hosts);
    let (upstream, who) = match options.endpoint {
        None => (
            Upstream::Scripted,
            "the built-in scripted model, on this machine".to_owned(),
        ),
        Some(endpoint) => {
            let key = key_in(&endpoint.key_env)?;
            let with = match &key {
                Some(key) => {
                    if !key.is_recognisable() {
                        notes.push(format!(
                            "The key in {} is so short that it is taken for a word: it is not \
                             hidden where the endpoint repeats it.",
                            endpoint.key_env
                        ));
                    }
                    let variable = &endpoint.key_env;
                    listen::may_share_key(options.listen, variable, options.shares_key)?;
                    if !listen::is_local(options.listen) {
                        notes.push(format!(
                            "Everyone who can reach {} can spend the key in {variable}.",
                            options.listen
                        ));
                    }
                    format!("with the key in {variable}")
                }
                None => format!("without a key, as {} is empty", endpoint.key_env),
            };
            let who = format!("{} at {}, {with}", endpoint.model, endpoint.url);
            let upstream = Upstream::Endpoint {
                base_url: endpoint.url,
                model: Some(endpoint.model),
                key,
            };
            (upstream, who)
        }
    };
    if !options.mcp.is_empty() && !listen::is_local(options.listen) {
        notes.push(format!(
            "Everyone who can reach {} can use the MCP servers.",
            options.listen
        ));
    }
    let config = ProxyConfig {
        dist: options.dist,
        hosts: options.hosts,
        connect: options.connect,
        embed: options.embed,
        mcp: options.mcp,
        patient: options.patient,
        budget: options.budget.as_deref().map(read_budget).transpose()?,
        limits: options.limits.clone(),
        ..ProxyConfig::new(upstream)
    };
    let router = app(config).map_err(|error| error.to_string())?;

    let listener = TcpListener::bind(options.listen)
        .await
        .map_err(|error| listen::problem(options.listen, &error))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    // Before anyone is told that it runs: who knows that may already ask it to stop.
    let asked_to_stop = asked_to_stop()
        .map_err(|error| format!("The signals to stop cannot be listened for: {error}"))?;
    println!("Answers come from {who}.");
    for note in notes {
        println!("Note: {note}");
    }
    println!("Kikitori is at http://{address}  (Ctrl-C stops it)");
    serve_within(&options.limits, listener, router, asked_to_stop)
        .await
        .map_err(|error| error.to_string())
}

/// The key in the environment's `variable`, if it holds any.
fn key_in(variable: &str) -> Result<Option<Secret>, String> {
    match env::var(variable) {
        Ok(key) if !key.trim().is_empty() => Ok(Some(Secret::new(&key))),
        Ok(_) | Err(VarError::NotPresent) => Ok(None),
        // The error itself would show it.
        Err(VarError::NotUnicode(_)) => Err(format!(
            "The key in {variable} is not text in UTF-8, so it cannot be sent. Set it again."
        )),
    }
}

/// Resolves at Ctrl-C, or when the system asks this program to end. It listens for both from the
/// call on, not only once it is awaited.
#[cfg(unix)]
fn asked_to_stop() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut interrupted = signal(SignalKind::interrupt())?;
    let mut terminated = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
        }
    })
}

/// Resolves at Ctrl-C.
#[cfg(not(unix))]
fn asked_to_stop() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

fn read_budget(file: &Path) -> Result<Budget, String> {
    let text = fs::read_to_string(file)
        .map_err(|error| format!("The budget {} cannot be read: {error}.", file.display()))?;
    serde_json::from_str(&text).map_err(|error| {
        format!(
            "The budget {} is not as expected: {error}. It should look like \
             {{\"caps\": {{\"calls\": 200, \"cost\": \"1.50\"}}, \
             \"prices\": {{\"a-model\": {{\"prompt\": \"0.40\", \"completion\": \"1.60\"}}}}}}.",
            file.display()
        )
    })
}

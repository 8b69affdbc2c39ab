//! `cargo xtask serve`: from a fresh copy to a page in the browser.

use crate::{
    error::Error,
    lock, page,
    process::{self, KEY, Run},
    tools,
    workspace::Workspace,
};
use std::{
    env,
    fs::File,
    net::{Ipv4Addr, TcpListener},
    path::{Path, PathBuf},
};

/// The port unless another is asked for.
pub const PORT: u16 = 8787;

/// Tells `web/build-module.mjs`, which Trunk runs, to have the page's own program built alone.
const PAGE_ALONE: &str = "KIKITORI_PAGE_ALONE";

/// What to serve.
pub struct Plan {
    /// The port on this machine.
    pub port: u16,
    /// A real endpoint; without one, the built-in scripted model answers.
    pub endpoint: Option<Endpoint>,
    /// A file with caps and prices.
    pub budget: Option<PathBuf>,
    /// Which page.
    pub page: Served,
}

/// Which page is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Served {
    /// The one to work on: built soon, and again whenever one of its files is saved.
    Development,
    /// The one that visitors get.
    Release,
}

/// An OpenAI-compatible endpoint.
pub struct Endpoint {
    /// Its base URL, which `/chat/completions` is appended to.
    pub url: String,
    /// The model to ask for.
    pub model: String,
    /// The environment variable with the key, if the person named one. The key itself is never an
    /// argument: arguments can be read by everyone on the machine.
    pub key_env: Option<String>,
}

impl Endpoint {
    /// The environment variable that the key is read from.
    pub fn key_variable(&self) -> &str {
        self.key_env.as_deref().unwrap_or(KEY)
    }
}

/// Builds what is needed and serves it until stopped.
pub fn serve(workspace: &Workspace, plan: &Plan) -> Result<(), Error> {
    // Looked at first: nobody should wait for a build to learn this.
    let listen = (Ipv4Addr::LOCALHOST, plan.port);
    if let Err(error) = TcpListener::bind(listen) {
        return Err(Error::Other(format!(
            "Port {port} cannot be used ({error}). Stop the program that has it, or choose another: \
             cargo xtask serve --port {other}",
            port = plan.port,
            other = plan.port.checked_add(1).unwrap_or(PORT),
        )));
    }
    if let Some(endpoint) = &plan.endpoint {
        let rest = ["http://", "https://"]
            .iter()
            .find_map(|scheme| endpoint.url.strip_prefix(scheme));
        // The proxy looks closer; this is what can be said without building it.
        if rest.is_none_or(|rest| rest.is_empty() || rest.starts_with('/')) {
            return Err(Error::Other(
                "The endpoint's address should look like http://localhost:11434/v1 or \
                 https://example.org/v1."
                    .to_owned(),
            ));
        }
    }
    if let Some(name) = plan
        .endpoint
        .as_ref()
        .and_then(|endpoint| endpoint.key_env.as_ref())
        && env::var_os(name).is_none_or(|key| key.is_empty())
    {
        return Err(Error::Other(format!(
            "The environment variable {name} is empty. Put the endpoint's key into it, or leave \
             --key-env away if the endpoint needs no key."
        )));
    }

    if let Some(budget) = plan.budget.as_ref().filter(|file| !file.is_file()) {
        return Err(Error::Other(format!(
            "There is no file {}. --budget names a JSON file with caps and prices.",
            budget.display()
        )));
    }

    // The page to work on lies in one folder, which one run at a time builds and watches.
    let _alone = match plan.page {
        Served::Release => None,
        Served::Development => Some(alone(&workspace.notes().join("served.lock"))?),
    };
    // It needs none of the tools: their last steps, and those of a page, keep one core busy and leave the
    // others to this. To whoever works on the page it is the one that the tests use.
    println!("proxy: building, beside what else there is to do …");
    let release: &[&str] = match plan.page {
        Served::Development => &[],
        Served::Release => &["--release"],
    };
    let building = workspace
        .cargo()
        .args(["build", "--quiet", "--package", "kikitori-proxy"])
        .args(release)
        .start()?;
    let tools = tools::for_page(workspace)?;
    if plan.page == Served::Release {
        page::build(workspace, &tools)?;
        building.finish()?;
        return Ok(proxy(workspace, plan, &workspace.dist()).hand_over()?);
    }
    // The page in `dist` stays as it is.
    let dist = workspace.notes().join("served");
    let trunk = |command| page::trunk(&tools, &workspace.root, command).arg("--dist");
    println!("page: building (the first time takes some minutes) …");
    trunk("build").arg(&dist).env(PAGE_ALONE, "1").show()?;
    building.finish()?;
    // It builds all when it starts, beside the page that is there to look at.
    let watching = trunk("watch").arg(&dist).start()?;
    let serving = proxy(workspace, plan, &dist).start()?;
    println!(
        "The widget, the database and the demonstration within the page follow; the first time that \
         takes some minutes.\n\
         Save a file of the page, and it is built again and loads itself anew."
    );
    Ok(process::until_stopped(vec![serving, watching])?)
}

/// The right to build and watch the page to work on.
fn alone(lock: &Path) -> Result<File, Error> {
    lock::try_hold(lock)?.map_err(|_| {
        Error::Other(
            "Another `cargo xtask serve` builds the page to work on. Use that one, stop it, or \
             serve what visitors get beside it: cargo xtask serve --release"
                .to_owned(),
        )
    })
}

/// The proxy, about to serve the page in `dist`.
fn proxy(workspace: &Workspace, plan: &Plan, dist: &Path) -> Run {
    let program = format!("kikitori-proxy{}", env::consts::EXE_SUFFIX);
    let built = match plan.page {
        Served::Development => "debug",
        Served::Release => "release",
    };
    let mut proxy = Run::new(workspace.target.join(built).join(program))
        .args(["--listen", &format!("127.0.0.1:{}", plan.port), "--dist"])
        .arg(dist);
    if let Some(budget) = &plan.budget {
        proxy = proxy.arg("--budget").arg(budget);
    }
    match &plan.endpoint {
        None => proxy.arg("--demo"),
        Some(endpoint) => proxy
            .args([
                "--endpoint",
                &endpoint.url,
                "--model",
                &endpoint.model,
                "--key-env",
                endpoint.key_variable(),
            ])
            .with_key(endpoint.key_variable()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_run_at_a_time_builds_the_page_to_work_on() {
        let folder = tempfile::tempdir().unwrap();
        let lock = folder.path().join("served.lock");
        let first = alone(&lock).unwrap();
        let second = alone(&lock).unwrap_err().to_string();
        assert!(second.contains("Another `cargo xtask serve`"), "{second}");
        drop(first);
        alone(&lock).unwrap();
    }
}

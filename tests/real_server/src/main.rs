//! The model client against servers that nobody here wrote: llama.cpp's own and the one of
//! llama-cpp-python, with a tiny model of random weights. `cargo xtask real-server` installs them
//! and runs this.

mod asking;
mod both;
mod calls;
mod gguf;
mod llama_cpp;
mod model;
mod python;
mod report;
mod server;
mod transport;
mod visit;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lexopt::prelude::*;
use report::{Report, text};
use server::{Server, free_port, llama_server, python_server};
use transport::Native;

/// Where everything is.
struct Places {
    llama_server: PathBuf,
    python: PathBuf,
    libraries: PathBuf,
    work: PathBuf,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let outcome = match places() {
        Ok(places) => run(&places).await,
        Err(error) => Err(error),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn places() -> Result<Places, String> {
    let (mut llama_server, mut python, mut libraries, mut work) = (None, None, None, None);
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next().map_err(text)? {
        let place = match argument {
            Long("llama-server") => &mut llama_server,
            Long("python") => &mut python,
            Long("libraries") => &mut libraries,
            Long("work") => &mut work,
            other => return Err(text(other.unexpected())),
        };
        *place = Some(PathBuf::from(parser.value().map_err(text)?));
    }
    let needed = |place: Option<PathBuf>, name: &str| {
        place.ok_or_else(|| format!("--{name} is missing: run `cargo xtask real-server`"))
    };
    Ok(Places {
        llama_server: needed(llama_server, "llama-server")?,
        python: needed(python, "python")?,
        libraries: needed(libraries, "libraries")?,
        work: needed(work, "work")?,
    })
}

/// Makes all checks; whether every one was passed.
async fn run(places: &Places) -> Result<bool, String> {
    let file = |path: &Path, error| format!("{}: {error}", path.display());
    std::fs::create_dir_all(&places.work).map_err(|error| file(&places.work, error))?;
    let model = places.work.join("tiny.gguf");
    let bytes = model::tiny(1);
    std::fs::write(&model, &bytes).map_err(|error| file(&model, error))?;
    println!("{}: {} bytes", model.display(), bytes.len());

    let http = transport::http().map_err(text)?;
    let transport = Native::new(http.clone(), server::KEY);
    let mut report = Report::default();

    let port = free_port().map_err(text)?;
    let program = llama_server(&places.llama_server, &model, port);
    report.title(program.name);
    let log = places.work.join("llama-server.log");
    let mut server = Server::start(program, port, log, &http).await?;
    llama_cpp::check(&mut report, &transport, &mut server).await;

    let port = free_port().map_err(text)?;
    let program = python_server(&places.python, &places.libraries, &model, port);
    report.title(program.name);
    let log = places.work.join("llama-cpp-python.log");
    let mut server = Server::start(program, port, log, &http).await?;
    python::check(&mut report, &transport, &mut server).await;

    Ok(report.end())
}

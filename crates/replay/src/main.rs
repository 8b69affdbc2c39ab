//! `cargo xtask replay`: recorded interviews as tests of a form.

mod native;
mod options;
mod table;

use std::env;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;

use kikitori_form::parse_form;
use kikitori_interview::replay::{
    Recording, RecordingError, ReplayError, ReplayedField, replay, replay_with_model,
};
use kikitori_interview::{FormError, Limits, SessionForm};
use kikitori_llm::{ApiKey, ApiKeyError, ChatClient, Endpoint, Model, Retries, RetryPolicy};
use kikitori_native::{Http, TokioTimer};
use native::{Half, Unicode};
use options::{Options, USAGE};
use thiserror::Error;

/// What keeps a replay from saying anything.
#[derive(Debug, Error)]
enum Problem {
    #[error("{path}: {source}")]
    File {
        path: String,
        source: std::io::Error,
    },
    #[error("{path} is no form: {source}")]
    Form { path: String, source: FormError },
    #[error("{path}: {source}")]
    Recording {
        path: String,
        source: RecordingError,
    },
    #[error("{path}: {source}")]
    Replay { path: String, source: ReplayError },
    #[error("the key in {variable}: {source}")]
    Key {
        variable: String,
        source: ApiKeyError,
    },
    #[error("the endpoint cannot be asked: {0}")]
    Http(#[from] reqwest::Error),
    #[error("the interview's tools do not fit together: {0}")]
    Tools(String),
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let options = match Options::parse(env::args_os()) {
        Ok(Some(options)) => options,
        Ok(None) => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("replay: {error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(&options).await {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

/// Plays every recording, and counts those that came to something else.
async fn run(options: &Options) -> Result<usize, Problem> {
    let path = options.form.display().to_string();
    let form = parse_form(&read(&options.form)?);
    let form = form.map_err(|source| Problem::Form { path, source })?;
    let model = options.endpoint.as_ref().map(client).transpose()?;
    let mut changed = 0;
    for file in &options.recordings {
        let fields = played(file, &form, model.as_ref()).await?;
        let lost = fields.iter().any(ReplayedField::is_regression);
        changed += usize::from(lost);
        let mark = if lost { "✗" } else { "✓" };
        println!("{mark} {}: {}", file.display(), table::summary(&fields));
        print!("{}", table::rows(&fields, options.all));
    }
    let all = options.recordings.len();
    println!("{} of {all} as recorded", all - changed);
    Ok(changed)
}

async fn played(
    file: &Path,
    form: &SessionForm,
    model: Option<&Rc<dyn Model>>,
) -> Result<Vec<ReplayedField>, Problem> {
    let path = file.display().to_string();
    let recording = Recording::read(&read(file)?).await;
    let recording = recording.map_err(|source| Problem::Recording {
        path: path.clone(),
        source,
    })?;
    let (form, locale) = (form.clone(), Rc::new(Unicode));
    let Some(model) = model else {
        let played = replay(&recording, form, locale);
        return played.map_err(|error| Problem::Tools(error.to_string()));
    };
    let limits = Limits::default();
    let played = replay_with_model(&recording, form, model.clone(), locale, limits).await;
    played.map_err(|source| Problem::Replay { path, source })
}

fn read(path: &Path) -> Result<String, Problem> {
    fs::read_to_string(path).map_err(|source| Problem::File {
        path: path.display().to_string(),
        source,
    })
}

/// What asks the endpoint.
fn client(endpoint: &options::Endpoint) -> Result<Rc<dyn Model>, Problem> {
    let key = env::var(&endpoint.key_env).unwrap_or_default();
    let key = match key.trim() {
        "" => None,
        key => Some(ApiKey::new(key).map_err(|source| Problem::Key {
            variable: endpoint.key_env.clone(),
            source,
        })?),
    };
    let asked = Endpoint {
        base_url: endpoint.url.clone(),
        model: endpoint.model.clone(),
    };
    let http = Rc::new(Http::to(&endpoint.url)?);
    let retries = Retries::new(RetryPolicy::default(), Rc::new(Half), |_| ());
    let client = ChatClient::new(http, Rc::new(TokioTimer), asked);
    Ok(Rc::new(client.with_key(key).with_retries(retries)))
}

//! Looking what an endpoint can do, and why it cannot be talked to, before anybody depends on it.

mod names;
mod obstacle;
mod probe;
mod report;

use crate::cause::Cause;
use crate::client::{ChatClient, ModelInfo};
use crate::error::LlmError;
use crate::feature::Feature;
use crate::profile::Rung;
use crate::structured::StructuredError;
use crate::transport::TransportError;

use names::near;
pub use obstacle::{NoVantage, Obstacle, Permission, Place, Seen, Vantage};
pub use report::{Finding, Lack, Outcome, Report, Step};

/// Names of models that are kept of a longer list.
const MOST_MODELS: usize = 500;

/// Tries what [`Step`] lists, one after the other up to `last`, on the endpoint of `client`.
/// `on_change` hears of each change of the report as it comes about.
///
/// What `client` knows of its endpoint is not used and not changed: all is tried anew, and
/// [`Report::profile`] says what came out. Nothing is retried, so that a failure is told at once.
/// Dropping the future ends the preflight.
///
/// ```
/// use std::rc::Rc;
/// use kikitori_llm::{ChatClient, Endpoint, NoTimer, NoVantage, Outcome, Step, preflight};
/// # use futures::future::{LocalBoxFuture, ready};
/// # use kikitori_llm::{HttpRequest, HttpResponse, Transport, TransportError};
/// # struct Nowhere;
/// # impl Transport for Nowhere {
/// #     fn send(&self, _: HttpRequest) -> LocalBoxFuture<'_, Result<HttpResponse, TransportError>> {
/// #         Box::pin(ready(Err(TransportError::Unreachable { detail: "refused".into() })))
/// #     }
/// # }
/// # use futures::FutureExt;
/// # async {
/// let endpoint = Endpoint { base_url: "http://localhost:11434/v1".into(), model: "small".into() };
/// let client = ChatClient::new(Rc::new(Nowhere), Rc::new(NoTimer), endpoint);
/// let report = preflight(&client, &NoVantage, Step::Schema, &mut |_| {}).await;
/// let (step, _) = report.finding().unwrap();
/// assert_eq!(step, Step::Reach);
/// assert_eq!(report.outcome(Step::Chat), &Outcome::Skipped);
/// # }.now_or_never().unwrap();
/// ```
pub async fn preflight(
    client: &ChatClient,
    vantage: &dyn Vantage,
    last: Step,
    on_change: &mut dyn FnMut(&Report),
) -> Report {
    let mut run = Run {
        client: client.unbiased(),
        vantage,
        last,
        report: Report::default(),
        on_change,
    };
    if let Err((step, finding)) = run.all().await {
        run.report.fail(step, finding);
    }
    run.report.profile = run.client.profile();
    (run.on_change)(&run.report);
    run.report
}

/// Where a preflight ends early, and why.
type End = (Step, Finding);

/// What is known of the model's name after the list was asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Name {
    Listed,
    /// The server may still know it, as Ollama lists `qwen3:latest` and takes `qwen3`, or choose
    /// one where none is named.
    NotListed,
    /// The endpoint lists nothing.
    NoList,
}

struct Run<'a> {
    client: ChatClient,
    vantage: &'a dyn Vantage,
    last: Step,
    report: Report,
    on_change: &'a mut dyn FnMut(&Report),
}

impl Run<'_> {
    async fn all(&mut self) -> Result<(), End> {
        self.begin(Step::Reach);
        let name = self.list().await?;
        // Only a chat shows whether a name that is not listed is known.
        if name != Name::Listed || self.last >= Step::Chat {
            self.chat(name).await?;
        }
        if self.last >= Step::Streaming {
            self.streaming().await?;
        }
        if self.last >= Step::Tools {
            self.tools().await?;
        }
        if self.last >= Step::ForcedChoice {
            self.forced_choice().await?;
        }
        if self.last >= Step::Schema {
            self.schema().await?;
        }
        Ok(())
    }

    fn begin(&mut self, step: Step) {
        self.set(step, Outcome::Running);
    }

    fn set(&mut self, step: Step, outcome: Outcome) {
        self.report.set(step, outcome);
        (self.on_change)(&self.report);
    }

    /// The step is done; what the endpoint lacks is no reason to end.
    fn pass(&mut self, step: Step, lack: Option<Lack>) {
        self.set(step, lack.map_or(Outcome::Passed, Outcome::Without));
    }

    async fn list(&mut self) -> Result<Name, End> {
        let listed = match self.client.models().await {
            Ok(listed) => listed,
            Err(error) => return self.no_list(&error).await,
        };
        self.pass(Step::Reach, None);
        self.pass(Step::Key, None);
        self.begin(Step::Models);
        self.report.models = names_in(listed);
        let model = &self.client.endpoint().model;
        if !self.report.models.contains(model) {
            return Ok(Name::NotListed);
        }
        self.pass(Step::Models, None);
        Ok(Name::Listed)
    }

    /// What it means that the list of models did not come.
    async fn no_list(&mut self, error: &LlmError) -> Result<Name, End> {
        match error.cause() {
            Cause::WrongKey => {
                self.pass(Step::Reach, None);
                Err((Step::Key, self.key_refused()))
            }
            // Something answers there and has no list. Whether it can chat is seen next.
            Cause::UnknownModel | Cause::NotChat => Ok(Name::NoList),
            _ => Err((Step::Reach, self.explained(error).await)),
        }
    }

    async fn chat(&mut self, name: Name) -> Result<(), End> {
        if name == Name::Listed {
            self.begin(Step::Chat);
        }
        let outcome = self.client.complete(probe::hello(false), None).await;
        let end = match &outcome {
            Ok(_) => None,
            Err(error) => Some(self.chat_failed(name, error).await),
        };
        // What the end itself does not put in doubt is passed.
        let passed = end.as_ref().map_or(Step::Streaming, |(step, _)| *step);
        let no_list = (name == Name::NoList).then_some(Lack::ModelList);
        for (step, lack) in [
            (Step::Reach, None),
            (Step::Key, None),
            (Step::Models, no_list),
            (Step::Chat, None),
        ] {
            if step < passed {
                self.pass(step, lack);
            }
        }
        end.map_or(Ok(()), Err)
    }

    async fn chat_failed(&self, name: Name, error: &LlmError) -> End {
        match (error.cause(), name) {
            (Cause::WrongKey, _) => (Step::Key, self.key_refused()),
            (Cause::UnknownModel, Name::NoList) if !is_about_a_model(error) => {
                (Step::Reach, Finding::NoApi)
            }
            (Cause::NotChat, Name::NoList) => (Step::Reach, Finding::NoApi),
            // Some servers call an unknown model a bad request.
            (Cause::UnknownModel | Cause::Refused, Name::NotListed)
            | (Cause::UnknownModel, Name::NoList) => (Step::Models, self.missing()),
            (_, Name::NotListed) => (Step::Models, self.explained(error).await),
            (_, Name::Listed | Name::NoList) => (Step::Chat, self.explained(error).await),
        }
    }

    async fn streaming(&mut self) -> Result<(), End> {
        self.begin(Step::Streaming);
        let mut pieces = 0_u32;
        let mut count = |_| pieces = pieces.saturating_add(1);
        let asked = probe::hello(true);
        let outcome = self.client.complete(asked, Some(&mut count)).await;
        let completion = self.or_end(Step::Streaming, outcome).await?;
        let lack = if pieces == 0 {
            Some(Lack::Streaming)
        } else {
            completion.usage.is_none().then_some(Lack::UsageInStreams)
        };
        self.pass(Step::Streaming, lack);
        Ok(())
    }

    async fn tools(&mut self) -> Result<(), End> {
        self.begin(Step::Tools);
        let outcome = self.client.complete(probe::tool(false), None).await;
        if !self.client.profile().tools {
            return Err((Step::Tools, Finding::NoTools));
        }
        let completion = self.or_end(Step::Tools, outcome).await?;
        if !probe::calls_the_tool(&completion) {
            return Err((Step::Tools, Finding::ToolNotCalled));
        }
        self.pass(Step::Tools, None);
        Ok(())
    }

    async fn forced_choice(&mut self) -> Result<(), End> {
        self.begin(Step::ForcedChoice);
        let outcome = self.client.complete(probe::tool(true), None).await;
        let completion = self.or_end(Step::ForcedChoice, outcome).await?;
        if !probe::calls_the_tool(&completion) {
            self.client.learn_without(Feature::ForcedToolChoice);
        }
        let heeded = self.client.profile().forced_tool_choice;
        self.pass(
            Step::ForcedChoice,
            (!heeded).then_some(Lack::ForcedToolChoice),
        );
        Ok(())
    }

    async fn schema(&mut self) -> Result<(), End> {
        self.begin(Step::Schema);
        let outcome = self
            .client
            .structured(&probe::schema(), probe::is_valid)
            .await;
        let rung = match outcome {
            Ok(structured) => structured.rung,
            Err(StructuredError::Model(error)) => {
                return Err((Step::Schema, self.explained(&error).await));
            }
            Err(StructuredError::Declined { .. } | StructuredError::Invalid { .. }) => {
                return Err((Step::Schema, Finding::NotStructured));
            }
        };
        let lack = (rung != Rung::StrictSchema).then_some(Lack::Schema(rung));
        self.pass(Step::Schema, lack);
        Ok(())
    }

    async fn or_end<T>(&self, step: Step, outcome: Result<T, LlmError>) -> Result<T, End> {
        match outcome {
            Ok(value) => Ok(value),
            Err(error) => Err((step, self.explained(&error).await)),
        }
    }

    /// Why a call failed: by the error, or where that says nothing, by what the page can see.
    async fn explained(&self, error: &LlmError) -> Finding {
        if let LlmError::Transport(TransportError::Unreachable { .. }) = error {
            let seen = self.vantage.look_at(&self.client.endpoint().base_url).await;
            return Finding::NotReached(seen.obstacle());
        }
        Finding::Call {
            cause: error.cause(),
            detail: error.to_string(),
        }
    }

    fn key_refused(&self) -> Finding {
        if self.client.has_key() {
            Finding::WrongKey
        } else {
            Finding::NoKey
        }
    }

    fn missing(&self) -> Finding {
        let model = self.client.endpoint().model.clone();
        let near = near(&model, &self.report.models);
        Finding::NoSuchModel { model, near }
    }
}

/// Whether an error with a status that a missing page has too is about the model.
fn is_about_a_model(error: &LlmError) -> bool {
    match error {
        LlmError::Status { message, code, .. } => {
            code.as_deref() == Some("model_not_found") || message.to_lowercase().contains("model")
        }
        _ => false,
    }
}

/// The names in a list, each once.
fn names_in(listed: Vec<ModelInfo>) -> Vec<String> {
    let mut names = Vec::new();
    for ModelInfo { id } in listed {
        if !id.is_empty() && !names.contains(&id) && names.len() < MOST_MODELS {
            names.push(id);
        }
    }
    names
}

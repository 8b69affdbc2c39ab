//! Looking what an endpoint can do, and why it cannot be talked to, before anybody depends on it.

mod names;
mod obstacle;
mod probe;
mod report;

use futures::future::LocalBoxFuture;

use crate::client::chat::{ChatClient, ModelInfo};
use crate::client::model::Model;
use crate::profile::feature::Feature;
use crate::profile::mode::StructuredOutputMode;
use crate::protocol::error::LlmError;
use crate::protocol::error_kind::ErrorKind;
use crate::protocol::request::{ChatRequest, Completion};
use crate::structured::reply::Flaw;
use kikitori_ports::TransportError;

use names::near;
pub use obstacle::{AddressSpace, NetworkProbe, NoNetworkProbe, Obstacle, Permission, ProbeResult};
pub use report::{Finding, MissingCapability, Outcome, Report, Step};

/// Names of models that are kept of a longer list, and the bytes of a name.
const MOST_MODELS: usize = 500;
const LONGEST_NAME: usize = 200;

/// Tries what [`Step`] lists, one after the other up to `last`, on the endpoint of `client`.
/// `on_change` hears of each change of the report as it comes about.
///
/// What `client` knows of its endpoint is not used and not changed: everything is tried again, and
/// [`Report::profile`] says what came out. Nothing is retried, so that a failure is told at once.
/// Dropping the future ends the preflight.
///
/// ```
/// use std::rc::Rc;
/// use kikitori_llm::{ChatClient, Endpoint, NoNetworkProbe, Outcome, Step, preflight};
/// use kikitori_ports::NoTimer;
/// # use futures::future::{LocalBoxFuture, ready};
/// # use kikitori_ports::{HttpRequest, HttpResponse, Transport, TransportError};
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
/// let report = preflight(&client, &NoNetworkProbe, Step::Schema, &mut |_| {}).await;
/// let (step, _) = report.finding().unwrap();
/// assert_eq!(step, Step::Reach);
/// assert_eq!(report.outcome(Step::Chat), &Outcome::Skipped);
/// # }.now_or_never().unwrap();
/// ```
pub async fn preflight(
    client: &ChatClient,
    network_probe: &dyn NetworkProbe,
    last: Step,
    on_change: &mut dyn FnMut(&Report),
) -> Report {
    let mut run = Run {
        client: client.unbiased(),
        network_probe,
        last,
        name: Name::NoList,
        report: Report::default(),
        on_change,
    };
    run.all().await;
    run.report.profile = run.client.profile();
    (run.on_change)(&run.report);
    run.report
}

/// What one answer shows.
enum Verdict {
    /// The step is done; a missing capability is no reason to end.
    Pass(Option<MissingCapability>),
    /// It is to be tried in another way.
    Again,
    /// The endpoint cannot be used.
    End(Step, Finding),
    /// The same, and the error says why, or the page's surroundings do.
    Failed(Step, LlmError),
}

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

/// A reply and in how many pieces it came, or why there is none.
type Answer = Result<(Completion, u32), LlmError>;

struct Run<'a> {
    client: ChatClient,
    network_probe: &'a dyn NetworkProbe,
    last: Step,
    name: Name,
    report: Report,
    on_change: &'a mut dyn FnMut(&Report),
}

impl Run<'_> {
    async fn all(&mut self) {
        self.set(Step::Reach, Outcome::Running);
        let listed = self.client.models().await;
        if let Some(verdict) = self.listed(listed) {
            return self.end(verdict).await;
        }
        // Only a chat shows whether a name that is not listed is known.
        let must_chat = self.name != Name::Listed;
        for step in [
            Step::Chat,
            Step::Streaming,
            Step::Tools,
            Step::ForcedChoice,
            Step::Schema,
        ] {
            if step > self.last && !(step == Step::Chat && must_chat) {
                return;
            }
            if step != Step::Chat || !must_chat {
                self.set(step, Outcome::Running);
            }
            loop {
                let mode = self.client.profile().mode();
                let answer = self.answer(probe::request(step, mode)).await;
                match self.verdict(step, mode, answer) {
                    Verdict::Pass(missing) => {
                        self.pass(step, missing);
                        break;
                    }
                    Verdict::Again => {}
                    verdict => return self.end(verdict).await,
                }
            }
        }
    }

    // Not inlined: it is called in a dozen places.
    #[inline(never)]
    fn set(&mut self, step: Step, outcome: Outcome) {
        self.report.set(step, outcome);
        (self.on_change)(&self.report);
    }

    fn pass(&mut self, step: Step, missing: Option<MissingCapability>) {
        self.set(step, missing.map_or(Outcome::Passed, Outcome::Without));
    }

    async fn end(&mut self, verdict: Verdict) {
        let (step, finding) = match verdict {
            Verdict::Failed(step, error) => (step, self.explained(&error).await),
            Verdict::End(step, finding) => (step, finding),
            Verdict::Pass(_) | Verdict::Again => return,
        };
        self.report.fail(step, finding);
    }

    /// What the list of models, or its absence, says; a verdict only if it is the end.
    fn listed(&mut self, listed: Result<Vec<ModelInfo>, LlmError>) -> Option<Verdict> {
        let error = match listed {
            Ok(listed) => {
                self.report.models = names_in(listed);
                self.pass(Step::Reach, None);
                self.pass(Step::Key, None);
                if self.report.models.contains(&self.client.endpoint().model) {
                    self.pass(Step::Models, None);
                    self.name = Name::Listed;
                } else {
                    self.set(Step::Models, Outcome::Running);
                    self.name = Name::NotListed;
                }
                return None;
            }
            Err(error) => error,
        };
        match error.kind() {
            ErrorKind::WrongKey => {
                self.pass(Step::Reach, None);
                Some(Verdict::End(Step::Key, self.key_refused()))
            }
            // Something answers there and has no list. Whether it can chat is seen next.
            ErrorKind::UnknownModel | ErrorKind::NotChat => None,
            _ => Some(Verdict::Failed(Step::Reach, error)),
        }
    }

    fn verdict(&mut self, step: Step, mode: StructuredOutputMode, answer: Answer) -> Verdict {
        match step {
            Step::Chat => self.chat(answer),
            Step::Tools if answer.is_err() && !self.client.profile().tools => {
                Verdict::End(step, Finding::NoTools)
            }
            Step::Schema => self.schema(mode, answer),
            _ => match answer {
                Err(error) => Verdict::Failed(step, error),
                Ok((completion, pieces)) => self.capability(step, &completion, pieces),
            },
        }
    }

    fn chat(&mut self, answer: Answer) -> Verdict {
        let name = self.name;
        let verdict = match answer {
            Ok(_) => Verdict::Pass(None),
            Err(error) => match (error.kind(), name) {
                (ErrorKind::WrongKey, _) => Verdict::End(Step::Key, self.key_refused()),
                (ErrorKind::UnknownModel, Name::NoList) if !is_about_a_model(&error) => {
                    Verdict::End(Step::Reach, Finding::NoApi)
                }
                (ErrorKind::NotChat, Name::NoList) => Verdict::End(Step::Reach, Finding::NoApi),
                // Some servers call an unknown model a bad request.
                (ErrorKind::UnknownModel | ErrorKind::Refused, Name::NotListed)
                | (ErrorKind::UnknownModel, Name::NoList) => {
                    Verdict::End(Step::Models, self.missing())
                }
                (_, Name::NotListed) => Verdict::Failed(Step::Models, error),
                (_, Name::Listed | Name::NoList) => Verdict::Failed(Step::Chat, error),
            },
        };
        // What the verdict does not put in doubt is passed.
        let until = match &verdict {
            Verdict::End(step, _) | Verdict::Failed(step, _) => *step,
            Verdict::Pass(_) | Verdict::Again => Step::Chat,
        };
        let no_list = (name == Name::NoList).then_some(MissingCapability::ModelList);
        for (step, missing) in [
            (Step::Reach, None),
            (Step::Key, None),
            (Step::Models, no_list),
        ] {
            if step < until {
                self.pass(step, missing);
            }
        }
        verdict
    }

    fn capability(&self, step: Step, completion: &Completion, pieces: u32) -> Verdict {
        let called = probe::calls_the_tool(completion);
        let missing = match step {
            Step::Streaming if pieces == 0 => Some(MissingCapability::Streaming),
            Step::Streaming => completion
                .usage
                .is_none()
                .then_some(MissingCapability::UsageInStreams),
            Step::Tools if !called => return Verdict::End(step, Finding::ToolNotCalled),
            Step::Tools if !self.client.profile().tools => Some(MissingCapability::Tools),
            Step::ForcedChoice => {
                if !called {
                    self.client.learn_without(Feature::ForcedToolChoice);
                }
                let is_followed = self.client.profile().forced_tool_choice;
                (!is_followed).then_some(MissingCapability::ForcedToolChoice)
            }
            _ => None,
        };
        Verdict::Pass(missing)
    }

    /// Goes down the ladder to the first mode that gives a value. Nothing is repaired here: what
    /// is not valid shows that it was not held to.
    fn schema(&self, mode: StructuredOutputMode, answer: Answer) -> Verdict {
        let error = match answer {
            Ok((completion, _)) => match probe::flaw(&completion, mode) {
                None => {
                    let missing = (mode != StructuredOutputMode::StrictSchema)
                        .then_some(MissingCapability::Schema(mode));
                    return Verdict::Pass(missing);
                }
                Some(Flaw::Declined { .. }) => None,
                Some(Flaw::ModeIgnored { .. } | Flaw::Invalid { .. }) => {
                    if let Some(feature) = mode.feature() {
                        self.client.learn_without(feature);
                    }
                    None
                }
            },
            // A refusal of the way is learnt by now.
            Err(error) => Some(error),
        };
        match error {
            _ if self.client.profile().mode() > mode => Verdict::Again,
            Some(error) => Verdict::Failed(Step::Schema, error),
            None => Verdict::End(Step::Schema, Finding::NotStructured),
        }
    }

    /// Boxed, so that a call is not compiled into this one.
    fn answer(&self, request: ChatRequest) -> LocalBoxFuture<'_, Answer> {
        Box::pin(async move {
            let mut pieces = 0_u32;
            let mut count = |_| pieces = pieces.saturating_add(1);
            let completion = self.client.chat(request, &mut count).await?;
            Ok((completion, pieces))
        })
    }

    /// Why a call failed: by the error, or where that says nothing, by what the page can see.
    async fn explained(&self, error: &LlmError) -> Finding {
        if let LlmError::Transport(TransportError::Unreachable { .. }) = error {
            let seen = self
                .network_probe
                .look_at(&self.client.endpoint().base_url)
                .await;
            return Finding::NotReached(seen.obstacle());
        }
        Finding::Call {
            kind: error.kind(),
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
            code.as_deref() == Some("model_not_found")
                || message.to_ascii_lowercase().contains("model")
        }
        _ => false,
    }
}

/// The names in a list, each once.
fn names_in(listed: Vec<ModelInfo>) -> Vec<String> {
    let mut names = Vec::new();
    for ModelInfo { id } in listed {
        let is_name = !id.is_empty() && id.len() <= LONGEST_NAME;
        if is_name && !names.contains(&id) && names.len() < MOST_MODELS {
            names.push(id);
        }
    }
    names
}

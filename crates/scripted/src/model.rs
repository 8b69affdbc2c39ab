//! The model in one process: as a [`Model`], and as a [`Transport`] for clients under test.

use std::cell::RefCell;
use std::rc::Rc;

use futures::StreamExt;
use futures::future::LocalBoxFuture;
use futures::stream;
use kikitori_llm::{ChatClient, ChatRequest, Completion, Delta, Endpoint, LlmError, Model};
use kikitori_ports::{HttpRequest, HttpResponse, Method, NoTimer, Transport, TransportError};

use crate::MODEL_NAME;
use crate::canary::assert_no_canary;
use crate::http::{self, Reply};
use crate::player::Player;
use crate::script::{Answer, Script, ScriptError, described};

/// A model that follows an exact [`Script`] or lets a [`Player`] answer. Clones share their script.
///
/// ```
/// use kikitori_scripted::{Expect, Script, ScriptedModel, says};
/// let model = ScriptedModel::following(Script::new().then(Expect::anything(), says("Hello")));
/// let unused = model.finish().unwrap_err();
/// assert!(unused.to_string().contains("step 1"));
/// ```
#[derive(Debug, Clone)]
pub struct ScriptedModel {
    source: Source,
    cuts: Rc<[usize]>,
}

/// Where answers come from.
#[derive(Debug, Clone)]
enum Source {
    Script(Rc<RefCell<Run>>),
    Player(Player),
}

/// How far a script has come.
#[derive(Debug)]
struct Run {
    script: Script,
    next: usize,
    requests: usize,
    unexpected: Vec<String>,
}

impl ScriptedModel {
    /// A model that follows `script`.
    pub fn following(script: Script) -> Self {
        let run = Run {
            script,
            next: 0,
            requests: 0,
            unexpected: Vec::new(),
        };
        Self::of(Source::Script(Rc::new(RefCell::new(run))))
    }

    /// A model that answers by what each request offers.
    ///
    /// ```
    /// use kikitori_scripted::{Player, ScriptedModel};
    /// let player = Player::new().calling("ask", |_| serde_json::json!({"message": "Who are you?"}));
    /// let model = ScriptedModel::playing(player);
    /// assert!(model.finish().is_ok());
    /// ```
    pub fn playing(player: Player) -> Self {
        Self::of(Source::Player(player))
    }

    fn of(source: Source) -> Self {
        Self {
            source,
            cuts: Rc::default(),
        }
    }

    /// The same, its bytes re-cut to pieces of these sizes, over and over: a network owes nobody
    /// whole frames. Concerns only its use as a [`Transport`].
    #[must_use]
    pub fn cut_into(mut self, sizes: &[usize]) -> Self {
        self.cuts = sizes.iter().copied().filter(|size| *size > 0).collect();
        self
    }

    /// Whether the script was followed to its end and nothing else was asked.
    ///
    /// # Errors
    /// [`ScriptError`] with the steps that were not taken and the requests that fitted none.
    pub fn finish(&self) -> Result<(), ScriptError> {
        let Source::Script(run) = &self.source else {
            return Ok(());
        };
        let run = run.borrow();
        let unused: Vec<String> = run
            .script
            .steps
            .iter()
            .enumerate()
            .skip(run.next)
            .map(|(at, step)| format!("step {} ({})", at + 1, step.expect))
            .collect();
        let unexpected = run.unexpected.clone();
        if unused.is_empty() && unexpected.is_empty() {
            return Ok(());
        }
        Err(ScriptError { unused, unexpected })
    }

    /// What `request` is answered with.
    fn answer(&self, request: &ChatRequest) -> Answer {
        assert_no_canary(request);
        match &self.source {
            Source::Script(run) => run.borrow_mut().answer(request),
            Source::Player(player) => player.respond(request).into(),
        }
    }

    fn sent(&self, request: &HttpRequest) -> Result<HttpResponse, TransportError> {
        let path = request.url.split('?').next().unwrap_or_default();
        match request.method {
            Method::Get if path.ends_with("/models") => Ok(self.response(http::models(), None)),
            Method::Post if path.ends_with("/chat/completions") => {
                self.chat_bytes(request.body.as_deref().unwrap_or_default())
            }
            _ => {
                let message = format!("There is nothing at {path}.");
                Ok(self.response(Reply::error(404, &message, None, None), None))
            }
        }
    }

    fn chat_bytes(&self, body: &str) -> Result<HttpResponse, TransportError> {
        let request = match http::read(body.as_bytes()) {
            Ok(request) => request,
            Err(reply) => return Ok(self.response(reply, None)),
        };
        let usage = http::wants_usage(&request);
        let whole = |completion: &Completion| http::reply_from(completion, request.stream, usage);
        let part = |completion: &Completion, frames: usize| {
            let mut reply = http::reply_from(completion, true, usage);
            reply.frames.truncate(frames);
            reply
        };
        Ok(match self.answer(&request) {
            Answer::Completion(completion) => self.response(whole(&completion), None),
            Answer::HttpError {
                status,
                message,
                code,
                retry_after,
            } => {
                let reply = Reply::error(status, &message, None, code.as_deref());
                let mut response = self.response(reply, None);
                if let Some(seconds) = retry_after {
                    let header = ("retry-after".to_owned(), seconds.to_string());
                    response.headers.push(header);
                }
                response
            }
            Answer::Frames(frames) => self.response(Reply::event_stream(frames), None),
            Answer::CutOff { completion, frames } => self.response(part(&completion, frames), None),
            Answer::Broken { completion, frames } => {
                let broken = TransportError::Broken {
                    detail: "the script breaks it here".to_owned(),
                };
                self.response(part(&completion, frames), Some(broken))
            }
            Answer::Unreachable => {
                return Err(TransportError::Unreachable {
                    detail: "the script has no connection here".to_owned(),
                });
            }
        })
    }

    fn response(&self, reply: Reply, broken: Option<TransportError>) -> HttpResponse {
        let frames = if self.cuts.is_empty() {
            reply.frames
        } else {
            recut(&reply.frames.concat(), &self.cuts)
        };
        let pieces = frames.into_iter().map(Ok).chain(broken.map(Err));
        let pieces: Vec<Result<Vec<u8>, TransportError>> = pieces.collect();
        HttpResponse {
            status: reply.status,
            headers: vec![("content-type".to_owned(), reply.content_type.to_owned())],
            body: stream::iter(pieces).boxed_local(),
        }
    }
}

impl Run {
    fn answer(&mut self, request: &ChatRequest) -> Answer {
        self.requests += 1;
        let number = self.requests;
        let complaint = match self.script.steps.get(self.next) {
            Some(step) => {
                let complaints = step.expect.complaints(request);
                if complaints.is_empty() {
                    self.next += 1;
                    return step.answer.clone();
                }
                let expected = &step.expect;
                let step = self.next + 1;
                let why = complaints.join(", and ");
                format!(
                    "request {number} does not fit step {step} ({expected}): {why}; it is {}",
                    described(request)
                )
            }
            None => format!(
                "request {number} comes after the last step; it is {}",
                described(request)
            ),
        };
        self.unexpected.push(complaint.clone());
        Answer::HttpError {
            status: 500,
            message: format!("The script did not expect this: {complaint}"),
            code: Some("unexpected_request".to_owned()),
            retry_after: None,
        }
    }
}

fn recut(bytes: &[u8], sizes: &[usize]) -> Vec<Vec<u8>> {
    let mut pieces = Vec::new();
    let mut rest = bytes;
    for size in sizes.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (piece, after) = rest.split_at(rest.len().min(*size));
        pieces.push(piece.to_vec());
        rest = after;
    }
    pieces
}

impl Transport for ScriptedModel {
    fn send(
        &self,
        request: HttpRequest,
    ) -> LocalBoxFuture<'_, Result<HttpResponse, TransportError>> {
        Box::pin(async move { self.sent(&request) })
    }
}

impl Model for ScriptedModel {
    /// Answers without going through bytes where there is a reply, and through them where the
    /// script has bytes or an error.
    fn chat<'a>(
        &'a self,
        mut request: ChatRequest,
        on_delta: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        Box::pin(async move {
            let completion = match self.answer(&request) {
                Answer::Completion(completion) => completion,
                other => {
                    // The step is taken already, so this one answer goes to a client of its own.
                    let only = Script::new().then(crate::script::Expect::anything(), other);
                    let transport = Self::following(only);
                    request.model = MODEL_NAME.to_owned();
                    let endpoint = Endpoint {
                        base_url: "scripted:/v1".to_owned(),
                        model: MODEL_NAME.to_owned(),
                    };
                    let client = ChatClient::new(Rc::new(transport), Rc::new(NoTimer), endpoint);
                    return client.chat(request, on_delta).await;
                }
            };
            if let Some(text) = &completion.message.content {
                on_delta(Delta::Text(text.clone()));
            }
            for (position, call) in completion.message.tool_calls.iter().enumerate() {
                on_delta(Delta::Arguments {
                    position,
                    tool: call.function.name.clone(),
                    piece: call.function.arguments.clone(),
                });
            }
            Ok(completion)
        })
    }
}

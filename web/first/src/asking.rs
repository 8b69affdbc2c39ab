//! Asking for the first question, which begins before anything is drawn.

use std::cell::{Cell, OnceCell};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;

use futures::FutureExt;
use futures::channel::oneshot;
use futures::future::{Either, LocalBoxFuture, join, ready};
use kikitori_browser::{
    BrowserClock, BrowserLocale, BrowserTimer, FetchTransport, ServerAnswer, ServerSettings,
    has_own_budget, preference, set_preference,
};
use kikitori_engine::caller::ShownText;
use kikitori_interview::{Beginning, Limits, MadeReply, first_question_shown};
use kikitori_llm::{Endpoint, LlmError, TimeLimits, UsageTotals, ask_once};
use kikitori_ports::{Clock, Timer};

use crate::call::Call;
use crate::view::View;

/// The preference that names the model which was asked here in vain, and the day: it needs what the
/// whole client can do, and is left to that at once, for as long as the day lasts. By then it may have
/// been mended.
const NEEDS_MORE: &str = "first/needs-more";
/// A day in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1000;

/// A session whose first question is asked for, and which is not drawn yet.
pub struct Asked {
    pub(crate) asking: Asking,
    pub(crate) reply: LocalBoxFuture<'static, Option<MadeReply>>,
    pub(crate) ends: oneshot::Receiver<()>,
}

impl Asked {
    /// Asks for the first question of the session that `beginning` begins, at `endpoint`: the address
    /// that models are asked at, without a slash at its end. `server` is what its server says of its
    /// model. The request goes out now if that is known, and is on its way while the view is drawn.
    pub fn begin(
        beginning: Beginning,
        endpoint: String,
        server: LocalBoxFuture<'static, ServerAnswer>,
    ) -> Self {
        let asking = Asking {
            beginning: Rc::new(beginning),
            call: Rc::default(),
            view: Rc::default(),
            endpoint: endpoint.into(),
            has_question: Rc::default(),
        };
        let ends = asking.call.begin();
        let asks = asking.clone();
        let mut reply = Box::pin(async move { asks.ask(server.await).await });
        // As far as it comes without waiting for anybody.
        let reply = match (&mut reply).now_or_never() {
            Some(ended) => Either::Left(ready(ended)),
            None => Either::Right(reply),
        };
        Self {
            asking,
            reply: Box::pin(reply),
            ends,
        }
    }

    /// What is said of the session without asking anybody.
    pub fn beginning(&self) -> &Beginning {
        &self.asking.beginning
    }
}

/// What asks. All copies are the same.
#[derive(Clone)]
pub struct Asking {
    pub(crate) beginning: Rc<Beginning>,
    pub(crate) call: Rc<Call>,
    /// Where it is shown, once that is drawn.
    pub(crate) view: Rc<OnceCell<Rc<View>>>,
    endpoint: Rc<str>,
    /// Whether the question is whole.
    pub(crate) has_question: Rc<Cell<bool>>,
}

impl Asking {
    /// The reply; none where the call failed, or is none that can be made so plainly.
    async fn ask(&self, server: ServerAnswer) -> Option<MadeReply> {
        let ServerAnswer::Settings(server) = server else {
            return None;
        };
        // What is drawn comes behind the request.
        let (reply, _) = join(self.answer(&server), self.show_reader(&server)).await;
        reply
    }

    /// Says who reads what is written, once there is a place to say it.
    async fn show_reader(&self, server: &ServerSettings) {
        // Nobody has to be told: it is drawn in the same turn, and looked at again after that.
        let drawn = poll_fn(|_| self.view.get().map_or(Poll::Pending, Poll::Ready));
        // What the browser refuses is not shown.
        let _ = drawn.await.show_reader(server);
    }

    async fn answer(&self, server: &ServerSettings) -> Option<MadeReply> {
        let day = BrowserClock.now_ms() / DAY;
        let asked = format!("{day} {} {:?}", server.endpoint, server.model);
        // Caps are kept by what can count.
        let has_caps = server.budget.is_some() || has_own_budget();
        if has_caps || preference(NEEDS_MORE).is_some_and(|it| it == asked) {
            return None;
        }
        let outcome = self.reply(server).await;
        let needs_more = match &outcome {
            Ok(reply) => reply.message.tool_calls.is_empty(),
            Err(LlmError::Status { status, .. }) => [400, 404, 415, 422].contains(status),
            Err(LlmError::Malformed { .. }) => true,
            Err(_) => false,
        };
        if needs_more {
            set_preference(NEEDS_MORE, &asked);
            return None;
        }
        let reply = outcome.ok()?;
        if let Some(question) = self.beginning.question_in(&reply.message, 0) {
            self.view
                .get()?
                .show_whole(&self.beginning, &question)
                .ok()?;
            self.has_question.set(true);
        }
        Some(reply)
    }

    async fn reply(&self, server: &ServerSettings) -> Result<MadeReply, LlmError> {
        let limits = match server.patient {
            true => TimeLimits::PATIENT,
            false => TimeLimits::default(),
        };
        let endpoint = Endpoint {
            base_url: self.endpoint.to_string(),
            model: server.model.clone().unwrap_or_default(),
        };
        let context = Limits::default().context_tokens;
        let request = self.beginning.request(context, &BrowserLocale);
        let mut shown = ShownText::of_tool(&first_question_shown());
        let timer: Rc<dyn Timer> = Rc::new(BrowserTimer);
        let mut on_delta = |delta| {
            let piece = shown.of(&delta).filter(|piece| !piece.is_empty());
            if let (Some(piece), Some(view)) = (piece, self.view.get()) {
                view.show_question(&self.call.shown(&piece));
            }
        };
        let transport = FetchTransport;
        let reply = ask_once(
            &transport,
            &timer,
            limits,
            &endpoint,
            &request,
            &mut on_delta,
        );
        let reply = reply.await?;
        let usage = UsageTotals::answered(&reply, None, || request.estimated_tokens());
        Ok(MadeReply {
            message: reply.message,
            usage,
        })
    }
}

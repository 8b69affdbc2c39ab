//! The first stage of a session: its view and its call, until the session's own screen takes over.

use std::cell::Cell;
use std::rc::Rc;

use futures::future::{join, select};
use kikitori_browser::{
    BrowserClock, BrowserLocale, BrowserTimer, FetchTransport, ServerAnswer, ServerSettings,
    has_own_budget, now_local, preference, set_preference,
};
use kikitori_engine::caller::ShownText;
use kikitori_interview::{Beginning, Limits, MadeReply, PageContext, first_question_shown};
use kikitori_llm::{Endpoint, LlmError, TimeLimits, UsageTotals, ask_once};
use kikitori_ports::{Clock, Timer};
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlElement;

use crate::call::Call;
use crate::place::{Languages, Surroundings};
use crate::typed::Typed;
use crate::view::View;

/// The preference that names the model which was asked here in vain, and the day: it needs what the
/// whole client can do, and is left to that at once, for as long as the day lasts. By then it may have
/// been mended.
const NEEDS_MORE: &str = "first/needs-more";
/// A day in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1000;

/// A session that begins, on the page.
pub struct Stage {
    beginning: Rc<Beginning>,
    call: Rc<Call>,
    view: Rc<View>,
    typed: Typed,
    has_question: Rc<Cell<bool>>,
}

/// What can be said of a session about the form in `text` without asking anybody. `None` where it
/// cannot be begun here: the text is no form, or no model is asked first.
pub fn beginning_of(text: &str, page: PageContext) -> Option<Beginning> {
    let beginning = Beginning::new(text, page, BrowserClock.now_ms(), &BrowserLocale).ok()?;
    beginning.asks_a_model().then_some(beginning)
}

/// The same for another site's page, which may want a `language`, a BCP 47 tag.
pub fn beginning_in_site(text: &str, language: Option<String>) -> Option<Beginning> {
    let page = PageContext {
        languages: language
            .into_iter()
            .chain(BrowserLocale.own_languages())
            .collect(),
        time_zone: BrowserLocale.own_time_zone(),
        local_time: Some(now_local()),
    };
    beginning_of(text, page)
}

impl Stage {
    /// Draws the first view of the session that `beginning` begins, and asks for its first question.
    /// `None` where it cannot be drawn.
    pub fn begin(beginning: Beginning, around: Surroundings) -> Option<Self> {
        let is_page = around.page.is_some();
        let view = Rc::new(View::draw(&around.place, &beginning, around.page).ok()?);
        let typed = Typed::listen(&around.place, around.name, is_page)?;
        let (beginning, call) = (Rc::new(beginning), Rc::<Call>::default());
        let has_question = Rc::<Cell<bool>>::default();
        let asking = Asking {
            beginning: beginning.clone(),
            call: call.clone(),
            view: view.clone(),
            endpoint: around.endpoint,
            has_question: has_question.clone(),
        };
        let (server, ends) = (around.server, call.begin());
        spawn_local(async move {
            let asked = Box::pin(async move {
                let reply = async { asking.ask(server.await).await };
                // Behind the request.
                let place = async { asking.view.show_place(&asking.beginning) };
                let (reply, _) = join(reply, place).await;
                asking.call.ended(reply);
            });
            select(asked, ends).await;
        });
        Some(Self {
            beginning,
            call,
            view,
            typed,
            has_question,
        })
    }

    /// The page around speaks another language from now on.
    pub fn speak(&self, languages: Languages) {
        // What is refused stays as it was.
        let _ = self.view.speak(&self.beginning, languages);
    }

    /// What the session's own screen begins with.
    pub fn beginning(&self) -> &Beginning {
        &self.beginning
    }

    /// The call, to be followed.
    pub fn call(&self) -> &Rc<Call> {
        &self.call
    }

    /// Whether the question is whole.
    pub fn has_question(&self) -> bool {
        self.has_question.get()
    }

    /// Whether the session's own screen may take over now: not in the middle of a word that an input
    /// method composes.
    pub fn may_move(&self) -> bool {
        self.typed.may_move()
    }

    /// Ends the call, and listens no more: nobody sees it any longer.
    pub fn leave(&self) {
        self.call.stop();
        self.typed.leave();
    }

    /// Gives what the person did to the session's own screen, which stands in `next`.
    pub fn hand_over_to(&self, next: &HtmlElement) {
        self.typed.hand_over(next);
    }
}

/// What asks.
struct Asking {
    beginning: Rc<Beginning>,
    call: Rc<Call>,
    view: Rc<View>,
    endpoint: String,
    has_question: Rc<Cell<bool>>,
}

impl Asking {
    /// The reply; none where the call failed, or is none that can be made so plainly.
    async fn ask(&self, server: ServerAnswer) -> Option<MadeReply> {
        let ServerAnswer::Settings(server) = server else {
            return None;
        };
        self.view.show_reader(&server).ok()?;
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
            self.view.show_whole(&self.beginning, &question).ok()?;
            self.has_question.set(true);
        }
        Some(reply)
    }

    async fn reply(&self, server: ServerSettings) -> Result<MadeReply, LlmError> {
        let limits = match server.patient {
            true => TimeLimits::PATIENT,
            false => TimeLimits::default(),
        };
        let endpoint = Endpoint {
            base_url: self.endpoint.clone(),
            model: server.model.unwrap_or_default(),
        };
        let context = Limits::default().context_tokens;
        let request = self.beginning.request(context, &BrowserLocale);
        let mut shown = ShownText::of_tool(&first_question_shown());
        let timer: Rc<dyn Timer> = Rc::new(BrowserTimer);
        let mut on_delta = |delta| {
            let piece = shown.of(&delta).filter(|piece| !piece.is_empty());
            if let Some(piece) = piece {
                self.view.show_question(&self.call.shown(&piece));
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

//! The first stage of a session: its view and its call, until the session's own screen takes over.

use std::rc::Rc;
use std::time::Duration;

use futures::future::{join, select};
use kikitori_browser::{BrowserClock, BrowserLocale, BrowserTimer, now_local};
use kikitori_interview::{Beginning, PageContext};
use kikitori_ports::{Clock, Timer};
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlElement;

use crate::asking::{Asked, Asking};
use crate::call::Call;
use crate::place::{Languages, Surroundings};
use crate::typed::Typed;
use crate::view::View;

/// How long nobody names country and zone: browsers take a moment to find the names, in which the first
/// words of the question may come.
const BEFORE_NAMES: Duration = Duration::from_millis(100);

/// A session that begins, on the page.
pub struct Stage {
    asking: Asking,
    view: Rc<View>,
    typed: Typed,
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
    /// Draws the first view of the session that is asked for. `None` where it cannot be drawn.
    pub fn begin(asked: Asked, around: Surroundings) -> Option<Self> {
        let is_page = around.page.is_some();
        let Asked {
            asking,
            reply,
            ends,
        } = asked;
        let view = View::draw(&around.place, &asking.beginning, around.page).ok()?;
        let view = asking.view.get_or_init(|| Rc::new(view)).clone();
        let typed = Typed::listen(&around.place, around.name, is_page)?;
        let (stage, drawn) = (asking.clone(), view.clone());
        spawn_local(async move {
            let asked = Box::pin(async move {
                let named = async {
                    BrowserTimer.sleep(BEFORE_NAMES).await;
                    drawn.show_place(&asking.beginning);
                };
                let answered = async { asking.call.ended(reply.await) };
                join(answered, named).await;
            });
            select(asked, ends).await;
        });
        Some(Self {
            asking: stage,
            view,
            typed,
        })
    }

    /// The page around speaks another language from now on.
    pub fn speak(&self, languages: Languages) {
        // What is refused stays as it was.
        let _ = self.view.speak(self.beginning(), languages);
    }

    /// What the session's own screen begins with.
    pub fn beginning(&self) -> &Beginning {
        &self.asking.beginning
    }

    /// The call, to be followed.
    pub fn call(&self) -> &Rc<Call> {
        &self.asking.call
    }

    /// Whether the question is whole.
    pub fn has_question(&self) -> bool {
        self.asking.has_question.get()
    }

    /// Whether the session's own screen may take over now: not in the middle of a word that an input
    /// method composes.
    pub fn may_move(&self) -> bool {
        self.typed.may_move()
    }

    /// Ends the call, and listens no more: nobody sees it any longer.
    pub fn leave(&self) {
        self.asking.call.stop();
        self.typed.leave();
    }

    /// Gives what the person did to the session's own screen, which stands in `next`.
    pub fn hand_over_to(&self, next: &HtmlElement) {
        self.typed.hand_over(next);
    }
}

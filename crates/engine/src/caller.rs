//! The one way to call a model.

mod call;
mod error;
mod expect;
mod factory;
mod fitting;
mod form;
mod shown;
mod value;
mod window;

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use kikitori_agent::bound_reply;
use kikitori_llm::{Account, CallMeter, ChatRequest, Completion, Delta, Meter, Model, UsageTotals};
pub use kikitori_llm::{CallLimits, CapScope};

pub use call::{CallEvent, Gate, ModelCall, ModelOutcome, Shown};
pub use error::CallError;
pub use expect::Expect;
pub use factory::{ConnectedModel, ModelFactory, NoModel};
pub use shown::ShownText;
pub use value::ValueCall;
pub use window::ContextWindow;

use form::FormAttempt;

/// Calls a model: under the caps of the session and of the run, counting what each call used
/// whatever becomes of it, and seeing to it that a reply has the form that was asked for. Calls
/// may be under way side by side; each failure is the return value of its own call.
pub struct Caller {
    model: Rc<dyn Model>,
    meter: Meter,
    window: Cell<ContextWindow>,
}

impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Caller")
            .field("meter", &self.meter)
            .field("window", &self.window)
            .finish_non_exhaustive()
    }
}

impl Caller {
    /// Calls `model` within `limits` and `window`, after what the session has `used` before.
    pub fn new(
        model: Rc<dyn Model>,
        limits: CallLimits,
        window: ContextWindow,
        used: UsageTotals,
    ) -> Self {
        Self {
            model,
            meter: Meter::new(limits, used),
            window: Cell::new(window),
        }
    }

    /// Other bounds from now on. A call that is under way goes on; whatever it would send next is
    /// held to them.
    pub fn set_limits(&self, limits: CallLimits) {
        self.meter.set_limits(limits);
    }

    /// What the session has used, with all calls that have ended or were dropped.
    pub fn used(&self) -> UsageTotals {
        self.meter.used()
    }

    /// How long requests may be, as far as it is known by now.
    pub fn window(&self) -> ContextWindow {
        self.window.get()
    }

    /// Makes one call. A reply in another form than was expected is asked for once more.
    ///
    /// Dropping the future ends the call; what it used until then is counted.
    pub async fn call(&self, call: ModelCall, on_event: &mut dyn FnMut(CallEvent)) -> ModelOutcome {
        let used = Cell::new(UsageTotals::default());
        let result = self.call_counted(call, &used, on_event).await;
        ModelOutcome {
            result,
            usage: used.get(),
        }
    }

    /// Makes one call as [`Self::call`] does. What its requests use is added to `used` as they
    /// end, and also when the future is dropped: whoever stops a call can tell what it used.
    ///
    /// # Errors
    /// [`CallError`].
    pub async fn call_counted(
        &self,
        call: ModelCall,
        used: &Cell<UsageTotals>,
        on_event: &mut dyn FnMut(CallEvent),
    ) -> Result<Completion, CallError> {
        let mut attempt = FormAttempt::new(call.expect, call.request);
        let run = Run {
            account: self.meter.run(&call.agent, call.run),
            used,
        };
        self.in_form(&mut attempt, call.show.as_ref(), &run, on_event)
            .await
    }

    /// A reply in the form that `attempt` is for, asked for twice at most.
    async fn in_form(
        &self,
        attempt: &mut FormAttempt,
        show: Option<&Shown>,
        run: &Run<'_>,
        on_event: &mut dyn FnMut(CallEvent),
    ) -> Result<Completion, CallError> {
        loop {
            let mut shown = show.map(ShownText::of_tool);
            let reply = self
                .send(attempt.request(), run, &mut shown, on_event)
                .await?;
            match attempt.take(reply) {
                Ok(reply) => return Ok(reply),
                Err(None) => on_event(CallEvent::Again),
                Err(Some(error)) => return Err(error),
            }
        }
    }

    /// Asks for one reply under the caps, and counts what each request that it takes used.
    async fn send(
        &self,
        request: &ChatRequest,
        run: &Run<'_>,
        shown: &mut Option<ShownText>,
        on_event: &mut dyn FnMut(CallEvent),
    ) -> Result<Completion, CallError> {
        let is_watched = shown.as_ref().is_none_or(ShownText::is_watched);
        let on_event = RefCell::new(on_event);
        let mut on_used = |used| (on_event.borrow_mut())(CallEvent::Used(used));
        let mut on_delta = |delta| {
            if let Some(event) = shown::event(delta, shown) {
                (on_event.borrow_mut())(event);
            }
        };
        let on_delta: &mut dyn FnMut(Delta) = &mut on_delta;
        let account = Rc::clone(&run.account);
        let mut call = CallMeter::new(
            &self.meter,
            account,
            run.used,
            &mut on_used,
            is_watched.then_some(on_delta),
        );
        let mut completion = self.model.chat_metered(request, &mut call).await?;
        // What every engine keeps of a reply is stored, and a record that is nested too deep is not.
        bound_reply(&mut completion.message);
        Ok(completion)
    }
}

/// The run that a call belongs to.
struct Run<'a> {
    account: Rc<Account>,
    /// What this call has used.
    used: &'a Cell<UsageTotals>,
}

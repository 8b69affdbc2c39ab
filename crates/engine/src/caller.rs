//! The one way to call a model.

mod call;
mod error;
mod fitting;
mod form;
mod meter;
mod shown;
mod value;
mod window;

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

use kikitori_agent::bound_reply;
use kikitori_llm::{Caps, ChatRequest, Completion, Meter, Model, Price, UsageTotals};

pub use call::{CallEvent, Expect, ModelCall, ModelOutcome, Shown};
pub use error::{CallError, CapScope};
pub use value::ValueCall;
pub use window::ContextWindow;

use form::FormAttempt;
use meter::Metered;
use shown::ShownText;

/// The bounds of a caller's calls.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CallLimits {
    /// What the whole session may use.
    pub session_caps: Caps,
    /// What one run of an agent may use.
    pub run_caps: Caps,
    /// What the model costs, if that is known.
    pub price: Option<Price>,
}

/// Calls a model: under the caps of the session and of the run, counting what each call used
/// whatever becomes of it, and seeing to it that a reply has the form that was asked for. Calls
/// may be under way side by side; each failure is the return value of its own call.
pub struct Caller {
    model: Rc<dyn Model>,
    meter: Meter,
    run_caps: Cell<Caps>,
    window: Cell<ContextWindow>,
}

impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Caller")
            .field("meter", &self.meter)
            .field("run_caps", &self.run_caps)
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
            meter: Meter::new(limits.session_caps, limits.price, used),
            run_caps: Cell::new(limits.run_caps),
            window: Cell::new(window),
        }
    }

    /// Other bounds from now on. A call that is under way goes on; whatever it would send next is
    /// held to them.
    pub fn set_limits(&self, limits: CallLimits) {
        self.run_caps.set(limits.run_caps);
        self.meter.set_caps(limits.session_caps, limits.price);
    }

    /// What the session has used, with all calls that have ended or were dropped.
    pub fn used(&self) -> UsageTotals {
        self.meter.spent()
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
        let run = Run {
            before: call.run,
            used,
        };
        let mut attempt = FormAttempt::new(call.expect, call.request);
        loop {
            let mut shown = call.show.as_ref().map(ShownText::of_tool);
            let request = attempt.request().clone();
            let reply = self.send(request, run, &mut shown, on_event).await?;
            match attempt.take(reply) {
                Ok(reply) => return Ok(reply),
                Err(None) => on_event(CallEvent::Again),
                Err(Some(error)) => return Err(error),
            }
        }
    }

    /// Sends one request under the caps and counts what it used.
    async fn send(
        &self,
        mut request: ChatRequest,
        run: Run<'_>,
        shown: &mut Option<ShownText>,
        on_event: &mut dyn FnMut(CallEvent),
    ) -> Result<Completion, CallError> {
        request.stream = true;
        let run_used = run.before.plus(run.used.get());
        self.run_caps
            .get()
            .admit(run_used, self.meter.price(), &mut request)
            .map_err(CapScope::Run.error())?;
        let reservation = self.meter.reserve(&mut request).await;
        let reservation = reservation.map_err(CapScope::Session.error())?;
        let mut metered = Metered::new(reservation, run.used);
        let outcome = {
            let mut on_delta = |delta| {
                metered.heard(&delta);
                if let Some(event) = shown::event(delta, shown) {
                    on_event(event);
                }
            };
            self.model.chat(request, &mut on_delta).await
        };
        on_event(CallEvent::Used(metered.settle(outcome.as_ref())));
        let mut completion = outcome?;
        // What every engine keeps of a reply is stored, and a record that is nested too deep is not.
        bound_reply(&mut completion.message);
        Ok(completion)
    }
}

/// What the run of a call has used.
#[derive(Clone, Copy)]
struct Run<'a> {
    before: UsageTotals,
    used: &'a Cell<UsageTotals>,
}

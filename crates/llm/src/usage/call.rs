//! One call on a meter, however many requests it takes.

use std::cell::Cell;
use std::rc::Rc;

use crate::protocol::delta::Delta;
use crate::protocol::error::LlmError;
use crate::protocol::request::Completion;
use crate::usage::meter::{Account, Meter, Reservation};
use crate::usage::totals::UsageTotals;

/// A call that is under way: each request that it takes is admitted before it is sent, and counted
/// whatever becomes of it, also when this is dropped meanwhile.
pub struct CallMeter<'a> {
    /// None for a call that nobody counts.
    counts: Option<Counts<'a>>,
    /// None where nobody looks.
    on_delta: Option<&'a mut dyn FnMut(Delta)>,
}

/// Where a call is counted.
struct Counts<'a> {
    meter: &'a Meter,
    run: Rc<Account>,
    used: &'a Cell<UsageTotals>,
    on_used: &'a mut dyn FnMut(UsageTotals),
    /// The request that is under way.
    reservation: Option<Reservation<'a>>,
}

impl Counts<'_> {
    fn add(&self, this: UsageTotals) {
        self.used.set(self.used.get().plus(this));
    }
}

impl Drop for Counts<'_> {
    fn drop(&mut self) {
        if let Some(stopped) = self.reservation.take() {
            self.add(stopped.stop());
        }
    }
}

impl<'a> CallMeter<'a> {
    /// A call of `run`, counted on `meter`. What its requests use is added to `used`, and `on_used`
    /// hears of each as it ends. `on_delta` hears what is shown; without it nobody looks, and a
    /// reply that breaks off is asked for again.
    pub fn new(
        meter: &'a Meter,
        run: Rc<Account>,
        used: &'a Cell<UsageTotals>,
        on_used: &'a mut dyn FnMut(UsageTotals),
        on_delta: Option<&'a mut dyn FnMut(Delta)>,
    ) -> Self {
        Self {
            counts: Some(Counts {
                meter,
                run,
                used,
                on_used,
                reservation: None,
            }),
            on_delta,
        }
    }

    /// A call that nobody counts.
    pub fn unmetered(on_delta: &'a mut dyn FnMut(Delta)) -> Self {
        Self {
            counts: None,
            on_delta: Some(on_delta),
        }
    }

    /// Waits until a request of so many tokens may be sent. Answers the bound on its reply.
    pub(crate) async fn admit(
        &mut self,
        prompt_tokens: impl FnOnce() -> u64,
        max_tokens: Option<u64>,
    ) -> Result<Option<u64>, LlmError> {
        let Some(counts) = &mut self.counts else {
            return Ok(max_tokens);
        };
        let reserved = counts
            .meter
            .reserve(&counts.run, prompt_tokens(), max_tokens);
        let reservation = counts.reservation.insert(reserved.await?);
        Ok(reservation.max_tokens())
    }

    /// Takes note of what has arrived, shown or not.
    pub(crate) fn arrived(&mut self, delta: &Delta) {
        let counts = self.counts.as_mut();
        if let Some(reservation) = counts.and_then(|it| it.reservation.as_mut()) {
            reservation.arrived(delta);
        }
    }

    /// Shows `delta`; whether anybody looks.
    pub(crate) fn show(&mut self, delta: Delta) -> bool {
        match &mut self.on_delta {
            Some(on_delta) => {
                on_delta(delta);
                true
            }
            None => false,
        }
    }

    /// Counts what came of the request that was admitted last.
    pub(crate) fn settle(&mut self, outcome: Result<&Completion, &LlmError>) {
        if let Some(counts) = &mut self.counts
            && let Some(reservation) = counts.reservation.take()
        {
            let this = reservation.settle(outcome);
            counts.add(this);
            (counts.on_used)(this);
        }
    }
}

//! Counts what calls use, and holds calls side by side to their caps.

use std::cell::{Cell, RefCell};

use futures::channel::oneshot;

use crate::protocol::delta::Delta;
use crate::protocol::error::LlmError;
use crate::protocol::request::{ChatRequest, Completion};
use crate::usage::caps::{BudgetExceeded, Caps};
use crate::usage::money::Price;
use crate::usage::totals::UsageTotals;

/// Counts calls that may be under way side by side, and holds them to [`Caps`] together.
#[derive(Debug, Default)]
pub struct Meter {
    caps: Cell<Caps>,
    price: Cell<Option<Price>>,
    counts: RefCell<Counts>,
    /// Those who wait for a call to end.
    waiting: RefCell<Vec<oneshot::Sender<()>>>,
}

#[derive(Debug, Default)]
struct Counts {
    spent: UsageTotals,
    /// What calls that are under way may use.
    reserved: UsageTotals,
}

impl Meter {
    /// A meter that goes on from what was `spent` before.
    pub fn new(caps: Caps, price: Option<Price>, spent: UsageTotals) -> Self {
        Self {
            caps: Cell::new(caps),
            price: Cell::new(price),
            counts: RefCell::new(Counts {
                spent,
                ..Counts::default()
            }),
            waiting: RefCell::default(),
        }
    }

    /// Other caps and another price from now on, also while calls are under way: those go on, and
    /// those that wait for them are looked at again.
    pub fn set_caps(&self, caps: Caps, price: Option<Price>) {
        self.caps.set(caps);
        self.price.set(price);
        self.wake();
    }

    /// The caps that hold now.
    pub fn caps(&self) -> Caps {
        self.caps.get()
    }

    /// The price that calls are counted with.
    pub fn price(&self) -> Option<Price> {
        self.price.get()
    }

    /// What the calls used that have ended.
    pub fn spent(&self) -> UsageTotals {
        self.counts.borrow().spent
    }

    /// Lets a call pass, as [`Caps::admit`] does. Those that are under way count as if their
    /// replies were as long as they may be; a call that fits only without them waits for them.
    ///
    /// # Errors
    /// [`BudgetExceeded`] when it does not fit after what was spent.
    pub async fn reserve(
        &self,
        request: &mut ChatRequest,
    ) -> Result<Reservation<'_>, BudgetExceeded> {
        loop {
            let (spent, reserved) = {
                let counts = self.counts.borrow();
                (counts.spent, counts.reserved)
            };
            let mut admitted = request.clone();
            let (caps, price) = (self.caps.get(), self.price.get());
            let fits = caps.admit(spent.plus(reserved), price, &mut admitted);
            if fits.is_ok() {
                *request = admitted;
                return Ok(self.reserved_for(request));
            }
            caps.admit(spent, price, &mut admitted)?;
            let (ended, end) = oneshot::channel();
            self.waiting.borrow_mut().push(ended);
            // The other end is kept until it is used.
            let _ = end.await;
        }
    }

    fn reserved_for(&self, request: &ChatRequest) -> Reservation<'_> {
        let prompt_tokens = request.estimated_tokens();
        let completion_tokens = request.max_tokens.unwrap_or(0);
        let reserved = UsageTotals::of_call(prompt_tokens, completion_tokens, self.price.get());
        let mut counts = self.counts.borrow_mut();
        counts.reserved = counts.reserved.plus(reserved);
        Reservation {
            meter: self,
            reserved,
            written: 0,
            is_settled: false,
        }
    }

    /// Lets those look again who wait for room.
    fn wake(&self) {
        for waiting in self.waiting.take() {
            // One that waits no more has gone.
            let _ = waiting.send(());
        }
    }
}

/// A call that is under way. One that is dropped counts as stopped.
#[derive(Debug)]
pub struct Reservation<'a> {
    meter: &'a Meter,
    reserved: UsageTotals,
    written: u64,
    is_settled: bool,
}

impl Reservation<'_> {
    /// Takes note of what has arrived of the reply, in case there is no more of it.
    pub fn heard(&mut self, delta: &Delta) {
        self.written += delta.estimated_tokens();
    }

    /// Counts what came of the call, and answers what it used.
    pub fn settle(mut self, outcome: Result<&Completion, &LlmError>) -> UsageTotals {
        let read = self.reserved.prompt_tokens;
        let this = match outcome {
            Ok(reply) => UsageTotals::answered(reply, self.meter.price.get(), || read),
            Err(error) => self.given_up(Some(error)),
        };
        self.count(this);
        this
    }

    /// Counts the call as stopped, and answers what it used.
    pub fn stop(mut self) -> UsageTotals {
        let this = self.given_up(None);
        self.count(this);
        this
    }

    fn given_up(&self, error: Option<&LlmError>) -> UsageTotals {
        let (read, bound) = (self.reserved.prompt_tokens, self.reserved.completion_tokens);
        let price = self.meter.price.get();
        UsageTotals::given_up(error, price, self.written, Some(bound), || read)
    }

    fn count(&mut self, this: UsageTotals) {
        self.is_settled = true;
        let mut counts = self.meter.counts.borrow_mut();
        let (all, mine) = (counts.reserved, self.reserved);
        counts.reserved = UsageTotals {
            calls: all.calls.saturating_sub(mine.calls),
            prompt_tokens: all.prompt_tokens.saturating_sub(mine.prompt_tokens),
            completion_tokens: all.completion_tokens.saturating_sub(mine.completion_tokens),
            cost: all.cost.minus(mine.cost),
            estimated: false,
        };
        counts.spent = counts.spent.plus(this);
        drop(counts);
        self.meter.wake();
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        if !self.is_settled {
            self.count(self.given_up(None));
        }
    }
}

#[cfg(test)]
#[path = "meter_tests.rs"]
mod tests;

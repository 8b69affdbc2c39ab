//! Counts what calls use, and holds calls side by side to their caps.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};

use futures::channel::oneshot;

use crate::protocol::delta::Delta;
use crate::protocol::error::LlmError;
use crate::protocol::request::Completion;
use crate::usage::caps::{BudgetExceeded, CapScope, Caps};
use crate::usage::given_up::given_up;
use crate::usage::money::Price;
use crate::usage::totals::UsageTotals;

/// The bounds of calls.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CallLimits {
    /// What the whole session may use.
    pub session_caps: Caps,
    /// What one run of an agent may use.
    pub run_caps: Caps,
    /// What the model costs, if that is known.
    pub price: Option<Price>,
}

/// Counts requests that may be under way side by side, and holds them together to the [`Caps`] of
/// the session and of their run.
#[derive(Debug, Default)]
pub struct Meter {
    limits: Cell<CallLimits>,
    session: Account,
    /// The runs that have calls now, by name.
    runs: RefCell<BTreeMap<String, Weak<Account>>>,
    /// Those who wait for a request to end.
    waiting: RefCell<Vec<oneshot::Sender<()>>>,
}

/// What was used of a budget.
#[derive(Debug, Default)]
pub struct Account {
    used: Cell<UsageTotals>,
    /// What requests that are under way may use.
    reserved: Cell<UsageTotals>,
}

impl Account {
    fn of(used: UsageTotals) -> Self {
        Self {
            used: Cell::new(used),
            ..Self::default()
        }
    }
}

impl Meter {
    /// A meter that goes on from what was `used` before.
    pub fn new(limits: CallLimits, used: UsageTotals) -> Self {
        Self {
            limits: Cell::new(limits),
            session: Account::of(used),
            ..Self::default()
        }
    }

    /// Other limits from now on, also while requests are under way: those go on, and those that
    /// wait for them are looked at again.
    pub fn set_limits(&self, limits: CallLimits) {
        self.limits.set(limits);
        self.wake();
    }

    /// The limits that hold now.
    pub fn limits(&self) -> CallLimits {
        self.limits.get()
    }

    /// What the requests used that have ended.
    pub fn used(&self) -> UsageTotals {
        self.session.used.get()
    }

    /// The account of the run of this name, which has `used` this by now. Calls of one run that are
    /// made side by side share it.
    pub fn run(&self, name: &str, used: UsageTotals) -> Rc<Account> {
        let mut runs = self.runs.borrow_mut();
        runs.retain(|_, run| run.strong_count() > 0);
        if let Some(run) = runs.get(name).and_then(Weak::upgrade) {
            return run;
        }
        let run = Rc::new(Account::of(used));
        runs.insert(name.to_owned(), Rc::downgrade(&run));
        run
    }

    /// Lets a request pass, as [`Caps::admit`] does. Those that are under way count as if their
    /// replies were as long as they may be; a request that fits only without them waits for them.
    ///
    /// # Errors
    /// [`LlmError::BudgetExceeded`] when it does not fit after what was used.
    pub async fn reserve(
        &self,
        run: &Rc<Account>,
        prompt_tokens: u64,
        max_tokens: Option<u64>,
    ) -> Result<Reservation<'_>, LlmError> {
        loop {
            let with_reserved = |it: &Account| it.used.get().plus(it.reserved.get());
            let bound = self.admit(run, with_reserved, prompt_tokens, max_tokens);
            if let Ok(max_tokens) = bound {
                return Ok(self.reserved_for(run, prompt_tokens, max_tokens));
            }
            self.admit(run, |it| it.used.get(), prompt_tokens, max_tokens)?;
            let (ended, end) = oneshot::channel();
            self.waiting.borrow_mut().push(ended);
            // The other end is kept until it is used.
            let _ = end.await;
        }
    }

    fn admit(
        &self,
        run: &Account,
        used: impl Fn(&Account) -> UsageTotals,
        prompt_tokens: u64,
        max_tokens: Option<u64>,
    ) -> Result<Option<u64>, LlmError> {
        let limits = self.limits.get();
        let over =
            |scope| move |reached: BudgetExceeded| LlmError::BudgetExceeded { scope, reached };
        let max_tokens = limits
            .run_caps
            .admit(used(run), limits.price, prompt_tokens, max_tokens)
            .map_err(over(CapScope::Run))?;
        limits
            .session_caps
            .admit(used(&self.session), limits.price, prompt_tokens, max_tokens)
            .map_err(over(CapScope::Session))
    }

    fn reserved_for(
        &self,
        run: &Rc<Account>,
        prompt_tokens: u64,
        max_tokens: Option<u64>,
    ) -> Reservation<'_> {
        let longest = max_tokens.unwrap_or(0);
        let price = self.limits.get().price;
        let reserved = UsageTotals::of_call(prompt_tokens, longest, price);
        for account in [&self.session, &**run] {
            account.reserved.set(account.reserved.get().plus(reserved));
        }
        Reservation {
            meter: self,
            run: Rc::clone(run),
            max_tokens,
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

/// A request that is under way. One that is dropped counts as stopped.
#[derive(Debug)]
pub struct Reservation<'a> {
    meter: &'a Meter,
    run: Rc<Account>,
    max_tokens: Option<u64>,
    reserved: UsageTotals,
    written: u64,
    is_settled: bool,
}

impl Reservation<'_> {
    /// What the reply may have at most.
    pub fn max_tokens(&self) -> Option<u64> {
        self.max_tokens
    }

    /// Takes note of what has arrived of the reply, in case there is no more of it.
    pub fn arrived(&mut self, delta: &Delta) {
        self.written += delta.estimated_tokens();
    }

    /// Counts what came of the request, and answers what it used.
    pub fn settle(mut self, outcome: Result<&Completion, &LlmError>) -> UsageTotals {
        let read = self.reserved.prompt_tokens;
        let this = match outcome {
            Ok(reply) => UsageTotals::answered(reply, self.meter.limits.get().price, || read),
            Err(error) => self.given_up(Some(error)),
        };
        self.count(this);
        this
    }

    /// Counts the request as stopped, and answers what it used.
    pub fn stop(mut self) -> UsageTotals {
        let this = self.given_up(None);
        self.count(this);
        this
    }

    fn given_up(&self, error: Option<&LlmError>) -> UsageTotals {
        let (read, bound) = (self.reserved.prompt_tokens, self.reserved.completion_tokens);
        let price = self.meter.limits.get().price;
        given_up(error, price, read, self.written, bound)
    }

    fn count(&mut self, this: UsageTotals) {
        self.is_settled = true;
        for account in [&self.meter.session, &*self.run] {
            account.used.set(account.used.get().plus(this));
            let reserved = account.reserved.get().minus(self.reserved);
            account.reserved.set(reserved);
        }
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

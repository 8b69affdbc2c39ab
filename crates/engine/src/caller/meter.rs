//! A request that is under way and counted, whatever becomes of it.

use std::cell::Cell;

use kikitori_llm::{Completion, Delta, LlmError, Reservation, UsageTotals};

/// A request that is under way. When it is dropped, it counts as stopped.
pub(super) struct Metered<'a> {
    /// Absent once it is settled.
    reservation: Option<Reservation<'a>>,
    used: &'a Cell<UsageTotals>,
}

impl<'a> Metered<'a> {
    /// Adds to `used` what comes of the request that `reservation` is for.
    pub(super) fn new(reservation: Reservation<'a>, used: &'a Cell<UsageTotals>) -> Self {
        Self {
            reservation: Some(reservation),
            used,
        }
    }

    pub(super) fn heard(&mut self, delta: &Delta) {
        if let Some(reservation) = &mut self.reservation {
            reservation.heard(delta);
        }
    }

    /// Counts the request by its outcome.
    pub(super) fn settle(mut self, outcome: Result<&Completion, &LlmError>) -> UsageTotals {
        let this = self.reservation.take().map(|it| it.settle(outcome));
        self.add(this)
    }

    fn add(&self, this: Option<UsageTotals>) -> UsageTotals {
        let this = this.unwrap_or_default();
        self.used.set(self.used.get().plus(this));
        this
    }
}

impl Drop for Metered<'_> {
    fn drop(&mut self) {
        let this = self.reservation.take().map(Reservation::stop);
        self.add(this);
    }
}

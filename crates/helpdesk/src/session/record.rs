//! Writing a session.

use std::cell::RefCell;
use std::rc::Rc;

use futures::lock::Mutex;
use kikitori_agent::{FunctionCallResult, RunStep};
use kikitori_journal::{Journal, Journaled, SessionKey, Sessions, StreamPath, Writer};
use kikitori_llm::UsageTotals;
use kikitori_ports::Clock;
use kikitori_store::{Batch, Store, StoreError};

use super::{HelpDeskSession, SessionUpdate};
use crate::error::HelpDeskError;

/// The session that a run is recorded in, and the right to write it. What the store refused stays
/// here and goes with the next batch.
pub struct SessionRecord {
    writer: Rc<Writer>,
    clock: Rc<dyn Clock>,
    open: RefCell<Open>,
    /// Held while something is being stored: batches go one after the other.
    storing: Mutex<()>,
}

struct Open {
    journal: Journal<HelpDeskSession>,
    state: HelpDeskSession,
    /// What is not known to be stored, oldest first.
    unstored: Vec<Batch>,
}

impl SessionRecord {
    /// Begins the session `run` for `question`, together with what `batch` holds. `writer` is a
    /// name that no other writer has.
    ///
    /// # Errors
    /// [`StoreError`] when the session exists or the store fails.
    pub async fn begin(
        store: Rc<dyn Store>,
        clock: Rc<dyn Clock>,
        writer: String,
        run: &str,
        state: HelpDeskSession,
        mut batch: Batch,
    ) -> Result<Self, StoreError> {
        let session = SessionKey::new(run);
        let state = HelpDeskSession {
            asked_at: clock.now_ms(),
            ..state
        };
        let journal = Journal::begin(&mut batch, &session, &StreamPath::main(), &state)?;
        let head = state.head(run, state.asked_at);
        head.put(&mut batch, &session, journal.last())?;
        let writer = Writer::begin(store, &session, writer, batch).await?;
        Ok(Self::new(writer, clock, journal, state))
    }

    /// Goes on with the session `run`; none if nothing is stored of it. Whoever wrote it before
    /// cannot any more.
    ///
    /// # Errors
    /// [`HelpDeskError::Session`] when it cannot be read or has a head only, and
    /// [`HelpDeskError::Store`].
    pub async fn resume(
        store: Rc<dyn Store>,
        clock: Rc<dyn Clock>,
        writer: String,
        run: &str,
    ) -> Result<Option<Self>, HelpDeskError> {
        let session = SessionKey::new(run);
        if Sessions::new(store.clone()).get(&session).await?.is_none() {
            return Ok(None);
        }
        let writer = Writer::claim(store.clone(), &session, writer).await?;
        let loaded = Journal::load(&*store, &session, &StreamPath::main(), None).await?;
        let loaded = loaded.ok_or_else(|| {
            HelpDeskError::Session(format!(
                "nothing of the question {run:?} is stored but its head"
            ))
        })?;
        Ok(Some(Self::new(writer, clock, loaded.journal, loaded.state)))
    }

    fn new(
        writer: Writer,
        clock: Rc<dyn Clock>,
        journal: Journal<HelpDeskSession>,
        state: HelpDeskSession,
    ) -> Self {
        Self {
            writer: Rc::new(writer),
            clock,
            open: RefCell::new(Open {
                journal,
                state,
                unstored: Vec::new(),
            }),
            storing: Mutex::new(()),
        }
    }

    /// The session's id, which is the run's too.
    pub fn run(&self) -> &str {
        self.writer.session().id()
    }

    /// The right to write the session.
    pub fn writer(&self) -> &Rc<Writer> {
        &self.writer
    }

    /// The session as it is now.
    pub fn state(&self) -> HelpDeskSession {
        self.open.borrow().state.clone()
    }

    /// Takes note of what the calls have used by now.
    pub(crate) fn used(&self, usage: UsageTotals, window: Option<u64>) -> Result<(), StoreError> {
        let mut updates = Vec::new();
        {
            let state = &self.open.borrow().state;
            if state.usage != usage {
                updates.push(SessionUpdate::Used(usage));
            }
            if let Some(tokens) = window.filter(|_| window != state.context_tokens) {
                updates.push(SessionUpdate::WindowLearnt(tokens));
            }
        }
        self.change(updates)
    }

    /// Puts calls on record that are about to be made; each gets its number. Those that have an
    /// outcome already were refused.
    pub(crate) fn begin_steps(&self, steps: &mut [RunStep]) -> Result<(), StoreError> {
        let last = self
            .open
            .borrow()
            .state
            .run_steps
            .last()
            .map(|it| it.sequence);
        let first = last.map_or(0, |last| last.saturating_add(1));
        for (step, sequence) in steps.iter_mut().zip(first..) {
            step.sequence = sequence;
            step.session_id = self.run().to_owned();
        }
        self.change(
            steps
                .iter()
                .cloned()
                .map(SessionUpdate::StepBegun)
                .collect(),
        )
    }

    /// Puts the outcomes of calls on record.
    pub(crate) fn complete_steps(
        &self,
        ended: Vec<(u64, FunctionCallResult)>,
    ) -> Result<(), StoreError> {
        let finished_at = self.clock.now_ms();
        let updates = ended
            .into_iter()
            .map(|(sequence, output)| SessionUpdate::StepCompleted {
                sequence,
                output,
                finished_at,
            });
        self.change(updates.collect())
    }

    /// Makes changes, which [`Self::store`] stores.
    pub(crate) fn change(&self, updates: Vec<SessionUpdate>) -> Result<(), StoreError> {
        if updates.is_empty() {
            return Ok(());
        }
        let now = self.clock.now_ms();
        let mut open = self.open.borrow_mut();
        let open = &mut *open;
        for update in &updates {
            open.state.apply(update.clone());
        }
        let mut batch = Batch::new();
        open.journal.append(&mut batch, &open.state, &updates)?;
        let session = self.writer.session();
        open.state
            .head(session.id(), now)
            .put(&mut batch, session, open.journal.last())?;
        open.unstored.push(batch);
        Ok(())
    }

    /// Stores what has changed.
    ///
    /// # Errors
    /// [`StoreError`]; what was not stored goes with the next batch.
    pub(crate) async fn store(&self) -> Result<(), StoreError> {
        let _turn = self.storing.lock().await;
        let (batch, count) = {
            let open = self.open.borrow();
            let mut all = Batch::new();
            for batch in &open.unstored {
                all.extend(batch.clone());
            }
            (all, open.unstored.len())
        };
        if batch.is_empty() {
            return Ok(());
        }
        // Nothing leaves the list before it is stored: this may be dropped while it waits.
        self.writer.commit(batch).await?;
        self.open.borrow_mut().unstored.drain(..count);
        Ok(())
    }
}

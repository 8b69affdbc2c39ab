//! What a run shares with its tasks and their subgraphs.

use std::rc::Rc;

use kikitori_store::{Batch, StoreError};

use crate::checkpoint::Records;
use crate::context::Answers;
use crate::error::RunError;
use crate::ids::TaskId;
use crate::options::RunLimits;
use crate::ports::Ports;

/// Whether something of a run may be stored already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunMode {
    New,
    Resume,
}

pub(crate) struct RunScope<R> {
    pub ports: Rc<Ports<R>>,
    pub run: Rc<str>,
    pub path: Rc<str>,
    pub answers: Answers,
    pub limits: RunLimits,
    pub mode: RunMode,
}

impl<R> RunScope<R> {
    pub fn new(
        run: &str,
        ports: &Ports<R>,
        limits: RunLimits,
        answers: Answers,
        mode: RunMode,
    ) -> Self {
        Self {
            ports: Rc::new(ports.clone()),
            run: run.into(),
            path: "".into(),
            answers,
            limits,
            mode,
        }
    }

    /// The same for the subgraph of `task`.
    pub fn inside(&self, task: &TaskId) -> Self {
        Self {
            ports: self.ports.clone(),
            run: self.run.clone(),
            path: format!("{task}/").into(),
            answers: self.answers.clone(),
            limits: self.limits,
            mode: self.mode,
        }
    }

    /// The task in this place of a superstep.
    pub fn task(&self, superstep: u32, index: u32) -> TaskId {
        TaskId {
            path: self.path.clone(),
            superstep,
            index,
        }
    }

    pub fn records(&self) -> Result<Option<Records<'_>>, RunError> {
        let store = self.ports.store.as_ref();
        store
            .map(|store| Records::within(&**store, &self.run, &self.path))
            .transpose()
    }

    pub async fn commit(&self, batch: Batch) -> Result<(), StoreError> {
        match &self.ports.store {
            Some(store) if !batch.is_empty() => store.commit(batch).await,
            _ => Ok(()),
        }
    }
}

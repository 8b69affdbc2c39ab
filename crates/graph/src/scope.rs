//! What a run shares with its tasks and their subgraphs.

use std::rc::Rc;

use kikitori_journal::{StreamPath, Writer};
use kikitori_store::{Batch, StoreError};

use crate::context::Answers;
use crate::ids::TaskId;
use crate::options::RunLimits;
use crate::ports::Ports;

/// How a run was started, which says whether something of it may be stored already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunStart {
    Fresh,
    Resumed {
        /// Whether that may be as it was stored before there was a journal.
        legacy: bool,
    },
}

pub(crate) struct RunScope<R> {
    pub ports: Rc<Ports<R>>,
    pub path: Rc<str>,
    /// Writes what is kept, in the stream.
    pub writer: Option<Rc<Writer>>,
    pub stream: StreamPath,
    pub answers: Answers,
    pub limits: RunLimits,
    pub start: RunStart,
}

impl<R> RunScope<R> {
    /// The same for the subgraph of `task`, whose tries are streams within this one's.
    pub fn inside(&self, task: &TaskId) -> Self {
        Self {
            ports: self.ports.clone(),
            path: format!("{task}/").into(),
            writer: self.writer.clone(),
            stream: self
                .stream
                .child(&format!("{}.{}", task.superstep, task.index)),
            answers: self.answers.clone(),
            limits: self.limits,
            start: self.start,
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

    pub async fn commit(&self, batch: Batch) -> Result<(), StoreError> {
        match &self.writer {
            Some(writer) if !batch.is_empty() => writer.commit(batch).await,
            _ => Ok(()),
        }
    }
}

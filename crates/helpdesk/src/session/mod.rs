//! What is stored of a question beside the graph's run: a session of the kind `helpdesk`.

mod record;

use kikitori_agent::{FunctionCallResult, RunStep};
use kikitori_journal::{
    Journal, JournalError, Journaled, Progress, SessionHead, SessionKey, SessionStatus, StreamPath,
};
use kikitori_llm::UsageTotals;
use kikitori_store::Store;
use serde::{Deserialize, Serialize};

use crate::data::SubtaskOutcome;
use crate::node::Node;
pub use record::SessionRecord;

/// The kind of a help desk's session in the list of all sessions.
pub const SESSION_KIND: &str = "helpdesk";

/// Characters of a question that the list of sessions shows.
const TITLE_CHARS: usize = 200;
/// Characters that are kept of a question before, and of its answer.
const EARLIER_QUESTION_CHARS: usize = 500;
const EARLIER_ANSWER_CHARS: usize = 1_500;

/// What is stored of a question beside the graph's run, which lies in the same session.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct HelpDeskSession {
    /// The question.
    pub question: String,
    /// When it was asked, in milliseconds since 1970.
    pub asked_at: u64,
    /// What was asked and answered before it, to which it may be a follow-up.
    pub earlier: Option<EarlierQuestion>,
    /// What the run's model calls have used.
    pub usage: UsageTotals,
    /// The tokens that a request may have, if that was learnt.
    pub context_tokens: Option<u64>,
    /// Subtasks of the plan.
    pub planned: u32,
    /// Subtasks that are finished.
    pub finished: u32,
    /// Whether there is an answer.
    pub is_answered: bool,
    /// Whether somebody stopped it, and nobody has gone on with it since.
    pub is_stopped: bool,
    /// What its parts have done so far.
    pub nodes: Vec<NodeRecord>,
    /// Every tool call, in the order in which they began.
    pub run_steps: Vec<RunStep>,
}

/// A question that was answered before, as far as another one may lean on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierQuestion {
    /// Its beginning.
    pub question: String,
    /// The beginning of its answer.
    pub answer: String,
}

impl EarlierQuestion {
    /// This question and its answer, cut to what is kept of them.
    pub(crate) fn of(question: &str, answer: &str) -> Self {
        Self {
            question: question.chars().take(EARLIER_QUESTION_CHARS).collect(),
            answer: answer.chars().take(EARLIER_ANSWER_CHARS).collect(),
        }
    }
}

/// What the planner, a subtask or the writer has done so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NodeRecord {
    /// Which of them.
    pub node: Node,
    /// Tokens of its model calls.
    pub tokens: u64,
    /// How long it took, in milliseconds.
    pub duration: u64,
    /// Whether it is finished.
    pub is_finished: bool,
    /// What became of it, if it is a subtask that is finished.
    pub outcome: Option<SubtaskOutcome>,
}

/// What changes a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionUpdate {
    /// Model calls have used this by now.
    Used(UsageTotals),
    /// A request may have so many tokens.
    WindowLearnt(u64),
    /// There is a plan of so many subtasks.
    Planned(u32),
    /// One subtask more is finished.
    SubtaskFinished,
    /// There is an answer.
    Answered,
    /// Somebody stopped it, or went on with it.
    Stopped(bool),
    /// A part of it made model calls.
    NodeUsed {
        /// Which.
        node: Node,
        /// Tokens of these calls.
        tokens: u64,
    },
    /// A part of it is finished.
    NodeEnded {
        /// Which.
        node: Node,
        /// How long it took since it was begun or gone on with, in milliseconds.
        duration: u64,
        /// What became of it, if it is a subtask.
        outcome: Option<SubtaskOutcome>,
    },
    /// A tool call is about to be made.
    StepBegun(RunStep),
    /// A tool call ended.
    StepCompleted {
        /// Which.
        sequence: u64,
        /// Its outcome.
        output: FunctionCallResult,
        /// When, in milliseconds since 1970.
        finished_at: u64,
    },
}

impl Journaled for HelpDeskSession {
    type Update = SessionUpdate;
    const KIND: &'static str = "help desk session";

    fn apply(&mut self, update: SessionUpdate) {
        match update {
            SessionUpdate::Used(usage) => self.usage = usage,
            SessionUpdate::WindowLearnt(tokens) => self.context_tokens = Some(tokens),
            SessionUpdate::Planned(subtasks) => self.planned = subtasks,
            SessionUpdate::SubtaskFinished => self.finished = self.finished.saturating_add(1),
            SessionUpdate::Answered => {
                self.is_answered = true;
                self.finished = self.planned;
            }
            SessionUpdate::Stopped(is_stopped) => self.is_stopped = is_stopped,
            SessionUpdate::NodeUsed { node, tokens } => {
                self.change_node(node, |it| it.tokens = it.tokens.saturating_add(tokens));
            }
            SessionUpdate::NodeEnded {
                node,
                duration,
                outcome,
            } => self.change_node(node, |it| {
                it.duration = it.duration.saturating_add(duration);
                it.is_finished = true;
                it.outcome = outcome;
            }),
            SessionUpdate::StepBegun(step) => self.run_steps.push(step),
            SessionUpdate::StepCompleted {
                sequence,
                output,
                finished_at,
            } => {
                let mut steps = self.run_steps.iter_mut();
                if let Some(step) = steps.rfind(|step| step.sequence == sequence) {
                    step.complete(output, finished_at);
                }
            }
        }
    }
}

impl HelpDeskSession {
    /// Changes what is kept of `node`.
    fn change_node(&mut self, node: Node, change: impl FnOnce(&mut NodeRecord)) {
        if let Some(record) = self.nodes.iter_mut().find(|it| it.node == node) {
            return change(record);
        }
        let mut record = NodeRecord {
            node,
            tokens: 0,
            duration: 0,
            is_finished: false,
            outcome: None,
        };
        change(&mut record);
        self.nodes.push(record);
    }

    /// What the list of all sessions shows of the session `run`.
    fn head(&self, run: &str, now: u64) -> SessionHead {
        SessionHead {
            id: run.to_owned(),
            kind: SESSION_KIND.to_owned(),
            title: self.question.chars().take(TITLE_CHARS).collect(),
            language: None,
            progress: Progress {
                done: self.finished.min(self.planned),
                of: self.planned,
            },
            status: match self.is_answered {
                true => SessionStatus::Done,
                false => SessionStatus::Open,
            },
            created_at: self.asked_at,
            updated_at: now,
            last_update: None,
        }
    }

    /// What is stored of the session `run`; none if there is nothing.
    ///
    /// # Errors
    /// [`JournalError`] when nothing of it can be read, or the store fails.
    pub async fn stored(store: &dyn Store, run: &str) -> Result<Option<Self>, JournalError> {
        let (session, stream) = (SessionKey::new(run), StreamPath::main());
        let loaded = Journal::load(store, &session, &stream, None).await?;
        Ok(loaded.map(|loaded| loaded.state))
    }
}

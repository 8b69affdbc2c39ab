//! From a run's events to the picture of it.

use kikitori_llm::UsageTotals;

use crate::data::{AgentResult, GapReason, SubtaskOutcome};
use crate::event::HelpDeskEvent;
use crate::node::{Node, SubtaskPhase};
use crate::session::NodeRecord;

/// How far a node has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum NodeState {
    /// Not begun.
    #[default]
    Waiting,
    /// At work.
    Running,
    /// Finished.
    Done,
    /// Finished without an answer that could be confirmed.
    NotFound,
    /// It came to nothing.
    Failed,
}

impl NodeState {
    /// In a word, as a page's `data-state` has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
            Self::NotFound => "not-found",
            Self::Failed => "failed",
        }
    }
}

/// One node of the main graph.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NodeProgress {
    /// How far it has come.
    pub state: NodeState,
    /// When it began, in milliseconds.
    pub started_at: u64,
    /// How long it has taken, in milliseconds.
    pub duration: u64,
    /// Tokens of its model calls.
    pub tokens: u64,
}

/// One subtask.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SubtaskProgress {
    /// What is to be looked up.
    pub title: String,
    /// It as a whole.
    pub whole: NodeProgress,
    /// The phases of its last challenge, as in [`SubtaskPhase::ALL`].
    pub phases: [NodeState; 4],
    /// Challenges begun.
    pub challenges: u32,
    /// What is wrong with its answer, or why there is none, once it is finished.
    pub problem: Option<GapReason>,
}

/// The picture of a run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RunProgress {
    /// The planner.
    pub plan: NodeProgress,
    /// The subtasks.
    pub subtasks: Vec<SubtaskProgress>,
    /// The writer.
    pub answer: NodeProgress,
    /// The answer as far as it has been written.
    pub draft: String,
    /// What the run's model calls used.
    pub usage: UsageTotals,
}

impl NodeProgress {
    fn begin(&mut self, now: u64) {
        if self.state != NodeState::Running {
            self.started_at = now.saturating_sub(self.duration);
            self.state = NodeState::Running;
        }
    }

    fn end(&mut self, state: NodeState, now: u64) {
        if self.state == NodeState::Running {
            self.duration = now.saturating_sub(self.started_at);
        }
        self.state = state;
    }
}

impl SubtaskProgress {
    /// Shows what became of it.
    fn ended(&mut self, outcome: SubtaskOutcome, now: u64) {
        let end = match outcome.problem {
            None | Some(GapReason::PartlyAnswered) => NodeState::Done,
            Some(GapReason::NotInDocuments) => NodeState::NotFound,
            Some(_) if outcome.has_answer => NodeState::NotFound,
            Some(_) => NodeState::Failed,
        };
        self.whole.end(end, now);
        let before = match end {
            NodeState::NotFound => NodeState::Done,
            end => end,
        };
        // It is the reflection that says so.
        self.phases = [before, before, before, end];
        self.challenges = outcome.challenges.max(1);
        self.problem = outcome.problem;
    }
}

impl RunProgress {
    /// Takes an event in, which happened at `now` in milliseconds.
    pub fn apply(&mut self, event: &HelpDeskEvent, now: u64) {
        match event {
            HelpDeskEvent::RunStarted { usage } => self.usage = *usage,
            HelpDeskEvent::PlanReady { subtasks } => self.planned(subtasks),
            HelpDeskEvent::NodeStarted(node) => self.node_started(*node, now),
            HelpDeskEvent::NodeFinished(node) => self.node_ended(*node, NodeState::Done, now),
            HelpDeskEvent::SubtaskEnded { subtask, outcome } => {
                if let Some(shown) = self.subtask(*subtask) {
                    shown.ended(*outcome, now);
                }
            }
            HelpDeskEvent::Restored(record) => self.restored(record, now),
            HelpDeskEvent::NodeFailed(node) => self.node_ended(*node, NodeState::Failed, now),
            HelpDeskEvent::Text { piece, is_first } => {
                if *is_first {
                    self.draft.clear();
                }
                self.draft.push_str(piece);
            }
            HelpDeskEvent::Usage { node, call, total } => {
                self.usage = *total;
                if let Some(progress) = self.of(*node) {
                    let tokens = call.prompt_tokens.saturating_add(call.completion_tokens);
                    progress.tokens = progress.tokens.saturating_add(tokens);
                    progress.duration = now.saturating_sub(progress.started_at);
                }
            }
            HelpDeskEvent::Answered(result) => self.answered(result, now),
            HelpDeskEvent::RunEnded => self.ended(now),
        }
    }

    fn planned(&mut self, subtasks: &[String]) {
        self.plan.state = NodeState::Done;
        self.subtasks
            .resize_with(subtasks.len(), SubtaskProgress::default);
        for (subtask, title) in self.subtasks.iter_mut().zip(subtasks) {
            subtask.title.clone_from(title);
        }
    }

    fn node_started(&mut self, node: Node, now: u64) {
        match node {
            Node::Plan => self.plan.begin(now),
            Node::Answer => {
                self.draft.clear();
                self.answer.begin(now);
            }
            Node::Subtask(subtask) => {
                if let Some(subtask) = self.subtask(subtask) {
                    subtask.whole.begin(now);
                }
            }
            Node::Phase {
                subtask,
                challenge,
                phase,
            } => {
                let Some(subtask) = self.subtask(subtask) else {
                    return;
                };
                subtask.whole.begin(now);
                subtask.challenges = challenge.saturating_add(1);
                // What comes before it in this challenge was finished before, if it is not
                // heard of: the run goes on from there.
                for (state, other) in subtask.phases.iter_mut().zip(SubtaskPhase::ALL) {
                    *state = match other.cmp(&phase) {
                        std::cmp::Ordering::Less => NodeState::Done,
                        std::cmp::Ordering::Equal => NodeState::Running,
                        std::cmp::Ordering::Greater => NodeState::Waiting,
                    };
                }
            }
        }
    }

    fn node_ended(&mut self, node: Node, state: NodeState, now: u64) {
        if let Node::Phase { subtask, phase, .. } = node {
            let Some(subtask) = self.subtask(subtask) else {
                return;
            };
            let phases = subtask.phases.iter_mut().zip(SubtaskPhase::ALL);
            for (shown, _) in phases.filter(|(_, other)| *other == phase) {
                *shown = state;
            }
            subtask.whole.duration = now.saturating_sub(subtask.whole.started_at);
            if state == NodeState::Failed {
                subtask.whole.end(state, now);
            }
        } else if let Some(progress) = self.of(node) {
            progress.end(state, now);
        }
    }

    /// Shows an answered run as finished, also what was finished before anything was heard of it.
    fn answered(&mut self, result: &AgentResult, now: u64) {
        self.planned(&result.plan.subtasks);
        for (shown, subtask) in self.subtasks.iter_mut().zip(&result.subtasks) {
            shown.ended(subtask.outcome(), now);
        }
        self.answer.end(NodeState::Done, now);
    }

    /// Shows what was done before the run went on.
    fn restored(&mut self, record: &NodeRecord, now: u64) {
        if let (Node::Subtask(subtask), Some(outcome)) = (record.node, record.outcome)
            && let Some(shown) = self.subtask(subtask)
        {
            shown.ended(outcome, now);
        }
        if let Some(progress) = self.of(record.node) {
            progress.tokens = record.tokens;
            progress.duration = record.duration;
            if record.is_finished && progress.state == NodeState::Waiting {
                progress.state = NodeState::Done;
            }
        }
    }

    /// Nothing is at work any more.
    fn ended(&mut self, now: u64) {
        let whole = self.subtasks.iter_mut().map(|it| &mut it.whole);
        for progress in [&mut self.plan, &mut self.answer].into_iter().chain(whole) {
            if progress.state == NodeState::Running {
                progress.end(NodeState::Waiting, now);
            }
        }
        let phases = self.subtasks.iter_mut().flat_map(|it| &mut it.phases);
        for phase in phases.filter(|it| **it == NodeState::Running) {
            *phase = NodeState::Waiting;
        }
    }

    fn of(&mut self, node: Node) -> Option<&mut NodeProgress> {
        match node {
            Node::Plan => Some(&mut self.plan),
            Node::Answer => Some(&mut self.answer),
            Node::Subtask(subtask) | Node::Phase { subtask, .. } => {
                self.subtasks.get_mut(subtask).map(|it| &mut it.whole)
            }
        }
    }

    fn subtask(&mut self, subtask: usize) -> Option<&mut SubtaskProgress> {
        // The plan, which bounds them, may be heard of later.
        if self.subtasks.len() <= subtask {
            self.subtasks
                .resize_with(subtask.saturating_add(1), SubtaskProgress::default);
        }
        self.subtasks.get_mut(subtask)
    }
}

//! From the graph's events to what the picture shows.

use kikitori_graph::Event;
use kikitori_llm::UsageTotals;
use kikitori_store::StrictValue;
use serde::Deserialize;

/// How far a node has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum State {
    /// Not begun.
    #[default]
    Waiting,
    /// At work.
    Running,
    /// Finished.
    Done,
    /// It came to nothing.
    Failed,
}

impl State {
    /// As the page's `data-state` has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }
}

/// The subgraph's nodes, in their order.
pub const NODES: [&str; 4] = [
    "select_tools",
    "execute_tools",
    "create_subtask_answer",
    "reflect_subtask",
];

/// One node of the main graph.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Work {
    /// How far it has come.
    pub state: State,
    /// When it began, in milliseconds.
    pub began: u64,
    /// How long it has taken, in milliseconds.
    pub took: u64,
    /// Tokens of its model calls.
    pub tokens: u64,
}

/// One subtask.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Branch {
    /// What is to be looked up.
    pub title: String,
    /// It as a whole.
    pub work: Work,
    /// Its nodes, as in [`NODES`].
    pub nodes: [State; 4],
    /// Tries begun.
    pub tries: u32,
}

/// The whole run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Progress {
    /// The planner.
    pub plan: Work,
    /// The subtasks.
    pub branches: Vec<Branch>,
    /// The writer.
    pub write: Work,
    /// The answer as far as it has been written.
    pub draft: String,
    /// What the run's model calls came to.
    pub spent: UsageTotals,
}

impl Work {
    fn begin(&mut self, now: u64) {
        if self.state != State::Running {
            self.began = now.saturating_sub(self.took);
            self.state = State::Running;
        }
    }

    fn end(&mut self, state: State, now: u64) {
        self.state = state;
        self.took = now.saturating_sub(self.began);
    }
}

impl Progress {
    /// Takes the plan in, once there is one.
    pub fn planned(&mut self, subtasks: &[String]) {
        self.plan.state = State::Done;
        self.branches.resize_with(subtasks.len(), Branch::default);
        for (branch, title) in self.branches.iter_mut().zip(subtasks) {
            branch.title.clone_from(title);
        }
    }

    /// Takes an event in.
    pub fn hear(&mut self, event: &Event, now: u64) {
        match event {
            Event::NodeStarted { task, node, .. } => match branch_of(&task.path) {
                Some(branch) => self.branch_starts(branch, node, now),
                None => {
                    if let Some(work) = self.main(node) {
                        work.begin(now);
                    }
                }
            },
            Event::NodeFinished { task, node } => match branch_of(&task.path) {
                Some(branch) => self.branch_node(branch, node, State::Done, now),
                None => match node.as_ref() {
                    "execute_subtasks" => {
                        let index = usize::try_from(task.index).unwrap_or(usize::MAX);
                        if let Some(branch) = self.branches.get_mut(index) {
                            branch.work.end(State::Done, now);
                        }
                    }
                    _ => self
                        .main(node)
                        .into_iter()
                        .for_each(|it| it.end(State::Done, now)),
                },
            },
            Event::NodeFailed { task, node, .. } => {
                if branch_of(&task.path).is_none()
                    && let Some(work) = self.main(node)
                {
                    work.end(State::Failed, now);
                }
            }
            Event::Token { node, text, .. } if &**node == "create_answer" => {
                self.draft.push_str(text);
            }
            Event::Custom { task, node, value } => {
                let spent = value.get("spent").cloned().map(StrictValue);
                if let Some(Ok(spent)) = spent.map(UsageTotals::deserialize) {
                    self.spent = spent;
                }
                let tokens = value.get("tokens").and_then(serde_json::Value::as_u64);
                let work = match branch_of(&task.path) {
                    Some(branch) => self.branches.get_mut(branch).map(|it| &mut it.work),
                    None => self.main(node),
                };
                if let (Some(work), Some(tokens)) = (work, tokens) {
                    work.tokens += tokens;
                    work.took = now.saturating_sub(work.began);
                }
            }
            _ => {}
        }
    }

    fn main(&mut self, node: &str) -> Option<&mut Work> {
        match node {
            "create_plan" => Some(&mut self.plan),
            "create_answer" => Some(&mut self.write),
            _ => None,
        }
    }

    fn branch_starts(&mut self, branch: usize, node: &str, now: u64) {
        if self.branches.len() <= branch {
            self.branches.resize_with(branch + 1, Branch::default);
        }
        if let Some(branch) = self.branches.get_mut(branch) {
            branch.work.begin(now);
            if node == "select_tools" {
                branch.tries += 1;
                branch.nodes = [State::Waiting; 4];
            }
        }
        self.branch_node(branch, node, State::Running, now);
    }

    fn branch_node(&mut self, branch: usize, node: &str, state: State, now: u64) {
        let Some(branch) = self.branches.get_mut(branch) else {
            return;
        };
        let position = NODES.iter().position(|it| *it == node);
        if let Some(shown) = position.and_then(|position| branch.nodes.get_mut(position)) {
            *shown = state;
        }
        branch.work.took = now.saturating_sub(branch.work.began);
    }
}

/// The subtask whose subgraph this path is of: `1.2/` is the third's.
fn branch_of(path: &str) -> Option<usize> {
    path.strip_suffix('/')?.rsplit('.').next()?.parse().ok()
}

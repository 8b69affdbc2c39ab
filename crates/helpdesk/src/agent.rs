//! The help desk's main graph: plan, work on the subtasks side by side, answer.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::rc::Rc;

use kikitori_graph::{
    Checkpointer, Context, END, Goto, Graph, GraphState, InterruptId, NodeError, Outcome, Ports,
    RunLimits, START, StateGraph, reduce,
};
use kikitori_llm::Message;
use kikitori_search::tokens;
use kikitori_store::Store;
use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::data::{AgentResult, Plan, PlanArgs, Subtask};
use crate::error::HelpDeskError;
use crate::model_calls::Wanted;
use crate::node::{CREATE_ANSWER, CREATE_PLAN, EXECUTE_SUBTASKS, Node};
use crate::resources::HelpDeskResources;
use crate::subtask::{self, AgentSubGraphState};
use crate::writer::create_answer;

/// Two subtasks of which this share of words is the same ask the same.
const ALIKE: f64 = 0.85;
/// Characters of a question that may be a subtask as it is.
const LONGEST_SUBTASK: usize = 300;

/// The state of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AgentState {
    /// The visitor's question.
    pub question: String,
    /// What has to be looked up.
    pub plan: Vec<String>,
    /// The subtask at hand, in what is sent to its subgraph.
    pub current_step: usize,
    /// The subtasks, worked on.
    pub subtask_results: Vec<Subtask>,
    /// The answer, once there is one.
    pub last_answer: Option<Answer>,
}

/// What a node changes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AgentUpdate {
    plan: Option<Vec<String>>,
    subtask_results: Vec<Subtask>,
    last_answer: Option<Answer>,
}

impl GraphState for AgentState {
    type Update = AgentUpdate;
    type Sent = AgentState;
    const KIND: &'static str = "help desk run";

    fn apply(&mut self, update: AgentUpdate) {
        reduce::replace(&mut self.plan, update.plan);
        reduce::append(&mut self.subtask_results, update.subtask_results);
        reduce::with(&mut self.last_answer, update.last_answer, |last, answer| {
            *last = Some(answer);
        });
    }
}

/// Answers questions from documents.
///
/// `create_plan` → a subgraph for each subtask, side by side → `create_answer`. The run is a graph
/// run: it is stored as it goes and can be resumed.
pub struct HelpDeskAgent {
    graph: Rc<Graph<AgentState, HelpDeskResources>>,
}

impl HelpDeskAgent {
    /// Puts the graph together.
    ///
    /// # Errors
    /// [`HelpDeskError::Setup`] when it does not fit together, which this crate's tests would show.
    pub fn new() -> Result<Self, HelpDeskError> {
        let graph = StateGraph::new()
            .node(CREATE_PLAN, async |state: Rc<AgentState>, context| {
                let plan = create_plan(&state, context.resources()).await;
                let plan = failing(&context, Node::Plan, plan)?;
                context.resources().planned(&plan);
                Ok(AgentUpdate {
                    plan: Some(plan),
                    ..AgentUpdate::default()
                })
            })
            .send_subgraph(
                EXECUTE_SUBTASKS,
                subtask::graph()?,
                |sent: AgentState| AgentSubGraphState {
                    subtask: sent
                        .plan
                        .get(sent.current_step)
                        .cloned()
                        .unwrap_or_default(),
                    question: sent.question,
                    plan: sent.plan,
                    ..AgentSubGraphState::default()
                },
                |worked: &AgentSubGraphState| AgentUpdate {
                    subtask_results: vec![worked.to_subtask()],
                    ..AgentUpdate::default()
                },
            )
            .node(CREATE_ANSWER, async |state: Rc<AgentState>, context| {
                let answer = create_answer(&state, context.resources()).await;
                let answer = failing(&context, Node::Answer, answer)?;
                Ok(AgentUpdate {
                    last_answer: Some(answer),
                    ..AgentUpdate::default()
                })
            })
            .edge(START, CREATE_PLAN)
            .branch(
                CREATE_PLAN,
                &[EXECUTE_SUBTASKS],
                should_continue_exec_subtasks,
            )
            .edge(EXECUTE_SUBTASKS, CREATE_ANSWER)
            .edge(CREATE_ANSWER, END)
            .build()?;
        Ok(Self { graph })
    }

    /// The graph, to be drawn or looked into.
    pub fn graph(&self) -> &Graph<AgentState, HelpDeskResources> {
        &self.graph
    }

    /// Answers `question`, as the run `run`.
    ///
    /// # Errors
    /// [`HelpDeskError::Run`] when the store fails or has such a run already.
    pub async fn run_agent(
        &self,
        run: &str,
        question: &str,
        ports: &Ports<HelpDeskResources>,
    ) -> Result<Outcome<AgentState>, HelpDeskError> {
        let state = AgentState {
            question: question.to_owned(),
            ..AgentState::default()
        };
        Ok(self
            .graph
            .start(run, state, &heard(ports), limits(ports))
            .await?)
    }

    /// Goes on with a run that was stopped, failed or killed.
    ///
    /// # Errors
    /// [`HelpDeskError::Run`] when there is no such run or the store fails.
    pub async fn resume(
        &self,
        run: &str,
        ports: &Ports<HelpDeskResources>,
    ) -> Result<Outcome<AgentState>, HelpDeskError> {
        let answers = BTreeMap::<InterruptId, _>::new();
        Ok(self
            .graph
            .resume(run, answers, &heard(ports), limits(ports))
            .await?)
    }
}

impl HelpDeskAgent {
    /// The state of a stored run, to be shown: as far as its records can be read. None if there is
    /// no such run.
    ///
    /// # Errors
    /// [`HelpDeskError::Run`] when no state of it can be read, [`HelpDeskError::Store`].
    pub async fn stored(
        &self,
        store: &dyn Store,
        run: &str,
    ) -> Result<Option<AgentState>, HelpDeskError> {
        Ok(self.graph.readable_state(store, run).await?)
    }
}

/// The same ports, which tell the resources' listener too, and write what the session's writer may.
fn heard(ports: &Ports<HelpDeskResources>) -> Ports<HelpDeskResources> {
    let (resources, others) = (ports.resources.clone(), ports.events.clone());
    Ports {
        checkpointer: match ports.resources.writer() {
            Some(writer) => Some(Checkpointer::Writer(writer)),
            None => ports.checkpointer.clone(),
        },
        events: Some(Rc::new(move |event| {
            resources.emit_of_graph(&event);
            if let Some(others) = &others {
                others(event);
            }
        })),
        ..ports.clone()
    }
}

fn failing<T>(
    context: &Context<HelpDeskResources>,
    node: Node,
    done: Result<T, HelpDeskError>,
) -> Result<T, NodeError> {
    done.map_err(|error| context.resources().failed(node, error))
}

impl AgentState {
    /// What a finished run comes to; `None` while there is no answer.
    pub fn into_result(self) -> Option<AgentResult> {
        Some(AgentResult {
            question: self.question,
            plan: Plan {
                subtasks: self.plan,
            },
            subtasks: self.subtask_results,
            answer: self.last_answer?,
        })
    }
}

fn limits(ports: &Ports<HelpDeskResources>) -> RunLimits {
    let settings = ports.resources.settings;
    RunLimits {
        // Four nodes a try, in the subgraph; the main graph has three supersteps.
        supersteps: settings.max_challenges.saturating_mul(4).max(4),
        concurrent_tasks: NonZeroUsize::new(settings.concurrent_subtasks)
            .unwrap_or(NonZeroUsize::MIN),
    }
}

fn should_continue_exec_subtasks(state: &AgentState) -> Vec<Goto<AgentState>> {
    let send = |current_step| {
        let sent = AgentState {
            current_step,
            ..state.clone()
        };
        Goto::Send(EXECUTE_SUBTASKS, sent)
    };
    (0..state.plan.len()).map(send).collect()
}

async fn create_plan(
    state: &AgentState,
    resources: &HelpDeskResources,
) -> Result<Vec<String>, HelpDeskError> {
    let (prompts, earlier) = (&resources.prompts, resources.earlier());
    let mut asked = prompts.plan_user(&state.question);
    if let Some(earlier) = &earlier {
        let earlier = prompts.earlier_question(&earlier.question, &earlier.answer);
        asked = format!("{earlier}\n\n{asked}");
    }
    let messages = vec![
        Message::system(
            prompts.plan_system(resources.settings.max_subtasks, resources.documents()),
        ),
        resources.user_at_local_time(asked),
    ];
    let wanted = Wanted {
        name: "plan",
        description: "Say what has to be looked up.",
        show: None,
    };
    let plan: PlanArgs = resources.value(Node::Plan, messages, wanted).await?;
    let subtasks = plan.subtasks.into_iter().map(|it| it.into_string());
    let mut plan = without_repeats(subtasks);
    plan.truncate(resources.settings.max_subtasks);
    match plan.as_mut_slice() {
        [] => return Err(HelpDeskError::EmptyPlan),
        // What it asks is the question, and a planner's words for it may be fewer; unless it may
        // lean on another question.
        [only] if earlier.is_none() && state.question.chars().count() <= LONGEST_SUBTASK => {
            *only = state.question.trim().to_owned();
        }
        _ => {}
    }
    Ok(plan)
}

/// The subtasks without those that ask what another has asked.
fn without_repeats(subtasks: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept: Vec<(BTreeSet<String>, String)> = Vec::new();
    for subtask in subtasks {
        let words: BTreeSet<String> = tokens(&subtask).into_iter().collect();
        let asked = kept.iter().any(|(other, _)| {
            let shared = words.intersection(other).count() as f64;
            let all = words.union(other).count() as f64;
            all == 0.0 || shared / all >= ALIKE
        });
        if !asked {
            kept.push((words, subtask));
        }
    }
    kept.into_iter().map(|(_, subtask)| subtask).collect()
}

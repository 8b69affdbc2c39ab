//! The help desk's main graph: plan, work on the subtasks side by side, answer.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::rc::Rc;

use kikitori_graph::{
    Context, END, Goto, Graph, GraphState, InterruptId, Outcome, Ports, RunLimits, START,
    StateGraph, reduce,
};
use kikitori_llm::{ErrorKind, Message};
use kikitori_search::tokens;
use serde::{Deserialize, Serialize};

use crate::cite::cited;
use crate::data::{AgentResult, Answer, AnswerArgs, Gap, Plan, PlanArgs, SearchOutput, Subtask};
use crate::desk::Desk;
use crate::error::{DeskError, HelpDeskError};
use crate::fit::passages_within;
use crate::prompts::AnsweredPart;
use crate::subtask::{self, AgentSubGraphState};

/// Two subtasks of which this share of words is the same ask the same.
const ALIKE: f64 = 0.85;

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
    graph: Rc<Graph<AgentState, Desk>>,
}

impl HelpDeskAgent {
    /// Puts the graph together.
    ///
    /// # Errors
    /// [`DeskError::Graph`] when it does not fit together, which this crate's tests would show.
    pub fn new() -> Result<Self, DeskError> {
        let graph = StateGraph::new()
            .node("create_plan", async |state: Rc<AgentState>, context| {
                let plan = create_plan(&state, &context).await?;
                Ok(AgentUpdate {
                    plan: Some(plan),
                    ..AgentUpdate::default()
                })
            })
            .send_subgraph(
                "execute_subtasks",
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
            .node("create_answer", async |state: Rc<AgentState>, context| {
                let answer = create_answer(&state, &context).await?;
                Ok(AgentUpdate {
                    last_answer: Some(answer),
                    ..AgentUpdate::default()
                })
            })
            .edge(START, "create_plan")
            .branch(
                "create_plan",
                &["execute_subtasks"],
                should_continue_exec_subtasks,
            )
            .edge("execute_subtasks", "create_answer")
            .edge("create_answer", END)
            .build()?;
        Ok(Self { graph })
    }

    /// The graph, to be drawn or looked into.
    pub fn graph(&self) -> &Graph<AgentState, Desk> {
        &self.graph
    }

    /// Answers `question`, as the run `run`.
    ///
    /// # Errors
    /// [`DeskError::Run`] when the store fails or has such a run already.
    pub async fn run_agent(
        &self,
        run: &str,
        question: &str,
        ports: &Ports<Desk>,
    ) -> Result<Outcome<AgentState>, DeskError> {
        let state = AgentState {
            question: question.to_owned(),
            ..AgentState::default()
        };
        Ok(self.graph.start(run, state, ports, limits(ports)).await?)
    }

    /// Goes on with a run that was stopped, failed or killed.
    ///
    /// # Errors
    /// [`DeskError::Run`] when there is no such run or the store fails.
    pub async fn resume(
        &self,
        run: &str,
        ports: &Ports<Desk>,
    ) -> Result<Outcome<AgentState>, DeskError> {
        let answers = BTreeMap::<InterruptId, _>::new();
        Ok(self
            .graph
            .resume(run, answers, ports, limits(ports))
            .await?)
    }
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

fn limits(ports: &Ports<Desk>) -> RunLimits {
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
        Goto::Send("execute_subtasks", sent)
    };
    (0..state.plan.len()).map(send).collect()
}

async fn create_plan(
    state: &AgentState,
    context: &Context<Desk>,
) -> Result<Vec<String>, HelpDeskError> {
    let desk = context.resources();
    let messages = vec![
        Message::system(desk.prompts.plan_system(desk.settings.max_subtasks)),
        Message::user(desk.prompts.plan_user(&state.question)),
    ];
    let description = "Say what has to be looked up.";
    let plan: PlanArgs = desk.ask_for(context, messages, "plan", description).await?;
    let subtasks = plan.subtasks.into_iter().map(|it| it.into_string());
    let mut plan = without_repeats(subtasks);
    plan.truncate(desk.settings.max_subtasks);
    if plan.is_empty() {
        return Err(HelpDeskError::EmptyPlan);
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

async fn create_answer(
    state: &AgentState,
    context: &Context<Desk>,
) -> Result<Answer, HelpDeskError> {
    let desk = context.resources();
    let (answered, gaps): (Vec<&Subtask>, Vec<&Subtask>) = state
        .subtask_results
        .iter()
        .partition(|subtask| subtask.failure.is_none() && !subtask.subtask_answer.is_empty());
    let gaps = gaps.into_iter().map(|subtask| Gap {
        task_name: subtask.task_name.clone(),
        reason: subtask
            .failure
            .clone()
            .unwrap_or_else(|| "the documents do not say".to_owned()),
    });
    let gaps: Vec<Gap> = gaps.collect();
    if answered.is_empty() {
        return Ok(Answer {
            statements: Vec::new(),
            gaps,
        });
    }
    let parts: Vec<AnsweredPart<'_>> = answered
        .iter()
        .map(|subtask| AnsweredPart {
            subtask: &subtask.task_name,
            answer: &subtask.subtask_answer,
        })
        .collect();
    // The other half is for the subtasks' answers, the rules and the reply.
    let mut passages = passages_within(passages_of(&answered), desk.context_tokens() / 2);
    loop {
        let messages = vec![
            Message::system(desk.prompts.final_system()),
            Message::user(desk.prompts.final_user(&state.question, &parts, &passages)),
        ];
        let description = "Answer the visitor's question.";
        let answered = desk
            .ask_for::<AnswerArgs>(context, messages, "answer", description)
            .await;
        match answered {
            Ok(answer) => {
                return Ok(Answer {
                    statements: cited(answer, &passages),
                    gaps,
                });
            }
            // Fewer passages may fit.
            Err(HelpDeskError::Model(error))
                if error.kind() == ErrorKind::TooLong && passages.len() > 1 =>
            {
                passages.truncate(passages.len() / 2);
            }
            Err(error) => return Err(error),
        }
    }
}

/// The passages that the subtasks' last tries found, each once: the best of every subtask, then
/// the second best of every one, and so on, so that leaving out the last ones leaves out no
/// subtask.
fn passages_of<'a>(subtasks: &[&'a Subtask]) -> Vec<&'a SearchOutput> {
    let found = subtasks.iter().map(|subtask| {
        let last_try = subtask.tool_results.last().into_iter().flatten();
        last_try.flat_map(|call| &call.results).enumerate()
    });
    let mut ranked: Vec<(usize, &SearchOutput)> = found.flatten().collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    let mut seen = BTreeSet::new();
    let passages = ranked.into_iter().map(|(_, passage)| passage);
    passages
        .filter(|passage| seen.insert(passage.id()))
        .collect()
}

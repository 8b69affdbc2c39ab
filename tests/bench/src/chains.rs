//! Task chains that do next to nothing: what is left is what putting them in order and running them
//! costs, beside petgraph; and chains of tasks of a second each, beside their longest way.

use std::rc::Rc;
use std::time::Duration;

use kikitori_llm::CallLimits;
use kikitori_ports::{Clock, Ids, Timer};
use kikitori_scripted::{Player, ScriptedModel, says};
use kikitori_store::MemoryStore;
use kikitori_tasks::{
    ChainLimits, ChainPorts, ChainRequest, Command, Effect, ExecutionLimits, LocalService,
    ManagerLimits, MethodInfo, PLAN_TOOL, Pause, Phase, ServiceCoordinator, ServiceDirectory,
    ServiceInfo, Task, TaskChainManager, TaskExecutor, TaskGraph, TaskId, TaskLimits, TaskOutcome,
    TaskTerms,
};
use petgraph::algo::toposort;
use petgraph::graph::DiGraph;
use serde_json::{Map, Value, json};

/// How many tasks are put in order and run.
pub const SIZES: [u32; 3] = [1_000, 10_000, 100_000];
/// Layers, and tasks in each, of the chains whose tasks take a second.
pub const LAYERS: [[u32; 2]; 4] = [[1, 8], [3, 4], [5, 2], [4, 8]];

/// Tasks that are done at once.
pub struct Chain {
    tasks: Vec<Task>,
    directory: ServiceDirectory,
}

impl Chain {
    /// So many tasks; each waits for up to three of the hundred before it.
    pub fn new(count: u32) -> Self {
        let mut random = fastrand::Rng::with_seed(1);
        let id = |number: u32| TaskId::new(&format!("task{number}"));
        let task = |number: u32| {
            let nearest = number.saturating_sub(100);
            let depends_on = (0..3.min(number)).map(|_| id(random.u32(nearest..number)));
            Task {
                id: id(number),
                service: "any".to_owned(),
                method: "call".to_owned(),
                parameters: Map::new(),
                depends_on: depends_on.collect(),
                terms: TaskTerms {
                    effect: Effect::Reading,
                    asks_first: false,
                    previews: false,
                    partial_lists: Vec::new(),
                    limits: TaskLimits::default(),
                },
            }
        };
        Self {
            tasks: (0..count).map(task).collect(),
            directory: ServiceDirectory::new(vec![ServiceInfo {
                name: "any".to_owned(),
                description: String::new(),
                names: String::new(),
                methods: vec![method()],
            }]),
        }
    }

    /// From ids as text to an order; how many tasks are in it.
    ///
    /// # Errors
    /// None that these tasks have.
    pub fn resolve(&self) -> Result<usize, String> {
        match TaskGraph::resolve(&self.tasks) {
            Ok(graph) => Ok(graph.len()),
            Err(errors) => Err(format!("{errors:?}")),
        }
    }

    /// The same with petgraph: ids to nodes, edges, order.
    ///
    /// # Errors
    /// None that these tasks have.
    pub fn resolve_with_petgraph(&self) -> Result<usize, String> {
        let mut graph = DiGraph::<(), ()>::new();
        let mut nodes = std::collections::HashMap::new();
        for task in &self.tasks {
            nodes.insert(task.id.as_str(), graph.add_node(()));
        }
        for task in &self.tasks {
            for dependency in &task.depends_on {
                let ends = nodes
                    .get(dependency.as_str())
                    .zip(nodes.get(task.id.as_str()));
                let (from, to) = ends.ok_or("a task is missing")?;
                graph.add_edge(*from, *to, ());
            }
        }
        match toposort(&graph, None) {
            Ok(order) => Ok(order.len()),
            Err(_) => Err("a cycle".to_owned()),
        }
    }

    /// Runs them all, each as soon as its own dependencies are done; how many ended.
    ///
    /// # Errors
    /// None that these tasks have.
    pub fn run(&self) -> Result<usize, String> {
        let limits = ExecutionLimits::default();
        let executor = TaskExecutor::new(self.tasks.clone());
        let mut executor = executor.map_err(|errors| format!("{errors:?}"))?;
        executor.begin_ready(&self.directory, &limits, 0);
        loop {
            let next = executor.running().next();
            let Some((step, _)) = next else { break };
            let told = executor.told(step, TaskOutcome::Done(Value::Null), &limits, 0);
            told.map_err(|error| error.to_string())?;
            executor.begin_ready(&self.directory, &limits, 0);
            executor.take_changed();
        }
        match executor.is_over() {
            true => Ok(executor.counts().ended()),
            false => Err("tasks are left".to_owned()),
        }
    }
}

fn method() -> MethodInfo {
    MethodInfo {
        name: "call".to_owned(),
        description: String::new(),
        parameters: json!({"type": "object", "properties": {}, "additionalProperties": false}),
        result: None,
        effect: Effect::Reading,
        partial_lists: Vec::new(),
        limits: TaskLimits::default(),
        asks_first: false,
        previews: false,
    }
}

/// What chains need of where they run.
pub struct World {
    /// Tells the time.
    pub clock: Rc<dyn Clock>,
    /// Names chains.
    pub ids: Rc<dyn Ids>,
    /// Makes tasks take their second.
    pub timer: Rc<dyn Timer>,
}

/// Seconds that a whole chain takes, with its model and store, in which each task takes one; and
/// those of its longest way.
///
/// # Errors
/// What went wrong, in words.
pub async fn seconds([layers, wide]: [u32; 2], world: &World) -> Result<(f64, u32), String> {
    let services = ServiceCoordinator::new(world.timer.clone());
    let timer = world.timer.clone();
    let service = LocalService::new("any", "").method(method(), move |_: Value, _| {
        let timer = timer.clone();
        async move {
            timer.sleep(Duration::from_secs(1)).await;
            TaskOutcome::Done(Value::Null)
        }
    });
    let registered = services.register(Rc::new(service));
    registered.map_err(|error| error.to_string())?;
    let plan = json!({"reply": null, "tasks": layered(layers, wide)});
    let player = Player::new().calling(PLAN_TOOL, move |_| plan.clone());
    let ports = ChainPorts {
        model: Rc::new(ScriptedModel::playing(player.otherwise(|_| says("Done.")))),
        store: Rc::new(MemoryStore::new()),
        clock: world.clock.clone(),
        ids: world.ids.clone(),
        services: Rc::new(services),
        subscribers: Vec::new(),
    };
    let limits = ManagerLimits {
        chain: ChainLimits::default(),
        calls: CallLimits::default(),
        context_tokens: 100_000,
    };
    let request = ChainRequest {
        text: "Do it".to_owned(),
        ..ChainRequest::default()
    };
    let failed = |error: &dyn std::fmt::Display| error.to_string();
    let manager = TaskChainManager::begin(request, ports, limits).await;
    let mut manager = manager.map_err(|error| failed(&error))?;
    manager.advance().await.map_err(|error| failed(&error))?;
    let start = world.clock.now_ms();
    let taken = manager.take(Command::Start { leave_out: vec![] }).await;
    taken.map_err(|error| failed(&error))?;
    let pause = manager.advance().await.map_err(|error| failed(&error))?;
    if pause != Pause::At(Phase::Done) {
        return Err("the chain is not done".to_owned());
    }
    let took = world.clock.now_ms().saturating_sub(start) as f64 / 1_000.0;
    let agent = manager.agent();
    let executor = agent.state().executor.as_ref().ok_or("no tasks")?;
    let graph = executor.graph();
    let ways = graph.order().map(|task| graph.height(task) + 1);
    Ok((took, ways.max().unwrap_or_default()))
}

/// `layers` times `wide` tasks, each of which waits for two of the layer before.
fn layered(layers: u32, wide: u32) -> Value {
    let tasks = (0..layers).flat_map(|layer| {
        (0..wide).map(move |at| {
            let before = [at, (at + 1) % wide];
            let before = before.map(|it| format!("t{}_{it}", layer.wrapping_sub(1)));
            let depends_on: &[String] = if layer == 0 { &[] } else { &before };
            json!({
                "id": format!("t{layer}_{at}"), "service": "any", "method": "call",
                "parameters": {}, "depends_on": depends_on,
            })
        })
    });
    Value::Array(tasks.collect())
}

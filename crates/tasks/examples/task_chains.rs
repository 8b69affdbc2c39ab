//! What it takes to put tasks in order and to run them when each ends at once, beside petgraph, and
//! how long a chain of tasks of a second each takes, beside its longest way.
//! `cargo xtask bench --only tasks` prints it.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a measurement of its own data"
)]

use std::collections::HashMap;
use std::hint::black_box;
use std::rc::Rc;
use std::time::{Duration, Instant};

use futures::channel::oneshot;
use futures::executor::block_on;
use futures::future::LocalBoxFuture;
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

const TRIES: u32 = 7;

/// Each task waits for up to three of the hundred before it.
fn tasks(count: usize) -> Vec<Task> {
    let mut random = fastrand::Rng::with_seed(1);
    let id = |number: usize| TaskId::new(&format!("task{number}"));
    let task = |number: usize| {
        let depends_on = (0..3.min(number)).map(|_| {
            let nearest = number.saturating_sub(100);
            id(random.usize(nearest..number))
        });
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
                limits: TaskLimits::default(),
            },
        }
    };
    (0..count).map(task).collect()
}

fn method() -> MethodInfo {
    MethodInfo {
        name: "call".to_owned(),
        description: String::new(),
        parameters: json!({"type": "object", "properties": {}, "additionalProperties": false}),
        result: None,
        effect: Effect::Reading,
        limits: TaskLimits::default(),
        asks_first: false,
        previews: false,
    }
}

fn directory() -> ServiceDirectory {
    ServiceDirectory::new(vec![ServiceInfo {
        name: "any".to_owned(),
        description: String::new(),
        methods: vec![method()],
    }])
}

/// What the machine's own clock says.
struct Machine(Instant);

impl Clock for Machine {
    fn now_ms(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_millis()).unwrap()
    }
}

impl Ids for Machine {
    fn new_id(&self) -> String {
        format!("id{}", self.0.elapsed().as_nanos())
    }
}

impl Timer for Machine {
    fn sleep(&self, time: Duration) -> LocalBoxFuture<'static, ()> {
        let (alarm, waiting) = oneshot::channel();
        std::thread::spawn(move || {
            std::thread::sleep(time);
            alarm.send(()).ok();
        });
        Box::pin(async move { waiting.await.unwrap_or_default() })
    }
}

/// Seconds that a whole chain takes in which each task takes one, and those of its longest way.
fn seconds(plan: &Value) -> (f64, usize) {
    let machine = Rc::new(Machine(Instant::now()));
    let services = ServiceCoordinator::new(machine.clone());
    let timer = machine.clone();
    let service = LocalService::new("any", "").method(method(), move |_: Value, _| {
        let timer = timer.clone();
        async move {
            timer.sleep(Duration::from_secs(1)).await;
            TaskOutcome::Done(Value::Null)
        }
    });
    services.register(Rc::new(service)).unwrap();
    let plan = json!({"reply": null, "tasks": plan});
    let player = Player::new().calling(PLAN_TOOL, move |_| plan.clone());
    let ports = ChainPorts {
        model: Rc::new(ScriptedModel::playing(player.otherwise(|_| says("Done.")))),
        store: Rc::new(MemoryStore::new()),
        clock: machine.clone(),
        ids: machine,
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
    block_on(async {
        let mut manager = TaskChainManager::begin(request, ports, limits)
            .await
            .unwrap();
        manager.advance().await.unwrap();
        let start = Instant::now();
        manager
            .take(Command::Start { leave_out: vec![] })
            .await
            .unwrap();
        assert_eq!(manager.advance().await.unwrap(), Pause::At(Phase::Done));
        let took = start.elapsed().as_secs_f64();
        let graph = manager.agent().state().executor.clone().unwrap();
        let graph = graph.graph();
        let longest = graph
            .order()
            .map(|task| graph.height(task) + 1)
            .max()
            .unwrap();
        (took, longest as usize)
    })
}

/// `layers` times `wide` tasks, each of which waits for two of the layer before.
fn layered(layers: usize, wide: usize) -> Value {
    let tasks = (0..layers).flat_map(|layer| {
        (0..wide).map(move |at| {
            let above = [at, (at + 1) % wide].map(|it| format!("t{}_{it}", layer.wrapping_sub(1)));
            let depends_on: &[String] = if layer == 0 { &[] } else { &above };
            json!({
                "id": format!("t{layer}_{at}"), "service": "any", "method": "call",
                "parameters": {}, "depends_on": depends_on,
            })
        })
    });
    Value::Array(tasks.collect())
}

/// The best of several tries.
fn best<T>(mut work: impl FnMut() -> T) -> Duration {
    let tries = (0..TRIES).map(|_| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    });
    tries.min().unwrap()
}

/// The same with petgraph: ids to nodes, edges, order.
fn with_petgraph(tasks: &[Task]) -> usize {
    let mut graph = DiGraph::<(), ()>::new();
    let mut nodes = HashMap::new();
    for task in tasks {
        nodes.insert(task.id.as_str(), graph.add_node(()));
    }
    for task in tasks {
        for dependency in &task.depends_on {
            graph.add_edge(nodes[dependency.as_str()], nodes[task.id.as_str()], ());
        }
    }
    toposort(&graph, None).unwrap().len()
}

fn run(tasks: Vec<Task>, directory: &ServiceDirectory) -> usize {
    let limits = ExecutionLimits::default();
    let mut executor = TaskExecutor::new(tasks).unwrap();
    executor.begin_ready(directory, &limits, 0);
    loop {
        let next = executor.running().next();
        let Some((step, _)) = next else { break };
        let outcome = TaskOutcome::Done(Value::Null);
        executor.told(step, outcome, &limits, 0).unwrap();
        executor.begin_ready(directory, &limits, 0);
        executor.take_changed();
    }
    assert!(executor.is_over());
    executor.counts().ended()
}

fn main() {
    let directory = directory();
    let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
    println!("task chains, ms        tasks    resolve   petgraph     ratio        run   µs a task");
    for count in [1_000, 10_000, 100_000] {
        let tasks = tasks(count);
        let resolved = best(|| TaskGraph::resolve(&tasks).unwrap().len());
        let peer = best(|| with_petgraph(&tasks));
        let ran = best(|| run(tasks.clone(), &directory));
        println!(
            "  {count:26} {:10.3} {:10.3} {:9.2} {:10.1} {:11.2}",
            ms(resolved),
            ms(peer),
            resolved.as_secs_f64() / peer.as_secs_f64(),
            ms(ran),
            ran.as_secs_f64() * 1e6 / count as f64,
        );
    }
    println!("  (best of {TRIES}; resolve and petgraph both go from ids as text to an order)");
    println!("chains of tasks of a second each: s, longest way, ratio");
    for (layers, wide) in [(1, 8), (3, 4), (5, 2), (4, 8)] {
        let (took, longest) = seconds(&layered(layers, wide));
        println!(
            "  {layers} layers of {wide}: {took:8.3} {longest:6} {:9.3}",
            took / longest as f64
        );
    }
}

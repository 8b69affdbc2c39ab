//! A world for chains: a model that plays along, services, a clock that jumps, a store that
//! remembers.
#![allow(dead_code, reason = "not every test uses all of it")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use kikitori_engine::caller::CallLimits;
use kikitori_ports::{Clock, Ids, NoTimer, Timer};
use kikitori_scripted::{Player, ScriptedModel, says, tags};
use kikitori_store::Store;
use kikitori_tasks::kitchen::Kitchen;
use kikitori_tasks::{
    ChainLimits, ChainPorts, ChainProgress, ChainRequest, ChainSubscriber, ManagerLimits,
    PLAN_TOOL, Service, ServiceCall, ServiceCoordinator, TaskChainManager, TaskOutcome,
};
use serde_json::{Value, json};

pub struct Counting(Cell<u64>);

impl Counting {
    /// Names that no other one has: `first` tells two of them apart.
    pub fn from(first: u64) -> Self {
        Self(Cell::new(first))
    }
}

impl Clock for Counting {
    fn now_ms(&self) -> u64 {
        1_764_000_000_000
    }
}

impl Ids for Counting {
    fn new_id(&self) -> String {
        self.0.set(self.0.get() + 1);
        format!("id{}", self.0.get())
    }
}

/// Keeps what subscribers are told, as it would be sent to another page.
#[derive(Default)]
pub struct Listening(pub RefCell<Vec<ChainProgress>>);

impl ChainSubscriber for Listening {
    fn on_progress(&self, progress: &ChainProgress) {
        let sent = serde_json::to_string(progress).unwrap();
        let received = serde_json::from_str(&sent).unwrap();
        self.0.borrow_mut().push(received);
    }
}

pub fn limits() -> ManagerLimits {
    ManagerLimits {
        chain: ChainLimits::default(),
        calls: CallLimits::default(),
        context_tokens: 100_000,
    }
}

pub fn request(text: &str) -> ChainRequest {
    ChainRequest {
        text: text.to_owned(),
        local_time: "Sunday 2026-11-22 10:00".to_owned(),
        language: Some("en".to_owned()),
        ..ChainRequest::default()
    }
}

/// A model that plans what `plan` makes of the request, and answers with the ids of all tasks.
pub fn player(plan: impl Fn(&str) -> Value + 'static) -> ScriptedModel {
    let player = Player::new()
        .calling(PLAN_TOOL, move |request| {
            plan(&tags::latest(request, "request").unwrap_or_default())
        })
        .otherwise(|request| {
            let text = format!("{:?}", request.messages.last());
            let ids = text.split("task id=\\\"").skip(1);
            let cited = ids.map(|rest| format!("[{}]", rest.split('\\').next().unwrap()));
            says(format!(
                "That came of it: {}",
                cited.collect::<Vec<_>>().join(" ")
            ))
        });
    ScriptedModel::playing(player)
}

/// `[id, "service.method", parameters, depends_on]` as the model's plan.
pub fn plan(tasks: &Value) -> Value {
    let tasks = tasks.as_array().unwrap().iter().map(|task| {
        let (service, method) = task[1].as_str().unwrap().split_once('.').unwrap();
        json!({
            "id": task[0], "service": service, "method": method,
            "parameters": task[2], "depends_on": task[3],
        })
    });
    json!({"reply": null, "tasks": tasks.collect::<Vec<_>>()})
}

pub fn coordinator(services: Vec<Rc<dyn Service>>, timer: Rc<dyn Timer>) -> Rc<ServiceCoordinator> {
    let coordinator = ServiceCoordinator::new(timer);
    for service in services {
        coordinator.register(service).unwrap();
    }
    Rc::new(coordinator)
}

pub fn ports(
    store: Rc<dyn Store>,
    model: ScriptedModel,
    services: Vec<Rc<dyn Service>>,
    first_id: u64,
) -> ChainPorts {
    let world = Rc::new(Counting::from(first_id));
    ChainPorts {
        model: Rc::new(model),
        store,
        clock: world.clone(),
        ids: world,
        services: coordinator(services, Rc::new(NoTimer)),
        subscribers: Vec::new(),
    }
}

pub fn task_states(manager: &TaskChainManager) -> Vec<String> {
    let executor = manager.agent().state().executor.as_ref().unwrap();
    let records = executor.records().iter();
    records
        .map(|record| {
            let status = kikitori_tasks::TaskStatusKind::from(&record.status);
            format!("{}: {status:?}", record.task.id)
        })
        .collect()
}

/// A clock that stands still until everybody waits, and then jumps to the next alarm.
#[derive(Default)]
pub struct Jumping {
    now: Cell<u64>,
    alarms: RefCell<Vec<(u64, futures::channel::oneshot::Sender<()>)>>,
}

impl Jumping {
    pub fn now(&self) -> u64 {
        self.now.get()
    }

    /// Jumps to the next alarm that somebody waits for; whether there was one.
    pub fn jump(&self) -> bool {
        let mut alarms = self.alarms.borrow_mut();
        alarms.retain(|(_, alarm)| !alarm.is_canceled());
        let Some(next) = alarms.iter().map(|(at, _)| *at).min() else {
            return false;
        };
        self.now.set(next);
        let (due, later): (Vec<_>, Vec<_>) = alarms.drain(..).partition(|(at, _)| *at == next);
        *alarms = later;
        for (_, alarm) in due {
            alarm.send(()).ok();
        }
        true
    }
}

impl Timer for Jumping {
    fn sleep(&self, time: Duration) -> LocalBoxFuture<'static, ()> {
        let at = self.now.get() + u64::try_from(time.as_millis()).unwrap();
        let (alarm, waiting) = futures::channel::oneshot::channel();
        self.alarms.borrow_mut().push((at, alarm));
        Box::pin(async move { waiting.await.unwrap_or_default() })
    }
}

/// What a method of the kitchen comes to; the same parameters are the same call.
pub fn called(
    kitchen: &Kitchen,
    (service, method): (&str, &str),
    parameters: &Value,
) -> TaskOutcome {
    let services = kitchen.services();
    let service = services.iter().find(|it| it.info().name == service);
    block_on(service.unwrap().call(ServiceCall {
        method: method.to_owned(),
        is_preview: false,
        idempotency_key: parameters.to_string(),
        parameters: parameters.as_object().unwrap().clone(),
    }))
}

/// What is done gives.
pub fn done(outcome: TaskOutcome) -> Value {
    match outcome {
        TaskOutcome::Done(result) => result,
        other => panic!("{other:?}"),
    }
}

//! What the page around is told of the chain at hand: scripts of this document by an event of the
//! window, and the page that frames this one, which its address names, by a message to that very
//! origin. `docs/tasks.md` says how it is used.

use leptos::prelude::*;
use serde::Serialize;
use web_sys::{CustomEvent, CustomEventInit, UrlSearchParams};

use crate::screen::state;
use crate::tasks::TasksPage;
use crate::view::Chain;

/// What the window's event is called.
const EVENT: &str = "kikitori-chain";

/// How far the chain at hand has come, in no word that a person or a model wrote.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct ChainNews {
    /// Its id; none while there is no chain at hand.
    chain: Option<String>,
    /// What it does, as `data-state` has it.
    state: &'static str,
    done: usize,
    failed: usize,
    left_out: usize,
    not_done: usize,
    total: usize,
    /// In the order in which they are shown.
    tasks: Vec<TaskNews>,
}

/// Where a task is.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct TaskNews {
    /// As it is shown: an id is made by a model.
    number: usize,
    service: String,
    method: String,
    state: &'static str,
}

impl ChainNews {
    fn of(state: &'static str, chain: Option<&Chain>) -> Self {
        let counts = chain.map(|it| it.counts).unwrap_or_default();
        let shown = chain.into_iter().flat_map(|chain| {
            let tasks = chain.order.iter().filter_map(|it| chain.tasks.get(*it));
            tasks.zip(1..).map(|(task, number)| TaskNews {
                number,
                service: task.service.clone(),
                method: task.method.clone(),
                state: task.state.name(),
            })
        });
        Self {
            chain: chain.map(|it| it.id.clone()),
            state,
            done: counts.done,
            failed: counts.failed,
            left_out: counts.left_out,
            not_done: counts.not_done,
            total: chain.map_or(0, |it| it.tasks.len()),
            tasks: shown.collect(),
        }
    }
}

/// A message to the page around, in the words of the widget's frame.
#[derive(Serialize)]
struct Message<'a> {
    kikitori: &'static str,
    name: &'static str,
    detail: &'a ChainNews,
}

/// Tells the page around how the chain at hand goes on, from now on.
pub fn tell_around(tasks: TasksPage) {
    let around = StoredValue::new(around());
    let news = Memo::new(move |_| {
        let state = state(tasks);
        tasks
            .chain
            .with(|chain| ChainNews::of(state, chain.as_ref()))
    });
    Effect::watch(
        move || news.get(),
        move |news, _, _| around.with_value(|around| tell(news, around.as_deref())),
        false,
    );
}

/// The origin of the page around, which the address names. It is told nothing if it is another.
fn around() -> Option<String> {
    let query = window().location().search().ok()?;
    let named = UrlSearchParams::new_with_str(&query).ok()?.get("origin")?;
    // "*" and "/" are no origins, and anybody's.
    named.starts_with("http").then_some(named)
}

fn tell(news: &ChainNews, around: Option<&str>) {
    let message = Message {
        kikitori: "event",
        name: "chain",
        detail: news,
    };
    let json = serde_json::to_string(&message).unwrap_or_default();
    let message = js_sys::JSON::parse(&json).unwrap_or_default();
    let init = CustomEventInit::new();
    init.set_detail(&js_sys::Reflect::get(&message, &"detail".into()).unwrap_or_default());
    if let Ok(event) = CustomEvent::new_with_event_init_dict(EVENT, &init) {
        // Whoever listens is not this page's own.
        let _ = window().dispatch_event(&event);
    }
    let framing = window().parent().ok().flatten();
    if let (Some(origin), Some(framing)) = (around, framing.filter(|it| *it != window())) {
        // What is no origin at all is refused, and then nobody is told.
        let _ = framing.post_message(&message, origin);
    }
}

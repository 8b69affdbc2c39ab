//! The kitchen assistant by rules: a plan of tasks from a request, in English or Japanese, and the
//! answer from what the tasks came to. Tasks of other services are planned as they are written out,
//! as in `server.echo {"message": "hello"}`.

mod answer;
mod english;
mod japanese;
mod words;

use kikitori_llm::{Completion, Message};
use kikitori_scripted::calls;
use serde_json::{Value, json};

pub use answer::answer;

use crate::parse;
use crate::text::is_japanese;
use crate::written::written_calls;

/// Dinners of one plan.
const MOST_DAYS: usize = 7;

/// So much of something.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Amount {
    name: String,
    amount: u32,
    unit: &'static str,
}

/// A day that a dinner is for.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Day {
    /// As the person says it.
    name: String,
    id: String,
}

/// What a request asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Wish {
    /// Days that a dinner is planned for.
    days: Vec<Day>,
    people: Option<u32>,
    /// What the first dinner is made with.
    with: Option<String>,
    max_minutes: Option<u32>,
    /// Whether recipes are looked for, and for which word.
    recipes: bool,
    /// Whether what is missing goes on the shopping list.
    saves_missing: bool,
    /// What goes on the shopping list as it is.
    to_buy: Vec<Amount>,
    bought: Vec<Amount>,
    used: Vec<Amount>,
    /// What is looked for in the kitchen.
    find: Vec<String>,
    lists_kitchen: bool,
    lists_shopping: bool,
    /// Whether what the request before this one put on the shopping list is taken off it.
    takes_off_list: bool,
}

/// The plan for the latest request.
pub fn plan(messages: &[Message]) -> Completion {
    let request = messages.iter().rev().find_map(request_in);
    let request = request.unwrap_or_default();
    let in_japanese = is_japanese(&request);
    let wish = match in_japanese {
        true => japanese::wish(&request),
        false => english::wish(&request),
    };
    let written = written_calls(&request).into_iter().zip(1..);
    let written = written.filter_map(|((name, parameters), number)| {
        let called = name.split_once('.')?;
        Some(task(&format!("call_{number}"), called, parameters, &[]))
    });
    let mut tasks: Vec<Value> = written.collect();
    if tasks.is_empty() {
        tasks = self::tasks(&wish);
    }
    if wish.takes_off_list {
        let names = put_on_list(messages).into_iter().zip(1..);
        tasks.extend(names.map(|(name, number)| {
            let parameters = json!({ "name": name });
            task(
                &format!("off_{number}"),
                ("shopping", "remove"),
                parameters,
                &[],
            )
        }));
    }
    let reply = tasks.is_empty().then_some(match in_japanese {
        true => {
            "台本どおりに動くモデルなので、献立、レシピ、在庫、買い物リストのことだけ計画できます。例を試すか、本物のモデルにつないでください。"
        }
        false => {
            "I am a scripted model and only plan dinners, recipes, what is in the kitchen and the shopping list. Try one of the examples, or connect a real model."
        }
    });
    calls("make_plan", json!({"reply": reply, "tasks": tasks}))
}

fn request_in(message: &Message) -> Option<String> {
    match message {
        Message::User { content, .. } => parse::block(content, "request").map(parse::unescape),
        _ => None,
    }
}

/// What the request before this one put on the shopping list, by name.
fn put_on_list(messages: &[Message]) -> Vec<String> {
    let earlier = messages.iter().rev().find_map(|message| match message {
        Message::User { content, .. } => parse::blocks(content, "earlier").last(),
        _ => None,
    });
    let text = earlier.map(|it| it.inside).unwrap_or_default();
    let saved = parse::blocks(text, "ran").filter(|it| {
        let is = |name: &str, value: &str| it.attribute(name).as_deref() == Some(value);
        is("called", "shopping.save") && is("state", "done")
    });
    let results = saved.filter_map(|it| {
        let (_, result) = it.inside.split_once("\nresult: ")?;
        serde_json::from_str::<Value>(&parse::unescape(result.trim())).ok()
    });
    let items = results.filter_map(|it| it.get("items")?.as_array().cloned());
    let names = items
        .flatten()
        .filter_map(|it| Some(it.get("name")?.as_str()?.to_owned()));
    names.collect()
}

fn task(id: &str, called: (&str, &str), parameters: Value, depends_on: &[&str]) -> Value {
    let (service, method) = called;
    json!({
        "id": id,
        "service": service,
        "method": method,
        "parameters": parameters,
        "depends_on": depends_on,
    })
}

fn tasks(wish: &Wish) -> Vec<Value> {
    let mut tasks = dinners(wish);
    if wish.recipes {
        let parameters = json!({"word": wish.with, "max_minutes": wish.max_minutes});
        tasks.push(task("recipes", ("recipes", "search"), parameters, &[]));
    }
    for (at, name) in wish.find.iter().enumerate() {
        let id = format!("stock_{}", at + 1);
        let parameters = json!({ "name": name });
        tasks.push(task(&id, ("inventory", "find"), parameters, &[]));
    }
    if wish.lists_kitchen {
        tasks.push(task("stock", ("inventory", "list"), json!({}), &[]));
    }
    for (at, it) in wish.bought.iter().enumerate() {
        let id = format!("bought_{}", at + 1);
        let parameters = json!({"name": it.name, "amount": it.amount, "unit": it.unit});
        tasks.push(task(&id, ("inventory", "add"), parameters, &[]));
    }
    for (at, it) in wish.used.iter().enumerate() {
        let id = format!("used_{}", at + 1);
        let parameters = json!({"name": it.name, "amount": it.amount, "unit": it.unit});
        tasks.push(task(&id, ("inventory", "use"), parameters, &[]));
    }
    if !wish.to_buy.is_empty() {
        let items = wish.to_buy.iter();
        let items = items.map(|it| json!({"name": it.name, "amount": it.amount, "unit": it.unit}));
        let parameters = json!({"items": items.collect::<Vec<_>>()});
        tasks.push(task("list", ("shopping", "save"), parameters, &[]));
    }
    if wish.lists_shopping {
        tasks.push(task("list_now", ("shopping", "list"), json!({}), &[]));
    }
    tasks
}

/// A dinner for each day, none of them twice, and what has to be bought for all of them.
fn dinners(wish: &Wish) -> Vec<Value> {
    let mut tasks = Vec::new();
    let days = wish
        .days
        .get(..MOST_DAYS.min(wish.days.len()))
        .unwrap_or_default();
    if days.is_empty() {
        return tasks;
    }
    if let Some(name) = &wish.with {
        let parameters = json!({ "name": name });
        tasks.push(task("main", ("inventory", "find"), parameters, &[]));
    }
    for (at, day) in days.iter().enumerate() {
        let before = days.get(..at).unwrap_or_default();
        let mut needs: Vec<&str> = before.iter().map(|it| it.id.as_str()).collect();
        let menus: Vec<String> = needs.iter().map(|id| format!("${{{id}}}")).collect();
        let mut parameters = json!({
            "day": day.name,
            "people": wish.people.unwrap_or(2),
            "max_minutes": wish.max_minutes,
        });
        if let Some(members) = parameters.as_object_mut() {
            if !menus.is_empty() {
                members.insert("before".to_owned(), json!(menus));
            }
            if at == 0 && wish.with.is_some() {
                members.insert("using".to_owned(), json!("${main.item.name}"));
                needs.push("main");
            }
        }
        tasks.push(task(&day.id, ("menu", "plan_day"), parameters, &needs));
    }
    if wish.saves_missing {
        let ids: Vec<&str> = days.iter().map(|it| it.id.as_str()).collect();
        let menus: Vec<String> = ids.iter().map(|id| format!("${{{id}}}")).collect();
        tasks.push(task(
            "missing",
            ("shopping", "missing"),
            json!({ "menus": menus }),
            &ids,
        ));
        let parameters = json!({"items": "${missing.items}"});
        tasks.push(task("save", ("shopping", "save"), parameters, &["missing"]));
    }
    tasks
}

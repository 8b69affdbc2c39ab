//! What a task does, in plain words.

use kikitori_parts::Language;
use serde_json::Value;

use super::Messages;
use super::amounts::{amount, amounts};
use super::phrases::listed;
use crate::references::referred;
use crate::value::label;
use crate::view::{Chain, TaskState, TaskView};

/// What a task does, in a few words.
pub fn title(language: Language, chain: &Chain, task: &TaskView) -> String {
    let named = |name: &str| said(language, chain, task, name);
    let called = (task.service.as_str(), task.method.as_str());
    // Nobody has said how much yet, or another task finds it out.
    let amount_said = task.parameters.get("amount");
    let is_open = !amount_said.is_some_and(Value::is_number);
    let dish = match &task.state {
        TaskState::Done(result) => result.get("recipe").and_then(Value::as_str),
        _ => None,
    };
    let has_day = task.parameters.get("day").is_some_and(Value::is_string);
    match language {
        Language::En => match called {
            ("inventory", "list") => "See what is in the kitchen".to_owned(),
            ("inventory", "find") => format!("Find {} in the kitchen", named("name")),
            ("inventory", "add") if is_open => format!("Add {}", named("name")),
            ("inventory", "use") if is_open => format!("Take out {}", named("name")),
            ("inventory", "add") => format!(
                "Add {} of {}",
                amount(language, &task.parameters),
                named("name")
            ),
            ("inventory", "use") => format!(
                "Take out {} of {}",
                amount(language, &task.parameters),
                named("name")
            ),
            ("recipes", "search") => "Search the recipe book".to_owned(),
            ("recipes", "get") => format!("Look up the recipe for {}", named("name")),
            ("recipes", "add") => format!("Add the recipe {}", named("name")),
            ("menu", "plan_day") => match dish {
                Some(dish) if has_day => format!("{}: {dish}", named("day")),
                Some(dish) => dish.to_owned(),
                None if has_day => format!("Plan dinner: {}", named("day")),
                None => "Plan dinner".to_owned(),
            },
            ("shopping", "remove") => format!("Take {} off the shopping list", named("name")),
            ("shopping", "missing") => "Work out what to buy".to_owned(),
            ("shopping", "save") => "Put it on the shopping list".to_owned(),
            ("shopping", "list") => "Read the shopping list".to_owned(),
            (service, method) => format!("{service}: {method}"),
        },
        Language::Ja => match called {
            ("inventory", "list") => "台所にあるものを見る".to_owned(),
            ("inventory", "find") => format!("台所で{}を探す", named("name")),
            ("inventory", "add") if is_open => format!("{}を加える", named("name")),
            ("inventory", "use") if is_open => format!("{}を使う", named("name")),
            ("inventory", "add") => format!(
                "{}を{}加える",
                named("name"),
                amount(language, &task.parameters)
            ),
            ("inventory", "use") => format!(
                "{}を{}使う",
                named("name"),
                amount(language, &task.parameters)
            ),
            ("recipes", "search") => "レシピ帳を調べる".to_owned(),
            ("recipes", "get") => format!("{}のレシピを開く", named("name")),
            ("recipes", "add") => format!("{}のレシピを加える", named("name")),
            ("menu", "plan_day") => match dish {
                Some(dish) if has_day => format!("{}：{dish}", named("day")),
                Some(dish) => dish.to_owned(),
                None if has_day => format!("{}の夕食を決める", named("day")),
                None => "夕食を決める".to_owned(),
            },
            ("shopping", "remove") => format!("買い物リストから{}を外す", named("name")),
            ("shopping", "missing") => "買うものを割り出す".to_owned(),
            ("shopping", "save") => "買い物リストに入れる".to_owned(),
            ("shopping", "list") => "買い物リストを見る".to_owned(),
            (service, method) => format!("{service}：{method}"),
        },
    }
}

/// What a task is given, as far as that says more than its title.
pub fn given(language: Language, chain: &Chain, task: &TaskView) -> Option<String> {
    let number = |name: &str| task.parameters.get(name).and_then(Value::as_u64);
    let mut said = Vec::new();
    if let Some(people) = number("people") {
        said.push(match language {
            Language::En if people == 1 => "for 1 person".to_owned(),
            Language::En => format!("for {people} people"),
            Language::Ja => format!("{people} 人分"),
        });
    }
    if task.parameters.get("recipe").is_some_and(Value::is_string) {
        said.push(self::said(language, chain, task, "recipe"));
    }
    if task.parameters.get("using").is_some_and(Value::is_string) {
        let using = self::said(language, chain, task, "using");
        said.push(match language {
            Language::En => format!("with {using}"),
            Language::Ja => format!("{using}を使う"),
        });
    }
    if let Some(word) = task.parameters.get("word").and_then(Value::as_str) {
        said.push(quoted(language, word));
    }
    if let Some(minutes) = number("max_minutes") {
        said.push(match language {
            Language::En => format!("at most {minutes} minutes"),
            Language::Ja => format!("{minutes} 分以内"),
        });
    }
    said.extend(dishes(task));
    said.extend(["items", "ingredients"].iter().filter_map(|name| {
        match task.parameters.get(*name)? {
            Value::Array(items) => Some(amounts(language, items)),
            _ => Some(self::said(language, chain, task, name)),
        }
    }));
    said.retain(|it| !it.is_empty());
    (!said.is_empty()).then(|| listed(language, &said))
}

/// The dishes of menus that are given as they are.
fn dishes(task: &TaskView) -> impl Iterator<Item = String> {
    let menus = task.parameters.get("menus").and_then(Value::as_array);
    let dishes = menus.into_iter().flatten();
    dishes.filter_map(|it| it.get("recipe")?.as_str().map(str::to_owned))
}

/// What a dinner takes that is past its day by then, so that it has to be bought.
pub fn past(language: Language, result: &Value) -> Option<String> {
    let named = result.get("past_best_before")?.as_array()?.iter();
    let named: Vec<&str> = named.filter_map(Value::as_str).collect();
    let (label, list) = (Messages::of(language).key_past, listed(language, &named));
    (!named.is_empty()).then(|| match language {
        Language::En => format!("{label}: {list}"),
        Language::Ja => format!("{label}：{list}"),
    })
}

/// The numbers of a task that the person has not said.
pub fn unsaid(language: Language, task: &TaskView) -> Option<String> {
    let words = Messages::of(language);
    let said = task.unsaid.iter().map(|it| {
        let name = it.of.clone().unwrap_or_else(|| label(words, &it.member));
        format!("{name} {}", it.number)
    });
    let said: Vec<String> = said.collect();
    let list = listed(language, &said);
    (!said.is_empty()).then(|| match language {
        Language::En => format!("Not in your words: {list}"),
        Language::Ja => format!("ご依頼の文にない数：{list}"),
    })
}

/// A parameter as it is said: in quotes, or as the result of another task, by that one's number.
fn said(language: Language, chain: &Chain, task: &TaskView, name: &str) -> String {
    let text = match task.parameters.get(name) {
        Some(Value::String(text)) => text.as_str(),
        Some(other) => return other.to_string(),
        None => return Messages::of(language).something.to_owned(),
    };
    match text.strip_prefix("${") {
        None if name == "day" => text.to_owned(),
        None => quoted(language, text),
        Some(_) => match (referred(chain, task, text), language) {
            (Some(other), Language::En) => format!("the result of task {}", chain.number(other)),
            (Some(other), Language::Ja) => format!("タスク {} の結果", chain.number(other)),
            (None, _) => quoted(language, text),
        },
    }
}

fn quoted(language: Language, text: &str) -> String {
    match language {
        Language::En => format!("“{text}”"),
        Language::Ja => format!("「{text}」"),
    }
}

/// What a method changes, in a few words.
pub fn changes(language: Language, service: &str, method: &str) -> String {
    let words = Messages::of(language);
    match (service, method) {
        ("inventory", "add") => words.inventory_add,
        ("inventory", "use") => words.inventory_use,
        ("recipes", "add") => words.recipes_add,
        ("shopping", "save") => words.shopping_save,
        ("shopping", "remove") => words.shopping_remove,
        _ => return format!("{service}: {method}"),
    }
    .to_owned()
}

//! The answer from what the tasks came to.

use kikitori_llm::{Completion, Message};
use kikitori_scripted::says;
use serde_json::Value;

use crate::parse;
use crate::text::is_japanese;

/// A line for each task that says something, with its id.
pub fn answer(messages: &[Message]) -> Completion {
    let text = messages.iter().rev().find_map(|message| match message {
        Message::User { content, .. } => Some(content.as_str()),
        _ => None,
    });
    let text = text.unwrap_or_default();
    let request = parse::block(text, "request").map(parse::unescape);
    let in_japanese = is_japanese(&request.unwrap_or_default());
    let tasks: Vec<Told> = parse::blocks(text, "task").filter_map(Told::of).collect();
    let saves = tasks
        .iter()
        .any(|it| it.called == "shopping.save" && it.state == "done");
    let lines = tasks.iter().filter_map(|task| {
        // What is on the list need not be said twice.
        if saves && task.called == "shopping.missing" {
            return None;
        }
        let said = match task.state.as_str() {
            "done" => said(task, in_japanese)?,
            _ => not_done(task, in_japanese),
        };
        Some(format!("- {said} [{}]", task.id))
    });
    let lines: Vec<String> = lines.collect();
    let nothing = match in_japanese {
        true => "何も行われませんでした。",
        false => "Nothing was done.",
    };
    says(match lines.is_empty() {
        true => nothing.to_owned(),
        false => lines.join("\n"),
    })
}

struct Told {
    id: String,
    called: String,
    state: String,
    content: String,
    result: Value,
}

impl Told {
    fn of(block: parse::Block<'_>) -> Option<Self> {
        // What it was called with stands before what it came to.
        let inside = block.inside.split_once("</parameters>");
        let inside = inside.map_or(block.inside, |(_, behind)| behind);
        let content = parse::unescape(inside.trim());
        Some(Self {
            id: block.attribute("id")?,
            called: block.attribute("called")?,
            state: block.attribute("state")?,
            result: serde_json::from_str(&content).unwrap_or_default(),
            content,
        })
    }
}

fn said(task: &Told, in_japanese: bool) -> Option<String> {
    let result = &task.result;
    let text = |name: &str| result.get(name).and_then(Value::as_str).unwrap_or_default();
    let number = |name: &str| result.get(name).and_then(Value::as_u64).unwrap_or_default();
    let item = || amount(result.get("item").unwrap_or(&Value::Null), in_japanese);
    let list = |name: &str| amounts(result.get(name), in_japanese);
    Some(match (task.called.as_str(), in_japanese) {
        // A dinner is made with it, and that is said there.
        ("inventory.find", _) if task.id == "main" => return None,
        ("inventory.find", false) => format!("In the kitchen: {}.", item()),
        ("inventory.find", true) => format!("台所にあります：{}。", item()),
        ("inventory.list", false) => format!("In the kitchen: {}.", list("items")),
        ("inventory.list", true) => format!("台所にあるもの：{}。", list("items")),
        ("inventory.add", false) => format!("Put in; there is now {}.", item()),
        ("inventory.add", true) => format!("加えました。今は{}です。", item()),
        ("inventory.use", false) => format!("Taken out; {} is left.", item()),
        ("inventory.use", true) => format!("使いました。残りは{}です。", item()),
        ("menu.plan_day", false) => {
            let (recipe, minutes) = (text("recipe"), number("minutes"));
            format!("{}{recipe} ({minutes} minutes).", before(text("day"), ": "))
        }
        ("menu.plan_day", true) => {
            let (recipe, minutes) = (text("recipe"), number("minutes"));
            format!("{}{recipe}（{minutes}分）。", before(text("day"), "："))
        }
        ("recipes.search", _) => recipes(result, in_japanese),
        ("shopping.missing", false) => format!("To buy: {}.", list("items")),
        ("shopping.missing", true) => format!("買うもの：{}。", list("items")),
        ("shopping.save", false) => format!("Put on the shopping list: {}.", list("items")),
        ("shopping.save", true) => format!("買い物リストに入れました：{}。", list("items")),
        ("shopping.remove", false) => format!("Taken off the shopping list: {}.", list("removed")),
        ("shopping.remove", true) => format!("買い物リストから外しました：{}。", list("removed")),
        ("shopping.list", false) => format!("On the shopping list: {}.", list("items")),
        ("shopping.list", true) => format!("買い物リスト：{}。", list("items")),
        (called, _) if !text("text").is_empty() => format!("{called}: {}", text("text")),
        (called, false) => format!("{called} is done."),
        (called, true) => format!("{called} が終わりました。"),
    })
}

/// What stands before something else, if anything does.
fn before(text: &str, colon: &str) -> String {
    match text.is_empty() {
        true => String::new(),
        false => format!("{text}{colon}"),
    }
}

fn recipes(result: &Value, in_japanese: bool) -> String {
    let found = result.get("recipes").and_then(Value::as_array);
    let names = found.into_iter().flatten();
    let names = names.filter_map(|it| it.get("name").and_then(Value::as_str));
    let names: Vec<&str> = names.collect();
    match (names.is_empty(), in_japanese) {
        (true, false) => "No recipe in the book fits.".to_owned(),
        (true, true) => "条件に合うレシピはありません。".to_owned(),
        (false, false) => format!("These recipes fit: {}.", names.join(", ")),
        (false, true) => format!("合うレシピ：{}。", names.join("、")),
    }
}

fn not_done(task: &Told, in_japanese: bool) -> String {
    let why = match task.content.is_empty() {
        true => String::new(),
        false => format!(" {}", task.content),
    };
    match (task.state.as_str(), in_japanese) {
        ("failed", false) => format!("This failed:{why}"),
        ("failed", true) => format!("できませんでした：{why}"),
        (_, false) => format!("This was not done.{why}"),
        (_, true) => format!("行いませんでした。{why}"),
    }
}

fn amounts(items: Option<&Value>, in_japanese: bool) -> String {
    let items = items.and_then(Value::as_array).into_iter().flatten();
    let said: Vec<String> = items.map(|it| amount(it, in_japanese)).collect();
    match (said.is_empty(), in_japanese) {
        (true, false) => "nothing".to_owned(),
        (true, true) => "なし".to_owned(),
        (false, false) => said.join(", "),
        (false, true) => said.join("、"),
    }
}

fn amount(item: &Value, in_japanese: bool) -> String {
    let text = |name: &str| item.get(name).and_then(Value::as_str).unwrap_or_default();
    let count = item
        .get("amount")
        .and_then(Value::as_u64)
        .unwrap_or_default();
    let (name, unit) = (text("name"), text("unit"));
    match (unit, in_japanese) {
        ("piece", false) => format!("{count} {}", name.to_lowercase()),
        (unit, false) => format!("{count} {unit} {}", name.to_lowercase()),
        ("piece", true) => format!("{name} {count}個"),
        (unit, true) => format!("{name} {count}{unit}"),
    }
}

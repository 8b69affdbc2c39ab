//! The ReAct agent by rules: sums go to the calculator, what names a table goes to the database,
//! everything else to the search, and the answer says what they gave. A call that is written out is
//! made as it stands.

mod queries;
mod sums;

use kikitori_llm::{ChatRequest, Completion, Message, ToolChoice};
use kikitori_scripted::{calls_all, offers, says};
use serde_json::{Value, json};

use crate::help_desk::{Passage, best_sentences, questions};
use crate::parse;
use crate::text::is_japanese;
use crate::written::written_calls;

/// Calls of one plan.
const MOST_CALLS: usize = 6;

/// What a tool answered.
struct Outcome {
    tool: String,
    /// Its only argument.
    asked: String,
    has_worked: bool,
    message: String,
}

/// Calls what the question needs at once; then answers from what came of it.
pub fn reply(request: &ChatRequest) -> Completion {
    let messages = &request.messages;
    let at = messages.iter().rposition(|it| question_in(it).is_some());
    let (before, since) = messages.split_at(at.unwrap_or_default());
    let question = since.first().and_then(question_in).unwrap_or_default();
    let outcomes = outcomes(since);
    let may_call = request.tool_choice != Some(ToolChoice::None);
    if outcomes.is_empty() && may_call {
        let wanted = wanted(&question, before, request);
        if !wanted.is_empty() {
            let mut plan = calls_all(wanted);
            plan.message.content = Some(thought(&question, &plan));
            return plan;
        }
    }
    says(answer(&question, &outcomes))
}

fn question_in(message: &Message) -> Option<String> {
    match message {
        Message::User { content, .. } => parse::block(content, "question").map(parse::unescape),
        _ => None,
    }
}

/// What is said of the database, if there is one.
fn description(request: &ChatRequest) -> Option<&str> {
    let mut tools = request.tools.iter();
    let database = tools.find(|it| it.function.name == "database")?;
    Some(&database.function.description)
}

/// The names of the tools that the rules say are switched off.
fn switched_off(request: &ChatRequest) -> impl Iterator<Item = &str> {
    let rules = request.messages.first().and_then(|it| match it {
        Message::System { content, .. } => content.split_once("has switched off: "),
        _ => None,
    });
    let names = rules.and_then(|(_, rest)| rest.split_once(". "));
    let names = names.map(|(names, _)| names.split(", "));
    names.into_iter().flatten()
}

/// The calls that are written out; or else one for each sum in the question, for each part of it that
/// names a table, and one for each other part.
fn wanted<'a>(
    question: &str,
    before: &[Message],
    request: &'a ChatRequest,
) -> Vec<(&'a str, Value)> {
    let written = written_calls(question).into_iter();
    let written = written.filter_map(|(name, arguments)| {
        let tools = request.tools.iter().map(|it| it.function.name.as_str());
        // Models call what they hear of, also where it is off.
        let mut known = tools.chain(switched_off(request));
        Some((known.find(|it| *it == name)?, arguments))
    });
    let written: Vec<_> = written.collect();
    if !written.is_empty() {
        return written;
    }
    let last = last_number(before);
    let mut wanted = Vec::new();
    for part in questions(question) {
        if let Some(sql) = description(request).and_then(|it| queries::query(&part, it)) {
            wanted.push(("database", json!({ "sql": sql })));
            continue;
        }
        let sums = sums::sums(&part, last.as_deref());
        if sums.is_empty() && offers(request, "search") {
            wanted.push(("search", json!({ "query": part })));
        }
        if offers(request, "calculator") {
            let calls = sums.into_iter();
            wanted.extend(calls.map(|it| ("calculator", json!({ "expression": it }))));
        }
    }
    wanted.truncate(MOST_CALLS);
    wanted
}

/// The last number of the answer before, which a follow-up may mean.
fn last_number(before: &[Message]) -> Option<String> {
    let mut answers = before.iter().rev().filter_map(|it| match it {
        Message::Assistant(reply) if reply.tool_calls.is_empty() => reply.content.as_deref(),
        _ => None,
    });
    sums::numbers(answers.next()?).pop()
}

fn thought(question: &str, plan: &Completion) -> String {
    let calls = || {
        plan.message
            .tool_calls
            .iter()
            .map(|it| it.function.name.as_str())
    };
    let (reckons, searches) = (
        calls().any(|it| it == "calculator"),
        calls().any(|it| it == "search"),
    );
    if calls().any(|it| it == "database") {
        let thought = match is_japanese(question) {
            false => "I ask the database for this.",
            true => "データベースに問い合わせます。",
        };
        return thought.to_owned();
    }
    if !reckons && !searches {
        let thought = match is_japanese(question) {
            false => "I use the tool that was named.",
            true => "指定された道具を使います。",
        };
        return thought.to_owned();
    }
    match (is_japanese(question), reckons, searches) {
        (false, true, true) => "I work the sum out and look the rest up in the documents.",
        (false, true, false) => "I work this out with the calculator.",
        (false, false, _) => "I look this up in the documents.",
        (true, true, true) => "計算をして、残りは資料で調べます。",
        (true, true, false) => "計算の道具で計算します。",
        (true, false, _) => "資料を調べます。",
    }
    .to_owned()
}

fn outcomes(since: &[Message]) -> Vec<Outcome> {
    let calls = since.iter().filter_map(|it| match it {
        Message::Assistant(reply) => Some(&reply.tool_calls),
        _ => None,
    });
    let told = |id| {
        since.iter().find_map(|it| match it {
            Message::Tool {
                tool_call_id,
                content,
                ..
            } if *tool_call_id == id => serde_json::from_str::<Value>(content).ok(),
            _ => None,
        })
    };
    let outcomes = calls.flatten().filter_map(|call| {
        let told = told(call.id.clone())?;
        let message = told.pointer("/result/message").and_then(Value::as_str);
        let asked: Value = serde_json::from_str(&call.function.arguments).unwrap_or_default();
        let mut members = asked.as_object()?.values().filter_map(Value::as_str);
        Some(Outcome {
            tool: call.function.name.clone(),
            asked: members.next().unwrap_or_default().to_owned(),
            has_worked: told.get("status").and_then(Value::as_str) == Some("success"),
            message: message.unwrap_or_default().to_owned(),
        })
    });
    outcomes.collect()
}

fn answer(question: &str, outcomes: &[Outcome]) -> String {
    let in_japanese = is_japanese(question);
    if outcomes.is_empty() {
        let nothing = match in_japanese {
            true => {
                "使える道具では答えられません。計算、検索、データベースのどれかをオンにして、もう一度質問してください。"
            }
            false => {
                "The tools that are on do not help with this. Switch the calculator, the search or the database on, and ask again."
            }
        };
        return nothing.to_owned();
    }
    let lines = outcomes.iter().map(|it| line(it, in_japanese));
    lines.collect::<Vec<_>>().join("\n")
}

fn line(outcome: &Outcome, in_japanese: bool) -> String {
    let (asked, message) = (&outcome.asked, outcome.message.as_str());
    match (outcome.tool.as_str(), outcome.has_worked) {
        (tool, false) => format!("{tool}: {message}"),
        ("calculator", true) => format!("{asked} = {message}"),
        ("database", true) => found(message, in_japanese),
        ("search", true) => {
            let passages = parse::blocks(message, "passage").map(|it| Passage {
                id: it.attribute("id").unwrap_or_default(),
                headings: it.attribute("place").unwrap_or_default(),
                text: parse::unescape(it.inside.trim()),
            });
            best_sentences(asked, passages.collect()).unwrap_or_else(|| {
                match in_japanese {
                    true => "資料には書かれていません。",
                    false => "The documents do not say.",
                }
                .to_owned()
            })
        }
        (tool, true) => format!("{tool}: {message}"),
    }
}

/// Rows that are told in the answer: all of them stand in the step.
const TOLD_ROWS: usize = 5;

/// The first rows of a result, in words.
fn found(message: &str, in_japanese: bool) -> String {
    let result: Value = serde_json::from_str(message).unwrap_or_default();
    let rows = result.get("rows").and_then(Value::as_array);
    let rows = rows.map(Vec::as_slice).unwrap_or_default();
    let cell = |it: &Value| match it {
        Value::String(text) => text.clone(),
        it => it.to_string(),
    };
    let told = rows.iter().take(TOLD_ROWS).map(|row| {
        let cells = row.as_array().map(Vec::as_slice).unwrap_or_default();
        let cells: Vec<String> = cells.iter().map(cell).collect();
        match cells.split_first() {
            Some((first, [])) => first.clone(),
            Some((first, rest)) => format!("{first}: {}", rest.join(", ")),
            None => String::new(),
        }
    });
    let told: Vec<String> = told.collect();
    let more = rows.len().saturating_sub(TOLD_ROWS);
    match (in_japanese, told.is_empty(), more) {
        (false, true, _) => "The database has no such rows.".to_owned(),
        (true, true, _) => "データベースに該当する行はありません。".to_owned(),
        (false, _, 0) => format!("The database says: {}.", told.join("; ")),
        (false, _, more) => format!("The database says: {}; and {more} more.", told.join("; ")),
        (true, _, 0) => format!("データベースによると、{}です。", told.join("、")),
        (true, _, more) => format!(
            "データベースによると、{}、ほか {more} 行です。",
            told.join("、")
        ),
    }
}

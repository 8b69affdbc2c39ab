//! The rows that a database gave, as a table.

use kikitori_parts::components::formatted::is_figure;
use kikitori_parts::format::grouped;
use kikitori_tools::database::QueryResult;
use leptos::prelude::*;
use serde_json::Value;

use crate::agent::AgentPage;

use crate::messages::rows_shown;

/// The rows with their columns' names, and how many of how many they are. A table that is wider or
/// higher than its place is moved under its frame.
pub fn rows(agent: AgentPage, result: QueryResult) -> AnyView {
    let language = agent.page.language.get();
    let shown = rows_shown(
        language,
        result.rows.len(),
        result.total,
        result.note.is_some(),
    );
    if result.columns.is_empty() {
        return view! { <p class="observation" data-testid="observation">{shown}</p> }.into_any();
    }
    let numeric: Vec<bool> = (0..result.columns.len())
        .map(|at| is_numeric(&result, at))
        .collect();
    let class = |at: usize| {
        let is_numeric = numeric.get(at).copied().unwrap_or_default();
        is_numeric.then_some("amount")
    };
    let columns = result.columns.iter().enumerate();
    let columns = columns.map(|(at, name)| {
        view! { <th scope="col" class=class(at) dir="auto">{name.clone()}</th> }
    });
    let body = result.rows.iter().map(|row| {
        let cells = row.iter().enumerate().map(|(at, value)| {
            let text = text(value);
            let class = class(at).or_else(|| is_figure(&text).then_some("figure"));
            view! { <td class=class dir="auto">{text}</td> }
        });
        view! { <tr>{cells.collect_view()}</tr> }
    });
    view! {
        <div class="observation rows" data-testid="observation">
            <div class="rows-frame" role="group" tabindex="0" aria-label=agent.messages().rows_title>
                <table>
                    <thead><tr>{columns.collect_view()}</tr></thead>
                    <tbody>{body.collect_view()}</tbody>
                </table>
            </div>
            <p class="quiet-text" data-testid="rows-shown">{shown}</p>
        </div>
    }
    .into_any()
}

/// Whether a column has numbers, and nothing else but gaps.
fn is_numeric(result: &QueryResult, at: usize) -> bool {
    let values = || result.rows.iter().filter_map(|row| row.get(at));
    values().any(Value::is_number) && values().all(|it| it.is_number() || it.is_null())
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// A result in a few words: its only value, or how many rows it has.
pub fn in_brief(agent: AgentPage, result: &QueryResult) -> String {
    if let ([row], [_]) = (result.rows.as_slice(), result.columns.as_slice())
        && let [value] = row.as_slice()
    {
        return text(value);
    }
    let count = u64::try_from(result.rows.len()).unwrap_or_default();
    let count = grouped(result.total.unwrap_or(count));
    format!("{count} {}", agent.messages().rows)
}

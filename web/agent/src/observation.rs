//! What a tool answered, as a person reads it.

use kikitori_desk::passage::passage;
use kikitori_json::read;
use kikitori_react::Action;
use kikitori_tools::database::QueryResult;
use kikitori_tools::search::{Citation, SearchResult};
use leptos::prelude::*;
use serde_json::Value;

use crate::agent::AgentPage;
use crate::messages::switched_off;
use crate::rows::rows;
use crate::toolbox::ToolKind;

/// What a tool was given: its only argument, or all of them as they came.
pub fn input(arguments: &str) -> String {
    let object = serde_json::from_str(arguments).ok();
    let members = match object {
        Some(Value::Object(members)) => members,
        _ => return arguments.to_owned(),
    };
    let mut values = members.values().filter(|it| !it.is_null());
    match (values.next(), values.next()) {
        (Some(Value::String(only)), None) => only.clone(),
        _ => arguments.to_owned(),
    }
}

/// What came of a call, if anything did by now.
pub fn observation(agent: AgentPage, action: &Action) -> Option<AnyView> {
    let result = action.observation()?;
    if let Some(found) = found_passages(action) {
        return Some(passages(agent, found));
    }
    if let Some(found) = query_result(action) {
        return Some(rows(agent, found));
    }
    // What the model is told of it is not what the person can do about it.
    let title = action.was_switched_off().then(|| {
        let kind = ToolKind::of(&action.call.function.name)?;
        Some(kind.title(agent.messages()))
    });
    let text = match title.flatten() {
        Some(title) => switched_off(agent.page.language.get(), &[title]),
        None => result.result.message.clone(),
    };
    let language = agent.page.language.get().tag_of(&text);
    let view = view! {
        <p class="observation" data-testid="observation" dir="auto" lang=language>{text}</p>
    };
    Some(view.into_any())
}

/// The rows that a call of the database gave.
pub fn query_result(action: &Action) -> Option<QueryResult> {
    let data = action.observation()?.result.data.as_ref()?;
    let is_query = action.call.function.name == "database";
    is_query.then(|| read(data).ok()).flatten()
}

/// The passages that a call of the search gave.
pub fn found_passages(action: &Action) -> Option<SearchResult> {
    let data = action.observation()?.result.data.as_ref()?;
    let is_search = action.call.function.name == "search";
    is_search.then(|| read(data).ok()).flatten()
}

/// Passages that were found, each by the place where it stands; its text on demand.
fn passages(agent: AgentPage, found: SearchResult) -> AnyView {
    let words = agent.messages();
    if found.citations.is_empty() {
        return view! { <p class="observation" data-testid="observation">{words.nothing_found}</p> }
            .into_any();
    }
    let language = agent.page.language.get();
    let items = found.citations.into_iter().map(|citation| {
        let tag = language.tag_of(&citation.text);
        view! {
            <li lang=tag>
                <details>
                    <summary dir="auto">{place(&citation)}</summary>
                    {passage(&citation.text, &[])}
                </details>
            </li>
        }
    });
    view! {
        <ul class="observation passages" data-testid="observation">{items.collect_view()}</ul>
    }
    .into_any()
}

/// Where a passage stands.
pub fn place(citation: &Citation) -> String {
    let headings = citation.headings.iter().map(String::as_str);
    // Most documents begin with a heading that says what they are called.
    let headings = headings.filter(|it| *it != citation.title);
    let parts = std::iter::once(citation.title.as_str()).chain(headings);
    parts.collect::<Vec<_>>().join(" › ")
}

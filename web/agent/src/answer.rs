//! The answer, with what it rests on and why it ended as it did.

use kikitori_desk::passage::passage;
use kikitori_json::read;
use kikitori_parts::page::Page;
use kikitori_react::{Action, Exchange, GuardrailAction, GuardrailReason, StoppedReason};
use kikitori_tools::search::SearchResult;
use leptos::prelude::*;

use crate::agent::AgentPage;
use crate::messages::{Messages, blocked_by};
use crate::observation::{input, place, query_result};
use crate::rows::in_brief;
use crate::toolbox::ToolKind;

/// What a question came to.
pub fn answer(agent: AgentPage, exchange: &Exchange) -> impl IntoView + use<> {
    let (words, language) = (agent.messages(), agent.page.language.get());
    let notice = notice(agent.page, words, exchange);
    let warned = exchange
        .verdicts
        .iter()
        .find(|it| it.action == GuardrailAction::Warn);
    let warned = warned.map(|it| match it.reason {
        GuardrailReason::TooLong { .. } => words.warned_long,
        _ => words.warned,
    });
    let text = exchange.answer.clone();
    let grounds = text.is_some().then(|| grounds(agent, words, exchange));
    let said = text.map(|text| {
        let tag = language.tag_of(&text);
        view! {
            <div class="desk-answer" data-testid="answer" lang=tag>
                {passage(&text, &[])}
            </div>
        }
    });
    view! {
        {notice.map(|text| view! { <p class="agent-notice" data-testid="notice">{text}</p> })}
        {warned.map(|text| view! { <p class="agent-notice">{text}</p> })}
        {said}
        {grounds}
    }
}

/// Why a question ended otherwise than with an answer of its own.
fn notice(page: Page, words: &'static Messages, exchange: &Exchange) -> Option<String> {
    match exchange.stopped? {
        StoppedReason::Completed => None,
        StoppedReason::MaxStepsReached => Some(words.max_steps.to_owned()),
        StoppedReason::ToolFailureDegraded => {
            let names = exchange
                .failed_tools
                .iter()
                .map(|it| match ToolKind::of(it) {
                    Some(kind) => kind.title(words).to_owned(),
                    None => it.clone(),
                });
            let names: Vec<String> = names.collect();
            Some(format!("{} {}", words.degraded, names.join(", ")))
        }
        StoppedReason::Blocked => Some(blocked_by(page.language.get(), exchange)),
        StoppedReason::Budget => Some(words.budget.to_owned()),
        StoppedReason::Cancelled => Some(words.stopped.to_owned()),
    }
}

/// What an answer rests on: the calls that worked, in a line each.
fn grounds(agent: AgentPage, words: &'static Messages, exchange: &Exchange) -> AnyView {
    let calls = exchange.grounds().map(|it| ground(agent, words, it));
    let calls: Vec<String> = calls.collect();
    if calls.is_empty() {
        return view! { <p class="grounds quiet-text" data-testid="grounds">{words.no_grounds}</p> }
            .into_any();
    }
    let items = calls
        .into_iter()
        .map(|it| view! { <li dir="auto">{it}</li> });
    view! {
        <div class="grounds quiet-text" data-testid="grounds">
            <p>{words.grounds}</p>
            <ul>{items.collect_view()}</ul>
        </div>
    }
    .into_any()
}

fn ground(agent: AgentPage, words: &'static Messages, action: &Action) -> String {
    let function = &action.call.function;
    let title = ToolKind::of(&function.name).map_or(function.name.as_str(), |it| it.title(words));
    let given = input(&function.arguments);
    let result = action.observation().map(|it| &it.result);
    let data = result.and_then(|it| it.data.as_ref());
    if function.name == "search"
        && let Some(found) = data.and_then(|it| read::<SearchResult, _>(it).ok())
    {
        let mut places: Vec<String> = found.citations.iter().map(place).collect();
        places.dedup();
        let places = match places.is_empty() {
            true => words.nothing_found.to_owned(),
            false => places.join("; "),
        };
        return format!("{title}: {given} → {places}");
    }
    if let Some(found) = query_result(action) {
        return format!("{title}: {given} → {}", in_brief(agent, &found));
    }
    let message = result.map(|it| it.message.as_str()).unwrap_or_default();
    let shown = kikitori_parts::format::shortened(message, 200);
    format!("{title}: {given} = {shown}")
}

//! The answer, with what it rests on and why it ended as it did.

use kikitori_parts::components::formatted::{ReadMarkdown, formatted_view, markdown_reader};
use kikitori_parts::dom::on_click;
use kikitori_parts::format::shortened;
use kikitori_parts::page::Page;
use kikitori_parts::part::{bare, on_demand};
use kikitori_react::{Action, Exchange, GuardrailAction, GuardrailReason, StoppedReason};
use leptos::prelude::*;

use crate::agent::AgentPage;
use crate::messages::{Messages, blocked_by, switched_off};
use crate::observation::{found_passages, input, place, query_result};
use crate::rows::in_brief;
use crate::sources::{Sources, source_button};
use crate::toolbox::ToolKind;

/// Characters that are told of what a tool was given.
const MOST_OF_INPUT: usize = 60;

/// What the question at `position` came to.
pub fn answer(agent: AgentPage, position: usize, exchange: &Exchange) -> impl IntoView + use<> {
    let words = agent.messages();
    let notice = notice(agent.page, words, exchange);
    let warned = exchange
        .verdicts
        .iter()
        .find(|it| it.action == GuardrailAction::Warn);
    let warned = warned.map(|it| match it.reason {
        GuardrailReason::TooLong { .. } => words.warned_long,
        _ => words.warned,
    });
    let said = exchange.answer.is_some().then(|| {
        let exchange = exchange.clone();
        on_demand(markdown_reader, bare, move |read| {
            said(agent, position, &exchange, read).into_any()
        })
    });
    view! {
        {notice.map(|text| view! { <p class="agent-notice" data-testid="notice">{text}</p> })}
        {warned.map(|text| view! { <p class="agent-notice">{text}</p> })}
        {said}
    }
}

/// The answer's text and what it rests on.
fn said(
    agent: AgentPage,
    position: usize,
    exchange: &Exchange,
    read: ReadMarkdown,
) -> impl IntoView + use<> {
    // What was found for earlier questions can be cited as well.
    let (mut sources, has_earlier) = agent.state.with_untracked(|state| {
        let so_far = state.exchanges.get(..=position).unwrap_or_default();
        let mut earlier = so_far.iter().take(position);
        (Sources::of(so_far), earlier.any(has_used_tools))
    });
    let text = exchange.answer.as_deref().unwrap_or_default();
    let tag = agent.page.language.get_untracked().tag_of(text);
    let cited = &mut |text: &str| sources.pieces(agent, text);
    let text = formatted_view(agent.page, &read(text), cited);
    view! {
        <div class="desk-answer" data-testid="answer" lang=tag>
            <div class="formatted">{text}</div>
        </div>
        {grounds(agent, position, exchange, sources, has_earlier)}
    }
}

/// Why a question ended otherwise than with an answer of its own.
fn notice(page: Page, words: &'static Messages, exchange: &Exchange) -> Option<String> {
    match exchange.stopped? {
        StoppedReason::Completed => None,
        StoppedReason::MaxStepsReached => Some(words.max_steps.to_owned()),
        StoppedReason::ToolFailureDegraded
            if exchange.failed_tools.iter().all(|it| is_off(exchange, it)) =>
        {
            // The answer's grounds say that it is off.
            None
        }
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
        StoppedReason::Cancelled if exchange.steps.is_empty() => {
            Some(words.stopped_at_once.to_owned())
        }
        StoppedReason::Cancelled => Some(words.stopped.to_owned()),
    }
}

fn has_used_tools(exchange: &Exchange) -> bool {
    exchange.grounds().next().is_some()
}

/// What an answer rests on: the passages that it cites, and the other calls that worked, in a line
/// each. Searches are told only where nothing is cited.
fn grounds(
    agent: AgentPage,
    position: usize,
    exchange: &Exchange,
    sources: Sources,
    has_earlier: bool,
) -> AnyView {
    let words = agent.messages();
    let has_cited = !sources.cited.is_empty();
    let calls = exchange.grounds();
    let calls = calls.filter(|it| !has_cited || found_passages(it).is_none());
    let calls: Vec<String> = calls.map(|it| ground(agent, words, it)).collect();
    if calls.is_empty() && !has_cited {
        return without_tools(agent, position, exchange, has_earlier);
    }
    let cited = sources.cited.into_iter().zip(1..).map(|(it, number)| {
        let place = place(&it);
        let button = source_button(agent, "cited", number, it);
        view! { <li class="cited" dir="auto">{button} " " {place}</li> }
    });
    let calls = calls
        .into_iter()
        .map(|it| view! { <li dir="auto">{it}</li> });
    let off = off_now(agent, position, exchange);
    view! {
        <div class="grounds quiet-text" data-testid="grounds">
            <p>{words.grounds}</p>
            <ul>{cited.collect_view()} {calls.collect_view()}</ul>
            {off.map(|off| view! { <p>{off}</p> })}
        </div>
    }
    .into_any()
}

/// What is said where no tool gave anything, with the way to ask the last question again.
fn without_tools(
    agent: AgentPage,
    position: usize,
    exchange: &Exchange,
    has_earlier: bool,
) -> AnyView {
    let words = agent.messages();
    let has_called = exchange.steps.iter().any(|it| !it.actions.is_empty());
    let text = match (has_called, has_earlier) {
        (false, false) => words.no_grounds,
        (false, true) => words.earlier_grounds,
        (true, false) => words.no_results,
        (true, true) => words.earlier_no_results,
    };
    let again = off_now(agent, position, exchange)
        .unwrap_or_else(|| ask_again(agent, position, words.ask_again, Vec::new()));
    view! {
        <p class="grounds quiet-text" data-testid="grounds">
            {text}
            " "
            {again}
        </p>
    }
    .into_any()
}

/// Which tools were called although they were off, with the way to ask with them, if any were.
fn off_now(agent: AgentPage, position: usize, exchange: &Exchange) -> Option<AnyView> {
    let (words, off) = (agent.messages(), were_off(exchange));
    let titles: Vec<&str> = off.iter().map(|it| it.title(words)).collect();
    let told = switched_off(agent.page.language.get_untracked(), &titles);
    let again = (!off.is_empty()).then(|| ask_again(agent, position, words.switch_on, off))?;
    Some(view! { {told} " " {again} }.into_any())
}

/// Asks the question at `position` again, while it is the last one, with these tools besides.
fn ask_again(
    agent: AgentPage,
    position: usize,
    label: &'static str,
    with: Vec<ToolKind>,
) -> AnyView {
    let is_last = move || {
        let is_last = agent
            .state
            .with(|state| state.exchanges.len() == position + 1);
        is_last && !agent.is_working()
    };
    let with = StoredValue::new(with);
    let ask = move || with.with_value(|kinds| agent.ask_again(kinds));
    view! {
        <Show when=is_last>
            <button type="button" class="link" data-testid="ask-again" on:click=on_click(ask)>
                {label}
            </button>
        </Show>
    }
    .into_any()
}

/// The tools that were called although they were off.
fn were_off(exchange: &Exchange) -> Vec<ToolKind> {
    let kinds = ToolKind::ALL.into_iter();
    kinds.filter(|it| is_off(exchange, it.name())).collect()
}

/// Whether the tool of this name was called although it was off.
fn is_off(exchange: &Exchange, name: &str) -> bool {
    let mut actions = exchange.steps.iter().flat_map(|it| &it.actions);
    actions.any(|it| it.was_switched_off() && it.call.function.name == name)
}

fn ground(agent: AgentPage, words: &'static Messages, action: &Action) -> String {
    let function = &action.call.function;
    let title = ToolKind::of(&function.name).map_or(function.name.as_str(), |it| it.title(words));
    // All of it stands in its step, word for word.
    let given = input(&function.arguments);
    let given = given.split_whitespace().collect::<Vec<_>>().join(" ");
    let given = shortened(&given, MOST_OF_INPUT);
    if let Some(found) = query_result(action) {
        return format!("{title}: {given} → {}", in_brief(agent, &found));
    }
    if let Some(found) = found_passages(action) {
        let mut places: Vec<String> = found.citations.iter().map(place).collect();
        places.dedup();
        let places = match places.is_empty() {
            true => words.nothing_found.to_owned(),
            false => places.join("; "),
        };
        return format!("{title}: {given} → {places}");
    }
    let result = action.observation().map(|it| &it.result);
    let message = result.map(|it| it.message.as_str()).unwrap_or_default();
    let shown = shortened(message, 200);
    format!("{title}: {given} = {shown}")
}

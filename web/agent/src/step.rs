//! One step: what the agent thought, which tools it used, and what it saw.

use kikitori_browser::copy_text;
use kikitori_parts::components::icons::{Mark, mark};
use kikitori_parts::dom::on_click;
use kikitori_parts::format::pretty_text;
use kikitori_parts::messages::budget::spent as said_spent;
use kikitori_react::{Action, AgentStep, Exchange};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::agent::AgentPage;
use crate::consent::consent;
use crate::observation::{input, observation};
use crate::toolbox::ToolKind;

/// The step `number` of the question at `position`. It is made anew only when it changes.
pub fn step(agent: AgentPage, position: usize, number: usize) -> impl IntoView {
    let step = Memo::new(move |_| {
        agent.state.with(|state| {
            let exchange = state.exchanges.get(position)?;
            exchange.steps.get(number).cloned()
        })
    });
    move || step.get().map(|step| shown(agent, &step))
}

fn shown(agent: AgentPage, step: &AgentStep) -> impl IntoView + use<> {
    let (words, language) = (agent.messages(), agent.page.language.get());
    let thought = step.shown_thought().to_owned();
    let thought = (!thought.is_empty()).then(|| {
        let tag = language.tag_of(&thought);
        view! {
            <p class="thought" data-testid="thought" dir="auto" lang=tag>
                <span class="visually-hidden" lang=language.tag()>{words.thought} ": "</span>
                {thought}
            </p>
        }
    });
    let actions = step.actions.iter().map(|it| action(agent, it));
    view! {
        <li class="agent-step" data-testid="step">
            {thought}
            <ul class="actions">{actions.collect_view()}</ul>
        </li>
    }
}

fn action(agent: AgentPage, action: &Action) -> impl IntoView + use<> {
    let (words, language) = (agent.messages(), agent.page.language.get());
    let function = &action.call.function;
    let title = match ToolKind::of(&function.name) {
        Some(kind) => kind.title(words).to_owned(),
        None => function.name.clone(),
    };
    let (drawn, state, name) = match action.observation() {
        None if action.is_waiting() => (Mark::Current, words.waiting, "waiting"),
        None => (Mark::Working, words.running, "running"),
        Some(_) if action.has_succeeded() => (Mark::Done, words.done, "done"),
        Some(_) => (Mark::Failed, words.failed, "failed"),
    };
    let called = function.name.clone();
    let heard = move || {
        let of = |it: &&(String, String)| it.0 == called && !it.1.is_empty();
        let text = agent
            .heard
            .with(|heard| heard.iter().find(of).map(|it| it.1.clone()))?;
        Some(view! { <span class="quiet-text" data-testid="progress" dir="auto">{text}</span> })
    };
    let heard = action.observation().is_none().then_some(heard);
    let tries =
        (action.attempts.len() > 1).then(|| format!("{} {}", action.attempts.len(), words.tries));
    let given = input(&function.arguments);
    let tag = language.tag_of(&given);
    // Lines of a query mean something: a comment ends with its line.
    let (given, query) = match function.name == ToolKind::Database.name() {
        true => (None, Some(given)),
        false => (Some(given), None),
    };
    let query = query.map(|it| copied_query(agent, it));
    let given = given.map(|it| {
        view! { <span class="action-input" dir="auto" lang=tag>{it}</span> }
    });
    view! {
        <li class="action" data-testid="action" data-tool=function.name.clone() data-state=name>
            <p class="action-line">
                {mark(drawn)}
                <span class="visually-hidden">{state}</span>
                <span class="action-tool">{title}</span>
                {given}
                {heard}
                {tries.map(|tries| view! { <span class="quiet-text">{tries}</span> })}
            </p>
            {query}
            {observation(agent, action)}
            {consent(agent, action)}
        </li>
    }
}

/// A query word for word, with the way to take it elsewhere.
fn copied_query(agent: AgentPage, query: String) -> AnyView {
    let words = agent.messages();
    let is_copied = RwSignal::new(false);
    let text = query.clone();
    let copy = on_click(move || {
        let text = text.clone();
        spawn_local(async move {
            // Where the browser refuses, the text can still be marked.
            if copy_text(&text).await && is_copied.try_set(true).is_none() {
                agent.page.announcement.set(words.copied.to_owned());
            }
        });
    });
    let label = move || match is_copied.get() {
        true => words.copied,
        false => words.copy,
    };
    view! {
        <div class="query-box">
            <pre class="query" tabindex="0" data-testid="query"><code>{query}</code></pre>
            <button type="button" class="link" data-testid="copy-query" on:click=copy>
                {label}
            </button>
        </div>
    }
    .into_any()
}

/// Time and tokens of each step, and each call as it was made, for who wants to know.
pub fn spent(agent: AgentPage, exchange: &Exchange) -> Option<AnyView> {
    let (words, language) = (agent.messages(), agent.page.language.get());
    if exchange.usage.calls == 0 {
        return None;
    }
    let steps = exchange.steps.iter().zip(1..).map(|(step, number)| {
        let tokens = step.usage.prompt_tokens.saturating_add(step.usage.completion_tokens);
        let thinking = step.planned_at.saturating_sub(step.began_at);
        let tools = step.actions.iter().map(Action::duration).max().unwrap_or_default();
        let calls = step.actions.iter().flat_map(|it| &it.attempts).map(|call| {
            let output = call.output.as_ref().map(|it| it.result.message.clone());
            view! {
                <details class="call">
                    <summary>{call.tool.clone()}</summary>
                    <pre tabindex="0">{pretty_text(&call.input)}</pre>
                    <pre tabindex="0">{output.unwrap_or_default()}</pre>
                </details>
            }
        });
        view! {
            <li>
                {format!("{} {number}: {} · {tokens} {}", words.step, seconds(thinking + tools), words.tokens)}
                {calls.collect_view()}
            </li>
        }
    });
    let view = view! {
        <details class="steps-spent" data-testid="steps-spent">
            <summary>{agent.page.messages().details}</summary>
            <p class="quiet-text" data-testid="spent">{said_spent(language, &exchange.usage)}</p>
            <ol class="spent-steps">{steps.collect_view()}</ol>
        </details>
    };
    Some(view.into_any())
}

fn seconds(milliseconds: u64) -> String {
    let tenths = milliseconds / 100;
    format!("{}.{} s", tenths / 10, tenths % 10)
}

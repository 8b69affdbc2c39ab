//! The audit trail: every call that an agent made, with what went in and what came out.

use kikitori_agent::{CallStatus, RunStep};
use kikitori_interview::AgentKind;
use kikitori_llm::Money;
use kikitori_parts::messages::budget::{spent as said_spent, token_counts};
use leptos::prelude::*;

use crate::messages::{messages, phrases};
use crate::session::Session;
use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::format::{pretty, pretty_text};
use kikitori_parts::page::Page;

/// The calls, the last one first, below what they cost.
#[component]
pub fn Inspector(
    /// Whose calls.
    session: Session,
) -> impl IntoView {
    let page = session.page;
    let model = move || match page.connection_now() {
        Some(Ok(connection)) if connection.model().is_empty() => connection.host().to_owned(),
        Some(Ok(connection)) => connection.model().to_owned(),
        _ => "–".to_owned(),
    };
    let tokens = move || {
        let spent = session.spent.get();
        token_counts(page.language.get(), &spent)
    };
    let calls = move || session.spent.get().calls.to_string();
    let cost = move || {
        let cost = session.spent.get().cost;
        (cost != Money::default()).then(|| cost.to_string())
    };
    let of_question = move || {
        session.outline.with(|outline| {
            let asked = outline.iter().find(|entry| entry.current);
            asked.map(|entry| entry.follow_ups)
        })
    };
    view! {
        <div class="inspector" data-testid="inspector">
            <dl class="facts">
                <div><dt>{move || page.messages().model}</dt><dd>{model}</dd></div>
                <div><dt>{move || page.messages().calls}</dt><dd data-testid="calls">{calls}</dd></div>
                <div><dt>{move || messages(page).tokens}</dt><dd data-testid="tokens">{tokens}</dd></div>
                {move || cost().map(|cost| view! {
                    <div><dt>{page.messages().cost}</dt><dd data-testid="cost">{cost}</dd></div>
                })}
                {move || session.used.get().map(|used| view! {
                    <div>
                        <dt>{messages(page).used_of_bounds}</dt>
                        <dd data-testid="used-of-bounds">
                            {phrases::used_of_bounds(page.language.get(), &used, of_question())}
                        </dd>
                    </div>
                })}
                {move || session.run_spent.get().map(|(agent, run)| view! {
                    <div>
                        <dt>{phrases::last_run(page.language.get(), agent)}</dt>
                        <dd data-testid="run-spent">{said_spent(page.language.get(), &run)}</dd>
                    </div>
                })}
            </dl>
            <Show when=move || session.run_steps.with(Vec::is_empty)>
                <p class="quiet-text">{move || messages(page).inspector_empty}</p>
            </Show>
            <ol reversed>
                <For
                    each=move || session.run_steps.get().into_iter().rev()
                    key=|step| (step.sequence, step.output.is_some())
                    children=move |step| run_step(page, step)
                />
            </ol>
        </div>
    }
}

fn run_step(page: Page, step: RunStep) -> impl IntoView {
    let failed = step
        .output
        .as_ref()
        .is_some_and(|output| output.status == CallStatus::Error);
    let took = step
        .finished_at
        .map(|finished| finished.saturating_sub(step.started_at));
    let took = move || match took {
        // What took no time is not timed.
        Some(0) => String::new(),
        Some(ms) => phrases::milliseconds(ms),
        None => messages(page).running.to_owned(),
    };
    // Written out only when it is looked at.
    let open = RwSignal::new(false);
    let shown = StoredValue::new((step.input, step.output));
    let agent = AgentKind::named(&step.agent);
    // As agents and tools call themselves, which is shown on demand.
    let inner = StoredValue::new((step.agent, step.tool));
    view! {
        <li class="step" data-testid="run-step">
            <details on:toggle=move |_| open.set(true)>
                <summary>
                    {agent.map(|agent| icon(drawing(agent)))}
                    <span class="step-agent">{move || match agent {
                        Some(agent) => phrases::agent(page.language.get(), agent).to_owned(),
                        None => inner.with_value(|(agent, _)| agent.clone()),
                    }}</span>
                    <span class="step-tool">
                        {move || inner.with_value(|(_, tool)| {
                            phrases::deed(page.language.get(), tool).map_or_else(|| tool.clone(), str::to_owned)
                        })}
                    </span>
                    {failed.then(|| view! { <span class="step-failed">{move || messages(page).step_failed}</span> })}
                    <span class="step-took">{took}</span>
                </summary>
                <Show when=move || open.get()>
                    <p class="step-part">
                        <code>{inner.with_value(|(agent, tool)| format!("{agent} · {tool}"))}</code>
                    </p>
                    <p class="step-part">{move || messages(page).input}</p>
                    <pre tabindex="0">{shown.with_value(|(input, _)| pretty_text(input))}</pre>
                    <p class="step-part">{move || messages(page).output}</p>
                    <pre tabindex="0">{shown.with_value(|(_, output)| pretty(output))}</pre>
                </Show>
            </details>
        </li>
    }
}

fn drawing(agent: AgentKind) -> Icon {
    match agent {
        AgentKind::Greeter => Icon::Greeter,
        AgentKind::Architect => Icon::Plan,
        AgentKind::Interviewer => Icon::Interview,
        AgentKind::LineReader => Icon::Fields,
        AgentKind::Reviewer => Icon::Reflect,
    }
}

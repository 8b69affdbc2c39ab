//! What an endpoint can do, step by step, while it is being looked at and after that.

use super::messages::messages;
use super::preflight::check_connection;
use kikitori_browser::{ConnectionMode, EndpointProfile};
use kikitori_llm::{Finding, MissingCapability, Outcome, Report, Step, StructuredOutputMode};
use leptos::prelude::*;

use super::finding::{advice, finding_view};
use crate::Language;
use crate::components::icons::{Mark, mark};
use crate::dom::{self, on_click};
use crate::format::ago;
use crate::page::Page;

/// So many names are offered to pick from; all are in the box's own list.
const MOST_NAMES: usize = 8;

/// The steps with their outcomes, what to do about one that failed, and the button that tries
/// them; not while an address `is_refused`, for they would be about another. Made anew in place with each change, so that only what has changed is announced.
pub fn check_section(page: Page, is_refused: bool) -> AnyView {
    let (lang, words, check) = (page.language.get(), messages(page), page.check);
    let (report, support) = (check.report.get(), page.support.get());
    let is_running = check.is_running.get();
    let finding = report.as_ref().and_then(Report::finding);
    // What calls have found out since.
    let is_partly_known = support.is_some_and(|support| {
        let known = Step::ALL.map(|step| known(support, step));
        let skipped = |outcome: &Outcome| *outcome == Outcome::Skipped;
        known.iter().flatten().any(|outcome| !skipped(outcome))
    });
    let (state, summary) = match (&report, finding) {
        _ if is_running => ("running", words.check_running.to_owned()),
        (Some(_), Some(_)) => ("failed", words.check_failed.to_owned()),
        (Some(_), None) => ("passed", words.check_passed.to_owned()),
        (None, _) => {
            let summary = match support.map(|it| it.checked_at) {
                Some(Some(at)) => lang.checked(&ago(at, lang.tag())),
                Some(None) if is_partly_known => words.support_partly.to_owned(),
                Some(None) => words.support_assumed.to_owned(),
                None => String::new(),
            };
            ("known", summary)
        }
    };
    let profile = report.as_ref().map(|it| it.profile);
    let mode = profile
        .or(support.map(|it| it.profile))
        .map_or("", |profile| rung_name(profile.mode()));
    let outcomes = Step::ALL.map(|step| {
        let outcome = match (&report, support) {
            (Some(report), _) => Some(report.outcome(step).clone()),
            (None, _) if is_running => Some(Outcome::Waiting),
            (None, Some(support)) => known(support, step),
            (None, None) => None,
        };
        let finding = finding.filter(|(failed, _)| *failed == step);
        let below = finding.map(|(_, finding)| {
            let advice = advice(page, lang, finding);
            let names = names(page, finding, &advice.instead);
            view! { {finding_view(page, advice)} {names} }.into_any()
        });
        step_row(lang, step, outcome, below)
    });
    let is_connected = matches!(page.connection_now(), Some(Ok(_)));
    let can_check = !is_refused && is_connected && !page.has_unreadable_limits();
    let press = move || {
        if check.is_running.get_untracked() {
            check.stop();
        } else {
            check.start(check_connection(page));
        }
    };
    let (class, label) = if is_running {
        ("button", words.check_stop)
    } else {
        ("button primary", words.check)
    };
    view! {
        <section class="settings-group" id="settings-check" aria-labelledby="support-title">
            <h2 id="support-title">{words.support}</h2>
            <div class="row">
                <button
                    type="button"
                    class=class
                    data-testid="check-connection"
                    disabled=!can_check
                    on:click=on_click(press)
                >
                    {label}
                </button>
            </div>
            <p class="quiet-text">{words.check_costs}</p>
            <div
                class="check"
                role="status"
                aria-atomic="false"
                data-testid="check"
                data-state=state
                data-mode=mode
            >
                <p class="check-summary" data-testid="check-summary">{summary}</p>
                <p class="notice" hidden=!check.may_be_asked.get()>{words.may_be_asked}</p>
                <ol class="check-steps">{outcomes.collect_view()}</ol>
            </div>
        </section>
    }
    .into_any()
}

/// A step, with what there is to do about it below.
fn step_row(
    lang: Language,
    step: Step,
    outcome: Option<Outcome>,
    below: Option<AnyView>,
) -> AnyView {
    let (state, text) = match &outcome {
        Some(outcome) => (state_name(outcome), lang.outcome(outcome)),
        None => ("", ""),
    };
    let drawn = match &outcome {
        Some(Outcome::Waiting) => Mark::Waiting,
        Some(Outcome::Running) => Mark::Working,
        Some(Outcome::Passed) => Mark::Done,
        Some(Outcome::Without(_)) => Mark::Without,
        Some(Outcome::Failed(_)) => Mark::Failed,
        Some(Outcome::Skipped) | None => Mark::Unknown,
    };
    view! {
        <li
            class="check-step"
            data-testid="check-step"
            data-state=state
            hidden=outcome.is_none()
        >
            {mark(drawn)}
            <span class="check-label">{lang.step(step)}</span>
            <span class="check-outcome">{text}</span>
            {below}
        </li>
    }
    .into_any()
}

/// What is known of `step`, if it is one that leaves something to know.
fn known(support: EndpointProfile, step: Step) -> Option<Outcome> {
    let profile = support.profile;
    let lack = match step {
        Step::Streaming if !profile.streaming => Some(MissingCapability::Streaming),
        Step::Streaming if !profile.usage_in_streams => Some(MissingCapability::UsageInStreams),
        Step::Tools if profile.calls_by_schema() => Some(MissingCapability::Tools),
        Step::Tools if !profile.tools => return Some(Outcome::Failed(Finding::NoTools)),
        Step::ForcedChoice if !profile.forced_tool_choice => {
            Some(MissingCapability::ForcedToolChoice)
        }
        Step::Schema if profile.mode() != StructuredOutputMode::StrictSchema => {
            Some(MissingCapability::Schema(profile.mode()))
        }
        Step::Streaming | Step::Tools | Step::ForcedChoice | Step::Schema => None,
        Step::Reach | Step::Key | Step::Models | Step::Chat => return None,
    };
    Some(match (lack, support.checked_at) {
        (Some(lack), _) => Outcome::Without(lack),
        (None, Some(_)) => Outcome::Passed,
        // It was never refused, which is not to say that it works.
        (None, None) => Outcome::Skipped,
    })
}

/// Models that there are, to take one of them instead of the one that is not there.
fn names(page: Page, finding: &Finding, near: &[String]) -> Option<AnyView> {
    if !matches!(finding, Finding::NoSuchModel { .. }) || page.mode() != ConnectionMode::Direct {
        return None;
    }
    let listed = page.check.models.get_untracked();
    let others = listed.iter().filter(|name| !near.contains(name));
    let names = near.iter().chain(others).take(MOST_NAMES).cloned();
    let buttons: Vec<_> = names
        .map(|name| {
            let chosen = name.clone();
            let choose = move || {
                page.connect(|connection| connection.model.clone_from(&chosen));
                page.check.start(check_connection(page));
                // The names go.
                dom::keep_focus_soon(&["[data-testid=check-connection]"]);
            };
            view! {
                <li>
                    <button
                        type="button"
                        class="suggestion"
                        data-testid="model-name"
                        on:click=on_click(choose)
                    >
                        {name}
                    </button>
                </li>
            }
            .into_any()
        })
        .collect();
    if buttons.is_empty() {
        return None;
    }
    let view = view! {
        <div class="finding-names">
            <p class="quiet-text">{messages(page).models_there}</p>
            <ul class="suggestions">{buttons}</ul>
        </div>
    };
    Some(view.into_any())
}

fn state_name(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Waiting => "waiting",
        Outcome::Running => "running",
        Outcome::Passed => "passed",
        Outcome::Without(_) => "without",
        Outcome::Failed(_) => "failed",
        Outcome::Skipped => "skipped",
    }
}

fn rung_name(mode: StructuredOutputMode) -> &'static str {
    match mode {
        StructuredOutputMode::StrictSchema => "strict_schema",
        StructuredOutputMode::ForcedTool => "forced_tool",
        StructuredOutputMode::JsonObject => "json_object",
        StructuredOutputMode::Prompt => "prompt",
    }
}

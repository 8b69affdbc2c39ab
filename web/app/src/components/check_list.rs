//! What an endpoint can do, step by step, while it is being looked at and after that.

use kikitori_llm::{Finding, Lack, Outcome, Profile, Rung, Step};
use leptos::prelude::*;

use super::finding::{advice, finding_view};
use crate::format::ago;
use crate::page::Page;

/// So many names are offered to pick from; all are in the box's own list.
const MOST_NAMES: usize = 8;

/// The steps with their outcomes, and what to do about one that failed.
#[component]
pub fn CheckList() -> impl IntoView {
    let page = Page::current();
    let check = page.check;
    let state = move || match (check.is_running.get(), check.report.get()) {
        (true, _) => "running",
        (false, Some(report)) if report.finding().is_some() => "failed",
        (false, Some(_)) => "passed",
        (false, None) => "known",
    };
    let summary = move || {
        let (lang, words) = (page.lang.get(), page.words());
        let support = page.support.get();
        match state() {
            "running" => words.check_running.to_owned(),
            "failed" => words.check_failed.to_owned(),
            "passed" => words.check_passed.to_owned(),
            _ => match support.map(|it| it.checked_at) {
                Some(Some(at)) => lang.checked(&ago(at, lang.tag())),
                Some(None) => words.support_assumed.to_owned(),
                None => String::new(),
            },
        }
    };
    let rung = move || {
        let report = check.report.with(|it| it.as_ref().map(|it| it.profile));
        let profile = report.or_else(|| page.support.get().map(|it| it.profile));
        profile.map(|profile| rung_name(profile.rung()))
    };
    view! {
        <div
            class="check"
            role="status"
            aria-atomic="false"
            data-testid="check"
            data-state=state
            data-rung=rung
        >
            <p class="check-summary" data-testid="check-summary">{summary}</p>
            <p class="notice" hidden=move || !check.may_be_asked.get()>{move || page.words().may_be_asked}</p>
            <ol class="check-steps">{Step::ALL.map(|step| step_row(page, step)).collect_view()}</ol>
            {move || {
                let report = check.report.get()?;
                let (_, finding) = report.finding()?;
                let advice = advice(page, page.lang.get(), finding);
                let mut names = advice.instead.clone();
                if matches!(finding, Finding::NoSuchModel { .. }) && page.can_choose_model() {
                    let others = report.models.iter().filter(|name| !advice.instead.contains(name));
                    names.extend(others.cloned());
                    names.truncate(MOST_NAMES);
                } else {
                    names.clear();
                }
                Some(view! { {finding_view(page, advice)} {names_view(page, names)} })
            }}
        </div>
    }
}

fn step_row(page: Page, step: Step) -> impl IntoView {
    let outcome = Memo::new(move |_| outcome_of(page, step));
    let state = move || outcome.with(|it| it.as_ref().map(state_name));
    view! {
        <li
            class="check-step"
            data-testid="check-step"
            data-state=state
            hidden=move || outcome.with(Option::is_none)
        >
            <span class="check-mark" aria-hidden="true"></span>
            <span class="check-label">{move || page.lang.get().step(step)}</span>
            <span class="check-outcome">
                {move || outcome.with(|it| it.as_ref().map(|it| page.lang.get().outcome(it)))}
            </span>
        </li>
    }
}

/// How `step` stands in this check or, without one, as it is known; none when it is not.
fn outcome_of(page: Page, step: Step) -> Option<Outcome> {
    let report = page.check.report.get();
    if let Some(report) = report {
        return Some(report.outcome(step).clone());
    }
    if page.check.is_running.get() {
        return Some(Outcome::Waiting);
    }
    known(page.support.get()?.profile, step)
}

/// What `profile` says of `step`, if it says anything.
fn known(profile: Profile, step: Step) -> Option<Outcome> {
    let lack = match step {
        Step::Streaming if !profile.streaming => Some(Lack::Streaming),
        Step::Streaming if !profile.usage_in_streams => Some(Lack::UsageInStreams),
        Step::Tools if !profile.tools => return Some(Outcome::Failed(Finding::NoTools)),
        Step::ForcedChoice if !profile.forced_tool_choice => Some(Lack::ForcedToolChoice),
        Step::Schema if profile.rung() != Rung::StrictSchema => Some(Lack::Schema(profile.rung())),
        Step::Streaming | Step::Tools | Step::ForcedChoice | Step::Schema => None,
        Step::Reach | Step::Key | Step::Models | Step::Chat => return None,
    };
    Some(lack.map_or(Outcome::Passed, Outcome::Without))
}

/// Models that there are, to take one of them.
fn names_view(page: Page, names: Vec<String>) -> Option<AnyView> {
    if names.is_empty() {
        return None;
    }
    let names = names.into_iter().map(|name| {
        let chosen = name.clone();
        let choose = move |_| {
            page.connect(|connection| connection.model.clone_from(&chosen));
            page.check.start(page);
        };
        view! {
            <li>
                <button type="button" class="suggestion" data-testid="model-name" on:click=choose>
                    {name}
                </button>
            </li>
        }
    });
    let view = view! {
        <p class="quiet-text">{move || page.words().models_there}</p>
        <ul class="suggestions">{names.collect_view()}</ul>
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

fn rung_name(rung: Rung) -> &'static str {
    match rung {
        Rung::StrictSchema => "strict_schema",
        Rung::ForcedTool => "forced_tool",
        Rung::JsonObject => "json_object",
        Rung::Prompt => "prompt",
    }
}

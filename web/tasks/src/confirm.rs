//! What the person is asked, a card for each question.

use std::collections::BTreeSet;

use kikitori_browser::set_preference;
use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::dom::focus;
use kikitori_tasks::{ConfirmationAnswer, Phase, Settlement};
use leptos::prelude::*;

use crate::edit::{Decided, Edited, asks_first, editor};
use crate::messages::phrases;
use crate::messages::task::{title, unsaid};
use crate::ports::allowed_key;
use crate::preview::{preview_now, preview_view};
use crate::tasks::TasksPage;
use crate::unsent::edited_key;
use crate::value::members;
use crate::view::{Asked, AskedKind, Chain, TaskState};
use crate::write::written;

/// All open questions.
#[component]
pub fn Confirmations(
    /// Whose.
    tasks: TasksPage,
) -> impl IntoView {
    let asked = Memo::new(move |shown: Option<&Vec<(String, Asked)>>| {
        let now = tasks.chain.with(|chain| {
            let chain = chain.as_ref().filter(|it| it.is_started);
            let open = chain.filter(|it| {
                matches!(
                    it.phase,
                    Phase::Running | Phase::NeedsConfirmation | Phase::Paused
                )
            });
            let asked = open.map(|it| it.asked.iter().map(|asked| (it.id.clone(), asked.clone())));
            asked.into_iter().flatten().collect::<Vec<_>>()
        });
        in_order_of_asking(shown.map(Vec::as_slice).unwrap_or_default(), now)
    });
    // All that only wait for a word can have it at once.
    let to_approve = Memo::new(move |_| {
        asked.with(|asked| {
            let waiting = asked
                .iter()
                .filter(|(_, it)| it.kind == AskedKind::Approval);
            waiting.map(|(_, it)| it.task).collect::<Vec<_>>()
        })
    });
    // Something is at work or can begin that needs none of what is asked about.
    let goes_on = Memo::new(move |_| {
        let asked = asked.with(|it| it.iter().map(|(_, it)| it.task).collect::<Vec<_>>());
        let waits = |chain: &Chain, task: usize| {
            let waits = |it: &usize| chain.tasks.get(*it).map(|it| it.waited_by.contains(&task));
            asked
                .iter()
                .any(|it| *it == task || waits(it) == Some(true))
        };
        tasks.chain.with(|chain| {
            let Some(chain) = chain else { return false };
            let mut open = chain
                .tasks
                .iter()
                .enumerate()
                .filter(|(_, it)| matches!(it.state, TaskState::Waiting | TaskState::Running));
            open.any(|(task, _)| !waits(chain, task))
        })
    });
    // What is changed in a card is taken by its own button.
    let edited = RwSignal::new(BTreeSet::new());
    let is_any_edited =
        move || to_approve.with(|open| edited.with(|it| open.iter().any(|at| it.contains(at))));
    let is_paused = Memo::new(move |_| tasks.chain_phase() == Some(Phase::Paused));
    let approve_all = move |_| {
        for position in to_approve.get_untracked() {
            tasks.confirm(position, ConfirmationAnswer::Approve);
        }
    };
    // A card stays as it is, with what is edited in it, until its question is another one.
    let shown = move |(_, asked): (String, Asked)| {
        move || {
            let chain = tasks.chain.get_untracked()?;
            Some(card(tasks, &chain, &asked, edited))
        }
    };
    view! {
        <div class="confirmations" hidden=move || asked.with(Vec::is_empty)>
            <p class="quiet-text" data-testid="waits-paused" hidden=move || !is_paused.get()>{move || tasks.messages().waits_paused}</p>
            <p class="quiet-text" hidden=move || is_paused.get() || !goes_on.get()>{move || tasks.messages().waits}</p>
            <For each=move || asked.get() key=|(chain, it)| format!("{chain} {it:?}") children=shown />
            <p class="row" hidden=move || to_approve.with(|it| it.len() < 2) || is_any_edited()>
                <button type="button" class="button" data-testid="approve-all" on:click=approve_all>
                    {move || tasks.messages().approve_all}
                </button>
            </p>
        </div>
    }
}

/// What was asked before stays where it is; what is new comes below it.
fn in_order_of_asking(
    shown: &[(String, Asked)],
    mut now: Vec<(String, Asked)>,
) -> Vec<(String, Asked)> {
    let place = |it: &(String, Asked)| {
        let is_it = |other: &(String, Asked)| (&other.0, other.1.task) == (&it.0, it.1.task);
        shown.iter().position(is_it).unwrap_or(shown.len())
    };
    now.sort_unstable_by_key(|it| (place(it), it.1.task));
    now
}

/// The answer that lets a task run, once for a double click: the next card comes up under the pointer.
/// What was ticked to be asked no more is kept with it.
fn approval(
    tasks: TasksPage,
    position: usize,
    answer: ConfirmationAnswer,
) -> Option<ConfirmationAnswer> {
    if tasks.has_just_approved() {
        return None;
    }
    if tasks.always.with_untracked(|it| it.contains(&position)) {
        let called = untrack(|| {
            tasks.of_task(position, |_, task| {
                (task.service.clone(), task.method.clone())
            })
        });
        if let Some((service, method)) = called {
            set_preference(&allowed_key(&service, &method), "on");
        }
    }
    Some(answer)
}

fn card(
    tasks: TasksPage,
    chain: &Chain,
    asked: &Asked,
    edited: RwSignal<BTreeSet<usize>>,
) -> AnyView {
    let (words, language) = (tasks.messages(), tasks.page.language.get());
    let position = asked.task;
    let Some(task) = chain.tasks.get(position) else {
        return ().into_any();
    };
    let name = title(language, chain, task);
    let answer = move |answer: ConfirmationAnswer| tasks.confirm(position, answer);
    let leave_out = move || {
        view! {
            <button
                type="button"
                class="button quiet"
                data-testid="leave-out"
                title=words.leave_out_hint
                on:click=move |_| answer(ConfirmationAnswer::LeaveOut)
            >
                {words.leave_out}
            </button>
        }
    };
    // What nobody has said is filled in at once.
    let asks_for = match &asked.kind {
        AskedKind::Choice(choice) => choice.asks_for.clone(),
        _ => Vec::new(),
    };
    let must_fill_in = !asks_for.is_empty();
    // What was typed before a reload is in sight after it.
    let kept = tasks.kept_edit(&edited_key(&task.id, &asked.parameters));
    let begins_edited = must_fill_in || kept.is_some();
    let is_edited = RwSignal::new(begins_edited);
    Effect::new(move || {
        let is_open = is_edited.get();
        edited.update(|it| match is_open {
            true => drop(it.insert(position)),
            false => drop(it.remove(&position)),
        });
    });
    on_cleanup(move || {
        edited.try_update(|it| it.remove(&position));
    });
    // What was changed is there when the editor is opened again.
    let has_editor = RwSignal::new(begins_edited);
    let first_field =
        format!("[aria-labelledby=asked-{position}] [data-testid=editor] :is(input, select)");
    let edit_button = format!("[aria-labelledby=asked-{position}] [data-testid=edit]");
    let edit = move |label: &'static str| {
        let first_field = first_field.clone();
        let open = move |_| {
            has_editor.set(true);
            is_edited.set(true);
            let first_field = first_field.clone();
            request_animation_frame(move || focus(&first_field));
        };
        view! {
            <button type="button" class="button" data-testid="edit" on:click=open>
                {label}
            </button>
        }
    };
    let (kind, question, body) = match &asked.kind {
        AskedKind::Choice(choice) => {
            let options = choice.options.iter().map(|option| {
                let (id, label) = (option.id.clone(), option.label.clone());
                let tag = language.tag_of(&label);
                view! {
                    <button
                        type="button"
                        class="suggestion"
                        data-testid="option"
                        dir="auto"
                        lang=tag
                        on:click=move |_| answer(ConfirmationAnswer::Choose(id.clone()))
                    >
                        {label}
                    </button>
                }
            });
            let body = view! {
                {choice.form.as_deref().map(|form| written(tasks, position, form))}
                <div class="suggestions">{options.collect_view()}</div>
                <p class="row">{choice.form.is_none().then(|| edit(words.something_else))} {leave_out()}</p>
            };
            ("choice", choice.question.clone(), body.into_any())
        }
        AskedKind::Approval => {
            // A card that is drawn anew, with what was edited, keeps the tick.
            let is_always = tasks.always.with_untracked(|it| it.contains(&position));
            let tick = move |is_on| {
                tasks.always.update(|ticked| {
                    ticked.retain(|it| *it != position);
                    if is_on {
                        ticked.push(position);
                    }
                });
            };
            let id = format!("always-{position}");
            let approve = move |_| {
                if let Some(answer) = approval(tasks, position, ConfirmationAnswer::Approve) {
                    tasks.confirm(position, answer);
                }
            };
            let called = (task.service.clone(), task.method.clone());
            let with = Some(asked.parameters.clone());
            let with = Signal::stored(with);
            let preview = preview_now(tasks, called, with, asked.preview.clone());
            let foretold = preview_view(tasks, "foretold", preview);
            let body = view! {
                {members(language, &asked.parameters)}
                {unsaid(language, task).map(|it| view! { <p class="unsaid" data-testid="unsaid" dir="auto">{it}</p> })}
                {foretold}
                <p class="confirm-always">
                    <input
                        type="checkbox"
                        id=id.clone()
                        data-testid="always"
                        prop:checked=is_always
                        on:change=move |event| tick(event_target_checked(&event))
                    />
                    <label for=id>{words.allow_always}</label>
                </p>
                <p class="row">
                    <button type="button" class="button primary" data-testid="approve" on:click=approve>
                        {words.approve}
                    </button>
                    {edit(words.edit)}
                    {leave_out()}
                </p>
            };
            (
                "approval",
                words.approval_question.to_owned(),
                body.into_any(),
            )
        }
        AskedKind::OutcomeUnknown(because) => {
            let settle = move |settlement| answer(ConfirmationAnswer::Settle(settlement));
            let body = view! {
                <p class="quiet-text">{phrases::unknown(words, *because)}</p>
                {members(language, &asked.parameters)}
                <p class="row">
                    <button type="button" class="button" data-testid="was-done" on:click=move |_| settle(Settlement::WasDone)>
                        {words.it_was_done}
                    </button>
                    <button type="button" class="button" data-testid="do-again" on:click=move |_| settle(Settlement::RunAgain)>
                        {words.do_again}
                    </button>
                    <button type="button" class="button quiet" data-testid="give-up" on:click=move |_| settle(Settlement::GiveUp)>
                        {words.give_up}
                    </button>
                </p>
            };
            (
                "unknown",
                words.unknown_question.to_owned(),
                body.into_any(),
            )
        }
    };
    let (parameters, planned) = (asked.parameters.clone(), task.planned.clone());
    let id = task.id.clone();
    let asks_first = asks_first(task);
    let editor = move || {
        let done = Callback::new(move |decided: Decided| {
            let parameters = decided.parameters;
            let decided = match decided.is_approved {
                true => {
                    let edited = ConfirmationAnswer::EditAndApprove(parameters);
                    approval(tasks, position, edited)
                }
                false => Some(ConfirmationAnswer::Edit(parameters)),
            };
            if let Some(decided) = decided {
                is_edited.set(must_fill_in);
                answer(decided);
            }
        });
        let edit_button = edit_button.clone();
        let cancel = Callback::new(move |()| {
            if must_fill_in {
                return answer(ConfirmationAnswer::LeaveOut);
            }
            is_edited.set(false);
            let edit_button = edit_button.clone();
            request_animation_frame(move || focus(&edit_button));
        });
        let shown = Edited {
            position,
            task: &id,
            parameters: &parameters,
            planned: &planned,
            asks_for: &asks_for,
            submit: words.edit_done,
            asks_first: asks_first.clone(),
        };
        has_editor
            .get()
            .then(|| editor(tasks, &shown, done, cancel))
    };
    let heading = format!("asked-{position}");
    let labelled = heading.clone();
    view! {
        <div class="confirmation" role="group" data-testid="confirmation" data-kind=kind data-task=task.id.clone() aria-labelledby=labelled>
            <p class="confirm-task" dir="auto">{icon(Icon::Warning)} {name}</p>
            <h2 id=heading class="confirm-question" tabindex="-1" dir="auto">{question}</h2>
            <div class="confirm-body" hidden=move || is_edited.get()>{body}</div>
            <div hidden=move || !is_edited.get()>{editor}</div>
        </div>
    }
    .into_any()
}

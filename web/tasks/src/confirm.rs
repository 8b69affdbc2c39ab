//! What the person is asked, a card for each question.

use kikitori_browser::set_preference;
use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::dom::focus_soon;
use kikitori_tasks::{ConfirmationAnswer, Phase, Settlement};
use leptos::prelude::*;

use crate::edit::editor;
use crate::messages::phrases;
use crate::ports::allowed_key;
use crate::tasks::TasksPage;
use crate::value::members;
use crate::view::{Asked, AskedKind, Chain};
use crate::wording::title;

/// All open questions.
#[component]
pub fn Confirmations(
    /// Whose.
    tasks: TasksPage,
) -> impl IntoView {
    let asked = Memo::new(move |_| {
        tasks.chain.with(|chain| {
            let chain = chain.as_ref().filter(|it| it.is_started);
            let open = chain.filter(|it| {
                matches!(
                    it.phase,
                    Phase::Running | Phase::NeedsConfirmation | Phase::Paused
                )
            });
            let asked = open.map(|it| it.asked.iter().map(|asked| (it.id.clone(), asked.clone())));
            asked.into_iter().flatten().collect::<Vec<_>>()
        })
    });
    // A card stays as it is, with what is edited in it, until its question is another one.
    let shown = move |(_, asked): (String, Asked)| {
        move || {
            let chain = tasks.chain.get_untracked()?;
            Some(card(tasks, &chain, &asked))
        }
    };
    view! {
        <div class="confirmations" hidden=move || asked.with(Vec::is_empty)>
            <For each=move || asked.get() key=|(chain, it)| format!("{chain} {it:?}") children=shown />
        </div>
    }
}

fn card(tasks: TasksPage, chain: &Chain, asked: &Asked) -> AnyView {
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
    let is_edited = RwSignal::new(false);
    let edit = move || {
        view! {
            <button
                type="button"
                class="button"
                data-testid="edit"
                on:click=move |_| {
                    is_edited.set(true);
                    focus_soon("[data-testid=editor] :is(input, select)");
                }
            >
                {words.edit}
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
                <div class="suggestions">{options.collect_view()}</div>
                <p class="row">{edit()} {leave_out()}</p>
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
            let (service, method) = (task.service.clone(), task.method.clone());
            let id = format!("always-{position}");
            let approve = move |_| {
                if tasks.always.with_untracked(|it| it.contains(&position)) {
                    set_preference(&allowed_key(&service, &method), "on");
                }
                answer(ConfirmationAnswer::Approve);
            };
            let body = view! {
                {members(language, &asked.parameters)}
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
                    {edit()}
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
    let (asked_now, task_now) = (asked.clone(), task.clone());
    let editor = move || {
        let done = Callback::new(move |parameters| {
            is_edited.set(false);
            answer(ConfirmationAnswer::Edit(parameters));
        });
        let cancel = Callback::new(move |()| {
            is_edited.set(false);
            focus_soon("[data-testid=edit]");
        });
        is_edited
            .get()
            .then(|| editor(tasks, &asked_now, &task_now, done, cancel))
    };
    let heading = format!("asked-{position}");
    let labelled = heading.clone();
    view! {
        <div class="confirmation" role="group" data-testid="confirmation" data-kind=kind data-task=task.id.clone() aria-labelledby=labelled>
            <p class="confirm-task" dir="auto">{icon(Icon::Warning)} {name}</p>
            <h2 id=heading class="confirm-question" dir="auto">{question}</h2>
            <div class="confirm-body" hidden=move || is_edited.get()>{body}</div>
            {editor}
            <p class="quiet-text">{words.waits}</p>
        </div>
    }
    .into_any()
}

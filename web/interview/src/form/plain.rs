//! The form as an ordinary form: every field at once, with an input each.

use std::collections::BTreeMap;

use kikitori_form::{FieldId, FormField};
use kikitori_parts::dom::on_click;
use leptos::ev::SubmitEvent;
use leptos::prelude::*;

use super::foreign::with_foreign;
use super::inputs::{first_control, labelled};
use super::messages::{messages, phrases};
use super::sheet::{Extent, Sheet, Without};
use crate::session::{Phase, Session};

/// What the ids of its inputs begin with.
const PLACE: &str = "field";

/// A field, the recorded value that its input began with, and what all inputs are made anew with: how often
/// that was wanted, and the language that they are told in.
type Shown = (FieldId, Option<String>, (u32, String));

/// The plain form.
#[component]
pub fn PlainForm(
    /// Whose form.
    session: Session,
) -> impl IntoView {
    let page = session.page;
    let sheet = Sheet::of(session);
    // What was typed before and not saved is said to be there.
    let had_unsaved = session
        .unsaved
        .with_untracked(|unsaved| !unsaved.is_empty());
    let restored = RwSignal::new(had_unsaved);
    let save = move |extent: Extent| {
        let Some(entries) = sheet.entries(extent) else {
            page.focus_soon(".error-summary");
            return;
        };
        page.announcement
            .set(messages_now(session).saved.to_owned());
        session.leave_form();
        session.clear_unsaved();
        // Who has filled in everything before goes on to check it, also where no model answers.
        if !entries.is_empty() || extent == Extent::Wholly {
            session.enter(entries);
        }
    };
    let made = RwSignal::new(0);
    let discard = move || {
        restored.set(false);
        sheet.forget();
        session.clear_unsaved();
        made.update(|made| *made += 1);
        page.announcement
            .set(messages_now(session).discarded.to_owned());
        page.focus_soon("h1");
    };
    // Made anew where another value was recorded meanwhile, unless something was put in.
    let shown = Memo::new(move |before: Option<&Vec<Shown>>| {
        let before = before.into_iter().flatten();
        let before: BTreeMap<&FieldId, &Option<String>> =
            before.map(|(field, value, _)| (field, value)).collect();
        let recorded = session.values.get();
        let keyed = sheet.visible().into_iter().map(|field| {
            let value = match before.get(&field) {
                Some(value) if sheet.has_typed(&field) => (*value).clone(),
                _ => recorded.get(&field).map(ToString::to_string),
            };
            (field, value, (made.get(), session.reader()))
        });
        keyed.collect::<Vec<Shown>>()
    });
    let field = move |(id, ..): Shown| {
        let form = session.form_file.get_untracked();
        form.field(&id).map(|field| {
            let (input, initial) = sheet.input(field, PLACE);
            (labelled(&input, &initial), ways_out(sheet, field))
        })
    };
    let is_paused = move || {
        session
            .phase
            .with(|phase| matches!(phase, Phase::Error(_) | Phase::Failed(_)))
    };
    view! {
        <div class="sheet-page">
            <div class="row plain-back">
                <button
                    type="button"
                    class="link"
                    data-testid="plain-back"
                    on:click=on_click(move || session.leave_form())
                >
                    {move || messages(page).back_unsaved}
                </button>
            </div>
            <p class="over-title" dir="auto" lang=move || session.form_language()>
                {move || session.form.get().title}
            </p>
            <h1 tabindex="-1">{move || messages(page).plain_title}</h1>
            <p class="lead">
                {move || match is_paused() {
                    true => messages(page).plain_text_paused,
                    false => messages(page).plain_text,
                }}
            </p>
            <Show when=move || restored.get()>
                <div class="notice row" data-testid="unsaved">
                    <p>{move || messages(page).unsaved}</p>
                    <button type="button" class="link" data-testid="discard" on:click=on_click(discard)>
                        {move || messages(page).discard}
                    </button>
                </div>
            </Show>
            <ErrorSummary sheet />
            <form
                class="plain-form"
                novalidate
                data-testid="plain-form"
                on:submit=move |event: SubmitEvent| {
                    event.prevent_default();
                    save(Extent::Wholly);
                }
            >
                <For each=move || shown.get() key=Clone::clone children=field />
                <div class="row">
                    <button type="submit" class="button primary large" data-testid="plain-check">
                        {move || messages(page).save_and_check}
                    </button>
                    <button
                        type="button"
                        class="button large"
                        data-testid="plain-save"
                        on:click=on_click(move || save(Extent::Partly))
                    >
                        {move || messages(page).save_and_talk}
                    </button>
                </div>
            </form>
        </div>
    }
}

/// What who has no answer to a required field can say instead, once one is missing.
fn ways_out(sheet: Sheet, field: &FormField) -> Option<AnyView> {
    let id = field.required.then(|| field.field_id.clone())?;
    let page = sheet.session.page;
    let focused = format!("#{PLACE}-{id}-ways button");
    let button = {
        let id = id.clone();
        move |why: Without| {
            let (id, focused) = (id.clone(), focused.clone());
            let described_by = format!("{PLACE}-{id}-problem");
            let said = move || match why {
                Without::Unknown => messages(page).does_not_know,
                Without::Declined => messages(page).rather_not,
            };
            let leave = on_click(move || {
                sheet.leave_without(&id, why);
                let focused = focused.clone();
                request_animation_frame(move || page.focus(&focused));
            });
            view! {
                <button type="button" class="link" aria-describedby=described_by on:click=leave>
                    {said}
                </button>
            }
        }
    };
    let offered = move || view! { {button(Without::Unknown)} {button(Without::Declined)} };
    let left = {
        let id = id.clone();
        move |why: Without| {
            let id = id.clone();
            let control = first_control(&format!("{PLACE}-{id}"), None);
            let undo = on_click(move || {
                sheet.answer_after_all(&id);
                page.focus(&control);
            });
            view! {
                <span class="field-hint">
                    {move || match why {
                        Without::Unknown => messages(page).left_unknown,
                        Without::Declined => messages(page).left_declined,
                    }}
                </span>
                <button type="button" class="link" on:click=undo>
                    {move || messages(page).answer_after_all}
                </button>
            }
        }
    };
    let view = move || {
        let ways = match sheet.stays_without(&id) {
            Some(why) => left(why).into_any(),
            None if sheet.lacks_answer(&id) => offered().into_any(),
            None => return None,
        };
        let place = format!("{PLACE}-{id}-ways");
        Some(view! {
            <div class="row ways-out" id=place data-testid=format!("ways-{id}")>
                {ways}
            </div>
        })
    };
    Some(view.into_any())
}

fn messages_now(session: Session) -> &'static super::messages::Messages {
    super::messages::Messages::of(session.page.language.get_untracked())
}

/// What is wrong, on top, with a way to each.
#[component]
fn ErrorSummary(sheet: Sheet) -> impl IntoView {
    let session = sheet.session;
    let page = session.page;
    let listed = move || {
        let form = session.form_file.get();
        let problems = sheet.problems.get();
        let language = session.reader();
        let of_form = form.fields.iter().filter_map(|field| {
            let problem = problems.get(&field.field_id)?.clone();
            let label = field.label.in_language(&language).to_owned();
            Some((field.field_id.clone(), label, problem))
        });
        of_form.collect::<Vec<_>>()
    };
    let item = move |(id, label, problem): (FieldId, String, super::inputs::Problem)| {
        let control = first_control(&format!("{PLACE}-{id}"), problem.at.as_ref());
        // The mark of a question stands behind its name.
        let name = label.trim_end_matches(['?', '？']).to_owned();
        let mark = label.get(name.len()..).unwrap_or_default().to_owned();
        let language = page.language.get();
        let told = |name: &str| phrases::problem(language, &format!("{name}{mark}"), &problem.text);
        let text = with_foreign(told, name, session.form_language());
        view! {
            <li>
                <button type="button" class="link" on:click=on_click(move || page.focus(&control))>
                    {text}
                </button>
            </li>
        }
    };
    view! {
        <Show when=move || sheet.problems.with(|problems| !problems.is_empty())>
            <div
                class="error-summary"
                role="alert"
                tabindex="-1"
                aria-labelledby="error-summary-title"
                data-testid="error-summary"
            >
                <h2 id="error-summary-title">{move || messages(page).problems}</h2>
                <ul>{move || listed().into_iter().map(item).collect_view()}</ul>
            </div>
        </Show>
    }
}

//! Changing one answer where it stands: the old one stays until the new one fits.

use kikitori_form::FieldId;
use kikitori_form::file::answer::AnswerType;
use kikitori_parts::Language;
use leptos::ev::SubmitEvent;
use leptos::prelude::*;

use super::frame::ChangeFrame;
use super::inputs::{first_control, labelled};
use super::messages::{messages, phrases};
use super::sheet::{Extent, Sheet};
use crate::components::choices::skip_button;
use crate::components::value::zone_of_values;
use crate::session::{Picking, Session};

/// The input of one field, with what is recorded in it.
#[component]
pub fn Change(
    /// Whose answer.
    session: Session,
    /// Which.
    field: FieldId,
    /// What the ids of its inputs begin with, as it can be changed in several places.
    place: &'static str,
    /// Is told when it is over.
    on_end: Callback<()>,
) -> impl IntoView {
    let page = session.page;
    let sheet = Sheet::of(session);
    let control = first_control(&format!("{place}-{field}"), None);
    let form = session.form_file.get_untracked();
    let shown = form.field(&field).map(|field| {
        let (input, initial) = sheet.input(field, place);
        let is_elsewhere = sheet.is_of_another_zone(field);
        let says = match field.answer {
            AnswerType::Group(_) => phrases::tell_all_here,
            _ => phrases::tell_here,
        };
        let elsewhere = is_elsewhere.then(|| tell_here(session, sheet.here, says));
        view! {
            {labelled(&input, &initial)}
            {elsewhere}
        }
    });
    let over = field.clone();
    let on_end = Callback::new(move |()| {
        session.clear_unsaved_of(&over);
        on_end.run(());
    });
    let on_save = Callback::new({
        let control = control.clone();
        move |()| match sheet.entries_of(std::slice::from_ref(&field), Extent::Partly) {
            None => page.focus(&control),
            Some(entries) => {
                if !entries.is_empty() {
                    session.enter(entries);
                }
                on_end.run(());
            }
        }
    });
    request_animation_frame(move || page.focus(&control));
    view! {
        <ChangeFrame page name="change" on_save on_end>
            {shown}
        </ChangeFrame>
    }
}

/// A box that tells times of another zone in the one that is settled.
pub(super) fn tell_here(
    session: Session,
    here: RwSignal<bool>,
    says: fn(Language, &str) -> String,
) -> impl IntoView {
    let page = session.page;
    let zone = move || zone_of_values(session).unwrap_or_default();
    view! {
        <label class="option">
            <input
                type="checkbox"
                data-testid="tell-here"
                on:change=move |event| here.set(event_target_checked(&event))
            />
            <span>{move || says(page.language.get(), &zone())}</span>
        </label>
    }
}

/// The input of the field that is being asked for, beside the box for words.
#[component]
pub fn Picked(
    /// Whose answer.
    session: Session,
    /// To which field.
    field: FieldId,
) -> impl IntoView {
    /// What the ids of its inputs begin with.
    const PLACE: &str = "picked";
    let page = session.page;
    let sheet = Sheet::of(session);
    let control = first_control(&format!("{PLACE}-{field}"), None);
    let form = session.form_file.get_untracked();
    let shown = form.field(&field).map(|field| {
        let (input, initial) = sheet.input(field, PLACE);
        labelled(&input, &initial)
    });
    // Beside it: what stands above would be hidden behind an input of some height.
    let skip = form.field(&field).filter(|it| !it.required);
    let skip = skip.map(|it| skip_button(session, it.field_id.clone(), "button quiet"));
    let picked = Callback::new({
        let field = field.clone();
        move |()| sheet.typed_in_words(&field)
    });
    let asked = field.clone();
    let save = Callback::new(move |()| {
        match sheet.entries_of(std::slice::from_ref(&field), Extent::Answer) {
            Some(entries) if !entries.is_empty() => {
                session.enter(entries);
                session.refocus();
            }
            Some(_) => {}
            None => page.focus(&control),
        }
    });
    let use_it = save;
    session.picking.set_value(Some(Picking {
        field: asked,
        picked,
        use_it,
    }));
    on_cleanup(move || {
        session.picking.try_update_value(|it| *it = None);
    });
    view! {
        <form
            class="picked"
            novalidate
            data-testid="picker"
            on:submit=move |event: SubmitEvent| {
                event.prevent_default();
                save.run(());
            }
        >
            <div class="column">
                {shown}
                <div class="row">
                    <button type="submit" class="button primary" data-testid="picker-use">
                        {move || messages(page).use_this}
                    </button>
                    {skip}
                </div>
            </div>
        </form>
    }
}

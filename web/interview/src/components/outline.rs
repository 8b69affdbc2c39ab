//! The form's fields and how far each has come.

use kikitori_interview::{FieldId, FieldOutcome, FieldState, OutlineEntry};
use leptos::prelude::*;
use web_sys::Element;

use super::change::ChangeHere;
use super::recorded::without;
use super::value::{tells_what_lacks, value_view};
use crate::messages::messages;
use crate::session::Session;
use kikitori_parts::components::icons::{Icon, Mark, icon, mark};

/// The list of fields.
#[component]
pub fn Outline(
    /// Whose fields.
    session: Session,
) -> impl IntoView {
    let ids = Memo::new(move |_| {
        session.outline.with(|outline| {
            let ids = outline.iter().map(|entry| entry.field_id.clone());
            ids.collect::<Vec<_>>()
        })
    });
    // The field at hand stays in sight, also where the list is long or was just opened.
    let at_hand = Memo::new(move |_| session.asked());
    Effect::new(move || {
        // A memo that nobody reads does not notice what it is made of.
        if at_hand.get().is_some() {
            show_current_soon(session);
        }
    });
    view! {
        <ol class="outline" class:still=move || !session.is_thinking() data-testid="outline">
            <For each=move || ids.get() key=Clone::clone children=move |id| field(session, id) />
        </ol>
    }
}

/// Scrolls the panel that the list is in to the field at hand, and nothing else.
pub fn show_current_soon(session: Session) {
    request_animation_frame(move || {
        if let Some(list) = session.page.find(".outline") {
            scroll_to_current(&list);
        }
    });
}

fn scroll_to_current(list: &Element) {
    let current = list.query_selector("[aria-current]").ok().flatten();
    let panel = list.closest(".side, dialog").ok().flatten();
    let (Some(current), Some(panel)) = (current, panel) else {
        return;
    };
    let (shown, room) = (
        current.get_bounding_client_rect(),
        panel.get_bounding_client_rect(),
    );
    let is_in_sight = shown.top() >= room.top() && shown.bottom() <= room.bottom();
    if !is_in_sight {
        let middle = room.top() + room.height() / 2.0;
        let by = shown.top() - middle;
        panel.set_scroll_top(panel.scroll_top() + by as i32);
    }
}

/// One field. It stays when its state changes, with what is being done to it.
fn field(session: Session, id: FieldId) -> impl IntoView {
    let page = session.page;
    let entry = Memo::new({
        let id = id.clone();
        move |_| {
            session.outline.with(|outline| {
                let entry = outline.iter().find(|entry| entry.field_id == id);
                entry.cloned()
            })
        }
    });
    let of =
        move |tell: fn(&OutlineEntry) -> bool| entry.with(|entry| entry.as_ref().is_some_and(tell));
    let state = Memo::new(move |_| {
        entry.with(|entry| match entry {
            // A part of it was told; another is asked for now.
            Some(it) if it.state == FieldState::Interviewing && !it.current => FieldState::Pending,
            Some(it) => it.state,
            None => FieldState::default(),
        })
    });
    let name = move || match state.get() {
        FieldState::Pending => "pending",
        FieldState::Interviewing => "interviewing",
        FieldState::Reviewing => "reviewing",
        FieldState::Done => "done",
    };
    // A field that was left without an answer says so where the answer would be.
    let has_answer = Memo::new(move |_| {
        let is_left_open = |entry: &OutlineEntry| entry.outcome == Some(FieldOutcome::Unresolved);
        of(|entry| entry.value.is_some()) && !of(is_left_open)
    });
    let word = move || {
        let words = messages(page);
        Some(match state.get() {
            FieldState::Pending => words.pending,
            FieldState::Interviewing => words.interviewing,
            FieldState::Reviewing => words.reviewing,
            FieldState::Done if has_answer.get() => words.done,
            FieldState::Done => return None,
        })
    };
    let drawn = move || {
        mark(match state.get() {
            FieldState::Pending => Mark::Waiting,
            FieldState::Interviewing => Mark::Current,
            FieldState::Reviewing => Mark::Working,
            FieldState::Done if has_answer.get() => Mark::Done,
            FieldState::Done => Mark::Without,
        })
    };
    let label = Memo::new(move |_| {
        let label = entry.with(|entry| entry.as_ref().map(|it| it.label.clone()));
        label.unwrap_or_default()
    });
    let value = {
        let id = id.clone();
        move || {
            let entry = entry
                .get()
                .filter(|entry| entry.state == FieldState::Done)?;
            Some(match (entry.value, entry.outcome) {
                (Some(value), outcome) => {
                    let value = value_view(session, &id, &value, "outline-value", false);
                    let is_open = outcome == Some(FieldOutcome::Unresolved);
                    let rest = (is_open && !tells_what_lacks(session, &id)).then(|| {
                        view! { <span class="outline-value declined">{messages(page).rest_open}</span> }
                    });
                    view! {
                        <span class="outline-value" dir="auto" lang=session.spoken()>{value}</span>
                        {rest}
                    }
                        .into_any()
                }
                (None, Some(outcome)) => {
                    view! { <span class="outline-value declined">{without(session, outcome)}</span> }
                        .into_any()
                }
                (None, None) => ().into_any(),
            })
        }
    };
    let optional = move || {
        let is_optional = of(|entry| !entry.required && entry.state != FieldState::Done);
        is_optional
            .then(|| view! { <span class="outline-optional">{messages(page).optional}</span> })
    };
    let is_private = Memo::new(move |_| of(|entry| entry.private));
    let private_mark = move || is_private.get().then(|| icon(Icon::Private));
    let private = move || {
        is_private.get().then(|| {
            let told = messages(page).read_by_no_model;
            view! { <span class="visually-hidden">{told}</span> }
        })
    };
    let change = move || {
        let field = id.clone();
        (state.get() == FieldState::Done)
            .then(|| view! { <ChangeHere session field label place="listed" /> })
    };
    let field_name = entry.with_untracked(|it| it.as_ref().map(|it| it.field_id.to_string()));
    view! {
        <li
            class="outline-field"
            data-field=field_name
            data-state=name
            aria-current=move || of(|entry| entry.current).then_some("step")
        >
            {drawn}
            <span class="outline-text">
                <span class="outline-label" dir="auto" lang=move || session.form_language()>
                    {move || label.get()}
                    {private_mark}
                </span>
                {private}
                {optional}
                {value}
            </span>
            <span
                class="outline-state"
                class:visually-hidden=move || matches!(state.get(), FieldState::Pending | FieldState::Done)
            >
                {word}
            </span>
            {change}
        </li>
    }
}

//! Answers to pick from: the options of the field that is being asked for, or what the question
//! suggests.

use kikitori_first::BUTTONS_AT_MOST;
use kikitori_form::file::IfDeclined;
use kikitori_form::file::answer::{AnswerType, ChoiceOption};
use kikitori_form::values::yes_no_in;
use kikitori_interview::{Entry, FieldId, FormField, Speaker};
use leptos::prelude::*;
use serde_json::{Value as Json, json};

use crate::messages::messages;
use crate::parts::form as form_part;
use crate::session::{Phase, Session};
use kikitori_parts::dom::on_click;
use kikitori_parts::part::{bare, on_demand};

/// What one button says, and what it answers.
#[derive(Debug, Clone, PartialEq)]
struct Pick {
    text: String,
    /// The language of that, where it is not the page's.
    lang: Option<String>,
    /// What is recorded for the field, for an option of the form; otherwise the text is said.
    entry: Option<(FieldId, Entry)>,
}

/// Answers to pick from, while one is awaited.
#[component]
pub fn Choices(
    /// Whose.
    session: Session,
) -> impl IntoView {
    let page = session.page;
    let offered = Memo::new(move |_| match session.phase.get() {
        Phase::Answer => picks(session),
        _ => Vec::new(),
    });
    let skip = move || {
        let field = session
            .asked()
            .filter(|_| session.phase.get() == Phase::Answer)?;
        // An input to pick with has its own way to skip beside it.
        (may_skip(session) && !has_picker(session, &field)).then(|| {
            view! { <li>{skip_button(session, field, "suggestion quiet")}</li> }
        })
    };
    view! {
        <div class="choices">
            {move || no_reader(session)}
            <ul class="suggestions" aria-label=move || messages(page).suggestions>
                {move || offered.get().into_iter().map(|offer| button(session, offer)).collect_view()}
                {skip}
                {move || leave_open(session)}
            </ul>
            {move || cannot_send(session)}
        </div>
    }
}

/// The button that skips a field, in the look of what stands beside it.
pub fn skip_button(session: Session, field: FieldId, class: &'static str) -> impl IntoView {
    let skip = on_click(move || {
        session.enter_one(field.clone(), Entry::Skip);
        session.refocus();
    });
    view! {
        <button
            type="button"
            class=class
            data-testid="skip"
            dir="auto"
            lang=move || session.beside(|it| it.skip).lang
            on:click=skip
        >
            {move || session.beside(|it| it.skip).text}
        </button>
    }
}

/// Whether what is being asked for can be skipped.
fn may_skip(session: Session) -> bool {
    let form = session.form_file.get();
    let asked = session.asked();
    asked.is_some_and(|asked| form.field(&asked).is_some_and(|field| !field.required))
}

/// Whether a field of this kind has an input that is quicker than words.
fn has_picker(session: Session, field: &FieldId) -> bool {
    let form = session.form_file.get();
    match form.field(field).map(|field| &field.answer) {
        Some(AnswerType::Choice(it)) => it.options.len() > BUTTONS_AT_MOST,
        Some(
            AnswerType::Date(_)
            | AnswerType::Time(_)
            | AnswerType::DateTime(_)
            | AnswerType::Rating(_)
            | AnswerType::Choices(_),
        ) => true,
        _ => false,
    }
}

/// The required field that is being asked for, once it was refused.
fn refused(session: Session) -> Option<FormField> {
    let field = session
        .asked()
        .filter(|_| session.phase.get() == Phase::Answer && session.was_refused.get())?;
    let form = session.form_file.get();
    form.field(&field).filter(|field| field.required).cloned()
}

/// Whether a part of it was told, with which the form can be finished.
fn keeps_part(session: Session, field: &FieldId) -> bool {
    let entry = session.entry(field);
    entry.is_some_and(|entry| entry.keeps_part)
}

/// A way out for who would rather not say.
fn leave_open(session: Session) -> Option<AnyView> {
    let field = refused(session)?;
    // What keeps the form from being sent can only wait.
    let may_stay_open = field.if_declined == Some(IfDeclined::LeaveOpen);
    let waits = !may_stay_open && !keeps_part(session, &field.field_id);
    let field = field.field_id;
    let leave = on_click(move || {
        session.enter_one(field.clone(), Entry::Decline);
        session.refocus();
    });
    let said = match waits {
        true => session.beside(|it| it.leave_for_now),
        false => session.beside(|it| it.leave_open),
    };
    let view = view! {
        <li>
            <button
                type="button"
                class="suggestion quiet"
                data-testid="leave-open"
                dir="auto"
                lang=said.lang
                on:click=leave
            >
                {said.text}
            </button>
        </li>
    };
    Some(view.into_any())
}

/// What that leads to, where it leads to something.
fn cannot_send(session: Session) -> Option<AnyView> {
    let field = refused(session)?;
    let is_needed =
        field.if_declined == Some(IfDeclined::CannotSend) && !keeps_part(session, &field.field_id);
    is_needed.then(|| {
        let said = session.beside(|it| it.needed_to_send);
        view! {
            <p class="quiet-text" data-testid="needed-to-send" dir="auto" lang=said.lang>{said.text}</p>
        }
        .into_any()
    })
}

/// That nobody but the form gets the answer to a private question.
fn no_reader(session: Session) -> Option<AnyView> {
    let field = session
        .asked()
        .filter(|_| session.phase.get() == Phase::Answer)?;
    let form = session.form_file.get();
    let is_private = form.field(&field).is_some_and(|field| field.private);
    is_private.then(|| {
        let said = session.beside(|it| it.no_reader);
        view! {
            <p class="quiet-text" data-testid="no-reader" dir="auto" lang=said.lang>{said.text}</p>
        }
        .into_any()
    })
}

/// Whether what they said last was given back: that is settled first, as a "yes" to it is none to what was
/// asked for.
fn is_held(session: Session) -> bool {
    session.held_back.get() && !suggested(session).is_empty()
}

fn picks(session: Session) -> Vec<Pick> {
    if let Some(field) = session.asked().filter(|_| !is_held(session)) {
        let form = session.form_file.get();
        let language = session.reader();
        let answer = form.field(&field).map(|field| &field.answer);
        let pick = |text: &str, lang: Option<String>, value: Json| Pick {
            text: text.to_owned(),
            lang,
            entry: Some((field.clone(), Entry::Value(value))),
        };
        let lang = |tag: &str| {
            session
                .page
                .language
                .get()
                .unless_same(Some(tag.to_owned()))
        };
        match answer {
            Some(AnswerType::Choice(it)) if it.options.len() <= BUTTONS_AT_MOST => {
                let one = |option: &ChoiceOption| {
                    let own = form.own_language();
                    let tag = match option.label.is_in(&language, own) {
                        true => &language,
                        false => own,
                    };
                    let label = option.label.in_language(&language);
                    pick(label, lang(tag), json!(option.value.as_str()))
                };
                return it.options.iter().map(one).collect();
            }
            // Each is a checkbox of its own, and several can be chosen; a scale has its points.
            Some(AnswerType::Choices(_) | AnswerType::Rating(_)) => return Vec::new(),
            Some(AnswerType::YesNo(_)) => {
                let said = |yes, which| match yes_no_in(&language, yes) {
                    Some(text) => pick(text, lang(&language), json!(yes)),
                    None => {
                        let beside = session.beside(which);
                        pick(&beside.text, beside.lang, json!(yes))
                    }
                };
                return vec![said(true, |it| it.yes), said(false, |it| it.no)];
            }
            _ => {}
        }
    }
    // What a model suggests to who has refused says what the button beside it does, or nothing.
    if refused(session).is_some_and(|field| !field.private) {
        return Vec::new();
    }
    let lang = session.spoken();
    let said = |text: String| Pick {
        text,
        lang: lang.clone(),
        entry: None,
    };
    suggested(session)
        .into_iter()
        // The page has a button of its own for that.
        .filter(|text| !(may_skip(session) && session.is_skip(text)))
        .map(said)
        .collect()
}

/// A button that answers so.
fn button(session: Session, offer: Pick) -> impl IntoView {
    let Pick { text, lang, entry } = offer;
    let said = text.clone();
    let pick = move || {
        match entry.clone() {
            Some((field, entry)) => session.enter_one(field, entry),
            None => session.send(said.clone()),
        }
        session.refocus();
    };
    view! {
        <li>
            <button
                type="button"
                class="suggestion"
                data-testid="suggestion"
                dir="auto"
                lang=lang
                on:click=on_click(pick)
            >
                {text}
            </button>
        </li>
    }
}

/// What the last thing that was said suggests to say.
fn suggested(session: Session) -> Vec<String> {
    let suggestions = session.turns.with(|turns| {
        let last = turns.last();
        let last = last.filter(|turn| turn.speaker == Speaker::Assistant);
        last.map(|turn| turn.suggestions.clone())
    });
    suggestions.unwrap_or_default()
}

/// The same on the last page, of what was said there: after so many turns.
#[component]
pub fn Suggestions(
    /// Whose.
    session: Session,
    /// How many turns were before.
    after: usize,
) -> impl IntoView {
    let offered = Memo::new(move |_| {
        let is_said_here = session.turns.with(Vec::len) > after;
        match session.phase.get() {
            Phase::Confirm if is_said_here => suggested(session),
            _ => Vec::new(),
        }
    });
    let offer = move |text| {
        button(
            session,
            Pick {
                text,
                lang: session.spoken(),
                entry: None,
            },
        )
    };
    move || {
        let offered = offered.get();
        (!offered.is_empty()).then(|| {
            view! {
                <ul class="suggestions" aria-label=move || messages(session.page).suggestions>
                    {offered.into_iter().map(offer).collect_view()}
                </ul>
            }
        })
    }
}

/// The input of the field that is being asked for, where its kind has one that is quicker than
/// words. Typing an answer works as well.
#[component]
pub fn Picker(
    /// Whose.
    session: Session,
) -> impl IntoView {
    let asked = Memo::new(move |_| {
        let field = session
            .asked()
            .filter(|_| session.phase.get() == Phase::Answer && !is_held(session))?;
        has_picker(session, &field).then_some(field)
    });
    move || {
        let field = asked.get()?;
        Some(on_demand(form_part::form, bare, move |form| {
            (form.picker)(session, field.clone())
        }))
    }
}

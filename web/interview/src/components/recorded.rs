//! What became of a field, where the conversation tells it.

use kikitori_form::values::ends_as_question;
use kikitori_interview::{FieldId, FieldOutcome, Speaker};
use leptos::prelude::*;

use super::change::ChangeHere;
use super::changed_lines::{changed_lines, changes_in_words};
use super::value::{is_long, named_zone, tells_what_lacks, value_view};
use super::was::{Was, was};
use crate::messages::{Messages, messages, phrases};
use crate::session::{Beside, Recorded, Session, Turn};
use kikitori_parts::components::icons::{Mark, mark};
use kikitori_parts::dom::on_click;

/// What was recorded, with a way to change it. What is told of the field later stands there: this
/// line then shows that it does not hold any more. What was put in by hand since the last message
/// is shown where the field was told of last, with what it was before.
#[component]
pub fn RecordedLine(
    /// Whose.
    session: Session,
    /// What.
    recorded: Recorded,
    /// The message that told it, by its place in the conversation; none where none has yet.
    #[prop(optional)]
    told_by: Option<usize>,
) -> impl IntoView {
    let id = recorded.field_id.clone();
    let first = StoredValue::new(recorded);
    let unfolded = RwSignal::new(false);
    // A list that is changed line by line is told where it was changed, and is not gone elsewhere.
    let is_list = session
        .lines
        .with_untracked(|lines| lines.contains_key(&id));
    let holds = Memo::new({
        let id = id.clone();
        move |_| {
            let told_below = || is_list && session.is_told_below(&id);
            // What the page around did not take is asked for again.
            let entry = session.entry(&id);
            let is_open = entry.is_some_and(|it| it.value.is_none() && it.outcome.is_none());
            let is_gone = is_open && !is_list;
            let is_last = |turn| session.told_by(&id) == Some(turn) && !told_below();
            !is_gone && told_by.is_none_or(is_last)
        }
    });
    let now = Memo::new({
        let id = id.clone();
        move |_| match holds.get() {
            true => session.last_record(&id),
            false => None,
        }
    });
    let shown = move || now.get().unwrap_or_else(|| first.get_value());
    let test_id = move || {
        let recorded = shown();
        match (holds.get(), recorded.outcome, recorded.old) {
            (false, ..) => "replaced",
            (_, FieldOutcome::Answered, Some(_)) => "corrected",
            (_, FieldOutcome::Declined | FieldOutcome::Unresolved, _) => "left-open",
            _ => "accepted",
        }
    };
    let drawn = move || {
        holds.get().then(|| match shown().outcome {
            FieldOutcome::Answered => mark(Mark::Done),
            _ => mark(Mark::Without),
        })
    };
    // The form may speak another language by now.
    let label = Memo::new({
        let id = id.clone();
        move |_| {
            let label = session.entry(&id).map(|entry| entry.label);
            label.unwrap_or_else(|| first.with_value(|it| it.name().to_owned()))
        }
    });
    let change = {
        let id = id.clone();
        move || {
            let field = id.clone();
            holds
                .get()
                .then(|| view! { <ChangeHere session field label place="said" /> })
        }
    };
    let field_name = id.to_string();
    view! {
        <div
            class="accepted"
            class:replaced=move || !holds.get()
            hidden=move || is_list && !holds.get()
            data-testid=test_id
            data-field=field_name
        >
            {drawn}
            <span
                class="accepted-label"
                class:ended=move || label.with(|it| ends_as_question(it) || it.ends_with(['.', '。', ':', '：', '!', '！']))
                dir="auto"
                lang=move || session.form_language()
            >
                {move || label.get()}
            </span>
            {move || told(session, &shown(), holds.get(), told_by, unfolded)}
            {change}
        </div>
    }
}

/// What a field is, with what it was before.
fn told(
    session: Session,
    recorded: &Recorded,
    holds: bool,
    told_by: Option<usize>,
    unfolded: RwSignal<bool>,
) -> AnyView {
    let id = &recorded.field_id;
    // Of what was left open a part may have been told.
    let has_value = matches!(
        recorded.outcome,
        FieldOutcome::Answered | FieldOutcome::Unresolved
    );
    let Some(new) = recorded.new.as_ref().filter(|_| has_value) else {
        let Beside { text, lang, .. } = session.beside(named(recorded.outcome));
        return match holds {
            true => {
                view! { <span class="accepted-value declined" dir="auto" lang=lang>{text}</span> }
                    .into_any()
            }
            false => {
                view! { <del class="accepted-value" dir="auto" lang=lang>{text}</del> }.into_any()
            }
        };
    };
    let lang = session.spoken();
    if !holds {
        let old = session.as_it_reads(recorded, new);
        let now = session.entry(id).and_then(|entry| entry.value);
        if now.is_some_and(|now| session.gone_of(id, &old, &now).is_none()) {
            return view! {
                <span class="accepted-value" dir="auto" lang=lang>{named_zone(session, &old)}</span>
            }
            .into_any();
        }
        return view! {
            <span class="visually-hidden">{messages(session.page).replaced}</span>
            <del class="accepted-value" dir="auto" lang=lang>{named_zone(session, &old)}</del>
        }
        .into_any();
    }
    // As it reads by now, in whichever language.
    let text = session.entry(id).and_then(|entry| entry.value);
    let text = text.unwrap_or_else(|| new.clone());
    // Messages tell it without knowing how other languages write days and amounts.
    let old = recorded.old.as_ref();
    let old = old.map(|old| session.changed_from(id).unwrap_or_else(|| old.clone()));
    let Was { before, behind } = was(session, id, old, &text);
    let was_another = before.is_some() || behind.is_some();
    // Told word for word right above, it need not be read there and here.
    let is_said = !was_another && is_just_said(session, told_by, &text);
    let changes = changed_lines(session, id);
    let is_changed = changes.is_some();
    let is_long = !is_said && (is_changed || is_long(session, id, &text));
    let is_open = recorded.outcome == FieldOutcome::Unresolved && !tells_what_lacks(session, id);
    let page = session.page;
    let fold = is_long.then(|| {
        view! {
            <button
                type="button"
                class="link"
                data-testid="fold-value"
                aria-expanded=move || unfolded.get().to_string()
                on:click=on_click(move || unfolded.update(|it| *it = !*it))
            >
                {move || if unfolded.get() { page.messages().less } else { page.messages().more }}
            </button>
        }
    });
    // The whole list has the changed lines too, and stands in their place.
    let changes =
        changes.map(|changes| view! { <div hidden=move || unfolded.get()>{changes}</div> });
    view! {
        {changes}
        <span
            class="accepted-value"
            class:visually-hidden=is_said
            class:folded=move || is_long && !unfolded.get()
            hidden=move || is_changed && !unfolded.get()
            dir="auto"
            lang=lang
        >
            {before}
            {value_view(session, id, &text, "accepted-value", is_changed)}
            {behind}
        </span>
        {fold}
        " "
        {is_open.then(|| view! {
            <span class="accepted-value declined">{beside(session, |it| it.rest_open, "…")}</span>
        })}
        {in_their_words(session, id)}
    }
    .into_any()
}

/// Whether `text` is what they said last before the message `told_by`, word for word, and too long
/// to be read twice.
fn is_just_said(session: Session, told_by: Option<usize>, text: &str) -> bool {
    const SHORT: usize = 24;
    let is_it = |turns: &Vec<Turn>| {
        let is_before = |turn: &&Turn| told_by.is_none_or(|at| turn.index < at);
        let mut said = turns.iter().rev().filter(is_before);
        let last = said.find(|turn| turn.speaker == Speaker::Respondent);
        last.is_some_and(|turn| turn.text.trim() == text.trim())
    };
    text.chars().nth(SHORT).is_some() && session.turns.with_untracked(is_it)
}

/// What they said, where the value says it in other words.
fn in_their_words(session: Session, id: &FieldId) -> Option<AnyView> {
    session.entry(id).filter(|entry| entry.reworded)?;
    let words = session.evidence.with(|all| all.get(id).cloned())?;
    let words = words.join(" … ");
    let from = match session.is_right_to_left() {
        true => "→",
        false => "←",
    };
    let view = view! {
        <p class="accepted-said" data-testid="reworded" data-field=id.to_string()>
            {beside(session, |it| it.reworded, from)}
            " "
            <q dir="auto" lang=session.spoken()>{words}</q>
        </p>
    };
    Some(view.into_any())
}

/// A text of the page's beside an answer; where the page has none in the language of the answers, a sign
/// stands for it, and the text is there to be read out.
pub(super) fn beside(
    session: Session,
    which: fn(&Messages) -> &'static str,
    sign: &'static str,
) -> impl IntoView {
    let said = session.beside(which);
    let by_sign = !said.is_theirs;
    view! {
        <span class:visually-hidden=by_sign dir="auto" lang=said.lang>{said.text}</span>
        {by_sign.then(|| view! { <span aria-hidden="true">{sign}</span> })}
    }
}

/// What is said of a field without an answer.
pub fn without(session: Session, outcome: FieldOutcome) -> &'static str {
    named(outcome)(messages(session.page))
}

fn named(outcome: FieldOutcome) -> fn(&Messages) -> &'static str {
    match outcome {
        FieldOutcome::DoesNotKnow => |it| it.does_not_know,
        FieldOutcome::Declined => |it| it.declined,
        FieldOutcome::Unresolved => |it| it.unresolved,
        FieldOutcome::Skipped | FieldOutcome::Answered => |it| it.not_provided,
    }
}

/// What was recorded, as it is read out.
pub fn read_out(session: Session, recorded: &Recorded, shorten: fn(&str) -> String) -> String {
    let language = session.page.language.get_untracked();
    let label = recorded.name();
    let new = recorded.new.as_ref();
    // Of a list what is another, or how many lines there are: nobody listens to all of it.
    let changes = untrack(|| changes_in_words(session, &recorded.field_id));
    let is_changed = recorded.old.is_some() || changes.is_some();
    let new = new.map(|new| {
        let is_list = session
            .lines
            .with_untracked(|lines| lines.contains_key(&recorded.field_id));
        match (changes, is_list) {
            (Some(changes), _) => changes,
            (None, true) => new.clone(),
            (None, false) => untrack(|| session.as_it_reads(recorded, new)),
        }
    });
    match (recorded.outcome, is_changed, &new) {
        (FieldOutcome::Answered, true, Some(new)) => {
            phrases::corrected(language, label, &shorten(new))
        }
        (FieldOutcome::Answered, false, Some(new)) => {
            phrases::accepted(language, label, &shorten(new))
        }
        (FieldOutcome::Unresolved, _, Some(new)) => {
            phrases::accepted(language, label, &shorten(new))
        }
        (outcome, ..) => {
            phrases::left_without(language, label, untrack(|| without(session, outcome)))
        }
    }
}

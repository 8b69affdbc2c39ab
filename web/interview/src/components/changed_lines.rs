//! What of a list is another than it was: in a long one nobody finds it.

use kikitori_form::file::LineField;
use kikitori_form::file::answer::AnswerType;
use kikitori_interview::{Entry, FieldId, LineEdit};
use kikitori_parts::dom::on_click;
use kikitori_parts::page::Page;
use leptos::prelude::*;

use super::recorded::beside;
use super::value::{is_figure, line_marks};
use crate::messages::{messages, phrases};
use crate::session::{Session, ShownChange};

/// The lines that the last change of a list made, changed or took away; none where the list is told of
/// as a whole.
pub fn changed_lines(session: Session, id: &FieldId) -> Option<AnyView> {
    let changes = session
        .lines
        .with(|sheets| sheets.get(id).map(|sheet| sheet.changes.clone()))?;
    if changes.is_empty() {
        return None;
    }
    let form = session.form_file.get();
    let AnswerType::Group(group) = &form.field(id)?.answer else {
        return None;
    };
    let lines = changes.iter();
    let lines = lines.map(|change| changed_line(session, id, &group.fields, change));
    let view = view! {
        <ul class="value-lines" data-testid="changed-lines" data-field=id.to_string()>
            {lines.collect_view()}
        </ul>
    };
    Some(view.into_any())
}

/// The same to be read out, as far as somebody would listen.
pub fn changes_in_words(session: Session, id: &FieldId) -> Option<String> {
    const READ_OUT: usize = 3;
    let changes = session
        .lines
        .with(|sheets| sheets.get(id).map(|sheet| sheet.changes.clone()))?;
    let (colon, comma) = line_marks(session);
    let words = changes.iter().take(READ_OUT).map(|change| {
        let text = match change.number {
            Some(_) => change.new.iter().flatten(),
            None => change.old.iter().flatten(),
        };
        let text = text.cloned().collect::<Vec<_>>().join(comma);
        match change.number {
            Some(number) => format!("{number}{colon}{text}"),
            None => format!(
                "{text}{colon}{}",
                session.beside(|it| it.line_taken_away).text
            ),
        }
    });
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| words.join("; "))
}

/// What a button says, for those who do not see which line it belongs to.
pub fn that_is_right(page: Page, number: u32) -> String {
    format!("{} ({number})", messages(page).that_is_right)
}

/// Notes that a line is right, and reads that out, by what it begins with.
pub fn mark_right(session: Session, field: FieldId, number: u32, words: &[Option<String>]) {
    let edits = vec![LineEdit::Confirm { number }];
    session.enter_one(field, Entry::Lines(edits));
    let language = session.page.language.get_untracked();
    let name = words.iter().flatten().next();
    let told = phrases::line_is_right(language, number, name.map(String::as_str));
    session.page.announcement.set(told);
}

/// That a line asks to be checked, with a way to say that it is right.
pub fn check_line(
    session: Session,
    id: &FieldId,
    number: u32,
    words: Vec<Option<String>>,
) -> AnyView {
    let (_, comma) = line_marks(session);
    let field = id.clone();
    let confirm = move || {
        mark_right(session, field.clone(), number, &words);
        session.refocus();
    };
    view! {
        <span class="visually-hidden">{comma}</span>
        <span class="value-lacks" data-testid="line-unsure">
            {beside(session, |it| it.please_check, "?")}
        </span>
        " "
        <button
            type="button"
            class="link not-printed"
            data-testid="line-right"
            lang=session.page.language.get().tag()
            aria-label=that_is_right(session.page, number)
            on:click=on_click(confirm)
        >
            {messages(session.page).that_is_right}
        </button>
    }
    .into_any()
}

fn changed_line(
    session: Session,
    id: &FieldId,
    fields: &[LineField],
    change: &ShownChange,
) -> AnyView {
    let (colon, comma) = line_marks(session);
    let cell = |words: &[Option<String>], at: usize| words.get(at).cloned().flatten();
    let cells = fields.iter().enumerate().map(|(at, field)| {
        let (old, new) = (cell(&change.old, at), cell(&change.new, at));
        (field, old, new)
    });
    let cells: Vec<_> = cells
        .filter(|(_, old, new)| old.is_some() || new.is_some())
        .collect();
    let is_new = change.old.is_empty();
    let is_gone = change.new.is_empty();
    // A changed line is known by what it begins with.
    let name_at = cells.iter().position(|(_, _, new)| new.is_some());
    let cells = cells.into_iter().enumerate();
    let is_whole = is_new || is_gone;
    let shown = cells.filter(|(at, (_, old, new))| is_whole || old != new || Some(*at) == name_at);
    let language = session.reader();
    let shown = shown.map(|(at, (field, old, new))| {
        let label = field.label.in_language(&language).to_owned();
        let is_other = old != new;
        let old = old.filter(|_| is_other && !is_new);
        let arrow = (old.is_some() && new.is_some()).then(|| {
            view! {
                <span class="visually-hidden">{messages(session.page).now_it_is}</span>
                <span aria-hidden="true" class="arrow">" → "</span>
            }
        });
        let old = old.map(|old| {
            view! { <del class:unbroken=is_figure(&old) data-testid="old-value">{old.clone()}</del> }
        });
        let new = new.map(|new| {
            let is_figure = is_figure(&new);
            match is_other && !is_new {
                true => view! { <ins class:unbroken=is_figure>{new}</ins> }.into_any(),
                false => view! { <span class:unbroken=is_figure>{new}</span> }.into_any(),
            }
        });
        view! {
            {(at > 0).then(|| view! { <span class="visually-hidden">{comma}</span> })}
            <span class="value-cell">
                <span class="value-label">{label}{colon}</span>
                {old}
                {arrow}
                {new}
            </span>
        }
    });
    let what = match (is_new, is_gone) {
        (true, _) => Some(beside(session, |it| it.line_added, "+").into_any()),
        (_, true) => Some(beside(session, |it| it.line_taken_away, "−").into_any()),
        _ => None,
    };
    let number = change.number.filter(|_| change.is_unsure);
    let unsure = number.map(|number| check_line(session, id, number, change.new.clone()));
    let what = what.map(|what| view! { <span class="value-label">{what}</span> });
    view! {
        <li dir="auto" lang=session.spoken() data-number=change.number.map(|it| it.to_string())>
            {what}
            {shown.collect_view()}
            {unsure}
        </li>
    }
    .into_any()
}

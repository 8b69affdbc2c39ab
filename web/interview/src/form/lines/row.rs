//! One line of a table: its values, how it was read, the words that it came from, and what can be done with it.

use kikitori_form::file::answer::Group;
use kikitori_interview::{Entry, LineEdit};
use kikitori_parts::dom::on_click;
use leptos::prelude::*;

use super::edit::LineTarget;
use super::{HowRead, Table, as_count};
use crate::components::changed_lines::{mark_right, that_is_right};
use crate::form::messages::{Messages, line_words, messages};
use crate::session::{ShownLine, ShownSheet};

/// Words that are longer stand below their line, over its whole width.
const MOST_IN_A_COLUMN: usize = 80;

impl Table {
    pub(super) fn row(
        self,
        line: &ShownLine,
        sheet: &ShownSheet,
        labels: &[String],
        width: usize,
        group: &Group,
        how_read: HowRead,
    ) -> AnyView {
        let (session, language) = (self.session, self.page.language.get());
        let texts = Messages::of(language);
        let number = line.number;
        let cells = line.words.iter().zip(labels).map(|(text, label)| {
            let is_blank = text.is_none();
            view! {
                <td role="cell" class="line-value" data-label=label.clone() class:blank=is_blank>
                    <span dir="auto" lang=session.spoken()>{text.clone()}</span>
                </td>
            }
        });
        let is_todo = !line.missing.is_empty();
        let status = match (is_todo, line.is_open()) {
            (true, true) => texts.line_todo,
            (true, false) => texts.line_left,
            (false, _) if line.by_hand => texts.line_by_hand,
            (false, _) => texts.line_whole,
        };
        let missing = is_todo.then(|| {
            let missing = line.missing.iter();
            let missing = missing.map(|it| view! { <li>{it.clone()}</li> });
            view! { <ul class="line-missing" lang=session.spoken()>{missing.collect_view()}</ul> }
        });
        // Where nothing else is told of how it was read there is no column.
        let is_long = |text: &String| {
            how_read == HowRead::Over || text.chars().nth(MOST_IN_A_COLUMN).is_some()
        };
        let original = line.original.clone().map(|text| (is_long(&text), text));
        let original = original.map(|(is_long, text)| {
            let view = view! {
                <details class="line-original not-printed" data-testid="line-original">
                    <summary>{texts.line_original}</summary>
                    <q dir="auto" lang=session.spoken()>{text}</q>
                </details>
            };
            (is_long, view)
        });
        let (below, original) = match original {
            Some((true, view)) => (Some(view), None),
            Some((false, view)) => (None, Some(view)),
            None => (None, None),
        };
        let below = below.map(|original| {
            view! {
                <tr role="row" class="line-words not-printed" class:todo=is_todo>
                    <td role="cell" colspan=width.to_string()>{original}</td>
                </tr>
            }
        });
        let key = format!("{}-{number}", self.place);
        let remove = move || {
            // The lines behind it are numbered anew.
            self.changing.set(None);
            let field = self.field.get_value();
            session.enter_one(field, Entry::Lines(vec![LineEdit::Remove { number }]));
            self.focus_soon(LineTarget::New);
        };
        let words = line.words.clone();
        let moves = sheet.can_move.then(|| self.moves(line, sheet));
        let confirm = move || {
            mark_right(session, self.field.get_value(), number, &words);
            self.focus_soon(LineTarget::Line(number));
        };
        let buttons = self.can_change.then(|| {
            let confirm = line.is_unsure.then(|| {
                view! {
                    <button
                        type="button"
                        class="link"
                        data-testid="line-confirm"
                        aria-label=that_is_right(self.page, number)
                        on:click=on_click(confirm)
                    >
                        {crate::messages::messages(self.page).that_is_right}
                    </button>
                }
            });
            view! {
                <td role="cell" class="line-actions not-printed">
                    {confirm}
                    <button
                        type="button"
                        class="link"
                        data-testid="line-change"
                        data-line-change=key
                        aria-label=line_words::change(language, number)
                        on:click=on_click(move || self.changing.set(Some(LineTarget::Line(number))))
                    >
                        {crate::messages::messages(self.page).change}
                    </button>
                    <button
                        type="button"
                        class="link"
                        data-testid="line-remove"
                        aria-label=line_words::remove(language, as_count(number))
                        on:click=on_click(remove)
                    >
                        {messages(self.page).remove}
                    </button>
                    {moves}
                </td>
            }
        });
        let form = {
            let group = group.clone();
            move || {
                self.form_of(LineTarget::Line(number), &group).map(|form| {
                    view! {
                        <tr role="row" class="line-edited not-printed">
                            <td role="cell" colspan=width.to_string()>{form}</td>
                        </tr>
                    }
                })
            }
        };
        let confidence = line.confidence;
        // What they put in themselves nobody has read.
        let is_judged = !is_todo && !line.by_hand;
        let is_told = how_read == HowRead::Told;
        let how = match how_read {
            HowRead::Over => ().into_any(),
            HowRead::Told | HowRead::NotPrinted => view! {
                <td role="cell" class:not-printed=!is_told data-label=texts.line_status>
                    <span class="line-status" class:todo=is_todo>{status}</span>
                    {is_judged.then(|| {
                        view! {
                            <span class=format!("line-confidence {}", confidence.name())>
                                {line_words::confidence(texts, confidence)}
                            </span>
                        }
                    })}
                    {missing}
                    {original}
                </td>
            }
            .into_any(),
        };
        view! {
            <tr
                role="row"
                data-testid="line-row"
                data-line=number.to_string()
                data-status=if is_todo { "todo" } else { "success" }
                data-confidence=confidence.name()
            >
                <th scope="row" role="rowheader" data-label=texts.line_number>{number}</th>
                {cells.collect_view()}
                {how}
                {buttons}
            </tr>
            {below}
            {form}
        }
        .into_any()
    }
}

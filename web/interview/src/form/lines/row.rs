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
        let original = line.original.clone().map(|text| {
            view! {
                <details class="line-original not-printed" data-testid="line-original">
                    <summary>{texts.line_original}</summary>
                    <q dir="auto" lang=session.spoken()>{text}</q>
                </details>
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
                <div class="line-actions not-printed">
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
                </div>
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
                </td>
            }
            .into_any(),
        };
        let unsure = line.is_unsure.then(|| {
            view! { <p class="line-unsure not-printed">{texts.line_unsure}</p> }
        });
        // All that is more than a value stands below, over the whole width.
        let is_more = is_todo || original.is_some() || buttons.is_some();
        let below = is_more.then(|| {
            view! {
                <tr role="row" class="line-below" class:not-printed=!is_todo>
                    <td role="cell" colspan=width.to_string()>
                        <div class="line-more">{missing} {unsure} {original} {buttons}</div>
                    </td>
                </tr>
            }
        });
        view! {
            <tbody
                role="rowgroup"
                data-testid="line-row"
                data-line=number.to_string()
                data-status=if is_todo { "todo" } else { "success" }
                data-confidence=confidence.name()
            >
                <tr role="row">
                    <th scope="row" role="rowheader" data-label=texts.line_number>{number}</th>
                    {cells.collect_view()}
                    {how}
                </tr>
                {below}
                {form}
            </tbody>
        }
        .into_any()
    }
}

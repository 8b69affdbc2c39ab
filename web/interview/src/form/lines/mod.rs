//! The lines of a group as a table: those to be mended first, each with its status, how sure it was
//! read and the words that it came from.

mod edit;
mod row;

use std::time::Duration;

use kikitori_form::FieldId;
use kikitori_form::file::answer::{AnswerType, Group};
use kikitori_form::lines::Confidence;
use kikitori_interview::{Entry, LineEdit};
use kikitori_parts::dom::on_click;
use kikitori_parts::page::Page;
use leptos::prelude::*;

use super::messages::{Messages, line_words, messages};
use super::moves::{Moves, button_of, moves, say_moved};
use crate::session::{Session, ShownAside, ShownLine, ShownSheet};
use edit::{LineForm, LineTarget};

/// The lines of a group.
#[component]
pub fn LineTable(
    /// Whose.
    session: Session,
    /// Which group.
    field: FieldId,
    /// What the ids of its inputs begin with, as it stands in several places.
    place: &'static str,
    /// Whether they can still be changed.
    can_change: bool,
) -> impl IntoView {
    let name = field.to_string();
    let table = Table {
        session,
        page: session.page,
        field: StoredValue::new(field),
        place,
        can_change,
        changing: RwSignal::new(None),
        way_back: StoredValue::new(None),
        moving: StoredValue::new(None),
    };
    view! {
        <div class="line-sheet" data-testid="lines" data-place=place data-field=name>
            {move || table.shown()}
        </div>
    }
}

#[derive(Clone, Copy)]
struct Table {
    session: Session,
    page: Page,
    field: StoredValue<FieldId>,
    place: &'static str,
    can_change: bool,
    changing: RwSignal<Option<LineTarget>>,
    /// What finds the way to what was changed last: the table is drawn anew when that is recorded.
    way_back: StoredValue<Option<String>>,
    /// The line that is on its way to another place, and that: until it is there the rows are of before.
    moving: StoredValue<Option<(Option<String>, usize)>>,
}

/// A move is recorded sooner than this.
const MOVING: Duration = Duration::from_secs(1);

/// What is said of how lines were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HowRead {
    /// Of each.
    Told,
    /// The same of each, which is nothing for paper.
    NotPrinted,
    /// Nothing: they are all there and confirmed.
    Over,
}

impl Table {
    fn shown(self) -> Option<AnyView> {
        let (session, language) = (self.session, self.page.language.get());
        let texts = Messages::of(language);
        let field = self.field.get_value();
        let sheet = session.lines.with(|lines| lines.get(&field).cloned())?;
        self.keep_focus_soon();
        // Behind what is said of the list as a whole.
        request_animation_frame(move || self.say_moved());
        let form = session.form_file.get();
        let AnswerType::Group(group) = &form.field(&field)?.answer else {
            return None;
        };
        let reader = session.reader();
        let label = form.field(&field)?.label.in_language(&reader).to_owned();
        let todo = sheet.lines.iter().filter(|it| !it.missing.is_empty());
        let count = line_words::count(language, sheet.lines.len(), todo.count());
        let labels: Vec<String> = group
            .fields
            .iter()
            .map(|field| field.label.in_language(&reader).to_owned())
            .collect();
        let columns = labels.iter().map(|label| {
            view! {
                <th scope="col" role="columnheader">
                    <span dir="auto" lang=session.form_language()>{label.clone()}</span>
                </th>
            }
        });
        let rows = sheet.lines.iter();
        // What is the same of each says nothing on paper, nor how it was read once it is confirmed.
        let is_read = sheet.lines.iter().all(|it| it.missing.is_empty());
        let is_sure = sheet
            .lines
            .iter()
            .all(|it| it.confidence == Confidence::High);
        let how_read = match (is_read, is_sure, self.can_change) {
            (true, _, false) => HowRead::Over,
            (true, true, true) => HowRead::NotPrinted,
            _ => HowRead::Told,
        };
        let status = (how_read != HowRead::Over).then(|| {
            view! {
                <th scope="col" role="columnheader" class:not-printed=how_read != HowRead::Told>
                    {texts.line_status}
                </th>
            }
        });
        let width = 1 + labels.len() + usize::from(status.is_some());
        let rows = rows.map(|line| self.row(line, &sheet, &labels, width, group, how_read));
        let aside = (!sheet.set_aside.is_empty()).then(|| {
            let items = sheet.set_aside.iter().map(|aside| self.aside(aside, group));
            view! {
                <details class="lines-aside not-printed" data-testid="lines-aside">
                    <summary>{line_words::set_aside(language, sheet.set_aside.len())}</summary>
                    <ul>{items.collect_view()}</ul>
                </details>
            }
        });
        let adding = {
            let group = group.clone();
            move || self.form_of(LineTarget::New, &group)
        };
        let add = self.can_change.then(|| {
            view! {
                <div class="not-printed">
                    {adding}
                    <button
                        type="button"
                        class="link"
                        data-testid="line-add"
                        data-line-change=format!("{}-new", self.place)
                        hidden=move || self.changing.get() == Some(LineTarget::New)
                        on:click=on_click(move || self.changing.set(Some(LineTarget::New)))
                    >
                        {messages(self.page).add_line}
                    </button>
                </div>
            }
        });
        // Every column runs alike, whatever stands in it.
        let direction = match session.is_right_to_left() {
            true => "rtl",
            false => "ltr",
        };
        Some(
            view! {
                <p class="line-count" data-testid="line-count">{count}</p>
                <table class="line-table" role="table" aria-label=label dir=direction>
                    <thead role="rowgroup">
                        <tr role="row">
                            <th scope="col" role="columnheader"><span>{texts.line_number}</span></th>
                            {columns.collect_view()}
                            {status}
                        </tr>
                    </thead>
                    {rows.collect_view()}
                </table>
                {aside}
                {add}
            }
            .into_any(),
        )
    }

    /// Words that are no line, and a way to make one of them.
    fn aside(self, aside: &ShownAside, group: &Group) -> AnyView {
        let (session, language) = (self.session, self.page.language.get());
        let texts = Messages::of(language);
        let target = LineTarget::Aside(aside.source);
        let key = format!("{}-{}", self.place, target.name());
        let label = line_words::take_up(language, &aside.text);
        let group = group.clone();
        let button = self.can_change.then(|| {
            view! {
                <button
                    type="button"
                    class="link"
                    data-testid="line-take-up"
                    data-line-change=key
                    aria-label=label
                    on:click=on_click(move || self.changing.set(Some(target)))
                >
                    {texts.take_up}
                </button>
            }
        });
        view! {
            <li>
                <span class="line-reason">{line_words::reason(texts, aside.reason)}</span>
                <q dir="auto" lang=session.spoken()>{aside.text.clone()}</q>
                {button}
                {move || self.form_of(target, &group)}
            </li>
        }
        .into_any()
    }

    /// The buttons that move a line.
    fn moves(self, line: &ShownLine, sheet: &ShownSheet) -> AnyView {
        let number = line.number;
        let name = line.words.iter().flatten().next().cloned();
        // In a long list those that lack something are shown first.
        let numbers = || sheet.lines.iter().map(|it| it.number);
        let before = numbers().filter(|it| *it < number).max();
        let behind = numbers().filter(|it| *it > number).min();
        let shift = move |is_up: bool| {
            let to = if is_up { before } else { behind };
            let is_moving = self.moving.with_value(Option::is_some);
            let Some(to) = to.filter(|_| !is_moving) else {
                return;
            };
            self.moving.set_value(Some((name.clone(), as_count(to))));
            // Lines that are alike change nothing that is drawn.
            set_timeout(move || self.say_moved(), MOVING);
            self.changing.set(None);
            let way_back = button_of(&self.key_of(to), is_up);
            self.way_back.set_value(Some(way_back));
            let edit = LineEdit::Move { number, is_up };
            let field = self.field.get_value();
            self.session.enter_one(field, Entry::Lines(vec![edit]));
        };
        moves(&Moves {
            page: self.page,
            key: self.key_of(number),
            number: Signal::derive(move || as_count(number)),
            is_first: Signal::derive(move || before.is_none()),
            is_last: Signal::derive(move || behind.is_none()),
            on_move: Callback::new(shift),
        })
    }

    /// Says where the line is that was moved last, once. The focus goes there with it: what had it may have
    /// stayed where it was, for another line.
    fn say_moved(self) {
        let moved = self.moving.try_update_value(Option::take).flatten();
        if let Some((name, to)) = moved {
            say_moved(self.page, name.as_deref(), to);
            if let Some(way) = self.way_back.try_get_value().flatten() {
                self.focus(&way);
            }
        }
    }

    fn key_of(self, number: u32) -> String {
        format!("{}-{number}", self.place)
    }

    /// The inputs of what is being changed, where it is this.
    fn form_of(self, target: LineTarget, group: &Group) -> Option<AnyView> {
        if self.changing.get() != Some(target) {
            return None;
        }
        let field = self.field.get_value();
        let recorded = || {
            self.session.lines.with_untracked(|lines| {
                let mut lines = lines.get(&field)?.lines.iter();
                let line = lines.find(|line| target == LineTarget::Line(line.number))?;
                Some(line.cells.clone())
            })
        };
        let unsaved = |row| self.session.unsaved_line(&field, row);
        let cells = target.row().and_then(unsaved).or_else(recorded);
        let on_end = Callback::new(move |()| {
            self.changing.set(None);
            self.focus_soon(target);
        });
        let view = view! {
            <LineForm
                session=self.session
                field
                group=group.clone()
                target
                cells=cells.unwrap_or_default()
                place=self.place
                on_end
            />
        };
        Some(view.into_any())
    }

    /// Gives the focus to the way to change this, or to add a line.
    fn focus_soon(self, target: LineTarget) {
        let way = self.way_to(target);
        self.way_back.set_value(Some(way.clone()));
        request_animation_frame(move || self.focus(&way));
    }

    /// Gives it back when what had it was drawn anew.
    fn keep_focus_soon(self) {
        let Some(way) = self.way_back.try_get_value().flatten() else {
            return;
        };
        request_animation_frame(move || {
            if self.page.focused().is_none() {
                self.focus(&way);
            }
        });
    }

    fn way_to(self, target: LineTarget) -> String {
        format!("[data-line-change=\"{}-{}\"]", self.place, target.name())
    }

    fn focus(self, way: &str) {
        // What was taken up is not set aside any more.
        match self.page.find(way).is_some() {
            true => self.page.focus(way),
            false => self.page.focus(&self.way_to(LineTarget::New)),
        }
    }
}

fn as_count(number: u32) -> usize {
    usize::try_from(number).unwrap_or_default()
}

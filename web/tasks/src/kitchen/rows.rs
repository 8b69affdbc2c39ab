//! A table whose cells are edited in place. A cell is taken when it is left, or on Enter.

use std::str::FromStr;

use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::dom;
use leptos::ev::{Event, KeyboardEvent};
use leptos::prelude::*;

use super::UNITS;
use crate::messages::Messages;
use crate::messages::amounts::unit_name;
use crate::messages::phrases::removed;
use crate::tasks::TasksPage;

/// What stands in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    Name,
    Amount,
    Unit,
    BestBefore,
}

impl Column {
    fn label(self, words: &'static Messages) -> &'static str {
        match self {
            Self::Name => words.key_name,
            Self::Amount => words.key_amount,
            Self::Unit => words.key_unit,
            Self::BestBefore => words.key_best_before,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Amount => "amount",
            Self::Unit => "unit",
            Self::BestBefore => "best-before",
        }
    }

    /// What a new row begins with.
    fn empty(self) -> &'static str {
        match self {
            Self::Unit => "g",
            _ => "",
        }
    }
}

/// A row as its cells show it.
pub type Cells = Vec<String>;

/// What a table shows, and what becomes of what is done in it.
#[derive(Clone, Copy)]
pub struct Table {
    pub tasks: TasksPage,
    /// Names it among the tables of the page.
    pub id: StoredValue<String>,
    pub columns: &'static [Column],
    pub rows: Memo<Vec<Cells>>,
    /// What stands in the row that is not added yet.
    pub fresh: RwSignal<Cells>,
    /// What is wrong with what was done last, and in which cell that was.
    pub problem: RwSignal<Option<String>>,
    pub touched: RwSignal<Option<Place>>,
    /// What was taken away last.
    pub gone: RwSignal<Option<Gone>>,
    /// Puts other cells in the place of a row, or adds a row.
    pub put: Callback<(Option<usize>, Cells), Result<(), Unreadable>>,
    pub remove: Callback<usize>,
}

/// The cells are no row: nothing was done with them, and [`Table::problem`] says why.
#[derive(Debug, Clone, Copy)]
pub struct Unreadable;

/// A cell: its row and its column.
pub type Place = (usize, usize);

/// A row that was taken away, and how it is brought back.
#[derive(Clone)]
pub struct Gone {
    pub name: String,
    pub bring_back: Callback<()>,
}

/// Says what was taken away, with the way back.
pub fn gone_view(tasks: TasksPage, id: String, gone: RwSignal<Option<Gone>>) -> impl IntoView {
    let undo = format!("{id}-undo");
    let focused = id.clone();
    let bring_back = move |_| {
        if let Some(taken) = gone.get_untracked() {
            gone.set(None);
            taken.bring_back.run(());
            let words = tasks.messages();
            tasks.page.announcement.set(words.undone.to_owned());
            dom::focus(&format!("#{focused}"));
        }
    };
    let said = move || {
        let language = tasks.page.language.get();
        gone.with(|it| it.as_ref().map(|it| removed(language, &it.name)))
    };
    let button = move || {
        gone.with(Option::is_some).then(|| {
            view! {
                <button type="button" class="button quiet" data-testid=undo.clone() on:click=bring_back.clone()>
                    {icon(Icon::Undo)}
                    {move || tasks.messages().undo}
                </button>
            }
        })
    };
    view! {
        <p class="row gone">
            <span role="status">{said}</span>
            {button}
        </p>
    }
}

/// What a new row begins with.
pub fn empty_row(columns: &[Column]) -> Cells {
    columns.iter().map(|it| it.empty().to_owned()).collect()
}

/// The table.
pub fn table(table: Table) -> AnyView {
    let tasks = table.tasks;
    let words = move || tasks.messages();
    let count = Memo::new(move |_| table.rows.with(Vec::len));
    let head = move || {
        let columns = table.columns.iter();
        columns
            .map(|column| view! { <th scope="col">{column.label(words())}</th> })
            .collect_view()
    };
    let fresh = table.fresh;
    let add = move || {
        let cells = fresh.get_untracked();
        let is_named = cells.first().is_some_and(|name| !name.trim().is_empty());
        table.touched.set(None);
        // What cannot be added stays, to be mended.
        if table.put.run((None, cells)).is_ok() && is_named {
            fresh.set(empty_row(table.columns));
        }
        dom::focus(&format!("#{}-new-name", table.id.get_value()));
    };
    let inputs = table.columns.iter().enumerate().map(|(at, column)| {
        let id = format!("{}-new-{}", table.id.get_value(), column.name());
        let put = move |text: String| {
            fresh.update(|cells| {
                if let Some(cell) = cells.get_mut(at) {
                    *cell = text;
                }
            });
        };
        let label = move || format!("{}: {}", words().new_row, column.label(words()));
        let input = control(
            tasks,
            *column,
            id,
            Signal::derive(label),
            Signal::derive(move || fresh.with(|cells| cells.get(at).cloned().unwrap_or_default())),
            Callback::new(put),
            Some(Callback::new(move |()| add())),
            Signal::stored(false),
        );
        view! { <td>{input}</td> }
    });
    let inputs = inputs.collect_view();
    view! {
        <div class="rows-scroller">
            <table class="rows-table">
                <thead>
                    <tr>
                        {head}
                        <td></td>
                    </tr>
                </thead>
                <tbody>
                    <For each=move || 0..count.get() key=|row| *row children=move |row| shown(table, row) />
                    <tr class="new-row">
                        {inputs}
                        <td>
                            <button type="button" class="icon-button" data-testid=format!("{}-add", table.id.get_value()) aria-label=move || words().add on:click=move |_| add()>
                                {icon(Icon::Add)}
                            </button>
                        </td>
                    </tr>
                </tbody>
            </table>
        </div>
        <p class="field-error" role="alert" data-testid=format!("{}-error", table.id.get_value())>{move || table.problem.get().filter(|_| table.touched.get().is_none())}</p>
        {gone_view(tasks, format!("{}-new-name", table.id.get_value()), table.gone)}
    }
    .into_any()
}

fn shown(table: Table, row: usize) -> impl IntoView {
    let tasks = table.tasks;
    let words = move || tasks.messages();
    let cells = Memo::new(move |_| {
        table
            .rows
            .with(|rows| rows.get(row).cloned().unwrap_or_default())
    });
    let name = move || cells.with(|cells| cells.first().cloned().unwrap_or_default());
    let inputs = table.columns.iter().enumerate().map(|(at, column)| {
        let text =
            Memo::new(move |_| cells.with(|cells| cells.get(at).cloned().unwrap_or_default()));
        let put = move |text: String| {
            let mut cells = cells.get_untracked();
            match cells.get_mut(at) {
                Some(cell) if *cell != text => *cell = text,
                _ => return,
            }
            table.touched.set(Some((row, at)));
            // What is wrong is said beside it.
            let _said = table.put.run((Some(row), cells));
        };
        let input = control(
            tasks,
            *column,
            format!("{}-{row}-{}", table.id.get_value(), column.name()),
            Signal::derive(move || format!("{}: {}", name(), column.label(words()))),
            Signal::derive(move || text.get()),
            Callback::new(put),
            None,
            Signal::derive(move || {
                table.touched.get() == Some((row, at)) && table.problem.with(Option::is_some)
            }),
        );
        view! { <td>{input}</td> }
    });
    let inputs = inputs.collect_view();
    // Beside the row: the end of a long table is out of sight.
    let problem = move || {
        let is_here = table.touched.get().is_some_and(|it| it.0 == row);
        table.problem.get().filter(|_| is_here).map(|problem| {
            view! {
                <tr class="row-problem">
                    <td colspan=table.columns.len() + 1>
                        <p class="field-error" role="alert" data-testid=format!("{}-error", table.id.get_value())>{problem}</p>
                    </td>
                </tr>
            }
        })
    };
    let remove = move |_| {
        table.touched.set(None);
        table.remove.run(row);
        let id = table.id.get_value();
        request_animation_frame(move || dom::focus(&format!("#{id}-new-name")));
    };
    view! {
        <tr data-testid=format!("{}-row", table.id.get_value())>
            {inputs}
            <td>
                <button
                    type="button"
                    class="icon-button"
                    data-testid="remove-row"
                    aria-label=move || format!("{}: {}", words().remove, name())
                    on:click=remove
                >
                    {icon(Icon::Close)}
                </button>
            </td>
        </tr>
        {problem}
    }
}

/// The control of a cell. `on_enter` is for rows that are not there yet.
#[allow(
    clippy::too_many_arguments,
    reason = "a cell is where all of a table meets"
)]
pub fn control(
    tasks: TasksPage,
    column: Column,
    id: String,
    label: Signal<String>,
    text: Signal<String>,
    put: Callback<String>,
    on_enter: Option<Callback<()>>,
    is_wrong: Signal<bool>,
) -> AnyView {
    // A browser tells of a change also when the control is taken away: then there is nobody to tell.
    let on_change = move |event: Event| {
        let _gone = put.try_run(event_target_value(&event));
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Enter" && !event.is_composing() {
            event.prevent_default();
            put.run(event_target_value(&event));
            if let Some(on_enter) = on_enter {
                on_enter.run(());
            }
        }
    };
    if column == Column::Unit {
        let options = move || {
            UNITS
                .map(|(name, _)| {
                    let shown = unit_name(tasks.messages(), name);
                    view! { <option value=name prop:selected=move || text.get() == name>{shown}</option> }
                })
                .collect_view()
        };
        return view! {
            <select id=id class="cell" aria-label=label prop:value=text on:change=on_change>
                <Show when=move || text.with(String::is_empty)>
                    <option value="" selected>"–"</option>
                </Show>
                {options}
            </select>
        }
        .into_any();
    }
    // A field for numbers drops signs that it does not know: of 12,5 it makes 125.
    let (kind, keyboard) = match column {
        Column::Amount => ("text", Some("numeric")),
        Column::BestBefore => ("date", None),
        _ => ("text", None),
    };
    view! {
        <input
            id=id
            class="cell"
            class:wide=column == Column::Name
            type=kind
            inputmode=keyboard
            maxlength="80"
            autocomplete="off"
            aria-label=label
            aria-invalid=move || is_wrong.get().then_some("true")
            prop:value=text
            on:change=on_change
            on:keydown=on_key
        />
    }
    .into_any()
}

/// An amount out of a cell.
pub fn amount_in(cells: &[String], at: usize) -> Option<u32> {
    whole_number(cells.get(at)?).filter(|amount| (1..=1_000_000).contains(amount))
}

/// A whole number as people type one, with the digits of a Japanese keyboard too.
pub fn whole_number<N: FromStr>(text: &str) -> Option<N> {
    let digits = text.trim().chars().map(|it| match it {
        '０'..='９' => char::from_digit(u32::from(it) - u32::from('０'), 10).unwrap_or(it),
        other => other,
    });
    digits.collect::<String>().parse().ok()
}

/// The text of a cell.
pub fn text_in(cells: &[String], at: usize) -> String {
    cells
        .get(at)
        .map(|it| it.trim().to_owned())
        .unwrap_or_default()
}

//! Other parameters for a task that waits for the person, or that failed.

use kikitori_tasks::escaped;
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use serde_json::{Map, Value, json};

use crate::kitchen::rows::{Cells, Column, Table, control, empty_row, table};
use crate::kitchen::shopping::{AMOUNTS, amount};
use crate::tasks::TasksPage;
use crate::value::label;

/// A parameter while it is edited.
#[derive(Clone, Copy)]
enum Field {
    Text(RwSignal<String>),
    Unit(RwSignal<String>),
    Number(RwSignal<String>),
    /// The rows, and the one that is not added yet.
    Amounts(RwSignal<Vec<Cells>>, RwSignal<Cells>),
    /// What cannot be edited here stays as it is.
    Fixed,
}

impl Field {
    fn of(name: &str, value: &Value) -> Self {
        match value {
            Value::Null if matches!(name, "amount" | "people") => Self::Number(RwSignal::default()),
            Value::Null if name == "unit" => Self::Unit(RwSignal::default()),
            Value::Null => Self::Fixed,
            Value::String(text) if name == "unit" => Self::Unit(RwSignal::new(text.clone())),
            Value::String(text) => Self::Text(RwSignal::new(text.clone())),
            Value::Number(number) => Self::Number(RwSignal::new(number.to_string())),
            Value::Array(items) => {
                let rows: Option<Vec<Cells>> = items.iter().map(cells_said).collect();
                match rows {
                    Some(rows) => {
                        let fresh = RwSignal::new(empty_row(&AMOUNTS));
                        Self::Amounts(RwSignal::new(rows), fresh)
                    }
                    None => Self::Fixed,
                }
            }
            _ => Self::Fixed,
        }
    }

    /// What stands in it now; none where that is not of its kind.
    fn value(self, before: &Value) -> Option<Value> {
        Some(match self {
            Self::Text(text) => json!(text.get_untracked().trim()),
            // Which one it is nobody guesses.
            Self::Unit(unit) => json!(Some(unit.get_untracked()).filter(|it| !it.is_empty())?),
            Self::Number(text) => json!(text.get_untracked().trim().parse::<u64>().ok()?),
            Self::Amounts(rows, fresh) => {
                let mut rows = rows.get_untracked();
                // A row that was filled in counts, added or not.
                let fresh = fresh.get_untracked();
                if fresh.first().is_some_and(|name| !name.trim().is_empty()) {
                    rows.push(fresh);
                }
                let amounts: Option<Vec<_>> = rows.iter().map(|it| amount(it)).collect();
                json!(amounts?)
            }
            Self::Fixed => before.clone(),
        })
    }
}

/// The cells of an amount, of which not all need be said.
fn cells_said(item: &Value) -> Option<Cells> {
    let name = item.get("name")?.as_str()?;
    let (amount, unit) = (item.get("amount")?, item.get("unit")?);
    let amount = match amount {
        Value::Null => String::new(),
        Value::Number(amount) => amount.to_string(),
        _ => return None,
    };
    let unit = match unit {
        Value::Null => "",
        unit => unit.as_str()?,
    };
    Some(vec![name.to_owned(), amount, unit.to_owned()])
}

/// What is edited.
pub struct Edited<'a> {
    /// The task's place in the plan.
    pub position: usize,
    /// What it is called with now.
    pub parameters: &'a Map<String, Value>,
    /// The same as it was planned, with references.
    pub planned: &'a Map<String, Value>,
    /// What is asked for and not said yet.
    pub asks_for: &'a [String],
    /// What the button says.
    pub submit: &'static str,
}

/// The parameters of a task in controls, also those that are asked for and not said yet; `done`
/// gets all of them.
pub fn editor(
    tasks: TasksPage,
    edited: &Edited,
    done: Callback<Map<String, Value>>,
    cancel: Callback<()>,
) -> AnyView {
    let (asks_for, submit_text) = (edited.asks_for, edited.submit);
    let is_asked_for = |name: &String| asks_for.contains(name);
    let said = edited.parameters.iter();
    let said = said.filter(|(name, value)| !value.is_null() || is_asked_for(name));
    let mut fields: Vec<(String, Value, Field)> = said
        .map(|(name, value)| (name.clone(), value.clone(), Field::of(name, value)))
        .collect();
    for name in asks_for {
        if !fields.iter().any(|(it, ..)| it == name) {
            fields.push((name.clone(), Value::Null, Field::of(name, &Value::Null)));
        }
    }
    let must_fill_in = !asks_for.is_empty();
    let problem = RwSignal::new(None::<String>);
    let (planned, all) = (edited.planned.clone(), fields.clone());
    let take = Callback::new(move |()| {
        let mut parameters = planned.clone();
        for (name, before, field) in &all {
            match field.value(before) {
                // What was not edited goes on referring to what other tasks give.
                Some(value) if value == *before => {}
                Some(value) => drop(parameters.insert(name.clone(), escaped(&value))),
                None => {
                    problem.set(Some(tasks.messages().bad_amount.to_owned()));
                    return;
                }
            }
        }
        done.run(parameters);
    });
    let shown = fields
        .iter()
        .map(|(name, _, field)| shown(tasks, edited.position, name, *field, take));
    let shown = shown.collect_view();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        take.run(());
    };
    view! {
        <form class="editor" data-testid="editor" on:submit=submit>
            {shown}
            <p class="field-error" role="alert">{move || problem.get()}</p>
            <p class="row">
                <button type="submit" class="button primary" data-testid="edit-done">{submit_text}</button>
                <button type="button" class="button quiet" on:click=move |_| cancel.run(())>
                    {move || match must_fill_in {
                        true => tasks.messages().leave_out,
                        false => tasks.page.messages().close,
                    }}
                </button>
            </p>
        </form>
    }
    .into_any()
}

/// A parameter in its control. Enter in one takes them all.
fn shown(
    tasks: TasksPage,
    position: usize,
    name: &str,
    field: Field,
    take: Callback<()>,
) -> AnyView {
    let id = format!("edit-{position}-{name}");
    let name_of = {
        let name = name.to_owned();
        Signal::derive(move || label(tasks.messages(), &name))
    };
    let column = match (name, field) {
        (_, Field::Unit(_)) => Column::Unit,
        ("best_before", _) => Column::BestBefore,
        (_, Field::Number(_)) => Column::Amount,
        _ => Column::Name,
    };
    match field {
        Field::Text(text) | Field::Unit(text) | Field::Number(text) => {
            let put = Callback::new(move |it| text.set(it));
            let control = control(tasks, column, id, name_of, text.into(), put, Some(take));
            view! { <div class="edit-field"><span aria-hidden="true">{name_of}</span>{control}</div> }.into_any()
        }
        Field::Amounts(rows, fresh) => {
            let put = Callback::new(move |(row, cells): (Option<usize>, Cells)| {
                rows.update(|rows| match row {
                    Some(row) => {
                        if let Some(place) = rows.get_mut(row) {
                            *place = cells;
                        }
                    }
                    None => rows.push(cells),
                });
            });
            let remove = Callback::new(move |row: usize| {
                rows.update(|rows| {
                    if row < rows.len() {
                        rows.remove(row);
                    }
                });
            });
            table(Table {
                tasks,
                id: StoredValue::new(id),
                columns: &AMOUNTS,
                fresh,
                rows: Memo::new(move |_| rows.get()),
                problem: RwSignal::new(None),
                put,
                remove,
            })
        }
        Field::Fixed => ().into_any(),
    }
}

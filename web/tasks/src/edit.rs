//! Other parameters for a task that waits for the person, or that failed.

use kikitori_json::read;
use kikitori_tasks::escaped;
use leptos::ev::{Event, InputEvent, SubmitEvent};
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use serde_json::{Map, Value, json};
use web_sys::{CustomEvent, CustomEventInit};

use crate::kitchen::rows::{Cells, Column, Gone, Table, control, empty_row, table, whole_number};
use crate::kitchen::shopping::{AMOUNTS, amount};
use crate::messages::phrases;
use crate::preview::{Foretold, Preview, preview_now, preview_view};
use crate::tasks::TasksPage;
use crate::unsent::edited_key;
use crate::value::label;
use crate::view::TaskView;

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
            Self::Text(text) => json!(text.get().trim()),
            // Which one it is nobody guesses.
            Self::Unit(unit) => json!(Some(unit.get()).filter(|it| !it.is_empty())?),
            Self::Number(text) => json!(whole_number::<u64>(&text.get())?),
            Self::Amounts(rows, fresh) => {
                let mut rows = rows.get();
                // A row that was filled in counts, added or not.
                let fresh = fresh.get();
                if fresh.first().is_some_and(|name| !name.trim().is_empty()) {
                    rows.push(fresh);
                }
                let amounts: Option<Vec<_>> = rows.iter().map(|it| amount(it)).collect();
                json!(amounts?)
            }
            Self::Fixed => before.clone(),
        })
    }

    /// What is typed in it, be it a value or not yet, so that [`Field::put_back`] puts it there again.
    fn typed(self) -> Value {
        match self {
            Self::Text(text) | Self::Unit(text) | Self::Number(text) => json!(text.get()),
            Self::Amounts(rows, fresh) => json!([rows.get(), fresh.get()]),
            Self::Fixed => Value::Null,
        }
    }

    fn put_back(self, typed: Value) {
        match self {
            Self::Text(text) | Self::Unit(text) | Self::Number(text) => {
                if let Ok(typed) = read(typed) {
                    text.set(typed);
                }
            }
            Self::Amounts(rows, fresh) => {
                let typed: Result<(Vec<Cells>, Cells), _> = read(typed);
                if let Ok((all, next)) = typed {
                    rows.set(all);
                    fresh.set(next);
                }
            }
            Self::Fixed => {}
        }
    }
}

impl Field {
    /// The first of several rows that is no amount: its number, and what it names.
    fn wrong_row(self) -> Option<(usize, String)> {
        let Self::Amounts(rows, fresh) = self else {
            return None;
        };
        let (rows, fresh) = (rows.get(), fresh.get());
        let mut all = rows.iter().chain([&fresh]).zip(1..);
        let wrong = all.find(|(it, _)| amount(it).is_none());
        wrong.map(|(row, number)| (number, row.first().cloned().unwrap_or_default()))
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
    /// Its id.
    pub task: &'a str,
    /// What it is called with now.
    pub parameters: &'a Map<String, Value>,
    /// The same as it was planned, with references.
    pub planned: &'a Map<String, Value>,
    /// What is asked for and not said yet.
    pub asks_for: &'a [String],
    /// What the button says.
    pub submit: &'static str,
    /// The service and the method of a task that asks before it runs: what would come of it is shown
    /// while it is edited, and who sees that need not be asked again.
    pub asks_first: Option<(String, String)>,
}

/// The service and the method of `task`, if it asks before it runs.
pub fn asks_first(task: &TaskView) -> Option<(String, String)> {
    let called = || (task.service.clone(), task.method.clone());
    task.asks_first.then(called)
}

/// What the person has decided on.
pub struct Decided {
    /// All of the task's parameters.
    pub parameters: Map<String, Value>,
    /// Whether they have seen what would come of them.
    pub is_approved: bool,
}

/// The parameters of a task in controls, also those that are asked for and not said yet; `done`
/// gets all of them.
pub fn editor(
    tasks: TasksPage,
    edited: &Edited,
    done: Callback<Decided>,
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
    let key = StoredValue::new(edited_key(edited.task, edited.parameters));
    for (name, typed) in key.with_value(|it| tasks.kept_edit(it)).unwrap_or_default() {
        if let Some((.., field)) = fields.iter().find(|it| it.0 == name) {
            field.put_back(typed);
        }
    }
    {
        let all = fields.clone();
        let typed = move || {
            let typed = all.iter().map(|it| (it.0.clone(), it.2.typed()));
            typed.collect::<Map<_, _>>()
        };
        Effect::watch(
            typed,
            move |typed, _, _| key.with_value(|it| tasks.keep_edit(it, typed.clone())),
            false,
        );
    }
    let must_fill_in = !asks_for.is_empty();
    let called_with = {
        let (all, base) = (fields.clone(), edited.parameters.clone());
        Memo::new(move |_| with_values(&base, &all))
    };
    let preview = edited.asks_first.clone();
    let preview = preview.map(|it| preview_now(tasks, it, called_with.into(), None));
    // What is shown may be of what stood there a moment ago.
    let is_foretold = move || {
        let is_of = |of: &Map<String, Value>| called_with.with(|it| it.as_ref() == Some(of));
        preview.is_some_and(|it| {
            it.with(|it| matches!(it, Some((of, Preview::Would(_))) if is_of(of)))
        })
    };
    let is_refused = RwSignal::new(false);
    let problem = {
        let all = fields.clone();
        move || {
            if !is_refused.get() {
                return None;
            }
            let lacks =
                |(_, before, field): &&(String, Value, Field)| field.value(before).is_none();
            let (.., wrong) = all.iter().find(lacks)?;
            let language = tasks.page.language.get();
            Some(phrases::bad_amount(language, wrong.wrong_row().as_ref()))
        }
    };
    let (planned, all) = (edited.planned.clone(), fields.clone());
    let take = Callback::new(move |()| {
        let mut parameters = planned.clone();
        for (name, before, field) in &all {
            match untrack(|| field.value(before)) {
                // What was not edited goes on referring to what other tasks give.
                Some(value) if value == *before => {}
                Some(value) => drop(parameters.insert(name.clone(), escaped(&value))),
                None => return is_refused.set(true),
            }
        }
        let is_approved = untrack(is_foretold);
        key.with_value(|it| tasks.forget_edit(it));
        done.run(Decided {
            parameters,
            is_approved,
        });
    });
    // Who sees what comes of it lets it be done.
    let submit_text = move || {
        let has_preview = |it: Foretold| it.with(|it| matches!(it, Some((_, Preview::Would(_)))));
        match preview.is_some_and(has_preview) {
            true => tasks.messages().approve,
            false => submit_text,
        }
    };
    let shown = fields
        .iter()
        .map(|(name, _, field)| shown(tasks, edited.position, name, *field, take));
    let shown = shown.collect_view();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        take.run(());
    };
    let give_up = move |_| {
        key.with_value(|it| tasks.forget_edit(it));
        cancel.run(());
    };
    view! {
        <form class="editor" data-testid="editor" data-foretold=move || is_foretold().then_some("yes") on:submit=submit on:input=take_up>
            {shown}
            {preview.map(|it| preview_view(tasks, "foretold-edited", it))}
            <p class="field-error" role="alert">{problem}</p>
            <p class="row">
                <button type="submit" class="button primary" data-testid="edit-done">{submit_text}</button>
                <button type="button" class="button quiet" on:click=give_up>
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

/// The parameters of a call with what stands in the fields; none while one of them has no value.
fn with_values(
    base: &Map<String, Value>,
    fields: &[(String, Value, Field)],
) -> Option<Map<String, Value>> {
    let mut parameters = base.clone();
    for (name, before, field) in fields {
        parameters.insert(name.clone(), field.value(before)?);
    }
    Some(parameters)
}

/// Takes what is typed at once, so that what comes of it is seen before anything is pressed: controls
/// hear of changes. What is half a number or half a word yet has no value.
fn take_up(event: Event) {
    let input = event.dyn_ref::<InputEvent>();
    let is_composing = input.is_some_and(InputEvent::is_composing);
    if is_composing || event_target_value(&event).is_empty() {
        return;
    }
    let init = CustomEventInit::new();
    init.set_bubbles(true);
    let change = CustomEvent::new_with_event_init_dict("change", &init);
    if let (Some(target), Ok(change)) = (event.target(), change) {
        // Whoever listens is this page's own.
        let _ = target.dispatch_event(&change);
    }
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
            let control = control(
                tasks,
                column,
                id,
                name_of,
                text.into(),
                put,
                Some(take),
                Signal::stored(false),
            );
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
                Ok(())
            });
            let gone = RwSignal::new(None);
            let remove = Callback::new(move |row: usize| {
                let Some(old) = rows.with_untracked(|rows| rows.get(row).cloned()) else {
                    return;
                };
                let name = old.first().cloned().unwrap_or_default();
                let bring_back =
                    Callback::new(move |()| rows.update(|rows| rows.push(old.clone())));
                gone.set(Some(Gone { name, bring_back }));
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
                touched: RwSignal::new(None),
                gone,
                put,
                remove,
            })
        }
        Field::Fixed => ().into_any(),
    }
}

//! A list that is kept in the pantry, as a table.

use futures::future::LocalBoxFuture;
use kikitori_tasks::kitchen::{Kitchen, KitchenError, Pantry};
use leptos::prelude::*;

use super::edited;
use super::rows::{Cells, Column, Gone, Table, Unreadable, empty_row, table};
use crate::tasks::TasksPage;

/// What came of a change.
pub type Changed = LocalBoxFuture<'static, Result<(), KitchenError>>;

/// What is shown of which list, and how it is changed.
pub struct List<T> {
    /// Names it among the tables of the page.
    pub id: &'static str,
    pub columns: &'static [Column],
    pub of: fn(&Pantry) -> &[T],
    pub cells: fn(&T) -> Cells,
    /// What stands in a row, if its number is one.
    pub read: fn(&[String]) -> Option<T>,
    /// Puts the one in the place of the other: none of them is a row that is new, or goes.
    pub change: fn(Kitchen, Option<T>, Option<T>) -> Changed,
}

/// The list, a row an entry.
pub fn list<T: Clone + Send + Sync + 'static>(tasks: TasksPage, list: List<T>) -> AnyView {
    let List {
        of,
        cells,
        read,
        change,
        ..
    } = list;
    let rows = Memo::new(move |_| {
        tasks
            .pantry
            .with(|pantry| of(pantry).iter().map(cells).collect::<Vec<_>>())
    });
    let problem = RwSignal::new(None);
    let at = move |row: usize| tasks.pantry.with_untracked(|it| of(it).get(row).cloned());
    let replace = move |old, new| {
        edited(tasks, problem, async move {
            change(tasks.kitchen().await, old, new).await
        });
    };
    let put = Callback::new(
        move |(row, cells): (Option<usize>, Cells)| match read(&cells) {
            Some(new) => {
                replace(row.and_then(at), Some(new));
                Ok(())
            }
            None => {
                problem.set(Some(tasks.messages().bad_amount.to_owned()));
                Err(Unreadable)
            }
        },
    );
    let gone = RwSignal::new(None);
    let remove = move |row: usize| {
        let Some(old) = at(row) else { return };
        let name = cells(&old).into_iter().next().unwrap_or_default();
        replace(Some(old.clone()), None);
        let bring_back = Callback::new(move |()| replace(None, Some(old.clone())));
        gone.set(Some(Gone { name, bring_back }));
    };
    table(Table {
        tasks,
        id: StoredValue::new(list.id.to_owned()),
        columns: list.columns,
        fresh: RwSignal::new(empty_row(list.columns)),
        rows,
        problem,
        touched: RwSignal::new(None),
        gone,
        put,
        remove: Callback::new(remove),
    })
}

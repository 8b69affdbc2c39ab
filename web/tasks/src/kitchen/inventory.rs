//! What is in the kitchen.

use kikitori_tasks::kitchen::Item;
use leptos::prelude::*;

use super::rows::{Cells, Column, Table, amount_in, empty_row, table, text_in};
use super::{edited, unit_name, unit_of};
use crate::tasks::TasksPage;

const COLUMNS: [Column; 4] = [
    Column::Name,
    Column::Amount,
    Column::Unit,
    Column::BestBefore,
];

/// The inventory, a row an item.
#[component]
pub fn Inventory(
    /// Whose.
    tasks: TasksPage,
) -> impl IntoView {
    let rows = Memo::new(move |_| {
        tasks
            .pantry
            .with(|pantry| pantry.items.iter().map(cells).collect::<Vec<_>>())
    });
    let problem = RwSignal::new(None);
    let at = move |row: usize| tasks.pantry.with_untracked(|it| it.items.get(row).cloned());
    let put = Callback::new(move |(row, cells): (Option<usize>, Cells)| {
        let old = row.and_then(at);
        let Some(new) = item(&cells) else {
            problem.set(Some(tasks.messages().bad_amount.to_owned()));
            return;
        };
        edited(tasks, problem, async move {
            tasks
                .kitchen()
                .await
                .change_item(old.as_ref(), Some(&new))
                .await
        });
    });
    let remove = Callback::new(move |row| {
        let old = at(row);
        edited(tasks, problem, async move {
            tasks.kitchen().await.change_item(old.as_ref(), None).await
        });
    });
    table(Table {
        tasks,
        id: StoredValue::new("inventory".to_owned()),
        columns: &COLUMNS,
        fresh: RwSignal::new(empty_row(&COLUMNS)),
        rows,
        problem,
        put,
        remove,
    })
}

fn cells(item: &Item) -> Cells {
    vec![
        item.name.clone(),
        item.amount.to_string(),
        unit_name(item.unit).to_owned(),
        item.best_before.clone().unwrap_or_default(),
    ]
}

fn item(cells: &[String]) -> Option<Item> {
    Some(Item {
        name: text_in(cells, 0),
        amount: amount_in(cells, 1)?,
        unit: unit_of(&text_in(cells, 2)),
        best_before: Some(text_in(cells, 3)).filter(|it| !it.is_empty()),
    })
}

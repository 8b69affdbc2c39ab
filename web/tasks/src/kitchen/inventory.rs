//! What is in the kitchen.

use kikitori_tasks::kitchen::Item;
use leptos::prelude::*;

use super::list::{List, list};
use super::rows::{Cells, Column, amount_in, text_in};
use super::{unit_name, unit_of};
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
    list(
        tasks,
        List {
            id: "inventory",
            columns: &COLUMNS,
            of: |pantry| &pantry.items,
            cells,
            read: item,
            change: |kitchen, old, new| {
                Box::pin(async move { kitchen.change_item(old.as_ref(), new.as_ref()).await })
            },
        },
    )
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
        unit: unit_of(&text_in(cells, 2))?,
        best_before: Some(text_in(cells, 3)).filter(|it| !it.is_empty()),
    })
}

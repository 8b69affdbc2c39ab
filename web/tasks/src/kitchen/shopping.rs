//! What is to be bought.

use kikitori_tasks::kitchen::Amount;
use leptos::prelude::*;

use super::list::{List, list};
use super::rows::{Cells, Column, amount_in, text_in};
use super::{unit_name, unit_of};
use crate::tasks::TasksPage;

/// The columns of amounts.
pub const AMOUNTS: [Column; 3] = [Column::Name, Column::Amount, Column::Unit];

/// The shopping list, a row a line.
#[component]
pub fn Shopping(
    /// Whose.
    tasks: TasksPage,
) -> impl IntoView {
    list(
        tasks,
        List {
            id: "shopping",
            columns: &AMOUNTS,
            of: |pantry| &pantry.shopping,
            cells,
            read: amount,
            change: |kitchen, old, new| {
                Box::pin(async move { kitchen.change_shopping(old.as_ref(), new.as_ref()).await })
            },
        },
    )
}

/// An amount as its cells show it.
pub fn cells(amount: &Amount) -> Cells {
    vec![
        amount.name.clone(),
        amount.amount.to_string(),
        unit_name(amount.unit).to_owned(),
    ]
}

/// The amount in these cells, if its number is one.
pub fn amount(cells: &[String]) -> Option<Amount> {
    Some(Amount {
        name: text_in(cells, 0),
        amount: amount_in(cells, 1)?,
        unit: unit_of(&text_in(cells, 2))?,
    })
}

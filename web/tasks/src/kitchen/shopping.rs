//! What is to be bought.

use kikitori_tasks::kitchen::Amount;
use leptos::prelude::*;

use super::rows::{Cells, Column, Table, amount_in, empty_row, table, text_in};
use super::{edited, unit_name, unit_of};
use crate::tasks::TasksPage;

/// The columns of amounts.
pub const AMOUNTS: [Column; 3] = [Column::Name, Column::Amount, Column::Unit];

/// The shopping list, a row a line.
#[component]
pub fn Shopping(
    /// Whose.
    tasks: TasksPage,
) -> impl IntoView {
    let rows = Memo::new(move |_| {
        tasks
            .pantry
            .with(|pantry| pantry.shopping.iter().map(cells).collect::<Vec<_>>())
    });
    let problem = RwSignal::new(None);
    let at = move |row: usize| {
        tasks
            .pantry
            .with_untracked(|it| it.shopping.get(row).cloned())
    };
    let put = Callback::new(move |(row, cells): (Option<usize>, Cells)| {
        let old = row.and_then(at);
        let Some(new) = amount(&cells) else {
            problem.set(Some(tasks.messages().bad_amount.to_owned()));
            return;
        };
        edited(tasks, problem, async move {
            tasks
                .kitchen()
                .await
                .change_shopping(old.as_ref(), Some(&new))
                .await
        });
    });
    let remove = Callback::new(move |row| {
        let old = at(row);
        edited(tasks, problem, async move {
            tasks
                .kitchen()
                .await
                .change_shopping(old.as_ref(), None)
                .await
        });
    });
    table(Table {
        tasks,
        id: StoredValue::new("shopping".to_owned()),
        columns: &AMOUNTS,
        fresh: RwSignal::new(empty_row(&AMOUNTS)),
        rows,
        problem,
        put,
        remove,
    })
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
        unit: unit_of(&text_in(cells, 2)),
    })
}

//! The recipe book.

use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::dom::focus_soon;
use kikitori_tasks::kitchen::Recipe;
use leptos::ev::{Event, SubmitEvent};
use leptos::prelude::*;

use super::edited;
use super::rows::{Cells, Gone, Table, Unreadable, empty_row, gone_view, table, whole_number};
use super::shopping::{AMOUNTS, amount, cells};
use crate::messages::phrases;
use crate::tasks::TasksPage;

/// The recipes, each with its ingredients on demand, and a way to add one.
#[component]
pub fn Recipes(
    /// Whose.
    tasks: TasksPage,
) -> impl IntoView {
    let words = move || tasks.messages();
    let count = Memo::new(move |_| tasks.book.with(|it| it.recipes.len()));
    let problem = RwSignal::new(None::<String>);
    let gone = RwSignal::new(None);
    let name = RwSignal::new(String::new());
    let add = move || {
        let recipe = Recipe {
            name: name.get_untracked().trim().to_owned(),
            serves: 2,
            minutes: 30,
            ingredients: Vec::new(),
        };
        if !recipe.name.is_empty() {
            name.set(String::new());
        }
        edited(tasks, problem, async move {
            tasks
                .kitchen()
                .await
                .change_recipe(None, Some(&recipe))
                .await
        });
    };
    view! {
        <ul class="recipes">
            <For each=move || 0..count.get() key=|at| *at children=move |at| recipe(tasks, at, problem, gone) />
        </ul>
        {gone_view(tasks, "new-recipe".to_owned(), gone)}
        <form
            class="new-recipe"
            on:submit=move |event: SubmitEvent| {
                event.prevent_default();
                add();
            }
        >
            <label for="new-recipe">{move || words().new_recipe}</label>
            <input
                id="new-recipe"
                class="cell wide"
                type="text"
                maxlength="80"
                autocomplete="off"
                prop:value=move || name.get()
                on:input=move |event| name.set(event_target_value(&event))
            />
            <button type="submit" class="button" data-testid="recipe-add">
                {icon(Icon::Add)}
                {move || words().add}
            </button>
        </form>
        <p class="field-error" role="alert" data-testid="recipes-error">{move || problem.get()}</p>
    }
}

fn recipe(
    tasks: TasksPage,
    at: usize,
    problem: RwSignal<Option<String>>,
    gone: RwSignal<Option<Gone>>,
) -> impl IntoView {
    let words = move || tasks.messages();
    let shown = Memo::new(move |_| tasks.book.with(|book| book.recipes.get(at).cloned()));
    let of = move |read: fn(&Recipe) -> String| {
        shown.with(|it| it.as_ref().map(read).unwrap_or_default())
    };
    let about = move || {
        shown.with(|it| {
            it.as_ref()
                .map(|it| phrases::recipe(tasks.page.language.get(), it.serves, it.minutes))
        })
    };
    let change = move |change: &dyn Fn(&mut Recipe)| {
        let Some(old) = shown.get_untracked() else {
            return;
        };
        let mut new = old.clone();
        change(&mut new);
        if new != old {
            edited(tasks, problem, async move {
                tasks
                    .kitchen()
                    .await
                    .change_recipe(Some(&old), Some(&new))
                    .await
            });
        }
    };
    let rename = move |event: Event| {
        let name = event_target_value(&event).trim().to_owned();
        change(&|it| it.name.clone_from(&name));
    };
    let number = move |event: Event, set: fn(&mut Recipe, u32), least: u32| match whole_number(
        &event_target_value(&event),
    ) {
        Some(number) if (least..=10_000).contains(&number) => change(&|it| set(it, number)),
        _ => problem.set(Some(tasks.messages().bad_amount.to_owned())),
    };
    let rows = Memo::new(move |_| {
        shown.with(|it| {
            let ingredients = it.as_ref().map(|it| it.ingredients.as_slice());
            ingredients
                .unwrap_or_default()
                .iter()
                .map(cells)
                .collect::<Vec<_>>()
        })
    });
    let put = Callback::new(move |(row, cells): (Option<usize>, Cells)| {
        let Some(new) = amount(&cells).filter(|it| !it.name.is_empty()) else {
            problem.set(Some(tasks.messages().bad_amount.to_owned()));
            return Err(Unreadable);
        };
        change(&|recipe| {
            let place = match row {
                Some(row) => recipe.ingredients.get_mut(row),
                None => None,
            };
            match place {
                Some(place) => *place = new.clone(),
                None => recipe.ingredients.push(new.clone()),
            }
        });
        Ok(())
    });
    let gone_row = RwSignal::new(None);
    let remove_row = Callback::new(move |row: usize| {
        let old = shown.with_untracked(|it| it.as_ref()?.ingredients.get(row).cloned());
        let Some(old) = old else { return };
        let name = old.name.clone();
        let bring_back =
            Callback::new(move |()| change(&|recipe| recipe.ingredients.push(old.clone())));
        gone_row.set(Some(Gone { name, bring_back }));
        change(&|recipe| {
            if row < recipe.ingredients.len() {
                recipe.ingredients.remove(row);
            }
        });
    });
    let remove = move |_| {
        let Some(old) = shown.get_untracked() else {
            return;
        };
        let (name, back) = (old.name.clone(), old.clone());
        let bring_back = Callback::new(move |()| {
            let back = back.clone();
            edited(tasks, problem, async move {
                tasks.kitchen().await.change_recipe(None, Some(&back)).await
            });
        });
        gone.set(Some(Gone { name, bring_back }));
        focus_soon("#new-recipe");
        edited(tasks, problem, async move {
            tasks.kitchen().await.change_recipe(Some(&old), None).await
        });
    };
    let ingredients = table(Table {
        tasks,
        id: StoredValue::new(format!("recipe-{at}")),
        columns: &AMOUNTS,
        fresh: RwSignal::new(empty_row(&AMOUNTS)),
        rows,
        problem,
        touched: RwSignal::new(None),
        gone: gone_row,
        put,
        remove: remove_row,
    });
    view! {
        <li>
            <details class="recipe" data-testid="recipe">
                <summary>
                    <span dir="auto">{move || of(|it| it.name.clone())}</span>
                    " "
                    <span class="count">{about}</span>
                </summary>
                <div class="recipe-fields">
                    <label>
                        {move || words().key_name}
                        <input class="cell wide" type="text" maxlength="80" prop:value=move || of(|it| it.name.clone()) on:change=rename />
                    </label>
                    <label>
                        {move || words().key_people}
                        <input class="cell" type="text" inputmode="numeric" prop:value=move || of(|it| it.serves.to_string()) on:change=move |event| number(event, |it, to| it.serves = to, 1) />
                    </label>
                    <label>
                        {move || words().key_minutes}
                        <input class="cell" type="text" inputmode="numeric" prop:value=move || of(|it| it.minutes.to_string()) on:change=move |event| number(event, |it, to| it.minutes = to, 0) />
                    </label>
                </div>
                {ingredients}
                <button type="button" class="button quiet" data-testid="recipe-remove" on:click=remove>
                    {icon(Icon::Delete)}
                    {move || words().remove_recipe}
                </button>
            </details>
        </li>
    }
}

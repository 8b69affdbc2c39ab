//! The kitchen on the page: what is in it, the recipe book, the shopping list and what may be
//! changed without asking. All of it can be edited by hand.

mod allowed;
mod inventory;
mod list;
mod recipes;
pub mod rows;
pub mod shopping;
mod stored;

use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::dom::focus_soon;
use kikitori_tasks::kitchen::{KitchenError, Unit};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::messages::Messages;
use crate::messages::phrases::counted;
use crate::tasks::TasksPage;
use allowed::Allowed;
use inventory::Inventory;
use recipes::Recipes;
use shopping::Shopping;

/// The kitchen.
#[component]
pub fn KitchenTables(
    /// Whose.
    tasks: TasksPage,
) -> impl IntoView {
    let words = move || tasks.messages();
    let items = Memo::new(move |_| tasks.pantry.with(|it| it.items.len()));
    let recipes = Memo::new(move |_| tasks.book.with(|it| it.recipes.len()));
    let lines = Memo::new(move |_| tasks.pantry.with(|it| it.shopping.len()));
    let count = move |count: Memo<usize>| counted(tasks.page.language.get(), count.get());
    view! {
        <section class="kitchen" aria-labelledby="kitchen-title" data-testid="kitchen">
            <h2 id="kitchen-title">{move || words().kitchen}</h2>
            <p class="quiet-text">{move || words().kitchen_lead}</p>
            <details class="kitchen-part" data-testid="inventory">
                <summary>{move || words().inventory} <span class="count">{move || count(items)}</span></summary>
                <Inventory tasks />
            </details>
            <details class="kitchen-part" data-testid="recipes">
                <summary>{move || words().recipe_book} <span class="count">{move || count(recipes)}</span></summary>
                <Recipes tasks />
            </details>
            <details class="kitchen-part" data-testid="shopping">
                <summary>{move || words().shopping_list} <span class="count">{move || count(lines)}</span></summary>
                <Shopping tasks />
            </details>
            <details class="kitchen-part" data-testid="allowed">
                <summary>{move || words().allowed_title}</summary>
                <Allowed tasks />
            </details>
            <Reset tasks />
        </section>
    }
}

/// Puts the sample in the place of everything.
#[component]
fn Reset(tasks: TasksPage) -> impl IntoView {
    let words = move || tasks.messages();
    let is_asked = RwSignal::new(false);
    let reset = move |_| {
        is_asked.set(false);
        focus_soon("[data-testid=reset]");
        edited(tasks, RwSignal::new(None), async move {
            tasks.kitchen().await.reset(&stored::day_in).await
        });
    };
    view! {
        <p class="row reset">
            <Show
                when=move || is_asked.get()
                fallback=move || {
                    view! {
                        <button
                            type="button"
                            class="button quiet"
                            data-testid="reset"
                            on:click=move |_| {
                                is_asked.set(true);
                                focus_soon("[data-testid=reset-confirm]");
                            }
                        >
                            {icon(Icon::Undo)}
                            {move || words().reset}
                        </button>
                    }
                }
            >
                <span>{move || words().reset_question}</span>
                <button type="button" class="button danger" data-testid="reset-confirm" on:click=reset>
                    {move || words().reset_now}
                </button>
                <button
                    type="button"
                    class="button quiet"
                    on:click=move |_| {
                        is_asked.set(false);
                        focus_soon("[data-testid=reset]");
                    }
                >
                    {move || tasks.page.messages().keep}
                </button>
            </Show>
        </p>
    }
}

/// Makes a change, shows what came of it here and in other tabs, and says why it was not made.
fn edited(
    tasks: TasksPage,
    problem: RwSignal<Option<String>>,
    change: impl Future<Output = Result<(), KitchenError>> + 'static,
) {
    problem.set(None);
    spawn_local(async move {
        // What was found wrong since is not taken away by this having gone well.
        if let Err(error) = change.await {
            problem.try_set(Some(problem_of(tasks, &error)));
        }
        tasks.look_into_kitchen().await;
        tasks.kitchen_changed();
    });
}

/// Why something was not changed.
fn problem_of(tasks: TasksPage, error: &KitchenError) -> String {
    let language = tasks.page.language.get_untracked();
    let words = Messages::of(language);
    match error {
        KitchenError::Store(error) => language.store_advice(error).to_owned(),
        // The kitchen speaks the language of the page.
        KitchenError::Refused(text) => text.clone(),
        KitchenError::Busy => words.busy.to_owned(),
        KitchenError::NothingToUndo => words.nothing_to_undo.to_owned(),
    }
}

/// The units by the names that they are kept under.
const UNITS: [(&str, Unit); 3] = [("g", Unit::G), ("ml", Unit::Ml), ("piece", Unit::Piece)];

fn unit_name(unit: Unit) -> &'static str {
    let mut units = UNITS.into_iter();
    units.find(|it| it.1 == unit).map_or("piece", |it| it.0)
}

fn unit_of(name: &str) -> Option<Unit> {
    let mut units = UNITS.into_iter();
    units.find(|it| it.0 == name).map(|it| it.1)
}

//! What is cooked on a day.

use serde_json::json;

use super::Kitchen;
use super::avoid::Avoided;
use super::data::{Pantry, Recipe, RecipeBook};
use super::keep::KitchenError;
use super::methods;
use super::names::{asks, is_same, may_mean, meant};
use super::parameters::{Menu, PlanDay};
use super::services::failed;
use super::stock::{Stock, Taken, is_day, scaled};
use super::texts::Texts;
use crate::execution::TaskOutcome;
use crate::service::LocalService;

/// The service.
pub(super) fn menu(kitchen: &Kitchen) -> LocalService {
    let kitchen = kitchen.clone();
    LocalService::new("menu", "Plans what is cooked on which day.").method(
        methods::PLAN_DAY.info(),
        move |plan: PlanDay, _| {
            let kitchen = kitchen.clone();
            async move {
                let read = async { Ok((kitchen.pantry().await?, kitchen.recipe_book().await?)) };
                match read.await {
                    Ok((pantry, book)) => match plan_day(&plan, &pantry, &book, kitchen.texts) {
                        Ok(menu) => TaskOutcome::Done(json!(menu)),
                        Err(outcome) => outcome,
                    },
                    Err(error) => failed(error),
                }
            }
        },
    )
}

/// # Errors
/// A question where it is not clear what is meant, and why nothing can be planned.
fn plan_day(
    plan: &PlanDay,
    pantry: &Pantry,
    book: &RecipeBook,
    texts: Texts,
) -> Result<Menu, TaskOutcome> {
    let how_many = || asks(texts.how_many_eat(plan.day.as_deref()), &["people"]);
    let people = plan.people.ok_or_else(how_many)?;
    let date = date(plan, texts)?;
    let before = plan.before.as_deref().unwrap_or_default();
    let mut stock = Stock::of(pantry);
    for menu in before {
        stock.cook(menu, book);
    }
    let cooked = |recipe: &Recipe| stock.clone().take(&scaled(recipe, people), date);
    let avoided = Avoided::new(plan.avoid.as_deref());
    let unchecked = avoided.unchecked(pantry, book);
    if let Some(said) = &plan.recipe {
        let recipe = meant(said, &book.recipes, |it| &it.name, "recipe", texts)?;
        if let Some(ingredient) = avoided.found_in(recipe) {
            let refused = texts.is_in_recipe(ingredient, &recipe.name);
            return Err(failed(KitchenError::Refused(refused)));
        }
        let taken = cooked(recipe);
        return Ok(menu_of(plan, (people, date), recipe, taken, unchecked));
    }
    let using = match &plan.using {
        None => None,
        Some(said) => Some(meant(said, &pantry.items, |it| &it.name, "using", texts)?),
    };
    let without = plan.without.as_deref().unwrap_or_default();
    let without = without.iter().chain(before.iter().map(|it| &it.recipe));
    let without: Vec<&String> = without.collect();
    let fitting = book.recipes.iter().filter(|recipe| {
        plan.max_minutes.is_none_or(|most| recipe.minutes <= most)
            && avoided.found_in(recipe).is_none()
            && !without.iter().any(|name| is_same(name, &recipe.name))
            && using.is_none_or(|item| {
                let mut ingredients = recipe.ingredients.iter();
                ingredients.any(|it| may_mean(&it.name, &item.name))
            })
    });
    // What goes bad first is used first. Of equally good ones the first in the book is taken.
    let best = fitting
        .map(|recipe| (recipe, cooked(recipe)))
        .min_by_key(|(_, taken)| {
            let uses_up = taken.uses_up.clone();
            (uses_up.is_none(), uses_up, taken.to_buy())
        });
    let none = || failed(KitchenError::Refused(texts.no_recipe()));
    let (recipe, taken) = best.ok_or_else(none)?;
    Ok(menu_of(plan, (people, date), recipe, taken, unchecked))
}

/// The date that is planned for, if it is known.
///
/// # Errors
/// A refusal of what is no date.
fn date(plan: &PlanDay, texts: Texts) -> Result<Option<&str>, TaskOutcome> {
    match plan.date.as_deref() {
        Some(date) if is_day(date) => Ok(Some(date)),
        Some(date) => Err(failed(KitchenError::Refused(texts.no_date(date)))),
        None => Ok(plan.day.as_deref().filter(|it| is_day(it))),
    }
}

fn menu_of(
    plan: &PlanDay,
    (people, date): (u32, Option<&str>),
    recipe: &Recipe,
    taken: Taken,
    unchecked: Option<Vec<String>>,
) -> Menu {
    let past = taken.past.iter().map(|it| {
        let day = it.best_before.as_deref().unwrap_or_default();
        format!("{} ({day})", it.name)
    });
    Menu {
        day: plan.day.clone(),
        date: date.map(str::to_owned),
        recipe: recipe.name.clone(),
        people,
        minutes: recipe.minutes,
        ingredients: scaled(recipe, people),
        best_before: taken.best_before,
        past_best_before: Some(past.collect()).filter(|it: &Vec<String>| !it.is_empty()),
        unchecked,
    }
}

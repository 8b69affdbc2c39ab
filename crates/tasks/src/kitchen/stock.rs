//! What is left in the kitchen for a dish, once those before it are cooked.

use super::data::{Amount, Item, Pantry, Recipe, RecipeBook};
use super::names::{is_same, may_mean};
use super::parameters::Menu;

/// Whether it is a day as `2026-11-24`. Such days are compared as the texts that they are.
pub(super) fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let number = |part: &str, digits: usize| {
        let is_number = part.len() == digits && part.bytes().all(|it| it.is_ascii_digit());
        part.parse::<u16>().ok().filter(|_| is_number)
    };
    match parts[..] {
        [year, month, day] => {
            number(year, 4).is_some()
                && number(month, 2).is_some_and(|it| (1..=12).contains(&it))
                && number(day, 2).is_some_and(|it| (1..=31).contains(&it))
        }
        _ => false,
    }
}

/// What there is, less what dishes took of it.
#[derive(Debug, Clone)]
pub(super) struct Stock {
    /// What goes bad first comes first.
    items: Vec<Item>,
}

/// What became of a dish's ingredients.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Taken {
    /// What is not there, of each ingredient, also where that is nothing.
    pub lacking: Vec<Amount>,
    /// The first best-before day of what was taken.
    pub best_before: Option<String>,
    /// The first best-before day of the ingredients that are all there.
    pub uses_up: Option<String>,
    /// What is there, and was left because it is past its day by then.
    pub past: Vec<Item>,
}

impl Taken {
    /// How many ingredients have to be bought.
    pub(super) fn to_buy(&self) -> usize {
        self.lacking.iter().filter(|it| it.amount > 0).count()
    }
}

impl Stock {
    pub(super) fn of(pantry: &Pantry) -> Self {
        let mut items = pantry.items.clone();
        // What a person or a model wrote there may be no day.
        for item in &mut items {
            item.best_before = item.best_before.take().filter(|it| is_day(it));
        }
        let order = |it: &(usize, Item)| {
            let day = it.1.best_before.clone();
            (day.is_none(), day, it.0)
        };
        let mut numbered: Vec<(usize, Item)> = (0..).zip(items).collect();
        numbered.sort_unstable_by_key(order);
        Self {
            items: numbered.into_iter().map(|it| it.1).collect(),
        }
    }

    /// Takes what a menu needs.
    pub(super) fn cook(&mut self, menu: &Menu, book: &RecipeBook) -> Taken {
        let mut recipes = book.recipes.iter();
        let recipe = recipes.find(|it| is_same(&it.name, &menu.recipe));
        let ingredients = recipe.map(|it| scaled(it, menu.people));
        let ingredients = ingredients.as_ref().unwrap_or(&menu.ingredients);
        self.take(ingredients, menu.date.as_deref())
    }

    /// Takes these, what goes bad first first, and nothing that is past its day on the day `on`.
    pub(super) fn take(&mut self, ingredients: &[Amount], on: Option<&str>) -> Taken {
        let mut taken = Taken::default();
        for wanted in ingredients {
            let left = self.take_one(wanted, on, &mut taken);
            taken.lacking.push(Amount {
                amount: left,
                ..wanted.clone()
            });
        }
        taken
    }

    /// Takes one ingredient; how much of it is not there.
    fn take_one(&mut self, wanted: &Amount, on: Option<&str>, taken: &mut Taken) -> u32 {
        let unit = wanted.unit;
        let is_itself = |it: &Item| it.unit == unit && is_same(&it.name, &wanted.name);
        // Who wants milk takes no coconut milk where there is, or was, milk.
        let means: fn(&str, &str) -> bool = match self.items.iter().any(is_itself) {
            true => is_same,
            false => may_mean,
        };
        let items = self.items.iter_mut();
        let items = items.filter(|it| it.unit == unit && it.amount > 0);
        let items = items.filter(|it| means(&wanted.name, &it.name));
        let mut left = wanted.amount;
        let (mut first, mut past) = (None, Vec::new());
        for item in items {
            if on.is_some_and(|on| item.best_before.as_deref().is_some_and(|it| it < on)) {
                past.push(item.clone());
                continue;
            }
            let used = left.min(item.amount);
            if used > 0 && first.is_none() {
                // The first one goes bad first.
                first.clone_from(&item.best_before);
            }
            item.amount -= used;
            left -= used;
        }
        taken.best_before = earlier(taken.best_before.take(), first.clone());
        match left {
            0 => taken.uses_up = earlier(taken.uses_up.take(), first),
            _ => taken.past.extend(past),
        }
        left
    }
}

fn earlier(one: Option<String>, other: Option<String>) -> Option<String> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// What a recipe takes for so many people, rounded up.
pub(super) fn scaled(recipe: &Recipe, people: u32) -> Vec<Amount> {
    let serves = u64::from(recipe.serves.max(1));
    let ingredients = recipe.ingredients.iter().map(|it| {
        let amount = (u64::from(it.amount) * u64::from(people)).div_ceil(serves);
        Amount {
            amount: u32::try_from(amount).unwrap_or(u32::MAX),
            ..it.clone()
        }
    });
    ingredients.collect()
}

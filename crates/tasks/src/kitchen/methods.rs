//! The methods of the kitchen, as the model is told of them.

use serde_json::{Value, json};

use crate::service::MethodInfo;
use crate::task::{Effect, PartialList, TaskLimits};

/// An amount's schema.
fn amount() -> Value {
    json!({
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "amount": {"type": "integer", "minimum": 0},
            "unit": {"type": "string", "enum": ["g", "ml", "piece"]},
        },
        "required": ["name", "amount", "unit"],
        "additionalProperties": false,
    })
}

fn object(properties: Value) -> Value {
    let names: Vec<String> = properties
        .as_object()
        .map(|members| members.keys().cloned().collect())
        .unwrap_or_default();
    json!({
        "type": "object",
        "properties": properties,
        "required": names,
        "additionalProperties": false,
    })
}

fn amount_said() -> Value {
    json!({
        "description": "Null if it was not said: the person is asked.",
        "type": ["integer", "null"],
        "minimum": 1,
    })
}

fn unit_said() -> Value {
    json!({"type": ["string", "null"], "enum": ["g", "ml", "piece", null]})
}

fn list(items: Value) -> Value {
    json!({"type": "array", "items": items})
}

fn text() -> Value {
    json!({"type": "string"})
}

fn item() -> Value {
    object(json!({
        "name": text(),
        "amount": {"type": "integer"},
        "unit": {"type": "string", "enum": ["g", "ml", "piece"]},
        "best_before": {"type": ["string", "null"]},
    }))
}

fn recipe() -> Value {
    object(json!({
        "name": text(),
        "serves": {"type": "integer"},
        "minutes": {"type": "integer"},
        "ingredients": list(amount()),
    }))
}

fn menu() -> Value {
    object(json!({
        "day": {"type": ["string", "null"]},
        "date": {"type": ["string", "null"], "minLength": 10, "maxLength": 10},
        "recipe": text(),
        "people": people(),
        "minutes": {"type": "integer", "minimum": 0},
        "ingredients": list(amount()),
        "best_before": {"type": ["string", "null"]},
        "past_best_before": {"type": ["array", "null"], "items": text()},
        "unchecked": {"type": ["array", "null"], "items": text()},
    }))
}

fn people() -> Value {
    json!({"type": "integer", "minimum": 1, "maximum": 50})
}

fn optional_minutes() -> Value {
    json!({"type": ["integer", "null"], "minimum": 0})
}

/// How a method is called and what it says of itself.
pub(super) struct Method {
    pub name: &'static str,
    description: &'static str,
    parameters: fn() -> Value,
    result: fn() -> Value,
    effect: Effect,
    /// Parameters that are lists and may do without some items, with whether they need one.
    partial_lists: &'static [(&'static str, bool)],
}

impl Method {
    pub(super) fn info(&self) -> MethodInfo {
        MethodInfo {
            name: self.name.to_owned(),
            description: self.description.to_owned(),
            parameters: (self.parameters)(),
            result: Some((self.result)()),
            effect: self.effect,
            partial_lists: self
                .partial_lists
                .iter()
                .map(|(parameter, needs_one)| PartialList {
                    parameter: (*parameter).to_owned(),
                    needs_one: *needs_one,
                })
                .collect(),
            limits: TaskLimits {
                time_ms: 10_000,
                ..TaskLimits::default()
            },
            asks_first: self.effect.is_changing(),
            previews: false,
        }
    }
}

pub(super) const LIST: Method = Method {
    name: "list",
    description: "Everything that is in the kitchen.",
    parameters: || object(json!({})),
    result: || object(json!({"items": list(item())})),
    effect: Effect::Reading,
    partial_lists: &[],
};

pub(super) const FIND: Method = Method {
    name: "find",
    description: "One item that is in the kitchen. Give the name as the person says it: where several items may be meant, they are asked.",
    parameters: || object(json!({"name": text()})),
    result: || object(json!({"item": item()})),
    effect: Effect::Reading,
    partial_lists: &[],
};

pub(super) const ADD: Method = Method {
    name: "add",
    description: "Puts something into the inventory, such as what was bought.",
    parameters: || {
        object(json!({
            "name": text(),
            "amount": amount_said(),
            "unit": unit_said(),
            "best_before": {"description": "As 2026-11-24.", "type": ["string", "null"]},
        }))
    },
    result: || object(json!({"item": item()})),
    effect: Effect::ChangingOnce,
    partial_lists: &[],
};

pub(super) const USE: Method = Method {
    name: "use",
    description: "Takes so much of an item out of the inventory. Where several items may be meant, the person is asked.",
    parameters: || {
        object(json!({
            "name": text(),
            "amount": amount_said(),
            "unit": {
                "description": "As the person says it: 200 g is g, 3 eggs are piece. Null only if they leave it open; then it is what the item is counted in.",
                "type": ["string", "null"],
                "enum": ["g", "ml", "piece", null],
            },
        }))
    },
    result: || object(json!({"item": item()})),
    effect: Effect::ChangingOnce,
    partial_lists: &[],
};

pub(super) const SEARCH: Method = Method {
    name: "search",
    description: "Recipes in the person's book, all of them without a word.",
    parameters: || {
        object(json!({
            "word": {"description": "A word in the name or in an ingredient.", "type": ["string", "null"]},
            "max_minutes": optional_minutes(),
        }))
    },
    result: || object(json!({"recipes": list(recipe())})),
    effect: Effect::Reading,
    partial_lists: &[],
};

pub(super) const GET: Method = Method {
    name: "get",
    description: "One recipe of the book. Where several may be meant, the person is asked.",
    parameters: || object(json!({"name": text()})),
    result: || object(json!({"recipe": recipe()})),
    effect: Effect::Reading,
    partial_lists: &[],
};

pub(super) const ADD_RECIPE: Method = Method {
    name: "add",
    description: "Adds a recipe to the book.",
    parameters: || {
        object(json!({
            "name": text(),
            "serves": {"type": "integer", "minimum": 1},
            "minutes": {"type": "integer", "minimum": 0},
            "ingredients": list(amount()),
        }))
    },
    result: || object(json!({"recipe": recipe()})),
    effect: Effect::ChangingOnce,
    partial_lists: &[],
};

pub(super) const PLAN_DAY: Method = Method {
    name: "plan_day",
    description: "The dish of one day with what it takes for so many people: the recipe that is named, or else, of those that fit, the one that uses what goes bad first and needs least to be bought. What is past its best before on that day is not used but bought anew, and is named in the result. For several days call it once a day, and give each in `before` the results of all days before it: their dishes are not taken again, and what they use is not there any more. One that is left out or fails drops out of the list.",
    parameters: || {
        object(json!({
            "day": {
                "description": "The day, as the person says it. Null if they say none.",
                "type": ["string", "null"],
            },
            "date": {
                "description": "The date of that day by the person's local time, as 2026-11-24. Null only if that cannot be told.",
                "type": ["string", "null"],
                "minLength": 10,
                "maxLength": 10,
            },
            "people": {
                "description": "Null if it was not said: the person is asked.",
                "type": ["integer", "null"],
                "minimum": 1,
                "maximum": 50,
            },
            "recipe": {
                "description": "The dish, where the person names it; then `using`, `without` and `max_minutes` do not matter.",
                "type": ["string", "null"],
            },
            "using": {"description": "The name of an item that has to be used.", "type": ["string", "null"]},
            "before": {
                "description": "Menus that are cooked before this one: results of plan_day.",
                "type": ["array", "null"],
                "items": menu(),
            },
            "without": {
                "description": "Names of recipes that it must not be besides those of `before`.",
                "type": ["array", "null"],
                "items": text(),
            },
            "avoid": {
                "description": "What must not be in it, such as for an allergy or a diet: ingredients, or kinds of food, a word each: dairy, eggs, meat, fish, shellfish, nuts, gluten, alcohol. A diet is told by its kinds: vegetarian is meat, fish and shellfish. It is told by the names of ingredients; what they do not tell is named in `unchecked` of the result.",
                "type": ["array", "null"],
                "items": text(),
            },
            "max_minutes": optional_minutes(),
        }))
    },
    result: menu,
    effect: Effect::Reading,
    partial_lists: &[("before", false), ("without", false)],
};

pub(super) const MISSING: Method = Method {
    name: "missing",
    description: "What has to be bought for these menus, one after the other, with what is in the kitchen and good on its date taken off. A recipe of the book counts with its amounts for the people of the menu.",
    parameters: || {
        let mut menus = list(menu());
        if let Some(rules) = menus.as_object_mut() {
            rules.insert("description".to_owned(), json!("Results of plan_day, in the order of the days. One that is left out or fails drops out of the list."));
        }
        object(json!({ "menus": menus }))
    },
    result: || object(json!({"items": list(amount())})),
    effect: Effect::Reading,
    partial_lists: &[("menus", true)],
};

pub(super) const SAVE: Method = Method {
    name: "save",
    description: "Puts things on the shopping list.",
    parameters: || {
        object(json!({"items": list(object(json!({
            "name": text(),
            "amount": {
                "description": "Null if it was not said: the person is asked.",
                "type": ["integer", "null"],
                "minimum": 0,
            },
            "unit": unit_said(),
        })))}))
    },
    result: || object(json!({"items": list(amount())})),
    effect: Effect::ChangingOnce,
    partial_lists: &[],
};

pub(super) const REMOVE: Method = Method {
    name: "remove",
    description: "Takes one thing off the shopping list, with all of its lines. Where several things may be meant, the person is asked.",
    parameters: || object(json!({"name": text()})),
    result: || object(json!({"removed": list(amount()), "left": list(amount())})),
    effect: Effect::ChangingOnce,
    partial_lists: &[],
};

pub(super) const SHOPPING_LIST: Method = Method {
    name: "list",
    description: "What is on the shopping list.",
    parameters: || object(json!({})),
    result: || object(json!({"items": list(amount())})),
    effect: Effect::Reading,
    partial_lists: &[],
};

#[cfg(test)]
mod tests {
    use kikitori_agent::strict_schema;

    use super::super::parameters::{
        Added, Missing, Named, NewRecipe, Nothing, PlanDay, Search, Shopping, Used,
    };
    use super::*;

    #[test]
    fn every_schema_is_the_one_of_the_type_that_reads_the_parameters() {
        let made = [
            (LIST, strict_schema::<Nothing>()),
            (FIND, strict_schema::<Named>()),
            (ADD, strict_schema::<Added>()),
            (USE, strict_schema::<Used>()),
            (SEARCH, strict_schema::<Search>()),
            (GET, strict_schema::<Named>()),
            (ADD_RECIPE, strict_schema::<NewRecipe>()),
            (PLAN_DAY, strict_schema::<PlanDay>()),
            (MISSING, strict_schema::<Missing>()),
            (SAVE, strict_schema::<Shopping>()),
            (REMOVE, strict_schema::<Named>()),
            (SHOPPING_LIST, strict_schema::<Nothing>()),
        ];
        for (method, schema) in made {
            assert_eq!(
                without_descriptions(&(method.parameters)()),
                without_descriptions(&schema.unwrap()),
                "{}",
                method.name
            );
        }
    }

    /// Comments in the types are for readers of the code.
    fn without_descriptions(schema: &Value) -> Value {
        match schema {
            Value::Object(rules) => {
                let kept = rules
                    .iter()
                    .filter(|(name, it)| !(*name == "description" && it.is_string()));
                let kept = kept.map(|(name, it)| (name.clone(), without_descriptions(it)));
                Value::Object(kept.collect())
            }
            Value::Array(items) => items.iter().map(without_descriptions).collect(),
            other => other.clone(),
        }
    }
}

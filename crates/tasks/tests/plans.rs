//! What a plan is checked for before anything of it runs.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use kikitori_tasks::{
    DEFAULT_MAX_TASKS, Effect, MethodInfo, ServiceDirectory, ServiceInfo, Task, TaskId, TaskLimits,
    TaskTerms, validate_plan,
};
use serde_json::{Value, json};

fn directory() -> ServiceDirectory {
    let method = |name: &str, parameters: Value, result: Option<Value>, effect| MethodInfo {
        name: name.to_owned(),
        description: String::new(),
        parameters,
        result,
        effect,
        partial_lists: Vec::new(),
        limits: TaskLimits::default(),
        asks_first: effect != Effect::Reading,
        previews: false,
    };
    let item = json!({"type": "object", "properties": {
        "name": {"type": "string"}, "grams": {"type": "integer"}
    }, "required": ["name", "grams"], "additionalProperties": false});
    let list = json!({"type": "object", "properties": {
        "items": {"type": "array", "items": item}
    }, "required": ["items"], "additionalProperties": false});
    let find = json!({"type": "object", "properties": {
        "name": {"type": "string"}, "most": {"type": ["integer", "null"], "maximum": 9}
    }, "required": ["name", "most"], "additionalProperties": false});
    let cook = json!({"type": "object", "properties": {
        "with": {"type": "array", "items": item}, "people": {"type": "integer"}
    }, "required": ["with", "people"], "additionalProperties": false});
    ServiceDirectory::new(vec![
        ServiceInfo {
            name: "stock".to_owned(),
            description: String::new(),
            names: String::new(),
            methods: vec![
                method("find", find, Some(list), Effect::Reading),
                method("any", json!({"type": "object"}), None, Effect::Changing),
            ],
        },
        ServiceInfo {
            name: "menu".to_owned(),
            description: String::new(),
            names: String::new(),
            methods: vec![method("cook", cook, None, Effect::Reading)],
        },
    ])
}

/// `["id", "service.method", parameters, depends_on]`.
fn tasks(plan: &Value) -> Vec<Task> {
    let task = |task: &Value| {
        let (service, method) = task[1].as_str().unwrap().split_once('.').unwrap();
        let depends_on = task[3].as_array().unwrap().iter();
        Task {
            id: TaskId::new(task[0].as_str().unwrap()),
            service: service.to_owned(),
            method: method.to_owned(),
            parameters: task[2].as_object().unwrap().clone(),
            depends_on: depends_on
                .map(|it| TaskId::new(it.as_str().unwrap()))
                .collect(),
            terms: TaskTerms {
                effect: Effect::Reading,
                asks_first: false,
                previews: false,
                partial_lists: Vec::new(),
                limits: TaskLimits::default(),
            },
        }
    };
    plan.as_array().unwrap().iter().map(task).collect()
}

fn wrong(plan: &Value) -> Vec<String> {
    let checked = validate_plan(tasks(plan), &directory(), DEFAULT_MAX_TASKS);
    let errors = checked.err().unwrap_or_default();
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn everything_that_is_wrong_with_a_plan_is_told() {
    let a = json!(["a", "stock.find", {"name": "x"}, []]);
    let cases = [
        (json!([]), vec!["The plan has no task."]),
        (
            json!([a, ["b", "stock.any", {"free": "${a.items}"}, ["a"]]]),
            vec![],
        ),
        (
            json!([["a", "shop.find", {}, []], ["b", "stock.look", {}, []]]),
            vec![
                "Task a: there is no service \"shop\". There are: stock, menu.",
                "Task b: the service \"stock\" has no method \"look\". It has: find, any.",
            ],
        ),
        (
            json!([["a", "stock.any", {"personAnswers": [{"sure": true}]}, []]]),
            vec!["Task a answers for the person. Leave personAnswers out."],
        ),
        (
            json!([["1a", "stock.find", {"name": "x"}, []]]),
            vec![
                "\"1a\" cannot be the id of a task: use a letter, then letters, digits, _ and -, at most 64 in all.",
            ],
        ),
        (
            json!([["a", "stock.find", {"names": "x", "most": 10}, []]]),
            vec![
                "Task a, parameters: name is missing.",
                "Task a, names: there is no such parameter; there are: name, most.",
                "Task a, most: expected at most 9.",
            ],
        ),
        (
            json!([a, ["b", "stock.find", {"name": "${a.items[0].name} and ${a.items[0].name}"}, []]]),
            vec![
                "Task b refers to a.items[0].name, but does not depend on a. Add it to depends_on.",
            ],
        ),
        (
            json!([a, ["b", "stock.find", {"name": "${aa.items}"}, ["a"]]]),
            vec!["Task b refers to aa.items, but the plan has no task aa."],
        ),
        (
            json!([a, ["b", "stock.find", {"name": "${x.y}"}, ["x"]]]),
            vec!["Task b depends on x, which is no task of the plan."],
        ),
        // A whole reference has the type that its method's result says.
        (
            json!([a, ["b", "menu.cook", {"with": "${a.items}", "people": "${a.items[0].grams}"}, ["a"]]]),
            vec![],
        ),
        (
            json!([a, ["b", "menu.cook", {"with": "${a.list}", "people": "${a.items[0].name}"}, ["a"]]]),
            vec![
                "Task b, with: a.list is not in the result of stock.find.",
                "Task b, people: expected integer, but a.items[0].name is string.",
            ],
        ),
        // One within a text makes a text.
        (
            json!([a, ["b", "menu.cook", {"with": "${a.items}", "people": "for ${a.items[0].grams}"}, ["a"]]]),
            vec!["Task b, people: expected integer, found string."],
        ),
        (
            json!([["b", "stock.find", {"name": "${b"}, []]]),
            vec![
                "Task b, name: the reference \"${b\" has no closing brace. Write $${ where you mean the characters ${.",
            ],
        ),
        (json!([["b", "stock.find", {"name": "$${b}"}, []]]), vec![]),
        (
            json!([a, a]),
            vec!["There are two tasks with the id a. Give each task an id of its own."],
        ),
        (
            json!([["a", "stock.find", {"name": "${b.items[0].name}"}, ["b"]], ["b", "stock.find", {"name": "x"}, ["a"]]]),
            vec!["These tasks wait for each other in a circle: a → b → a."],
        ),
    ];
    for (plan, expected) in cases {
        assert_eq!(wrong(&plan), expected, "{plan}");
    }
    let many: Vec<Value> = (0..=DEFAULT_MAX_TASKS)
        .map(|it| json!([format!("t{it}"), "stock.any", {}, []]))
        .collect();
    assert_eq!(
        wrong(&json!(many)),
        ["The plan has 101 tasks; at most 100 are taken."]
    );
}

#[test]
fn a_task_gets_the_terms_of_its_method_whatever_the_plan_says() {
    let plan = json!([["a", "stock.any", {}, []], ["b", "stock.find", {"name": "x"}, []]]);
    let tasks = validate_plan(tasks(&plan), &directory(), 9).unwrap();
    let terms: Vec<_> = tasks
        .iter()
        .map(|it| (it.terms.effect, it.terms.asks_first))
        .collect();
    assert_eq!(terms, [(Effect::Changing, true), (Effect::Reading, false)]);
}

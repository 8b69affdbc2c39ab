//! Random chains, and services and a person that behave as the chain's world says.

use std::collections::{BTreeMap, BTreeSet};

use kikitori_tasks::{
    AmbiguityDetected, ChoiceOption, Effect, MethodInfo, PartialList, ServiceDirectory,
    ServiceError, ServiceErrorKind, ServiceInfo, Task, TaskId, TaskLimits, TaskOutcome, TaskTerms,
};
use serde_json::{Map, Value, json};

/// What a task's service does when it is called.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Manner {
    Answers,
    Refuses,
    /// Is away so many times first.
    Away(u32),
    /// Answers too late so many times first, each time with the effect made.
    Late(u32),
    Asks,
}

pub const ATTEMPTS: u32 = 3;

/// What the tasks of a chain do, and what was done.
#[derive(Debug, Default)]
pub struct World {
    pub tasks: Vec<Task>,
    pub manners: BTreeMap<TaskId, Manner>,
    calls: BTreeMap<TaskId, u32>,
    /// Effects by task: the keys of the calls that made one.
    pub effects: BTreeMap<TaskId, Vec<u64>>,
    pub done: BTreeMap<TaskId, u32>,
}

fn id(number: usize) -> TaskId {
    TaskId::new(&format!("t{number}"))
}

/// The tasks that it refers to.
fn inputs(task: &Task) -> Vec<TaskId> {
    let inputs = task.parameters["inputs"].as_array().unwrap().iter();
    let ids = inputs.map(|it| {
        let text = it.as_str().unwrap();
        TaskId::new(text.trim_start_matches("${").trim_end_matches(".value}"))
    });
    ids.collect()
}

fn number_of(task: &TaskId) -> usize {
    task.as_str().trim_start_matches('t').parse().unwrap()
}

impl World {
    /// A chain of `size` tasks. With `troubles` some fail, ask, or answer too late.
    pub fn random(size: usize, troubles: bool, random: &mut fastrand::Rng) -> Self {
        let mut world = Self::default();
        let mut places: Vec<usize> = (0..size).collect();
        for number in 0..size {
            let most = number.min(4);
            let count = random.usize(0..=most);
            let near = random.bool();
            let pick = |random: &mut fastrand::Rng| match near {
                true => random.usize(number.saturating_sub(6)..number),
                false => random.usize(0..number),
            };
            let depends_on: BTreeSet<usize> = (0..count).map(|_| pick(random)).collect();
            let effect = match random.u8(0..10) {
                0 => Effect::Changing,
                1 => Effect::ChangingOnce,
                _ => Effect::Reading,
            };
            // A few failures take most of a large chain with them.
            let fails = troubles && random.usize(0..size.max(40)) < 2;
            let manner = match random.u8(0..60) {
                _ if fails && random.bool() => Manner::Refuses,
                _ if fails => Manner::Away(ATTEMPTS),
                1 | 2 if troubles => Manner::Away(random.u32(1..ATTEMPTS)),
                3 | 4 if troubles => Manner::Late(random.u32(1..ATTEMPTS)),
                5..=7 if troubles => Manner::Asks,
                8 if troubles && effect.is_changing() => Manner::Late(ATTEMPTS),
                _ => Manner::Answers,
            };
            world.manners.insert(id(number), manner);
            // That it was done may be all that is ever known of a changing task.
            let has_result = |it: &&usize| match world.tasks[**it].terms.effect {
                Effect::Reading => true,
                Effect::Changing => false,
                Effect::ChangingOnce => !matches!(world.manners[&id(**it)], Manner::Late(_)),
            };
            let inputs = depends_on.iter().filter(has_result);
            // Some come only after another.
            let inputs = inputs.filter(|_| random.u8(0..3) > 0);
            let inputs: Vec<String> = inputs.map(|it| format!("${{t{it}.value}}")).collect();
            let mut task = Self::task(id(number).as_str(), effect);
            task.parameters.insert("inputs".to_owned(), json!(inputs));
            task.depends_on = depends_on.into_iter().map(id).collect();
            task.terms.asks_first = troubles && random.u8(0..20) == 0;
            task.terms.previews = random.bool();
            // Some do without what was not done, or all of it but one.
            if random.u8(0..3) == 0 {
                task.terms.partial_lists.push(PartialList {
                    parameter: "inputs".to_owned(),
                    needs_one: random.bool(),
                });
            }
            world.tasks.push(task);
        }
        // A plan names its tasks in any order.
        random.shuffle(&mut places);
        let tasks = std::mem::take(&mut world.tasks);
        world.tasks = places.iter().map(|it| tasks[*it].clone()).collect();
        world
    }

    /// A task that takes nothing of others and asks nobody.
    pub fn task(id: &str, effect: Effect) -> Task {
        let parameters = json!({"name": id, "inputs": []});
        Task {
            id: TaskId::new(id),
            service: "any".to_owned(),
            method: "call".to_owned(),
            parameters: parameters.as_object().unwrap().clone(),
            depends_on: Vec::new(),
            terms: TaskTerms {
                effect,
                asks_first: false,
                previews: false,
                partial_lists: Vec::new(),
                limits: TaskLimits {
                    attempts: ATTEMPTS,
                    ..TaskLimits::default()
                },
            },
        }
    }

    pub fn directory() -> ServiceDirectory {
        let text = json!({"type": "string"});
        let parameters = json!({
            "type": "object",
            "properties": {
                "name": text,
                "inputs": {"type": "array", "items": {"type": "integer"}},
                "meant": {"type": "string", "enum": ["this", "that"]},
            },
            "required": ["name", "inputs"],
            "additionalProperties": false,
        });
        let method = MethodInfo {
            name: "call".to_owned(),
            description: String::new(),
            parameters,
            result: None,
            effect: Effect::Reading,
            partial_lists: Vec::new(),
            limits: TaskLimits::default(),
            asks_first: false,
            previews: false,
        };
        ServiceDirectory::new(vec![ServiceInfo {
            name: "any".to_owned(),
            description: String::new(),
            names: String::new(),
            methods: vec![method],
        }])
    }

    /// What a task comes to, of its parameters alone.
    pub fn result(parameters: &Map<String, Value>) -> Value {
        let text = serde_json::to_string(parameters).unwrap();
        let sum = text.bytes().fold(17_u64, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(u64::from(byte))
        });
        json!({"value": sum % 1_000_003})
    }

    /// The call reaches its service, which does what it does; the answer may still be lost.
    pub fn call(
        &mut self,
        task: &Task,
        (key, is_preview): (u64, bool),
        parameters: &Map<String, Value>,
    ) -> TaskOutcome {
        let counted = match is_preview {
            // What only looks is always there, and does nothing.
            true => u32::MAX,
            false => {
                let calls = self.calls.entry(task.id.clone()).or_default();
                *calls += 1;
                *calls
            }
        };
        let calls = counted;
        let failed = |kind| TaskOutcome::Failed(ServiceError::new(kind, "away"));
        let is_chosen = parameters.contains_key("meant");
        match self.manners[&task.id] {
            Manner::Refuses => return failed(ServiceErrorKind::Refused),
            Manner::Away(times) if calls <= times => return failed(ServiceErrorKind::Unavailable),
            Manner::Asks if !is_chosen => {
                let option = |id: &str| ChoiceOption {
                    id: id.to_owned(),
                    label: "${t0.value}".to_owned(),
                    parameters: Map::from_iter([("meant".to_owned(), json!(id))]),
                };
                return TaskOutcome::Ambiguous(AmbiguityDetected {
                    question: "Which?".to_owned(),
                    options: vec![option("this"), option("that")],
                    asks_for: Vec::new(),
                    form: None,
                });
            }
            _ if is_preview => return TaskOutcome::Done(json!({"looks": true})),
            _ => {}
        }
        if task.terms.effect.is_changing() {
            let keys = self.effects.entry(task.id.clone()).or_default();
            let is_seen = task.terms.effect == Effect::ChangingOnce && keys.contains(&key);
            if !is_seen {
                keys.push(key);
            }
        }
        match self.manners[&task.id] {
            Manner::Late(times) if calls <= times => failed(ServiceErrorKind::TimedOut),
            _ => TaskOutcome::Done(Self::result(parameters)),
        }
    }

    pub fn was_done(&self, task: &TaskId) -> bool {
        self.effects.contains_key(task)
    }

    /// Whether something that changes rests on each task, by number.
    fn leads_to_change(&self) -> Vec<bool> {
        let by_id: BTreeMap<&TaskId, &Task> = self.tasks.iter().map(|it| (&it.id, it)).collect();
        let mut leads = vec![false; self.tasks.len()];
        for number in (0..self.tasks.len()).rev() {
            let task = by_id[&id(number)];
            leads[number] |= task.terms.effect.is_changing();
            if leads[number] {
                for before in &task.depends_on {
                    leads[number_of(before)] = true;
                }
            }
        }
        leads
    }

    /// The dependencies without which each task is not done.
    pub fn needed(&self) -> BTreeMap<TaskId, Vec<TaskId>> {
        let leads = self.leads_to_change();
        let needs = |task: &Task, dependency: &TaskId| {
            let reference = json!(format!("${{{dependency}.value}}"));
            let is_input = task.parameters["inputs"]
                .as_array()
                .unwrap()
                .contains(&reference);
            let leads = leads[number_of(&task.id)];
            match task.terms.partial_lists.is_empty() {
                true => leads || is_input,
                false => leads && !is_input,
            }
        };
        let needed = self.tasks.iter().map(|task| {
            let needed = task.depends_on.iter().filter(|it| needs(task, it));
            (task.id.clone(), needed.cloned().collect())
        });
        needed.collect()
    }

    /// Whether a task that needs one of its inputs lacks them all.
    pub fn lacks_all(task: &Task, is_lost: impl Fn(&TaskId) -> bool) -> bool {
        let inputs = inputs(task);
        let mut lists = task.terms.partial_lists.iter();
        lists.any(|it| it.needs_one) && !inputs.is_empty() && inputs.iter().all(is_lost)
    }

    /// Whether it fails when nobody kills the page: a try that was cut off is one more.
    pub fn fails(&self, task: &Task) -> bool {
        match self.manners[&task.id] {
            Manner::Refuses => true,
            Manner::Away(times) => times >= ATTEMPTS,
            // A reading one is given up; a changing one is asked for.
            Manner::Late(times) => times >= ATTEMPTS && !task.terms.effect.is_changing(),
            Manner::Answers | Manner::Asks => false,
        }
    }

    /// What becomes of each task when one runs after the other, and nothing is cut off: its result,
    /// or none when it fails or something that it needs does. Those that are `lucky` do not fail.
    pub fn one_after_the_other(&self, lucky: &BTreeSet<TaskId>) -> BTreeMap<TaskId, Option<Value>> {
        let needed = self.needed();
        let mut results: BTreeMap<TaskId, Option<Value>> = BTreeMap::new();
        let by_id: BTreeMap<&TaskId, &Task> = self.tasks.iter().map(|it| (&it.id, it)).collect();
        for number in 0..self.tasks.len() {
            let task = by_id[&id(number)];
            let is_lost = |it: &TaskId| results[it].is_none();
            let lacks = needed[&task.id].iter().any(is_lost) || Self::lacks_all(task, is_lost);
            let has_failed = self.fails(task) && !lucky.contains(&task.id);
            let mut parameters = task.parameters.clone();
            if self.manners[&task.id] == Manner::Asks {
                parameters.insert("meant".to_owned(), json!("that"));
            }
            let there = inputs(task).into_iter().filter_map(|it| {
                let result = results[&it].as_ref()?;
                Some(result["value"].clone())
            });
            parameters.insert("inputs".to_owned(), there.collect());
            let result = (!lacks && !has_failed).then(|| Self::result(&parameters));
            results.insert(task.id.clone(), result);
        }
        results
    }
}

//! Which tasks a task refers to, and comes after.

use serde_json::Value;

use crate::view::{Chain, TaskView};

/// The task whose result `text`, a parameter of `task`, refers to.
pub fn referred(chain: &Chain, task: &TaskView, text: &str) -> Option<usize> {
    let reference = text.strip_prefix("${")?;
    let id = reference.split(['.', '[', '}']).next()?;
    let is_other = |it: &TaskView| it.id == id && it.id != task.id;
    chain.tasks.iter().position(is_other)
}

/// The tasks that `task` comes after, by their numbers, without those whose results are named in
/// what it is given.
pub fn only_after(chain: &Chain, task: &TaskView) -> Vec<usize> {
    let texts = task.parameters.values().filter_map(Value::as_str);
    let named: Vec<usize> = texts.filter_map(|it| referred(chain, task, it)).collect();
    let after = task.depends_on.iter().filter(|it| !named.contains(it));
    numbers(chain, after)
}

/// The numbers of tasks, in order.
pub fn numbers<'a>(chain: &Chain, tasks: impl Iterator<Item = &'a usize>) -> Vec<usize> {
    let mut numbers: Vec<usize> = tasks.map(|it| chain.number(*it)).collect();
    numbers.sort_unstable();
    numbers
}

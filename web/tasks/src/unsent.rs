//! What the person has changed in the chain at hand and not sent yet: tasks that the plan is to run
//! without, and values while they are edited. The tab keeps it, so that a reload loses none of it.

use kikitori_journal::SessionHead;
use kikitori_json::FromJson;
use kikitori_parts::unsent::OF_TASKS;
use kikitori_tasks::controller::{ControllerPhase, RunBlocked};
use leptos::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::tasks::TasksPage;
use crate::view::Chain;

/// What is kept, of one chain.
#[derive(Debug, Clone, Default, PartialEq, Serialize, FromJson)]
struct Unsent {
    /// Another request of the same chain has another plan.
    request: String,
    /// The ids of the tasks that are left out.
    left_out: Vec<String>,
    /// What stands in the fields of an editor, by [`edited_key`].
    edited: Map<String, Value>,
}

impl Unsent {
    /// What the tab keeps of `chain`.
    fn of(chain: &Chain) -> Option<Self> {
        // Another version of the page may have kept it otherwise.
        let kept: Self = kikitori_json::from_str(&OF_TASKS.of(&chain.id)?).ok()?;
        (kept.request == chain.request).then_some(kept)
    }
}

/// The places of the tasks that were left out of the plan of `chain`.
pub fn left_out(chain: &Chain) -> Vec<usize> {
    let kept = Unsent::of(chain).unwrap_or_default().left_out;
    let tasks = chain.tasks.iter().enumerate();
    let left_out = tasks.filter(|(_, task)| kept.contains(&task.id));
    left_out.map(|(position, _)| position).collect()
}

/// What the values of a task are kept under while they are edited: other values are edited anew.
pub fn edited_key(task: &str, parameters: &Map<String, Value>) -> String {
    let parameters = serde_json::to_string(parameters).unwrap_or_default();
    format!("{task} {parameters}")
}

impl TasksPage {
    /// Keeps which tasks are left out of the plan.
    pub fn keep_left_out(self) {
        let left_out = self.left_out.get_untracked();
        self.keep(|chain, kept| {
            let tasks = left_out.iter().filter_map(|it| chain.tasks.get(*it));
            kept.left_out = tasks.map(|task| task.id.clone()).collect();
        });
    }

    /// What stood in the fields of an editor, by their names; none where nothing was changed.
    pub fn kept_edit(self, key: &str) -> Option<Map<String, Value>> {
        self.chain.with_untracked(|chain| {
            let kept = Unsent::of(chain.as_ref()?)?.edited.remove(key)?;
            kikitori_json::read(kept).ok()
        })
    }

    /// Keeps what stands in the fields of an editor.
    pub fn keep_edit(self, key: &str, fields: Map<String, Value>) {
        self.keep(|_, kept| drop(kept.edited.insert(key.to_owned(), Value::Object(fields))));
    }

    /// What was edited is sent, or given up.
    pub fn forget_edit(self, key: &str) {
        self.keep(|_, kept| drop(kept.edited.remove(key)));
    }

    /// Keeps nothing.
    pub fn forget_unsent(self) {
        OF_TASKS.forget();
    }

    /// Keeps nothing of a chain that is not among `heads` any more, as it was deleted, be it in
    /// another tab. One that is shown and cannot be listed stays until it is known to be gone.
    pub fn forget_deleted(self, heads: &[SessionHead]) {
        let Some(kept) = OF_TASKS.session() else {
            return;
        };
        let is_listed = heads.iter().any(|it| it.id == kept);
        let is_shown = self
            .chain
            .with_untracked(|chain| chain.as_ref().is_some_and(|it| it.id == kept));
        let is_lost = self
            .phase
            .with_untracked(|it| matches!(it, ControllerPhase::Blocked(RunBlocked::Lost(_))));
        if !is_listed && (!is_shown || is_lost) {
            self.forget_unsent();
        }
    }

    fn keep(self, change: impl FnOnce(&Chain, &mut Unsent)) {
        self.chain.with_untracked(|chain| {
            let Some(chain) = chain else { return };
            let mut kept = Unsent::of(chain).unwrap_or_else(|| Unsent {
                request: chain.request.clone(),
                ..Unsent::default()
            });
            change(chain, &mut kept);
            // Of texts and places it cannot fail.
            if let Ok(kept) = serde_json::to_string(&kept) {
                OF_TASKS.keep(&chain.id, &kept);
            }
        });
    }
}

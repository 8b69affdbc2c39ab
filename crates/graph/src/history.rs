//! Looking into what happened in a run.

use kikitori_journal::{Damage, History, Journaled};

use crate::progress::{Change, Planned, Progress};
use crate::state::GraphState;

/// The supersteps of a run, each with the nodes that it was to run.
pub(crate) fn supersteps<S: GraphState>(history: History<Progress<S>>) -> Vec<(u32, Vec<String>)> {
    fn names<T>(tasks: &[Planned<T>]) -> Vec<String> {
        tasks.iter().map(|task| task.node.to_string()).collect()
    }
    let mut superstep = history.first.superstep;
    let mut found = vec![(superstep, names(&history.first.tasks))];
    for change in history.steps.iter().flatten().flatten() {
        match change {
            Change::Applied => superstep = superstep.saturating_add(1),
            Change::Planned { tasks, .. } => found.push((superstep, names(tasks))),
            _ => {}
        }
    }
    found
}

/// Where a run stood before `superstep`; `None` if it has none of that number.
pub(crate) fn before<S: GraphState>(
    history: History<Progress<S>>,
    superstep: u32,
) -> Result<Option<Progress<S>>, Damage> {
    let mut progress = history.first;
    if progress.superstep == superstep {
        return Ok(Some(progress));
    }
    for step in history.steps {
        for change in step? {
            let is_planned = matches!(change, Change::Planned { .. });
            progress.apply(change);
            if is_planned && progress.superstep == superstep {
                return Ok(Some(progress));
            }
        }
    }
    Ok(None)
}

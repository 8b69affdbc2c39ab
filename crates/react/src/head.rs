//! A conversation as the list of all sessions shows it.

use kikitori_journal::{Progress, SessionHead, SessionStatus};

use crate::state::{AgentState, StoppedReason};

/// The kind of the agent's sessions.
pub const SESSION_KIND: &str = "agent";

/// Characters of a question that stand in the list of sessions.
const TITLE_CHARS: usize = 200;

/// It is called by its first question, and its questions are its parts.
pub(crate) fn head_of(state: &AgentState) -> SessionHead {
    let exchanges = &state.exchanges;
    let first = exchanges.first().map(|it| it.query.as_str());
    let ended = exchanges.iter().filter(|it| it.answer.is_some()).count();
    let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    SessionHead {
        id: state.session_id.clone(),
        kind: SESSION_KIND.to_owned(),
        title: first
            .unwrap_or_default()
            .chars()
            .take(TITLE_CHARS)
            .collect(),
        language: None,
        progress: Progress {
            done: number(ended),
            of: number(exchanges.len()),
        },
        status: match exchanges.last().and_then(|it| it.stopped) {
            None | Some(StoppedReason::Budget | StoppedReason::Cancelled) => SessionStatus::Open,
            Some(StoppedReason::Blocked) => SessionStatus::Failed,
            Some(_) => SessionStatus::Done,
        },
        created_at: state.created_at,
        updated_at: state.updated_at,
        last_update: None,
    }
}

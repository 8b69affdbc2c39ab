//! A session as lists show it.

use kikitori_journal::{Progress, SessionHead, SessionStatus};

use crate::state::MainSessionState;

/// The kind of session that this engine leads.
pub const KIND: &str = "interview";

pub(crate) fn head_of(state: &MainSessionState) -> SessionHead {
    let asked = state.asked_fields();
    let done = asked.iter().filter(|field| state.is_done(field));
    let language = state.bootstrap.language.as_ref();
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    SessionHead {
        id: state.session_id.0.clone(),
        kind: KIND.to_owned(),
        title: state.form.title.in_language(state.language()).to_owned(),
        language: language.map(ToString::to_string),
        progress: Progress {
            done: count(done.count()),
            of: count(asked.len()),
        },
        status: match state.submitted_at {
            Some(_) => SessionStatus::Done,
            None => SessionStatus::Open,
        },
        created_at: state.created_at,
        updated_at: state.updated_at,
        last_update: None,
    }
}

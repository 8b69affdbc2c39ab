//! A session as lists show it.

use kikitori_engine::SessionHead;

use crate::field::FieldState;
use crate::state::MainSessionState;

/// The kind of session that this engine leads.
pub const KIND: &str = "interview";

pub(crate) fn head_of(state: &MainSessionState) -> SessionHead {
    let done = state.field_progress.values();
    let done = done.filter(|progress| progress.state == FieldState::Done);
    let language = state.bootstrap.language.as_ref();
    SessionHead {
        id: state.session_id.0.clone(),
        kind: KIND.to_owned(),
        title: state.form.title.clone(),
        language: language.map(ToString::to_string),
        progress: kikitori_engine::Progress {
            done: done.count(),
            of: state.form.fields.len(),
        },
        status: match state.submitted_at {
            Some(_) => "submitted".to_owned(),
            None => "open".to_owned(),
        },
        created_at: state.created_at,
        updated_at: state.updated_at,
    }
}

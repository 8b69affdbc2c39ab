//! Recorded conversations as tests of a form: what would come of them now.
//!
//! A recording is a session as the page saves it. [`replay`] takes what its models reported of each
//! message and has code decide anew, on a form that was changed since: it asks no model and always
//! says the same. [`replay_with_model`] has a model lead the interview again, and answers it with
//! what the person said then. Both give a [`ReplayedField`] for each field.

mod compare;
mod person;
mod recording;
mod with_model;

pub use compare::{ReplayedField, Verdict};
pub use recording::{Recording, RecordingError};
pub use with_model::{ReplayError, replay_with_model, requests_with_model};

use std::rc::Rc;

use kikitori_agent::RegistryError;
use kikitori_form::SessionForm;

use crate::locale::Locale;
use crate::orchestrator::redone;
use crate::tools::InterviewTools;

/// What code makes of a recorded conversation on `form`: its fields in order, and behind them those
/// that it has no more.
///
/// ```
/// use std::rc::Rc;
/// use kikitori_interview::replay::{Recording, replay};
/// use kikitori_interview::{MainSessionState, NoLocale, PageContext, SessionId, parse_form};
///
/// let form = |id: &str| {
///     let file = format!(
///         r#"{{"id": "f", "title": "F", "fields": [{{"id": "{id}", "label": "A", "required": true}}]}}"#
///     );
///     parse_form(&file).unwrap()
/// };
/// let session = SessionId("session-1".to_owned());
/// let state = MainSessionState::new(session, form("name"), PageContext::default(), 0);
/// let fields = replay(&Recording::of(state), form("full-name"), Rc::new(NoLocale))?;
/// let verdicts = fields.iter().map(|it| (it.field_id.as_str(), it.verdict.name()));
/// assert_eq!(verdicts.collect::<Vec<_>>(), [("full-name", "new"), ("name", "gone")]);
/// # Ok::<(), kikitori_agent::RegistryError>(())
/// ```
///
/// # Errors
/// [`RegistryError`] when the interview's own tools do not fit together.
pub fn replay(
    recording: &Recording,
    form: SessionForm,
    locale: Rc<dyn Locale>,
) -> Result<Vec<ReplayedField>, RegistryError> {
    let tools = Rc::new(InterviewTools::new()?);
    let redone = redone(recording.state(), form, tools, locale.clone());
    let fold = |text: &str| locale.fold(text);
    Ok(compare::compare(
        recording.state(),
        &redone.state,
        &redone.not_taken,
        &fold,
    ))
}

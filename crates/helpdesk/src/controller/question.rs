//! The question at hand, as it is stored, and who may write it.

use kikitori_engine::controller::acquire;
use kikitori_journal::{Entry, JournalError, SessionHead, SessionKey, SessionStatus, Sessions};
use kikitori_store::{Batch, StoreError};

use super::legacy::{self, LegacyQuestion};
use super::ports::{ControllerPorts, Lock};
use crate::agent::HelpDeskAgent;
use crate::error::HelpDeskError;
use crate::session::{EarlierQuestion, HelpDeskSession, SESSION_KIND, SessionRecord};

/// The lock that the tab holds which works on the question at hand. There is one for all questions.
pub const QUESTION_LOCK: &str = "kikitori/desk/current";

/// The question at hand: the last one that was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The run that answers it, which is also the id of its session.
    pub run: String,
    /// The question.
    pub text: String,
    /// Whether it is on record that there is an answer.
    pub is_answered: bool,
    /// Whether somebody stopped the run.
    pub is_stopped: bool,
}

impl From<LegacyQuestion> for Question {
    fn from(legacy: LegacyQuestion) -> Self {
        Self {
            run: legacy.run,
            text: legacy.question,
            is_answered: false,
            is_stopped: false,
        }
    }
}

/// The question at hand, as it is stored: that of the run `chosen`, if it is there, or the newest.
pub(super) async fn stored(
    ports: &ControllerPorts,
    chosen: Option<&str>,
) -> Result<Option<Question>, HelpDeskError> {
    match legacy::question(&*ports.store).await {
        Ok(Some(legacy)) if chosen.is_none_or(|run| run == legacy.run) => Ok(Some(legacy.into())),
        Ok(_) => newest(ports, chosen).await,
        // It costs itself only.
        Err(error) => match newest(ports, chosen).await? {
            None => Err(error.into()),
            newest => Ok(newest),
        },
    }
}

/// The chosen question, or the one that was worked on last. One whose head cannot be read is told by its records.
async fn newest(
    ports: &ControllerPorts,
    chosen: Option<&str>,
) -> Result<Option<Question>, HelpDeskError> {
    let mut newest: Option<(bool, u64, Question)> = None;
    for entry in Sessions::new(ports.store.clone()).list().await? {
        let found = match entry {
            Entry::Session(head) if head.kind == SESSION_KIND => {
                Some((head.updated_at, head.into()))
            }
            Entry::Session(_) => None,
            Entry::Unreadable { session, .. } => of_records(ports, &session).await?,
        };
        if let Some((at, question)) = found {
            let is_chosen = chosen == Some(question.run.as_str());
            let is_newer =
                |(before, latest, _): &(bool, u64, Question)| (is_chosen, at) > (*before, *latest);
            if newest.as_ref().is_none_or(is_newer) {
                newest = Some((is_chosen, at, question));
            }
        }
    }
    let Some((_, _, mut question)) = newest else {
        return Ok(None);
    };
    // The head has its beginning only.
    match HelpDeskSession::stored(&*ports.store, &question.run).await {
        Ok(Some(session)) => {
            question.text = session.question;
            question.is_stopped = session.is_stopped;
        }
        Ok(None) | Err(JournalError::Lost { .. }) => {}
        Err(error) => return Err(error.into()),
    }
    Ok(Some(question))
}

impl From<SessionHead> for Question {
    fn from(head: SessionHead) -> Self {
        Self {
            run: head.id,
            text: head.title,
            is_answered: head.status == SessionStatus::Done,
            // The session says so.
            is_stopped: false,
        }
    }
}

/// The question of a session without a head, with when it was asked, if it is one of the help
/// desk's.
async fn of_records(
    ports: &ControllerPorts,
    session: &SessionKey,
) -> Result<Option<(u64, Question)>, StoreError> {
    let state = match HelpDeskSession::stored(&*ports.store, session.id()).await {
        Ok(state) => state,
        Err(JournalError::Store(error)) => return Err(error),
        Err(_) => None,
    };
    let own = state.filter(|state| !state.question.is_empty());
    Ok(own.map(|state| {
        let question = Question {
            run: session.id().to_owned(),
            text: state.question,
            is_answered: state.is_answered,
            is_stopped: state.is_stopped,
        };
        (state.asked_at, question)
    }))
}

/// Stores `text` as the question at hand, which may lean on what the run `shown` told. Those that were
/// asked before stay.
pub(super) async fn ask(
    ports: &ControllerPorts,
    text: &str,
    shown: Option<String>,
) -> Result<SessionRecord, HelpDeskError> {
    // The newest session is the one at hand only when no older page's is in its place.
    if let Ok(Some(older)) = legacy::question(&*ports.store).await {
        take_over(ports, older).await?;
    }
    let state = HelpDeskSession {
        question: text.to_owned(),
        earlier: match &shown {
            Some(shown) => earlier(ports, shown).await,
            None => None,
        },
        ..HelpDeskSession::default()
    };
    begin(ports, &ports.ids.new_id(), state, Batch::new()).await
}

/// What the visitor was told by the run `shown`; if that has no answer, before it. A question can be
/// asked without it, so that whatever fails here stops nobody.
async fn earlier(ports: &ControllerPorts, shown: &str) -> Option<EarlierQuestion> {
    let stored = HelpDeskSession::stored(&*ports.store, shown).await;
    let session = stored.ok()??;
    let agent = HelpDeskAgent::new().ok()?;
    let state = agent.stored(&*ports.store, shown).await.ok().flatten();
    let answer = state.and_then(|it| it.last_answer);
    match answer.filter(|it| !it.statements.is_empty()) {
        Some(answer) => Some(EarlierQuestion::of(&session.question, &answer.text())),
        None => session.earlier,
    }
}

async fn begin(
    ports: &ControllerPorts,
    run: &str,
    state: HelpDeskSession,
    batch: Batch,
) -> Result<SessionRecord, HelpDeskError> {
    let (store, clock) = (ports.store.clone(), ports.clock.clone());
    let writer = ports.ids.new_id();
    Ok(SessionRecord::begin(store, clock, writer, run, state, batch).await?)
}

/// Makes a session of a question that an older page stored.
async fn take_over(
    ports: &ControllerPorts,
    legacy: LegacyQuestion,
) -> Result<SessionRecord, HelpDeskError> {
    let mut batch = Batch::new();
    let state = HelpDeskSession {
        usage: legacy::put_import(&mut batch, &*ports.store, &legacy.run).await?,
        question: legacy.question,
        ..HelpDeskSession::default()
    };
    begin(ports, &legacy.run, state, batch).await
}

/// Goes on with the session of the run `run`. One that an older page stored is taken over.
pub(super) async fn resume(
    ports: &ControllerPorts,
    run: &str,
) -> Result<SessionRecord, HelpDeskError> {
    let (store, clock) = (ports.store.clone(), ports.clock.clone());
    let writer = ports.ids.new_id();
    if let Some(record) = SessionRecord::resume(store, clock, writer, run).await? {
        return Ok(record);
    }
    match legacy::question(&*ports.store).await? {
        Some(legacy) if legacy.run == run => take_over(ports, legacy).await,
        _ => Err(StoreError::Deleted.into()),
    }
}

/// Deletes everything that is stored of the run `run`.
pub(super) async fn delete(ports: &ControllerPorts, run: &str) -> Result<(), HelpDeskError> {
    legacy::delete(&*ports.store, run).await?;
    let sessions = Sessions::new(ports.store.clone());
    Ok(sessions.delete(&SessionKey::new(run)).await?)
}

/// The right to work on the question at hand, unless another tab has it.
pub(super) async fn lock(ports: &ControllerPorts) -> Option<Lock> {
    acquire(&*ports.locks, &*ports.timer, QUESTION_LOCK).await
}

/// The same without waiting for it.
pub(super) async fn try_lock(ports: &ControllerPorts) -> Option<Lock> {
    ports.locks.try_acquire(QUESTION_LOCK).await
}

//! Sessions as older pages stored them: a head that was rewritten with every step, and a record
//! for each message, call, field and sub-session.

mod run;

use std::collections::BTreeMap;
use std::rc::Rc;

use kikitori_agent::RunStep;
use kikitori_engine::{OpenedSession, SessionRecord};
use kikitori_journal::{Damage, DamageReason, JournalError, SessionKey};
use kikitori_llm::UsageTotals;
use kikitori_store::{Batch, Record, Store, StoreError, Stored};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::agent_kind::AgentKind;
use crate::bootstrap::Bootstrap;
use crate::failure::Failure;
use crate::field::{FieldProgress, FieldReview};
use crate::message::{PageContext, SessionMessage};
use crate::plan::Plan;
use crate::state::{AgentStackEntry, MainSessionState, SessionId};
use crate::value::ValueSource;
use kikitori_form::{FieldId, SessionForm};

/// A call that is not on record any more stands there without a name.
const LOST_CALL: &str = "";

/// What was read of a session in an older layout.
pub(crate) struct OldSession {
    pub state: MainSessionState,
    pub damage: Vec<Damage>,
    /// The records that the state was made of.
    keys: Vec<String>,
}

/// Takes over a session that is stored in an older layout. It stays there until something changes.
pub(crate) async fn open(
    store: Rc<dyn Store>,
    session: &SessionKey,
    writer: &str,
) -> Result<Option<OpenedSession<MainSessionState>>, JournalError> {
    let Some(old) = read(&*store, session).await? else {
        return Ok(None);
    };
    let mut replaced = Batch::new();
    for key in old.keys {
        replaced.delete(key);
    }
    let record = SessionRecord::adopt(store, session, writer, replaced).await?;
    Ok(Some(OpenedSession {
        state: old.state,
        is_whole: old.damage.is_empty(),
        damage: old.damage,
        record,
    }))
}

/// Reads a session in an older layout; `None` when nothing of it is stored. What cannot be read
/// costs that record; without its form nothing can be made of a session.
pub(crate) async fn read(
    store: &dyn Store,
    session: &SessionKey,
) -> Result<Option<OldSession>, JournalError> {
    let head = store.get(&session.head()).await?;
    let prefix = session.record("");
    let parts: Vec<(String, Record)> = store.list(&prefix).await?;
    let is_part = |key: &str| {
        let name = key.strip_prefix(&prefix).unwrap_or_default();
        PARTS.contains(&name.split('/').next().unwrap_or_default())
    };
    if head.is_none() && !parts.iter().any(|(key, _)| is_part(key)) {
        return Ok(None);
    }
    let mut reader = Reader::default();
    let head: Option<OldHead> = match head {
        Some(head) => reader.read(session.head(), &head),
        None => None,
    };
    let id = SessionId(session.id().to_owned());
    let mut state = head.unwrap_or_default().into_state(id);
    let mut form = None;
    let mut run_steps = BTreeMap::new();
    for (key, record) in parts.iter().filter(|(key, _)| is_part(key)) {
        let name = key.strip_prefix(&prefix).unwrap_or_default();
        let (part, rest) = name.split_once('/').unwrap_or((name, ""));
        let key = key.clone();
        match part {
            "form" => form = reader.read::<OldForm>(key, record).map(|old| old.0),
            "plan" => state.plan = reader.read(key, record),
            // Keys are listed in order, so messages come in theirs.
            "message" => state
                .messages
                .extend(reader.read::<SessionMessage>(key, record)),
            "step" => {
                let step = reader.read::<OldRunStep>(key, record);
                if let Some((number, step)) = rest.parse::<u64>().ok().zip(step) {
                    run_steps.insert(number, step.0);
                }
            }
            "field" => reader.field(key, record, &mut state),
            _ => reader.sub_session(key, record, &mut state),
        }
    }
    let Some(form) = form else {
        return Err(JournalError::Lost {
            damage: reader.damage,
        });
    };
    state.form = form;
    state.run_steps = in_places(run_steps, session);
    state.compacted_messages = state.compacted_messages.min(state.messages.len());
    run::drop_unmade_call(&mut state);
    Ok(Some(OldSession {
        state,
        damage: reader.damage,
        keys: reader.keys,
    }))
}

/// The parts of a session. Others, such as drafts, belong to the page.
const PARTS: [&str; 6] = ["form", "plan", "message", "step", "field", "sub"];

/// Calls in the places of their numbers, whichever of them are lost.
fn in_places(mut steps: BTreeMap<u64, RunStep>, session: &SessionKey) -> Vec<RunStep> {
    let count = steps.last_key_value().map_or(0, |(last, _)| last + 1);
    // A number out of all proportion is damage too.
    let count = count.min(10 * steps.len() as u64 + 100);
    (0..count)
        .map(|sequence| {
            steps.remove(&sequence).unwrap_or_else(|| RunStep {
                sequence,
                session_id: session.id().to_owned(),
                agent: String::new(),
                tool: LOST_CALL.to_owned(),
                input: String::new(),
                output: None,
                started_at: 0,
                finished_at: None,
            })
        })
        .collect()
}

#[derive(Default)]
struct Reader {
    damage: Vec<Damage>,
    keys: Vec<String>,
}

impl Reader {
    fn read<T: Stored>(&mut self, key: String, record: &Record) -> Option<T> {
        match record.read() {
            Ok(value) => {
                self.keys.push(key);
                Some(value)
            }
            Err(error) => {
                let reason = DamageReason::Unreadable(error);
                self.damage.push(Damage { key, reason });
                None
            }
        }
    }

    fn field(&mut self, key: String, record: &Record, state: &mut MainSessionState) {
        if let Some(field) = self.read::<OldField>(key, record) {
            if let Some(value) = field.value {
                state.set_value(&field.field_id, Some(ValueSource::Text(value)));
            }
            state.field_progress.insert(field.field_id, field.progress);
        }
    }

    fn sub_session(&mut self, key: String, record: &Record, state: &mut MainSessionState) {
        if let Some(sub_session) = self.read::<OldSubSession>(key, record) {
            let review = sub_session.result;
            let review = FieldReview {
                field_id: review.field_id,
                // What it found stands with the field already.
                run_step: u64::MAX,
                passed: review.passed,
                feedback: review.feedback,
                missing_facts: review.missing_facts,
                extracted_facts: review.extracted_facts,
            };
            state.sub_session_results.insert(sub_session.id, review);
        }
    }
}

/// The part of a session that changed with every step.
#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct OldHead {
    agent_stack: Vec<OldStackEntry>,
    bootstrap: Bootstrap,
    current_field_index: usize,
    follow_up_count: u32,
    pending_data: Map<String, Value>,
    page: PageContext,
    failure: Option<Failure>,
    submitted_at: Option<String>,
    spent: UsageTotals,
    spent_by_agent: BTreeMap<AgentKind, UsageTotals>,
    folded_messages: usize,
    context_tokens: Option<u64>,
    step: u64,
    created_at: u64,
    updated_at: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OldStackEntry {
    agent: AgentKind,
    run: run::OldRun,
    sub_session: Option<crate::state::SubSession>,
}

impl OldHead {
    fn into_state(self, id: SessionId) -> MainSessionState {
        let call = self.step;
        let entries = self.agent_stack.into_iter();
        MainSessionState {
            agent_stack: entries
                .filter_map(|entry| {
                    Some(AgentStackEntry {
                        agent: entry.agent,
                        run: entry.run.into_run()?,
                        sub_session: entry.sub_session,
                        call,
                    })
                })
                .collect(),
            bootstrap: self.bootstrap,
            current_field_index: self.current_field_index,
            follow_up_count: self.follow_up_count,
            pending_data: self.pending_data,
            failure: self.failure,
            submitted_at: self.submitted_at,
            spent: self.spent,
            spent_by_agent: self.spent_by_agent,
            compacted_messages: self.folded_messages,
            context_tokens: self.context_tokens,
            step: self.step,
            updated_at: self.updated_at,
            ..MainSessionState::new(id, SessionForm::default(), self.page, self.created_at)
        }
    }
}

impl Stored for OldHead {
    const KIND: &'static str = "session";
    const VERSION: u32 = 2;

    /// The first version counted tokens only.
    fn migrate(from: u32, mut body: Value) -> Result<Value, StoreError> {
        let head = body.as_object_mut().filter(|_| from == 1);
        let head = head.ok_or_else(|| StoreError::unknown_version(Self::KIND, from))?;
        let usage = head.remove("usage").unwrap_or_default();
        let count = |name: &str| usage.get(name).and_then(Value::as_u64).unwrap_or(0);
        let spent = UsageTotals {
            prompt_tokens: count("prompt_tokens"),
            completion_tokens: count("completion_tokens"),
            ..UsageTotals::default()
        };
        let spent = serde_json::to_value(spent).unwrap_or_default();
        head.insert("spent".to_owned(), spent);
        Ok(body)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct OldForm(SessionForm);

impl Stored for OldForm {
    const KIND: &'static str = "form";
    const VERSION: u32 = 1;
}

impl Stored for Plan {
    const KIND: &'static str = "plan";
    const VERSION: u32 = 1;
}

impl Stored for SessionMessage {
    const KIND: &'static str = "message";
    const VERSION: u32 = 1;
}

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct OldRunStep(RunStep);

impl Stored for OldRunStep {
    const KIND: &'static str = "run step";
    const VERSION: u32 = 1;
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OldField {
    field_id: FieldId,
    progress: FieldProgress,
    value: Option<String>,
}

impl Stored for OldField {
    const KIND: &'static str = "field";
    const VERSION: u32 = 1;
}

#[derive(Serialize, Deserialize)]
struct OldSubSession {
    id: String,
    result: OldReview,
}

#[derive(Serialize, Deserialize)]
struct OldReview {
    field_id: FieldId,
    passed: bool,
    feedback: Option<String>,
    missing_facts: Vec<String>,
    extracted_facts: Vec<String>,
}

impl Stored for OldSubSession {
    const KIND: &'static str = "sub-session";
    const VERSION: u32 = 1;
}

//! How a session lies in the store, and what of it has to be written again.
//!
//! A turn writes the head, which has the same size throughout, and what it added or changed:
//! messages, tool calls, the field at hand. Form and plan are written once.

use std::collections::{BTreeMap, BTreeSet};

use kikitori_agent::RunStep;
use kikitori_llm::UsageTotals;
use kikitori_store::{Batch, Store, StoreError, Stored};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::field::{FieldProgress, FieldState};
use crate::form::{FieldId, SessionForm};
use crate::orchestrator::Failure;
use crate::state::{
    AgentKind, AgentStackEntry, Bootstrap, MainSessionState, PageContext, Plan, SessionId,
    SessionMessage,
};

const HEADS: &str = "head/";

fn head_key(id: &SessionId) -> String {
    format!("{HEADS}{id}")
}

fn part_key(id: &SessionId, part: &str) -> String {
    format!("session/{id}/{part}")
}

/// The part of a session that changes with every step.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Head {
    session_id: SessionId,
    form_title: String,
    agent_stack: Vec<AgentStackEntry>,
    bootstrap: Bootstrap,
    current_field_index: usize,
    follow_up_count: u32,
    pending_data: Map<String, Value>,
    page: PageContext,
    failure: Option<Failure>,
    submitted_at: Option<String>,
    spent: UsageTotals,
    spent_by_agent: BTreeMap<AgentKind, UsageTotals>,
    #[serde(rename = "foldedMessages")]
    compacted_messages: usize,
    context_tokens: Option<u64>,
    step: u64,
    fields: usize,
    fields_done: usize,
    created_at: u64,
    updated_at: u64,
}

impl Stored for Head {
    const KIND: &'static str = "session";
    const VERSION: u32 = 2;

    /// The first version counted tokens only.
    fn migrate(from: u32, mut body: Value) -> Result<Value, StoreError> {
        let head = body.as_object_mut().filter(|_| from == 1);
        let head = head.ok_or_else(|| StoreError::Unreadable {
            kind: Self::KIND,
            detail: format!("version {from} is not known"),
        })?;
        let usage = head.remove("usage").unwrap_or_default();
        let count = |name: &str| usage.get(name).and_then(Value::as_u64).unwrap_or(0);
        let spent = UsageTotals {
            prompt_tokens: count("prompt_tokens"),
            completion_tokens: count("completion_tokens"),
            ..UsageTotals::default()
        };
        head.insert(
            "spent".to_owned(),
            serde_json::to_value(spent).unwrap_or_default(),
        );
        head.insert("spentByAgent".to_owned(), Map::new().into());
        head.insert("foldedMessages".to_owned(), 0.into());
        Ok(body)
    }
}

impl Stored for SessionForm {
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

/// A tool call as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct StoredRunStep(RunStep);

impl Stored for StoredRunStep {
    const KIND: &'static str = "run step";
    const VERSION: u32 = 1;
}

/// A field's progress and its accepted answer.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FieldRecord {
    field_id: FieldId,
    progress: FieldProgress,
    value: Option<String>,
}

impl Stored for FieldRecord {
    const KIND: &'static str = "field";
    const VERSION: u32 = 1;
}

/// What a sub-session came to.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SubSessionRecord {
    id: String,
    result: Value,
}

impl Stored for SubSessionRecord {
    const KIND: &'static str = "sub-session";
    const VERSION: u32 = 1;
}

/// What changed since the last batch.
#[derive(Debug, Default)]
pub(crate) struct Unsaved {
    form: bool,
    plan: bool,
    messages_saved: usize,
    run_steps: BTreeSet<usize>,
    fields: BTreeSet<FieldId>,
    sub_sessions: BTreeSet<String>,
}

impl Unsaved {
    /// For a session that was just read.
    pub(crate) fn nothing(state: &MainSessionState) -> Self {
        Self {
            messages_saved: state.messages.len(),
            ..Self::default()
        }
    }

    /// For a session that was just begun.
    pub(crate) fn everything() -> Self {
        Self {
            form: true,
            ..Self::default()
        }
    }

    pub(crate) fn touch_plan(&mut self) {
        self.plan = true;
    }

    pub(crate) fn touch_run_step(&mut self, sequence: usize) {
        self.run_steps.insert(sequence);
    }

    pub(crate) fn touch_field(&mut self, id: &FieldId) {
        self.fields.insert(id.clone());
    }

    pub(crate) fn touch_sub_session(&mut self, id: &str) {
        self.sub_sessions.insert(id.to_owned());
    }

    /// The batch that stores the changes; from then on they count as saved.
    pub(crate) fn take(&mut self, state: &MainSessionState) -> Result<Batch, StoreError> {
        let id = &state.session_id;
        let mut batch = Batch::new();
        batch.put_value(head_key(id), &head_of(state))?;
        if self.form {
            batch.put_value(part_key(id, "form"), &state.form)?;
        }
        if let Some(plan) = state.plan.as_ref().filter(|_| self.plan) {
            batch.put_value(part_key(id, "plan"), plan)?;
        }
        for (sequence, message) in state.messages.iter().enumerate().skip(self.messages_saved) {
            batch.put_value(part_key(id, &format!("message/{sequence:08}")), message)?;
        }
        for sequence in &self.run_steps {
            if let Some(step) = state.run_steps.get(*sequence) {
                let key = part_key(id, &format!("step/{sequence:08}"));
                batch.put_value(key, &StoredRunStep(step.clone()))?;
            }
        }
        for field_id in &self.fields {
            let record = FieldRecord {
                field_id: field_id.clone(),
                progress: state
                    .field_progress
                    .get(field_id)
                    .cloned()
                    .unwrap_or_default(),
                value: state.collected_fields.get(field_id).cloned(),
            };
            batch.put_value(part_key(id, &format!("field/{field_id}")), &record)?;
        }
        for sub_session in &self.sub_sessions {
            if let Some(result) = state.sub_session_results.get(sub_session) {
                let record = SubSessionRecord {
                    id: sub_session.clone(),
                    result: result.clone(),
                };
                batch.put_value(part_key(id, &format!("sub/{sub_session}")), &record)?;
            }
        }
        *self = Self::nothing(state);
        Ok(batch)
    }
}

fn head_of(state: &MainSessionState) -> Head {
    Head {
        session_id: state.session_id.clone(),
        form_title: state.form.title.clone(),
        agent_stack: state.agent_stack.clone(),
        bootstrap: state.bootstrap.clone(),
        current_field_index: state.current_field_index,
        follow_up_count: state.follow_up_count,
        pending_data: state.pending_data.clone(),
        page: state.page.clone(),
        failure: state.failure.clone(),
        submitted_at: state.submitted_at.clone(),
        spent: state.spent,
        spent_by_agent: state.spent_by_agent.clone(),
        compacted_messages: state.compacted_messages,
        context_tokens: state.context_tokens,
        step: state.step,
        fields: state.form.fields.len(),
        fields_done: state
            .field_progress
            .values()
            .filter(|progress| progress.state == FieldState::Done)
            .count(),
        created_at: state.created_at,
        updated_at: state.updated_at,
    }
}

/// A session as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionSummary {
    /// The session.
    pub id: SessionId,
    /// The form's title.
    pub form_title: String,
    /// Fields in the form.
    pub fields: usize,
    /// Fields that are done.
    pub fields_done: usize,
    /// Whether the form is confirmed.
    pub submitted: bool,
    /// When the session last changed, in milliseconds since 1970.
    pub updated_at: u64,
}

/// All sessions in the store, the last changed first. Those that cannot be read are left out
/// and counted.
///
/// # Errors
/// [`StoreError`] when the store cannot be read at all.
pub async fn list_sessions(store: &dyn Store) -> Result<(Vec<SessionSummary>, usize), StoreError> {
    let mut sessions = Vec::new();
    let mut unreadable = 0;
    for (_, record) in store.list(HEADS).await? {
        match record.read::<Head>() {
            Ok(head) => sessions.push(SessionSummary {
                id: head.session_id,
                form_title: head.form_title,
                fields: head.fields,
                fields_done: head.fields_done,
                submitted: head.submitted_at.is_some(),
                updated_at: head.updated_at,
            }),
            Err(_) => unreadable += 1,
        }
    }
    sessions.sort_by_key(|session| std::cmp::Reverse(session.updated_at));
    Ok((sessions, unreadable))
}

/// Reads a session; `None` when there is none of that id.
///
/// # Errors
/// [`StoreError`] when a record of it cannot be read.
pub async fn load_session(
    store: &dyn Store,
    id: &SessionId,
) -> Result<Option<MainSessionState>, StoreError> {
    let Some(head) = store.get(&head_key(id)).await? else {
        return Ok(None);
    };
    let head: Head = head.read()?;
    let prefix = part_key(id, "");
    let mut form = SessionForm::default();
    let mut plan = None;
    let mut state = MainSessionState {
        session_id: head.session_id,
        agent_stack: head.agent_stack,
        messages: Vec::new(),
        sub_session_results: Default::default(),
        bootstrap: head.bootstrap,
        form: SessionForm::default(),
        plan: None,
        current_field_index: head.current_field_index,
        collected_fields: Default::default(),
        follow_up_count: head.follow_up_count,
        created_at: head.created_at,
        updated_at: head.updated_at,
        field_progress: Default::default(),
        run_steps: Vec::new(),
        pending_data: head.pending_data,
        page: head.page,
        failure: head.failure,
        submitted_at: head.submitted_at,
        spent: head.spent,
        spent_by_agent: head.spent_by_agent,
        compacted_messages: head.compacted_messages,
        context_tokens: head.context_tokens,
        step: head.step,
    };
    // Keys are listed in order, so messages and steps come in theirs.
    for (key, record) in store.list(&prefix).await? {
        let part = key.strip_prefix(&prefix).unwrap_or_default();
        match part.split('/').next() {
            Some("form") => form = record.read()?,
            Some("plan") => plan = Some(record.read()?),
            Some("message") => state.messages.push(record.read()?),
            Some("step") => state.run_steps.push(record.read::<StoredRunStep>()?.0),
            Some("field") => {
                let field: FieldRecord = record.read()?;
                if let Some(value) = field.value {
                    state.collected_fields.insert(field.field_id.clone(), value);
                }
                state.field_progress.insert(field.field_id, field.progress);
            }
            Some("sub") => {
                let sub_session: SubSessionRecord = record.read()?;
                state
                    .sub_session_results
                    .insert(sub_session.id, sub_session.result);
            }
            // Parts that this version does not know belong to the page, such as drafts.
            _ => {}
        }
    }
    state.form = form;
    state.plan = plan;
    Ok(Some(state))
}

/// Removes a session and everything that was stored with it, in one batch.
///
/// # Errors
/// [`StoreError`] when the store fails; nothing is removed then.
pub async fn delete_session(store: &dyn Store, id: &SessionId) -> Result<(), StoreError> {
    let mut batch = Batch::new();
    batch.delete(head_key(id));
    for (key, _) in store.list(&part_key(id, "")).await? {
        batch.delete(key);
    }
    store.commit(batch).await
}

//! A task: one call of a service's method within a chain.

use std::fmt;
use std::rc::Rc;

use kikitori_json::{FromJson, deserialize_by_json};
use serde::{Serialize, Serializer};
use serde_json::{Error, Map, Value};

/// Names a task within its chain: a letter or `_`, then letters, digits, `_` and `-`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId(Rc<str>);

impl TaskId {
    /// The id of this text, whether a plan may use it or not.
    pub fn new(id: &str) -> Self {
        Self(id.into())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether references can name it.
    pub fn is_valid(&self) -> bool {
        let mut characters = self.0.chars();
        let first = characters.next();
        first.is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
            && characters.all(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '-'))
            && self.0.len() <= MAX_ID_BYTES
    }
}

/// The longest id that a plan may use.
pub const MAX_ID_BYTES: usize = 64;

impl fmt::Display for TaskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for TaskId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.0)
    }
}

impl FromJson for TaskId {
    fn from_json(value: Value) -> Result<Self, Error> {
        String::from_json(value).map(|id| Self(id.into()))
    }
}

deserialize_by_json!(TaskId);

/// A task's place in its plan, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, FromJson)]
#[serde(transparent)]
pub struct TaskIndex(pub u32);

impl TaskIndex {
    pub(crate) fn at(self) -> usize {
        self.0 as usize
    }
}

/// One call of a service's method, once the tasks that it depends on are done.
#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct Task {
    /// Names it.
    pub id: TaskId,
    /// The service.
    pub service: String,
    /// The service's method.
    pub method: String,
    /// The method's parameters. Texts in them may refer to results of dependencies
    /// ([`Reference`](crate::Reference)).
    pub parameters: Map<String, Value>,
    /// The tasks that have to be done before it.
    pub depends_on: Vec<TaskId>,
    /// How it may be run.
    pub terms: TaskTerms,
}

/// How a task may be run, as its method says and its owner allows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct TaskTerms {
    /// Whether it changes anything.
    pub effect: Effect,
    /// Whether the person is asked before it runs.
    pub asks_first: bool,
    /// Whether its service can say what a call would do without doing it, so that this is looked up
    /// before the person is asked.
    #[serde(default)]
    pub previews: bool,
    /// Its parameters that are lists and may do without some of their items.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub partial_lists: Vec<PartialList>,
    /// How often and how long it is tried.
    pub limits: TaskLimits,
}

impl TaskTerms {
    /// How the list `parameter` may do without some of its items, if it may.
    pub(crate) fn partial_list(&self, parameter: &str) -> Option<&PartialList> {
        let mut lists = self.partial_lists.iter();
        lists.find(|it| it.parameter == parameter)
    }
}

/// A parameter that is a list and may do without some of its items: one that refers to a task that
/// was not done drops out of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct PartialList {
    /// The parameter.
    pub parameter: String,
    /// Whether the task cannot be done when all items of the list drop out.
    pub needs_one: bool,
}

/// Whether a method changes anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub enum Effect {
    /// It does not: it may be run again.
    Reading,
    /// It does. Where its outcome is unknown the person is asked.
    Changing,
    /// It does, and a call with an idempotency key that it has seen changes nothing more: where its
    /// outcome is unknown it is called again with the same key.
    ChangingOnce,
}

impl Effect {
    /// Whether a call whose outcome is unknown may be made again.
    pub fn may_be_repeated(self) -> bool {
        !matches!(self, Self::Changing)
    }

    /// Whether it changes anything.
    pub fn is_changing(self) -> bool {
        !matches!(self, Self::Reading)
    }
}

/// How often and how long a task is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct TaskLimits {
    /// Times it is tried at most, the first one included. At least one.
    pub attempts: u32,
    /// How long one try may take, in milliseconds.
    pub time_ms: u64,
    /// How long to wait before the second try, in milliseconds; twice as long before each further.
    pub wait_ms: u64,
}

impl Default for TaskLimits {
    fn default() -> Self {
        Self {
            attempts: 3,
            time_ms: 30_000,
            wait_ms: 500,
        }
    }
}

/// The longest wait before a try, in milliseconds.
const MAX_WAIT_MS: u64 = 60_000;

impl TaskLimits {
    /// How long to wait before try number `attempt`, from 1, in milliseconds.
    ///
    /// ```
    /// let limits = kikitori_tasks::TaskLimits::default();
    /// assert_eq!([1, 2, 3, 99].map(|attempt| limits.wait_before(attempt)), [0, 500, 1_000, 60_000]);
    /// ```
    pub fn wait_before(self, attempt: u32) -> u64 {
        match attempt.checked_sub(2) {
            None => 0,
            Some(doublings) => {
                let factor = 1_u64.checked_shl(doublings).unwrap_or(u64::MAX);
                self.wait_ms.saturating_mul(factor).min(MAX_WAIT_MS)
            }
        }
    }
}

//! What a graph works on.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use kikitori_store::StoreError;

/// The state of a graph, and how a node's update changes it.
///
/// Nodes never write the state. Each returns an update, and updates are applied one after the
/// other in a fixed order, whichever node was ready first. What becomes of a field is up to
/// [`Self::apply`]; [`reduce`] has the usual ways.
pub trait GraphState: Clone + Serialize + DeserializeOwned + 'static {
    /// What a node hands back.
    type Update: Clone + Serialize + DeserializeOwned + 'static;
    /// What a [`Goto::Send`](crate::Goto::Send) hands to a node; `()` in a graph that sends
    /// nothing.
    type Sent: Clone + Serialize + DeserializeOwned + 'static;

    /// What errors call this kind of state.
    const KIND: &'static str;
    /// The version of the shape of state, updates and what is sent, from 1.
    const VERSION: u32 = 1;

    /// Takes an update in.
    fn apply(&mut self, update: Self::Update);

    /// Brings a stored part of version `from` to the next one.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] when that version is not known, or the body is not of it.
    fn migrate(_part: StoredPart, from: u32, _body: Value) -> Result<Value, StoreError> {
        Err(StoreError::Unreadable {
            kind: Self::KIND,
            detail: format!("version {from} is not known"),
        })
    }
}

/// Which of a graph's types a stored body is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoredPart {
    /// The state.
    State,
    /// An update.
    Update,
    /// What was sent to a node.
    Sent,
}

/// The usual ways in which an update's field changes the state's.
///
/// ```
/// use kikitori_graph::reduce;
/// let (mut answer, mut results, mut tries) = ("old".to_owned(), vec![1], 2);
/// reduce::replace(&mut answer, Some("new".to_owned()));
/// reduce::append(&mut results, vec![2, 3]);
/// reduce::with(&mut tries, Some(1), |tries, more| *tries += more);
/// assert_eq!((answer.as_str(), results, tries), ("new", vec![1, 2, 3], 3));
/// ```
pub mod reduce {
    /// The update's value takes the place of the old one; without one, the old one stays.
    pub fn replace<T>(field: &mut T, update: Option<T>) {
        if let Some(value) = update {
            *field = value;
        }
    }

    /// The update's values come after those that are there.
    pub fn append<T>(field: &mut Vec<T>, update: Vec<T>) {
        field.extend(update);
    }

    /// `reducer` says what becomes of the field, when there is an update for it.
    pub fn with<T, U>(field: &mut T, update: Option<U>, reducer: impl FnOnce(&mut T, U)) {
        if let Some(update) = update {
            reducer(field, update);
        }
    }
}

//! Interviews that were tried in the form builder, which keeps them apart from the page's own.

use std::rc::Rc;

use kikitori_browser::previews;
use kikitori_journal::{Sessions, Usage};
use kikitori_store::{Store, StoreError};

/// What they have stored.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tried {
    interviews: usize,
    /// Bytes in IndexedDB.
    pub in_database: usize,
    /// Bytes in localStorage.
    pub in_local_storage: usize,
}

impl Tried {
    /// Looks what there is.
    ///
    /// # Errors
    /// [`StoreError`] when it cannot be read.
    pub async fn count() -> Result<Self, StoreError> {
        let Some(previews) = previews().await else {
            return Ok(Self::default());
        };
        let in_database = all(previews.in_database).await?;
        let in_local_storage = all(previews.in_local_storage).await?;
        Ok(Self {
            interviews: in_database.count + in_local_storage.count,
            in_database: in_database.bytes,
            in_local_storage: in_local_storage.bytes + previews.notes,
        })
    }

    /// Both together.
    pub fn usage(self) -> Usage {
        Usage {
            count: self.interviews,
            bytes: self.in_database + self.in_local_storage,
        }
    }
}

/// The sessions of a store, with the bytes of all that is in it.
async fn all(store: Option<Rc<dyn Store>>) -> Result<Usage, StoreError> {
    let Some(store) = store else {
        return Ok(Usage::default());
    };
    let usage = Sessions::new(store).usage().await?;
    let bytes = usage.sessions.values().chain(usage.others.values());
    Ok(Usage {
        count: usage.sessions.values().map(|it| it.count).sum(),
        bytes: bytes.map(|it| it.bytes).sum(),
    })
}

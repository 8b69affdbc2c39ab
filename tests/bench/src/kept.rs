//! What a page's runs are kept in.

use std::cell::Cell;
use std::rc::Rc;

use kikitori_browser::IndexedDbStore;
use kikitori_store::{MemoryStore, Store};

/// A store, or none, and the names of the runs in it.
pub struct Kept {
    /// The store.
    pub store: Option<Rc<dyn Store>>,
    runs: Cell<u32>,
}

impl Kept {
    /// In a store of this kind: `none`, `memory` or `indexeddb`, which is called `database`.
    ///
    /// # Errors
    /// What went wrong, in words.
    pub async fn in_store(kind: &str, database: &str) -> Result<Self, String> {
        let store: Option<Rc<dyn Store>> = match kind {
            "none" => None,
            "memory" => Some(Rc::new(MemoryStore::new())),
            "indexeddb" => match IndexedDbStore::open(database).await {
                Ok(store) => Some(Rc::new(store)),
                Err(error) => return Err(error.to_string()),
            },
            other => return Err(format!("there is no store of the kind {other}")),
        };
        let runs = Cell::new(0);
        Ok(Self { store, runs })
    }

    /// A name that no run has had.
    pub fn next_run(&self) -> String {
        self.runs.set(self.runs.get() + 1);
        self.runs.get().to_string()
    }
}

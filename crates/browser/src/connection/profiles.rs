//! What endpoints were found to support, kept in the store for each endpoint and model.

use std::cell::RefCell;
use std::rc::Rc;

use kikitori_llm::Profile;
use kikitori_store::{Batch, Store, StoreError, Stored};
use serde::{Deserialize, Serialize};
use wasm_bindgen_futures::spawn_local;

use super::{Connection, LocalServer};

/// What one endpoint and model support.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndpointProfile {
    /// What is known of it.
    pub profile: Profile,
    /// When all of it was last tried, in milliseconds since 1970; none if it only was learnt
    /// along the way.
    #[serde(default)]
    pub checked_at: Option<u64>,
}

impl Stored for EndpointProfile {
    const KIND: &'static str = "endpoint profile";
    const VERSION: u32 = 1;
}

/// The profiles of all endpoints. What cannot be stored is known as long as the page lives.
pub struct Profiles {
    store: Rc<dyn Store>,
    /// Few, so a list will do.
    known: RefCell<Vec<(String, EndpointProfile)>>,
}

impl Profiles {
    /// The profiles in `store`.
    pub fn new(store: Rc<dyn Store>) -> Rc<Self> {
        Rc::new(Self {
            store,
            known: RefCell::default(),
        })
    }

    /// What is known of `connection`'s endpoint and model: what was found out, or what its server is
    /// known for.
    pub async fn of(&self, connection: &Connection) -> EndpointProfile {
        let id = connection.id();
        if let Some(known) = self.known(&id) {
            return known;
        }
        let found = self.read(&id).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "a stored profile is not used");
            None
        });
        let profile = found.unwrap_or_else(|| EndpointProfile {
            profile: connection
                .server()
                .map(LocalServer::profile)
                .unwrap_or_default(),
            checked_at: None,
        });
        // What was learnt meanwhile is newer.
        self.known(&id).unwrap_or_else(|| {
            self.known.borrow_mut().push((id, profile));
            profile
        })
    }

    fn known(&self, id: &str) -> Option<EndpointProfile> {
        let known = self.known.borrow();
        let found = known.iter().find(|(other, _)| other == id);
        found.map(|(_, profile)| *profile)
    }

    async fn read(&self, id: &str) -> Result<Option<EndpointProfile>, StoreError> {
        let record = self.store.get(&key(id)).await?;
        record.map(|record| record.read()).transpose()
    }

    /// Keeps what was learnt along the way.
    pub fn learnt(self: &Rc<Self>, connection: &Connection, profile: Profile) {
        let id = connection.id();
        let learnt = EndpointProfile {
            profile,
            ..self.known(&id).unwrap_or_default()
        };
        self.keep(id, learnt);
    }

    /// Keeps what came out when all was tried, at `now`. It replaces what was learnt before, so
    /// that nothing that was refused once is refused for ever.
    pub fn checked(self: &Rc<Self>, connection: &Connection, profile: Profile, now: u64) {
        let checked = EndpointProfile {
            profile,
            checked_at: Some(now),
        };
        self.keep(connection.id(), checked);
    }

    fn keep(self: &Rc<Self>, id: String, profile: EndpointProfile) {
        {
            let mut known = self.known.borrow_mut();
            known.retain(|(other, _)| *other != id);
            known.push((id.clone(), profile));
        }
        let profiles = Rc::clone(self);
        spawn_local(async move {
            let mut batch = Batch::new();
            let stored = match batch.put_value(key(&id), &profile) {
                Ok(()) => profiles.store.commit(batch).await,
                Err(error) => Err(error),
            };
            if let Err(error) = stored {
                tracing::warn!(%error, "what an endpoint supports was not stored");
            }
        });
    }
}

fn key(id: &str) -> String {
    format!("endpoint/{id}")
}

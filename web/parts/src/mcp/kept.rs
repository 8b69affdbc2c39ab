//! The choice of servers as it lies in the store.

use kikitori_json::FromJson;
use kikitori_store::{Batch, Guard, Record, Store, StoreError, Stored};
use serde::Serialize;

use super::KEY;
use super::server::{Address, Server};

#[derive(Serialize, FromJson)]
struct KeptServers {
    servers: Vec<KeptServer>,
}

#[derive(Serialize, FromJson)]
struct KeptServer {
    name: String,
    /// Of one that the visitor has added; the page's server leads to any other.
    url: Option<String>,
    /// The tools that are switched on; none until the server has listed them.
    on: Option<Vec<String>>,
}

impl Stored for KeptServers {
    const KIND: &'static str = "MCP servers";
    const VERSION: u32 = 1;
}

/// The servers that were chosen.
///
/// # Errors
/// [`StoreError`] when they cannot be read.
pub async fn read(store: &dyn Store) -> Result<Vec<Server>, StoreError> {
    servers(store.get(KEY).await?.as_ref())
}

fn servers(record: Option<&Record>) -> Result<Vec<Server>, StoreError> {
    let Some(record) = record else {
        return Ok(Vec::new());
    };
    let kept = record.read::<KeptServers>()?;
    let servers = kept.servers.into_iter().map(|it| {
        let address = it.url.map_or(Address::Listed, Address::Own);
        Server::new(it.name, address, it.on)
    });
    Ok(servers.collect())
}

/// Makes this change to those that are kept, and leaves what another tab has chosen meanwhile.
///
/// # Errors
/// [`StoreError`] when they cannot be read or stored.
pub async fn change(
    store: &dyn Store,
    change: impl Fn(&mut Vec<Server>),
) -> Result<(), StoreError> {
    loop {
        let found = store.get(KEY).await?;
        let mut servers = servers(found.as_ref())?;
        change(&mut servers);
        let mut batch = batch_of(&servers)?;
        batch.guard(Guard {
            key: KEY.to_owned(),
            expected: found,
        });
        match store.commit(batch).await {
            // Another tab was first: its choice is read too.
            Err(StoreError::Superseded | StoreError::Vanished) => {}
            committed => return committed,
        }
    }
}

fn batch_of(servers: &[Server]) -> Result<Batch, StoreError> {
    let servers = servers.iter().map(|it| KeptServer {
        name: it.name.clone(),
        url: match &it.address {
            Address::Listed => None,
            Address::Own(url) => Some(url.clone()),
        },
        on: it.on.clone(),
    });
    let servers: Vec<_> = servers.collect();
    let mut batch = Batch::new();
    match servers.is_empty() {
        true => batch.delete(KEY),
        false => batch.put_value(KEY, &KeptServers { servers })?,
    }
    Ok(batch)
}

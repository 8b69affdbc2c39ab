//! The store port over IndexedDB.

mod connection;
mod presence;

use std::cell::RefCell;
use std::future::{Future, IntoFuture};
use std::rc::Rc;

use futures::channel::oneshot;
use futures::future::{LocalBoxFuture, join};
use idb::{KeyRange, ObjectStore, Query, Transaction};
use kikitori_store::{Batch, Guard, Record, Store, StoreError, Write};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::IdbTransaction;

use crate::js_error::{describe, storage_error};
use connection::{Connection, Mode, RECORDS};
use presence::Presence;

/// Keeps records in an IndexedDB database: the default store.
///
/// A batch is one transaction of strict durability. When another tab deletes or upgrades the
/// database, or the browser closes it, the next call opens it anew. What is under way when the
/// person leaves the page is done when they come back to it, if the browser keeps it that long.
pub struct IndexedDbStore {
    inner: Rc<Inner>,
}

impl IndexedDbStore {
    /// Opens the database `name`, creating it if it is not there.
    ///
    /// # Errors
    /// [`StoreError::Refused`] when the browser does not let the page use IndexedDB,
    /// [`StoreError::Full`] when there is no room to create the database.
    pub async fn open(name: &str) -> Result<Self, StoreError> {
        let inner = Rc::new(Inner {
            name: name.to_owned(),
            connection: RefCell::default(),
            presence: Presence::new(),
        });
        let opening = Rc::clone(&inner);
        detached(&inner, async move || opening.connection().await.map(drop)).await?;
        Ok(Self { inner })
    }
}

impl Store for IndexedDbStore {
    fn get<'a>(&'a self, key: &'a str) -> LocalBoxFuture<'a, Result<Option<Record>, StoreError>> {
        let (inner, key) = (Rc::clone(&self.inner), key.to_owned());
        Box::pin(detached(&self.inner, async move || inner.get(&key).await))
    }

    fn list<'a>(
        &'a self,
        prefix: &'a str,
    ) -> LocalBoxFuture<'a, Result<Vec<(String, Record)>, StoreError>> {
        let (inner, prefix) = (Rc::clone(&self.inner), prefix.to_owned());
        Box::pin(detached(&self.inner, async move || {
            inner.list(&prefix).await
        }))
    }

    fn keys<'a>(&'a self, prefix: &'a str) -> LocalBoxFuture<'a, Result<Vec<String>, StoreError>> {
        let (inner, prefix) = (Rc::clone(&self.inner), prefix.to_owned());
        Box::pin(detached(&self.inner, async move || {
            inner.keys(&prefix).await
        }))
    }

    fn commit(&self, batch: Batch) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        let inner = Rc::clone(&self.inner);
        Box::pin(detached(&self.inner, async move || {
            inner.commit(&batch).await
        }))
    }
}

/// Runs `work` to its end even if the future is dropped before: a batch is not stopped half way
/// through its asking, and no event handler dies before its event. Work whose transaction ended
/// because the page was left is done anew.
async fn detached<T: 'static>(
    inner: &Rc<Inner>,
    work: impl AsyncFn() -> Result<T, StoreError> + 'static,
) -> Result<T, StoreError> {
    let (tell, told) = oneshot::channel();
    let inner = Rc::clone(inner);
    spawn_local(async move {
        let outcome = loop {
            let before = inner.presence.times_left();
            let outcome = work().await;
            if outcome.is_ok() || inner.presence.times_left() == before {
                break outcome;
            }
        };
        // No one may be listening any more.
        let _ = tell.send(outcome);
    });
    told.await
        .unwrap_or_else(|_| Err(storage_error("the work was dropped")))
}

/// How a record lies in the database. The body is JSON text and not a tree of JavaScript values,
/// because that does not give every `serde_json::Value` back: `1.0` returns as `1`, integers
/// beyond 2^53 are refused, and a key `__proto__` sets the prototype and is lost.
#[derive(Serialize, Deserialize)]
struct StoredRecord {
    version: u32,
    body: String,
}

fn to_js(record: &Record) -> Result<JsValue, StoreError> {
    serde_wasm_bindgen::to_value(&StoredRecord {
        version: record.version,
        body: record.body.clone(),
    })
    .map_err(storage_error)
}

/// What this store did not write comes back as a damaged record, so that it can be listed and
/// deleted.
fn from_js(value: JsValue) -> Record {
    match serde_wasm_bindgen::from_value::<StoredRecord>(value.clone()) {
        Ok(StoredRecord { version, body }) => Record { version, body },
        Err(_) => Record::damaged(text_of(&value)),
    }
}

fn text_of(value: &JsValue) -> String {
    if let Some(text) = value.as_string() {
        return text;
    }
    let text = js_sys::JSON::stringify(value).ok();
    text.and_then(|text| JsValue::from(text).as_string())
        .unwrap_or_else(|| format!("{value:?}"))
}

struct Inner {
    name: String,
    connection: RefCell<Option<Rc<Connection>>>,
    presence: Presence,
}

impl Inner {
    async fn get(&self, key: &str) -> Result<Option<Record>, StoreError> {
        let (_connection, raw) = self.begin(Mode::Read).await?;
        let request = records(&raw)?
            .get(JsValue::from_str(key))
            .map_err(storage_error)?;
        Ok(request.await.map_err(storage_error)?.map(from_js))
    }

    async fn list(&self, prefix: &str) -> Result<Vec<(String, Record)>, StoreError> {
        let range = prefix_range(prefix)?;
        let (_connection, raw) = self.begin(Mode::Read).await?;
        let store = records(&raw)?;
        // Both are asked before either is awaited, so that one transaction serves them.
        let keys = store
            .get_all_keys(Some(range.clone()), None)
            .map_err(storage_error)?;
        let values = store.get_all(Some(range), None).map_err(storage_error)?;
        // Both are waited for in any case: the handlers of one that is dropped would be gone when it
        // fails.
        let (keys, values) = join(keys.into_future(), values.into_future()).await;
        let (keys, values) = (keys.map_err(storage_error)?, values.map_err(storage_error)?);
        let keys = keys
            .into_iter()
            .map(|key| key.as_string().unwrap_or_default());
        Ok(keys.zip(values.into_iter().map(from_js)).collect())
    }

    async fn keys(&self, prefix: &str) -> Result<Vec<String>, StoreError> {
        let range = prefix_range(prefix)?;
        let (_connection, raw) = self.begin(Mode::Read).await?;
        let keys = records(&raw)?
            .get_all_keys(Some(range), None)
            .map_err(storage_error)?;
        let keys = keys.await.map_err(storage_error)?;
        Ok(keys.iter().filter_map(JsValue::as_string).collect())
    }

    async fn commit(&self, batch: &Batch) -> Result<(), StoreError> {
        // Made ready first: inside the transaction nothing but IndexedDB is waited for.
        let mut writes = Vec::new();
        for (key, write) in batch.writes() {
            let value = match write {
                Write::Put(record) => Some(to_js(record)?),
                Write::Delete => None,
            };
            writes.push((JsValue::from_str(key), value));
        }
        if writes.is_empty() && batch.guarded_by().is_none() {
            return Ok(());
        }
        let (_connection, raw) = self.begin(Mode::Write).await?;
        let mut transaction = Transaction::from(raw.clone());
        let outcome = outcome(&mut transaction, &raw);
        let compared = compare(&raw, batch.guarded_by());
        let asked = ask_for(&raw, writes);
        // The comparison was asked for first, so its answer comes while the transaction can still
        // be given up.
        let allowed = compared.await;
        if asked.is_err() || allowed.is_err() {
            // What was asked before the failure must not be kept. Errors: it has ended already.
            let _ = raw.abort();
        }
        let ended = outcome
            .await
            .unwrap_or_else(|_| Err(storage_error("no outcome was told")));
        match allowed {
            Err(refused @ (StoreError::Superseded | StoreError::Vanished)) => Err(refused),
            // Why the transaction ended says more than that a request in it failed.
            allowed => asked.and(ended).and(allowed),
        }
    }

    /// A transaction, with the connection that it lives on.
    async fn begin(&self, mode: Mode) -> Result<(Rc<Connection>, IdbTransaction), StoreError> {
        let mut is_new = false;
        loop {
            let connection = self.connection().await?;
            if self.presence.is_away() {
                self.presence.shown().await;
                continue;
            }
            match connection.begin(mode) {
                Ok(transaction) => {
                    self.presence.watch(&transaction);
                    return Ok((connection, transaction));
                }
                Err(error) if is_new => return Err(error),
                // Closed under us, perhaps without the event having arrived yet: once more, anew.
                Err(_) => {
                    is_new = true;
                    self.connection.take();
                }
            }
        }
    }

    async fn connection(&self) -> Result<Rc<Connection>, StoreError> {
        let open = self.connection.borrow().clone();
        if let Some(connection) = open
            && !connection.is_closed()
        {
            return Ok(connection);
        }
        let connection = Rc::new(Connection::open(&self.name).await?);
        self.connection.replace(Some(Rc::clone(&connection)));
        Ok(connection)
    }
}

fn records(transaction: &IdbTransaction) -> Result<ObjectStore, StoreError> {
    Transaction::from(transaction.clone())
        .object_store(RECORDS)
        .map_err(storage_error)
}

fn prefix_range(prefix: &str) -> Result<Query, StoreError> {
    // U+FFFF is no character, so no key goes on with it.
    let end = format!("{prefix}\u{ffff}");
    KeyRange::bound(&prefix.into(), &end.into(), Some(false), Some(true))
        .map(Query::from)
        .map_err(storage_error)
}

/// Asks at once for what the guard looks at; resolves to whether it is what was expected.
fn compare<'a>(
    transaction: &IdbTransaction,
    guard: Option<&'a Guard>,
) -> impl Future<Output = Result<(), StoreError>> + use<'a> {
    let asked = guard.map(|guard| {
        let found = records(transaction)?
            .get(JsValue::from_str(&guard.key))
            .map_err(storage_error)?;
        Ok((guard, found))
    });
    async {
        let Some((guard, found)) = asked.transpose()? else {
            return Ok(());
        };
        let found = found.await.map_err(storage_error)?.map(from_js);
        guard.check(found.as_ref())
    }
}

fn ask_for(
    transaction: &IdbTransaction,
    writes: Vec<(JsValue, Option<JsValue>)>,
) -> Result<(), StoreError> {
    let store = records(transaction)?;
    for (key, value) in writes {
        match value {
            Some(value) => store.put(&value, Some(&key)).map(drop),
            None => store.delete(key).map(drop),
        }
        .map_err(storage_error)?;
    }
    Ok(())
}

/// How the transaction ends. Its own events are listened to and not the requests': only `complete`
/// says that the data is kept, and Chrome reports a lack of room only with `abort`.
fn outcome(
    transaction: &mut Transaction,
    raw: &IdbTransaction,
) -> oneshot::Receiver<Result<(), StoreError>> {
    let (tell, told) = oneshot::channel();
    let tell = Rc::new(RefCell::new(Some(tell)));
    let tell_completion = Rc::clone(&tell);
    transaction.on_complete(move |_| {
        if let Some(tell) = tell_completion.take() {
            let _ = tell.send(Ok(()));
        }
    });
    let raw = raw.clone();
    transaction.on_abort(move |_| {
        let reason = raw.error().map(|error| describe(&error));
        let reason = reason.unwrap_or_else(|| "the transaction was aborted".to_owned());
        if let Some(tell) = tell.take() {
            let _ = tell.send(Err(storage_error(reason)));
        }
    });
    told
}

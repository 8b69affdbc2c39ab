//! One open connection to a database of one object store.

use std::cell::Cell;
use std::rc::Rc;

use idb::{Database, DatabaseEvent, Factory, ObjectStoreParams};
use kikitori_store::StoreError;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{IdbDatabase, IdbTransaction};

use crate::js_error::{describe, storage_error};

/// The one object store; its keys are out of line.
pub(super) const RECORDS: &str = "records";

/// The version of the database's layout, not of the records in it.
const LAYOUT: u32 = 1;

#[wasm_bindgen]
extern "C" {
    // web-sys has the third argument only behind its unstable cfg, idb not at all.
    type DatabaseWithOptions;

    #[wasm_bindgen(method, catch, js_name = transaction)]
    fn transaction(
        this: &DatabaseWithOptions,
        store: &str,
        mode: &str,
        options: &JsValue,
    ) -> Result<IdbTransaction, JsValue>;
}

#[derive(serde::Serialize)]
struct TransactionOptions {
    durability: &'static str,
}

/// What a transaction is for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mode {
    Read,
    /// Told complete only when the data is on the device.
    Write,
}

pub(super) struct Connection {
    raw: IdbDatabase,
    closed: Rc<Cell<bool>>,
    /// Owns the two event handlers.
    _handlers: Database,
}

impl Connection {
    /// Opens the database, creating it if it is not there.
    ///
    /// # Errors
    /// [`StoreError::Full`] or, for everything else, [`StoreError::Refused`].
    pub(super) async fn open(name: &str) -> Result<Self, StoreError> {
        let mut request = Factory::new()
            .and_then(|factory| factory.open(name, Some(LAYOUT)))
            .map_err(refused)?;
        request.on_upgrade_needed(|event| {
            if let Ok(database) = event.database()
                && let Err(error) = database.create_object_store(RECORDS, ObjectStoreParams::new())
            {
                // Every transaction will now fail, and say so.
                tracing::error!(%error, "the object store could not be created");
            }
        });
        let raw = request.await.map_err(refused)?.into();
        Ok(Self::listening(raw))
    }

    fn listening(raw: IdbDatabase) -> Self {
        let closed = Rc::new(Cell::new(false));
        let mut handlers = Database::from(raw.clone());
        let flag = Rc::clone(&closed);
        handlers.on_close(move |_| flag.set(true));
        let (flag, database) = (Rc::clone(&closed), raw.clone());
        // Otherwise another tab could neither delete nor upgrade the database.
        handlers.on_version_change(move |_| {
            flag.set(true);
            database.close();
        });
        Self {
            raw,
            closed,
            _handlers: handlers,
        }
    }

    /// Whether the browser, or another tab's wish, has closed it.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.get()
    }

    /// Begins a transaction over the records. It ends by itself when control returns to the
    /// browser without a request having been made in it.
    pub(super) fn begin(&self, mode: Mode) -> Result<IdbTransaction, StoreError> {
        let (mode, durability) = match mode {
            Mode::Read => ("readonly", "default"),
            Mode::Write => ("readwrite", "strict"),
        };
        let options = serde_wasm_bindgen::to_value(&TransactionOptions { durability })
            .map_err(storage_error)?;
        self.raw
            .unchecked_ref::<DatabaseWithOptions>()
            .transaction(RECORDS, mode, &options)
            .map_err(|thrown| storage_error(describe(&thrown)))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // The handlers die with this value; an event must not find them dead.
        self.raw.set_onclose(None);
        self.raw.set_onversionchange(None);
        self.raw.close();
    }
}

fn refused(error: idb::Error) -> StoreError {
    match storage_error(error) {
        StoreError::Failed { detail } => StoreError::Refused { detail },
        other => other,
    }
}

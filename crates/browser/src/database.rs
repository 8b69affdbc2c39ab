//! A database that runs in a worker, which is loaded only for it. Whatever a statement does, the
//! page stays as quick as it was, and a worker that does not answer is ended.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use futures::channel::oneshot;
use futures::future::{Either, LocalBoxFuture, select};
use futures::lock::Mutex;
use js_sys::{Array, JsString, Object, Reflect, Uint8Array};
use kikitori_json::from_str;
use kikitori_ports::Timer;
use kikitori_tools::database::{
    Database, DatabaseError, DatabaseReply, OpenProblem, QueryLimit, QueryResult, Schema,
};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::BrowserTimer;

/// A worker that takes longer to open a file, with what it loads first, is given up on.
const OPENING: Duration = Duration::from_secs(60);
/// A statement stops by itself after three seconds. What does not is ended with its worker.
const ANSWERING: Duration = Duration::from_secs(10);

/// A file that a database is made of: one of SQLite's, or CSV in UTF-8.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseFile {
    /// What it is called.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// A database in a worker of its own.
pub struct WorkerDatabase {
    /// The address of the worker's script.
    script: String,
    files: Vec<DatabaseFile>,
    schema: Schema,
    /// The worker with the database open; none after it was ended, until it is asked again.
    worker: Mutex<Option<DatabaseWorker>>,
}

impl WorkerDatabase {
    /// Opens these files in a worker, whose script is at this address: one of SQLite's, or CSV files,
    /// each of which becomes a table. Without any it is the sample.
    ///
    /// # Errors
    /// [`OpenProblem`].
    pub async fn open(script: &str, files: Vec<DatabaseFile>) -> Result<Self, OpenProblem> {
        let (worker, schema) = opened(script, &files).await?;
        Ok(Self {
            script: script.to_owned(),
            files,
            schema,
            worker: Mutex::new(Some(worker)),
        })
    }

    async fn select(&self, sql: &str) -> Result<QueryResult, DatabaseError> {
        let mut held = self.worker.lock().await;
        let worker = match held.take() {
            Some(worker) => worker,
            None => {
                let opened = opened(&self.script, &self.files).await;
                opened.map_err(|_| away("it could not be opened again"))?.0
            }
        };
        let reply = worker.ask(&JsString::from(sql), ANSWERING).await;
        let reply = match reply {
            Ok(DatabaseReply::Result(result)) => Ok(result),
            Ok(DatabaseReply::Error(error)) => Err(error),
            // The worker ends here.
            Err(Silence::TooSlow) => {
                let limit = QueryLimit::Time;
                return Err(DatabaseError::Limit { limit });
            }
            Ok(_) | Err(Silence::Broken) => return Err(away("it broke at this statement")),
        };
        *held = Some(worker);
        reply
    }
}

fn away(message: &str) -> DatabaseError {
    DatabaseError::Away {
        message: message.to_owned(),
    }
}

impl Database for WorkerDatabase {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn query<'a>(&'a self, sql: &'a str) -> LocalBoxFuture<'a, Result<QueryResult, DatabaseError>> {
        Box::pin(self.select(sql))
    }
}

async fn opened(
    script: &str,
    files: &[DatabaseFile],
) -> Result<(DatabaseWorker, Schema), OpenProblem> {
    let worker = DatabaseWorker::start(script).ok_or(OpenProblem::Away)?;
    let names: Array = files.iter().map(|it| JsValue::from_str(&it.name)).collect();
    let contents = files.iter().map(|it| Uint8Array::from(it.bytes.as_slice()));
    let contents: Array = contents.collect();
    let order = Object::new();
    for (name, value) in [("names", &names), ("contents", &contents)] {
        // It cannot fail on a new object.
        let _ = Reflect::set(&order, &name.into(), value);
    }
    match worker.ask(&order, OPENING).await {
        Ok(DatabaseReply::Opened(schema)) => Ok((worker, schema)),
        Ok(DatabaseReply::NotOpened(problem)) => Err(problem),
        _ => Err(OpenProblem::Away),
    }
}

/// Why a worker did not reply.
enum Silence {
    /// It takes too long.
    TooSlow,
    /// It could not be loaded, or broke.
    Broken,
}

type Waiting = Rc<RefCell<Option<oneshot::Sender<Option<String>>>>>;

/// A worker that ends with what holds it.
struct DatabaseWorker {
    worker: Worker,
    waiting: Waiting,
    /// What hears the worker as long as it lives.
    _listeners: [Closure<dyn FnMut(MessageEvent)>; 2],
}

impl DatabaseWorker {
    fn start(script: &str) -> Option<Self> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(script, &options).ok()?;
        let waiting = Waiting::default();
        let listener = |is_answer: bool| {
            let waiting = Rc::clone(&waiting);
            Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
                if let Some(waiting) = waiting.take() {
                    let answer = is_answer.then(|| event.data().as_string()).flatten();
                    // No one may be waiting any more.
                    let _ = waiting.send(answer);
                }
            })
        };
        // A script that cannot be loaded is an error event.
        let listeners = [listener(true), listener(false)];
        let [answered, failed] = &listeners;
        worker.set_onmessage(Some(answered.as_ref().unchecked_ref()));
        worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
        Some(Self {
            worker,
            waiting,
            _listeners: listeners,
        })
    }

    /// Its reply.
    async fn ask(&self, order: &JsValue, patience: Duration) -> Result<DatabaseReply, Silence> {
        let (tell, told) = oneshot::channel();
        self.waiting.replace(Some(tell));
        let posted = self.worker.post_message(order);
        posted.map_err(|_| Silence::Broken)?;
        let text = match select(told, BrowserTimer.sleep(patience)).await {
            Either::Left((told, _)) => told.ok().flatten().ok_or(Silence::Broken)?,
            Either::Right(_) => return Err(Silence::TooSlow),
        };
        from_str(&text).map_err(|error| {
            tracing::warn!(%error, "what the database's worker says is not understood");
            Silence::Broken
        })
    }
}

impl Drop for DatabaseWorker {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

//! The database that the agent asks: files of the visitor's, kept with the conversation, or the
//! sample.

mod kept;
mod view;

use std::rc::Rc;

use futures::lock::Mutex;
use kikitori_browser::{DatabaseFile, WorkerDatabase, decode_strictly, file_bytes};
use kikitori_parts::page::Page;
use kikitori_search::encoding;
use kikitori_store::{Store, StoreError};
use kikitori_tools::database::{Database, OpenProblem, Schema};
use leptos::prelude::*;
use web_sys::File;

pub use view::database_view;

/// What runs the database, relative to the page's folder.
const WORKER: &str = "agent/database/worker.js";
/// The most bytes of the visitor's files together.
const MAX_BYTES: f64 = 16.0 * 1024.0 * 1024.0;
/// How names of files end that are databases, and of those that become tables.
const SQLITE: [&str; 4] = [".sqlite", ".sqlite3", ".db", ".db3"];
const TABLES: [&str; 2] = [".csv", ".tsv"];

/// Whether a file of this name becomes a table.
fn is_table(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    TABLES.iter().any(|it| name.ends_with(it))
}

/// Whether a file of this name is for the database.
pub fn is_for_database(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    is_table(name) || SQLITE.iter().any(|it| lower.ends_with(it))
}

/// Why files were not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotTaken {
    /// They make no database.
    Problem(OpenProblem),
    /// The browser does not hand one out.
    NotHandedOut,
    /// One is no text, or in an encoding that cannot be told.
    NotText,
    /// They could not be stored.
    Store(StoreError),
}

/// The database at hand. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct DatabaseShelf {
    page: Page,
    /// The visitor's files; without any it is the sample.
    pub names: RwSignal<Vec<String>>,
    /// What is in it, once it is open.
    pub schema: RwSignal<Option<Schema>>,
    /// Whether it is being opened.
    pub is_opening: RwSignal<bool>,
    /// Which files were not taken, or what is wrong with the database, and why.
    pub problem: RwSignal<Option<(String, NotTaken)>>,
    files: StoredValue<Vec<DatabaseFile>>,
    /// The conversation that the files belong to; none before it has begun.
    session: StoredValue<String>,
    /// Whether the files go with the person into the next conversation.
    is_carried: StoredValue<bool>,
    open: StoredValue<Option<Rc<WorkerDatabase>>, LocalStorage>,
    turn: StoredValue<Rc<Mutex<()>>, LocalStorage>,
}

impl DatabaseShelf {
    /// One with the sample.
    pub fn new(page: Page) -> Self {
        Self {
            page,
            names: RwSignal::new(Vec::new()),
            schema: RwSignal::new(None),
            is_opening: RwSignal::new(false),
            problem: RwSignal::new(None),
            files: StoredValue::new(Vec::new()),
            session: StoredValue::new(String::new()),
            is_carried: StoredValue::new(false),
            open: StoredValue::new_local(None),
            turn: StoredValue::new_local(Rc::default()),
        }
    }

    /// The database, opened if it is not yet.
    ///
    /// # Errors
    /// [`OpenProblem`], which is shown as well.
    pub async fn opened(self) -> Result<Rc<WorkerDatabase>, OpenProblem> {
        // Who asks for it while it is opened waits for that.
        let turn = self.turn.get_value();
        let _turn = turn.lock().await;
        if let Some(open) = self.open.get_value() {
            return Ok(open);
        }
        let files = self.files.get_value();
        let opened = self.open_files(files.clone()).await;
        // Others may have been chosen meanwhile.
        if self.files.with_value(|now| *now == files) {
            match &opened {
                Ok(open) => self.has(open.clone()),
                Err(problem) => {
                    let names = self.names.get_untracked().join(", ");
                    self.problem
                        .set(Some((names, NotTaken::Problem(problem.clone()))));
                }
            }
        }
        opened
    }

    async fn open_files(self, files: Vec<DatabaseFile>) -> Result<Rc<WorkerDatabase>, OpenProblem> {
        self.is_opening.set(true);
        let opened = WorkerDatabase::open(&self.page.address(WORKER), files).await;
        self.is_opening.set(false);
        opened.map(Rc::new)
    }

    fn has(self, open: Rc<WorkerDatabase>) {
        self.schema.set(Some(open.schema().clone()));
        self.open.set_value(Some(open));
        self.problem.set(None);
    }

    fn put(self, files: Vec<DatabaseFile>) {
        self.open.set_value(None);
        self.schema.set(None);
        let names = files.iter().map(|it| it.name.clone());
        self.names.set(names.collect());
        self.files.set_value(files);
    }

    /// Takes files of the visitor's: tables join the tables that are there, one of the same name in its
    /// place, and a database of SQLite's takes the place of all. Whether it did.
    pub async fn take(self, store: &dyn Store, files: Vec<File>) -> bool {
        let names: Vec<String> = files.iter().map(File::name).collect();
        let taken = self.taken(store, files).await;
        if let Err(why) = &taken {
            self.problem.set(Some((names.join(", "), why.clone())));
        }
        taken.is_ok()
    }

    async fn taken(self, store: &dyn Store, files: Vec<File>) -> Result<(), NotTaken> {
        let names: Vec<String> = files.iter().map(File::name).collect();
        let mut read = self.files.get_value();
        let mut all = names.iter().chain(read.iter().map(|it| &it.name));
        match all.all(|name| is_table(name)) {
            true => read.retain(|it| !names.contains(&it.name)),
            false => read.clear(),
        }
        let bytes: f64 = files.iter().map(|it| it.size()).sum();
        let kept: usize = read.iter().map(|it| it.bytes.len()).sum();
        if bytes + kept as f64 > MAX_BYTES {
            return Err(NotTaken::Problem(OpenProblem::TooLarge));
        }
        for file in files {
            let bytes = file_bytes(&file).await;
            let mut bytes = bytes.map_err(|_| NotTaken::NotHandedOut)?;
            let name = file.name();
            if is_table(&name) {
                let text = encoding::decode(&bytes, None, decode_strictly);
                bytes = text.ok_or(NotTaken::NotText)?.into_bytes();
            }
            read.push(DatabaseFile { name, bytes });
        }
        let open = self.open_files(read.clone()).await;
        let open = open.map_err(NotTaken::Problem)?;
        let session = self.session.get_value();
        kept::keep(store, &session, &read)
            .await
            .map_err(NotTaken::Store)?;
        self.put(read);
        self.has(open);
        Ok(())
    }

    /// Removes a file of the visitor's. In the place of the last one the sample is asked.
    pub async fn remove(self, store: &dyn Store, name: &str) {
        let mut left = self.files.get_value();
        left.retain(|it| it.name != name);
        self.put(left.clone());
        self.problem.set(None);
        if let Err(error) = kept::keep(store, &self.session.get_value(), &left).await {
            let why = NotTaken::Store(error);
            self.problem.set(Some((String::new(), why)));
        }
    }

    /// Takes the files at hand into the conversation that begins now: they are kept with it once it
    /// has a question.
    pub fn carry(self) {
        self.is_carried.set_value(true);
    }

    /// Follows the conversation at hand, which is none before its first question: what was chosen
    /// before it, or was carried there, goes with it, and another one has files of its own.
    pub async fn follow(self, store: &dyn Store, session: &str, is_new: bool) {
        let before = self.session.get_value();
        if before == session {
            return;
        }
        self.session.set_value(session.to_owned());
        let is_carried = self.is_carried.get_value();
        self.is_carried.set_value(false);
        let files = kept::files(store, session).await;
        if files.is_empty() && session.is_empty() && is_carried {
            return;
        }
        if files.is_empty() && before.is_empty() && is_new {
            let files = self.files.get_value();
            if !files.is_empty()
                && let Err(error) = kept::hand_over(store, session, &files).await
            {
                let why = NotTaken::Store(error);
                self.problem.set(Some((String::new(), why)));
            }
            return;
        }
        // Another one may have been opened meanwhile.
        if self.session.with_value(|now| now == session)
            && self.files.with_value(|now| *now != files)
        {
            self.put(files);
        }
    }

    /// What was chosen before there was a conversation, as the page left it.
    pub async fn look(self, store: &dyn Store) {
        let files = kept::files(store, "").await;
        if !files.is_empty() && self.session.with_value(String::is_empty) {
            self.put(files);
        }
    }
}

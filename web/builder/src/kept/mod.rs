//! The form at hand as it lies in the store: one record, which another tab may have written meanwhile.

mod told;

use js_sys::Date;
use kikitori_browser::{OpenedStore, StoreKind, forget_preference, may_hold_records, preference};
use kikitori_form::Form;
use kikitori_json::FromJson;
use kikitori_parts::page::Page;
use kikitori_store::{Batch, Guard, Record, StoreError, Stored};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Serialize;

pub use told::told;

/// Where it is.
const FORM: &str = "builder/form";
/// A form that cannot be read is put below this before another one takes its place.
const ASIDE: &str = "builder/aside/";
/// The preference in which older pages kept it.
const OLDER: &str = "builder-form";

#[derive(Serialize, FromJson)]
struct KeptForm {
    /// The form's file, as text: so it can be had also where it is none any more.
    file: String,
}

impl Stored for KeptForm {
    const KIND: &'static str = "form of the form builder";
    const VERSION: u32 = 1;
}

/// How far the form is kept.
#[derive(Debug, Clone, PartialEq)]
pub enum Keeping {
    /// What was kept is being read.
    Reading,
    /// What is shown is kept, or is about to be.
    Kept,
    /// Another tab has kept another one since this one was read.
    Elsewhere,
    /// It could not be stored.
    Failed(StoreError),
}

/// A form that was kept and cannot be read.
#[derive(Debug, Clone, PartialEq)]
pub struct Unreadable {
    key: String,
    record: Record,
}

impl Unreadable {
    /// What stands there.
    pub fn text(&self) -> String {
        let file = self.record.read::<KeptForm>().map(|it| it.file);
        file.unwrap_or_else(|_| self.record.body.clone())
    }
}

/// What keeps the form. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct Kept {
    page: Page,
    /// How far it is kept.
    pub keeping: RwSignal<Keeping>,
    /// What is kept and cannot be read.
    pub unreadable: RwSignal<Vec<Unreadable>>,
    /// What the store is known to hold.
    found: StoredValue<Option<Record>>,
    /// The file that is to be stored next.
    wanted: StoredValue<Option<String>>,
    is_storing: StoredValue<bool>,
}

impl Kept {
    /// Of which nothing is read yet.
    pub fn new(page: Page) -> Self {
        Self {
            page,
            keeping: RwSignal::new(Keeping::Reading),
            unreadable: RwSignal::new(Vec::new()),
            found: StoredValue::new(None),
            wanted: StoredValue::new(None),
            is_storing: StoredValue::new(false),
        }
    }

    /// The form that was kept, where there is one and it can be read.
    pub async fn first(self) -> Option<Form> {
        // Who only looks around has no database made.
        match preference(OLDER).is_some() || may_hold_records().await {
            true => self.read().await,
            false => {
                self.keeping.set(Keeping::Kept);
                None
            }
        }
    }

    /// The form that is kept now: what is stored from here on takes its place.
    pub async fn read(self) -> Option<Form> {
        let store = self.page.store().await.store;
        let (found, aside) = (store.get(FORM).await, store.list(ASIDE).await);
        let (found, aside) = match (found, aside) {
            (Ok(found), Ok(aside)) => (found, aside),
            (Err(error), _) | (_, Err(error)) => {
                self.keeping.set(Keeping::Failed(error));
                return None;
            }
        };
        let older = found.is_none().then(|| preference(OLDER)).flatten();
        let older = older.and_then(|file| Record::of(&KeptForm { file }).ok());
        let shown = found.as_ref().or(older.as_ref());
        let form = shown.and_then(form_in);
        let in_place = shown.filter(|_| form.is_none()).map(|record| Unreadable {
            key: FORM.to_owned(),
            record: record.clone(),
        });
        let aside = aside
            .into_iter()
            .map(|(key, record)| Unreadable { key, record });
        self.unreadable
            .set(in_place.into_iter().chain(aside).collect());
        self.found.set_value(found);
        self.keeping.set(Keeping::Kept);
        if let (Some(older), Some(_)) = (older, &form)
            && let Ok(KeptForm { file }) = older.read()
        {
            self.keep(file);
        }
        form
    }

    /// Stores a form's file, unless another tab has stored one that was not seen here.
    pub fn keep(self, file: String) {
        if self.keeping.with_untracked(|it| *it == Keeping::Elsewhere) {
            return;
        }
        self.wanted.set_value(Some(file));
        if self.is_storing.get_value() {
            return;
        }
        self.is_storing.set_value(true);
        spawn_local(async move {
            let opened = self.page.store().await;
            while let Some(file) = self.wanted.try_update_value(Option::take).flatten() {
                let keeping = match self.store(&opened, file).await {
                    Ok(()) => Keeping::Kept,
                    Err(StoreError::Superseded) => {
                        self.wanted.set_value(None);
                        Keeping::Elsewhere
                    }
                    Err(error) => Keeping::Failed(error),
                };
                if self.keeping.with_untracked(|it| *it != keeping) {
                    self.keeping.set(keeping);
                }
            }
            self.is_storing.set_value(false);
        });
    }

    async fn store(self, opened: &OpenedStore, file: String) -> Result<(), StoreError> {
        let record = Record::of(&KeptForm { file })?;
        let mut batch = Batch::new();
        batch.put(FORM, record.clone());
        batch.guard(Guard {
            key: FORM.to_owned(),
            expected: self.found.get_value(),
        });
        let in_place = self.unreadable.with_untracked(|all| {
            let mut all = all.iter();
            all.find(|it| it.key == FORM).map(|it| it.record.clone())
        });
        let aside = format!("{ASIDE}{}", Date::now());
        if let Some(unreadable) = in_place.clone() {
            batch.put(aside.clone(), unreadable);
        }
        opened.store.commit(batch).await?;
        self.found.set_value(Some(record));
        if in_place.is_some() {
            self.unreadable.update(|all| {
                for it in all.iter_mut().filter(|it| it.key == FORM) {
                    it.key.clone_from(&aside);
                }
            });
        }
        forget_older(opened);
        Ok(())
    }

    /// Deletes one that cannot be read.
    pub async fn delete(self, unreadable: Unreadable) {
        let opened = self.page.store().await;
        let mut batch = Batch::new();
        batch.delete(unreadable.key.clone());
        let is_in_place = unreadable.key == FORM;
        if is_in_place {
            batch.guard(Guard {
                key: FORM.to_owned(),
                expected: self.found.get_value(),
            });
        }
        match opened.store.commit(batch).await {
            Ok(()) => {
                if is_in_place {
                    self.found.set_value(None);
                    forget_older(&opened);
                }
                self.unreadable
                    .update(|all| all.retain(|it| *it != unreadable));
            }
            Err(StoreError::Superseded) => self.keeping.set(Keeping::Elsewhere),
            Err(error) => self.keeping.set(Keeping::Failed(error)),
        }
    }
}

/// The form in a record, where it can be read.
fn form_in(record: &Record) -> Option<Form> {
    let KeptForm { file } = record.read().ok()?;
    Form::parse(&file).ok()
}

/// What is in the store needs no preference beside it, unless it is gone with the tab.
fn forget_older(opened: &OpenedStore) {
    if opened.kind != StoreKind::Memory {
        forget_preference(OLDER);
    }
}

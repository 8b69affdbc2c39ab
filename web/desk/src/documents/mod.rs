//! The documents that questions are answered from: the visitor's own, those that the site ships,
//! or both.

pub mod file;
mod own;
mod shipped;

use std::collections::BTreeMap;

use futures::StreamExt;
use futures::stream;
use kikitori_browser::{file_bytes, preference, set_preference};
use kikitori_search::{DocumentId, DocumentSet, Index, Segment};
use kikitori_store::{Store, StoreError};
use leptos::prelude::*;
use web_sys::File;

pub use file::Unread;
pub use shipped::{Missing, NoList};

use crate::messages::phrases;
use crate::parts::documents::read_document;
use kikitori_parts::page::Page;

/// Shipped documents that are fetched side by side.
const AT_ONCE: usize = 6;
/// The preference that says whether both kinds of documents are searched.
const BOTH: &str = "desk-search";

/// A document as the page lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Its passages; none of one that is stored and cannot be read.
    pub passages: Option<usize>,
}

/// What is known of the documents that the site ships.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Site {
    /// Nothing yet.
    Asking,
    /// These.
    Ships(DocumentSet),
    /// That could not be found out.
    Unknown(NoList),
}

/// What a question is answered from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Searched {
    /// That is not known yet.
    Unknown,
    /// There is nothing.
    Nothing,
    /// So many documents of the visitor's own.
    Own(usize),
    /// So many documents of the site's.
    Site(usize),
    /// So many of the one, and so many of the other.
    Both(usize, usize),
}

/// All documents. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct Library {
    page: Page,
    /// The visitor's own.
    pub own: RwSignal<Vec<Listed>>,
    /// The site's.
    pub site: RwSignal<Site>,
    /// What became of the site's documents that were looked at, by name: their passages, or why
    /// they are not searched.
    pub looked_at: RwSignal<BTreeMap<String, Result<usize, Missing>>>,
    /// Whether the site's are searched although there are own ones.
    pub both: RwSignal<bool>,
    /// Files that are being read.
    pub reading: RwSignal<usize>,
    /// Files that were not taken, and why.
    pub refused: RwSignal<Vec<(String, Unread)>>,
    /// Files that are not read yet, as what reads them did not come.
    pub left: RwSignal<Vec<File>, LocalStorage>,
    /// What else went wrong.
    pub trouble: RwSignal<Option<StoreError>>,
}

impl Library {
    /// A library of which nothing is known yet.
    pub fn new(page: Page) -> Self {
        Self {
            page,
            own: RwSignal::new(Vec::new()),
            site: RwSignal::new(Site::Asking),
            looked_at: RwSignal::new(BTreeMap::new()),
            both: RwSignal::new(preference(BOTH).as_deref() == Some("both")),
            reading: RwSignal::new(0),
            refused: RwSignal::new(Vec::new()),
            left: RwSignal::new_local(Vec::new()),
            trouble: RwSignal::new(None),
        }
    }

    /// Looks at what is searched and makes the indexes that are not there yet, so that nobody waits
    /// for them later. What goes wrong is shown beside the documents.
    pub async fn look(self, store: &dyn Store) {
        if let Err(error) = self.index(store).await {
            self.trouble.set(Some(error));
        }
        // Also while only own ones are searched: what the site has can be chosen besides.
        self.set(store).await;
    }

    /// Whether something of the site's could not be had, and may be another time.
    pub fn may_come(self) -> bool {
        let is_away = |it: &Result<usize, Missing>| matches!(it, Err(Missing::NotHad(_)));
        let has_list = |site: &Site| !matches!(site, Site::Unknown(NoList::NotHad(_)));
        !self.site.with(has_list) || self.looked_at.with(|all| all.values().any(is_away))
    }

    /// The index of everything that is searched.
    ///
    /// # Errors
    /// [`StoreError`] when the visitor's documents cannot be read. A document of the site's that
    /// cannot be had is left out, and listed so.
    pub async fn index(self, store: &dyn Store) -> Result<Index, StoreError> {
        let mut index = Index::new();
        for segment in self.segments(store).await? {
            index.add(segment);
        }
        Ok(index)
    }

    /// Everything that is searched, document by document.
    ///
    /// # Errors
    /// As [`Self::index`].
    pub async fn segments(self, store: &dyn Store) -> Result<Vec<Segment>, StoreError> {
        let own: Vec<Segment> = own::all(store).await?.into_values().flatten().collect();
        let mut all = Vec::new();
        if own.is_empty() || self.both.get_untracked() {
            all = self.shipped(store).await;
        }
        // Own ones last: one takes the place of the site's that is called the same.
        all.extend(own);
        Ok(all)
    }

    /// How many of the visitor's documents can be searched.
    pub fn searchable(self) -> usize {
        self.own
            .with(|own| own.iter().filter(|it| it.passages.is_some()).count())
    }

    /// What is searched, as far as it is known.
    pub fn searched(self) -> Searched {
        let own = self.searchable();
        if own > 0 && !self.both.get() {
            return Searched::Own(own);
        }
        let lang = self.page.language.get();
        let site = self.site.with(|site| match site {
            Site::Asking => None,
            Site::Ships(set) => {
                let documents = set.in_language(lang.tag()).into_iter();
                let is_missing = |name: &String| {
                    self.looked_at
                        .with(|looked_at| matches!(looked_at.get(name), Some(Err(_))))
                };
                Some(documents.filter(|it| !is_missing(&it.name)).count())
            }
            Site::Unknown(_) => Some(0),
        });
        match (own, site) {
            (0, None) => Searched::Unknown,
            (0, Some(0)) => Searched::Nothing,
            (0, Some(site)) => Searched::Site(site),
            (own, None | Some(0)) => Searched::Own(own),
            (own, Some(site)) => Searched::Both(own, site),
        }
    }

    /// What people call a document.
    pub fn title(self, document: &DocumentId) -> String {
        let is_own = |it: &Listed| it.name == document.0 && it.passages.is_some();
        // As in the index, an own one takes the place of the site's.
        if self.own.with(|own| own.iter().any(is_own)) {
            return document.0.clone();
        }
        let title = self.site.with(|site| match site {
            Site::Ships(set) => {
                let mut all = set.documents().iter();
                all.find(|it| it.name == document.0)
                    .map(|it| it.title.clone())
            }
            _ => None,
        });
        title.unwrap_or_else(|| document.0.clone())
    }

    /// The language of a document of the site's that is told apart by it.
    pub fn language(self, document: &DocumentId) -> Option<String> {
        let is_own = |it: &Listed| it.name == document.0 && it.passages.is_some();
        if self.own.with(|own| own.iter().any(is_own)) {
            return None;
        }
        self.site.with(|site| match site {
            Site::Ships(set) => {
                let mut all = set.documents().iter();
                let found = all.find(|it| it.name == document.0);
                found.and_then(|it| it.language.clone())
            }
            _ => None,
        })
    }

    /// The questions that the site proposes to begin with, while its documents are searched.
    pub fn questions(self) -> Vec<String> {
        if !matches!(self.searched(), Searched::Site(_) | Searched::Both(..)) {
            return Vec::new();
        }
        let lang = self.page.language.get();
        self.site.with(|site| match site {
            Site::Ships(set) => {
                let questions = set.questions_in(lang.tag()).into_iter();
                questions.map(|it| it.text.clone()).collect()
            }
            _ => Vec::new(),
        })
    }

    /// Whether the site ships documents for this reader.
    pub fn has_site_documents(self) -> bool {
        let tag = self.page.language.get().tag();
        self.site.with(|site| match site {
            Site::Ships(set) => !set.in_language(tag).is_empty(),
            Site::Asking | Site::Unknown(_) => false,
        })
    }

    /// Chooses whether the site's documents are searched besides own ones.
    pub fn search_both(self, both: bool) {
        self.both.set(both);
        set_preference(BOTH, if both { "both" } else { "own" });
    }

    /// Reads files of the visitor's and keeps what they say. Those that are left are tried again.
    pub async fn add(self, store: &dyn Store, files: Vec<File>) {
        let mut all = self.left.get_untracked();
        all.extend(files);
        self.left.set(Vec::new());
        // Others may be read already, whose refusals stay.
        if self.reading.get_untracked() == 0 {
            self.refused.set(Vec::new());
            self.trouble.set(None);
        }
        self.reading.update(|reading| *reading += all.len());
        let mut added = Vec::new();
        for file in all {
            let name = file.name();
            match read(self.page, &file, &name).await {
                Ok(segment) => match own::add(store, segment).await {
                    Ok(()) => added.push(name),
                    Err(error) => self.trouble.set(Some(error)),
                },
                Err(reason) if reason.is_part_missing() => {
                    self.left.update(|left| left.push(file));
                }
                Err(reason) => self.refused.update(|all| all.push((name, reason))),
            }
            self.reading
                .update(|files| *files = files.saturating_sub(1));
            self.list(store).await;
        }
        if !added.is_empty() {
            let language = self.page.language.get_untracked();
            self.page.announcement.set(phrases::added(language, &added));
        }
    }

    /// Removes a document of the visitor's, and says so.
    pub async fn remove(self, store: &dyn Store, name: &str) {
        let removed = own::remove(store, name).await;
        if removed.is_ok() {
            let language = self.page.language.get_untracked();
            self.page.announcement.set(phrases::removed(language, name));
        }
        self.trouble.set(removed.err());
        self.list(store).await;
    }

    /// Lists the visitor's documents.
    pub async fn list(self, store: &dyn Store) {
        let listed = |(name, segment): (String, Option<Segment>)| Listed {
            name,
            passages: segment.map(|it| it.passages.len()),
        };
        match own::all(store).await {
            Ok(own) => self.own.set(own.into_iter().map(listed).collect()),
            Err(error) => self.trouble.set(Some(error)),
        }
    }

    /// The site's documents for this reader, without those that cannot be had.
    async fn shipped(self, store: &dyn Store) -> Vec<Segment> {
        let set = self.set(store).await;
        let lang = self.page.language.get_untracked();
        let wanted = set.in_language(lang.tag()).into_iter();
        let read = stream::iter(wanted.map(|document| async move {
            let segment = shipped::segment(self.page, store, document).await;
            (document.name.clone(), segment)
        }));
        let read: Vec<_> = read.buffered(AT_ONCE).collect().await;
        let mut segments = Vec::new();
        let mut looked_at = self.looked_at.get_untracked();
        for (name, segment) in read {
            let passages = segment.as_ref().map(|segment| segment.passages.len());
            looked_at.insert(name, passages.map_err(|missing| *missing));
            segments.extend(segment);
        }
        self.looked_at.set(looked_at);
        segments
    }

    /// The list of what the site ships, which is asked for again if it could not be had.
    async fn set(self, store: &dyn Store) -> DocumentSet {
        if let Site::Ships(set) = self.site.get_untracked() {
            return set;
        }
        match shipped::list(self.page).await {
            Ok(set) => {
                self.site.set(Site::Ships(set.clone()));
                if let Err(error) = shipped::forget_others(store, &set).await {
                    tracing::warn!(%error, "indexes of documents that are gone are still there");
                }
                set
            }
            Err(reason) => {
                self.site.set(Site::Unknown(reason));
                DocumentSet::default()
            }
        }
    }
}

async fn read(page: Page, file: &File, name: &str) -> Result<Segment, Unread> {
    // Not even handed out.
    if file.size() > file::most_bytes(name) as f64 {
        return Err(Unread::TooLarge);
    }
    let bytes = file_bytes(file).await.map_err(|_| Unread::NotHandedOut)?;
    segment_of(page, name, name, bytes).await
}

/// Reads the file `name` as the document `id`.
async fn segment_of(page: Page, id: &str, name: &str, bytes: Vec<u8>) -> Result<Segment, Unread> {
    let read = read_document().await.map_err(|_| Unread::NotLoaded)?;
    read(page, DocumentId(id.to_owned()), name.to_owned(), bytes).await
}

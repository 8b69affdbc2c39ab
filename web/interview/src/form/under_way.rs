//! A form on its way to its address: who leaves its view meanwhile, or the page, finds out later what
//! became of it.

use std::collections::BTreeMap;
use std::time::Duration;

use futures::FutureExt;
use futures::future::{LocalBoxFuture, Shared};
use kikitori_browser::BrowserTimer;
use kikitori_interview::Receipt;
use kikitori_journal::{SessionKey, commit_beside};
use kikitori_json::FromJson;
use kikitori_parts::page::Page;
use kikitori_ports::Timer;
use kikitori_store::{Batch, Stored};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Serialize;

use super::post::{Unsent, post};

/// A page that is being left is told that the server is not reached, too; it is gone by then.
const STILL_HERE: Duration = Duration::from_secs(1);

/// What is kept beside the session from before the form is sent until it was not taken.
#[derive(Serialize, FromJson)]
struct KeptSending {
    /// What it was sent under: a form that was corrected since has another key.
    key: String,
    /// What the server answered, once it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    receipt: Option<Receipt>,
}

impl Stored for KeptSending {
    const KIND: &'static str = "form under way";
    const VERSION: u32 = 1;
}

/// What is known of a form that was sent before its view was opened.
pub enum Before {
    /// Nothing.
    Unknown,
    /// It was under way, and nobody has seen an answer.
    UnderWay,
    /// It has arrived.
    Arrived(Receipt),
}

/// What became of a form that was sent.
type Outcome = Result<Receipt, Unsent>;
type Post = Shared<LocalBoxFuture<'static, Outcome>>;

/// What this page is sending or has sent, by key, until somebody has seen that it was not taken.
#[derive(Clone, Copy)]
struct Posts(StoredValue<BTreeMap<String, Post>, LocalStorage>);

/// A form that goes to an address. It outlives the view that it is sent from.
#[derive(Clone)]
pub struct Sending {
    page: Page,
    session: SessionKey,
    /// It says that the form is the same however often it is sent.
    key: String,
}

impl Sending {
    /// The form of a session, under its key.
    pub fn of(page: Page, session: &str, key: String) -> Self {
        let session = SessionKey::new(session);
        Self { page, session, key }
    }

    /// Sends it, or waits for what this page is sending already.
    pub async fn send(self, url: String, body: String) -> Outcome {
        let key = self.key.clone();
        let Posts(all) = self.posts();
        let begun = || self.begun(url, body).boxed_local().shared();
        let post = all.try_update_value(|all| all.entry(key).or_insert_with(begun).clone());
        match post {
            Some(post) => post.await,
            None => Err(Unsent::Unreachable),
        }
    }

    async fn begun(self, url: String, body: String) -> Outcome {
        self.keep(None).await;
        let outcome = post(&url, &self.key, body).await;
        match &outcome {
            Ok(receipt) => self.keep(Some(receipt.clone())).await,
            Err(Unsent::Unreachable) => {}
            Err(_) => self.forget().await,
        }
        outcome
    }

    /// Notes that somebody has seen that it was not taken: the next time it is sent anew.
    pub fn has_failed(self, why: Unsent) {
        self.posts()
            .0
            .update_value(|all| drop(all.remove(&self.key)));
        if why != Unsent::Unreachable {
            return;
        }
        spawn_local(async move {
            BrowserTimer.sleep(STILL_HERE).await;
            if !self.is_under_way_here() {
                self.forget().await;
            }
        });
    }

    /// What is known of it.
    pub async fn before(self) -> Before {
        if self.is_under_way_here() {
            return Before::UnderWay;
        }
        let store = self.page.store().await.store;
        let record = store.get(&self.place()).await.ok().flatten();
        let kept = record.and_then(|it| it.read::<KeptSending>().ok());
        match kept.filter(|it| it.key == self.key) {
            None => Before::Unknown,
            Some(KeptSending { receipt: None, .. }) => Before::UnderWay,
            Some(KeptSending {
                receipt: Some(receipt),
                ..
            }) => Before::Arrived(receipt),
        }
    }

    fn is_under_way_here(&self) -> bool {
        self.posts().0.with_value(|all| all.contains_key(&self.key))
    }

    fn posts(&self) -> Posts {
        let none = || Posts(StoredValue::new_local(BTreeMap::new()));
        self.page.kept(none)
    }

    fn place(&self) -> String {
        self.session.record("sending")
    }

    async fn keep(&self, receipt: Option<Receipt>) {
        let key = self.key.clone();
        let mut batch = Batch::new();
        match batch.put_value(self.place(), &KeptSending { key, receipt }) {
            Ok(()) => self.commit(batch).await,
            Err(error) => tracing::warn!(%error, "a receipt cannot be kept"),
        }
    }

    async fn forget(&self) {
        let mut batch = Batch::new();
        batch.delete(self.place());
        self.commit(batch).await;
    }

    /// Where nothing can be stored it is sent all the same.
    async fn commit(&self, batch: Batch) {
        let store = self.page.store().await.store;
        if let Err(error) = commit_beside(&*store, &self.session, batch).await {
            tracing::warn!(%error, "how far a form was sent is not kept");
        }
    }
}

//! What the help desk's controller gets from this page and its browser.

use std::rc::Rc;

use futures::future::LocalBoxFuture;
use kikitori_browser::{BrowserJitter, NoConnection, SessionLock};
use kikitori_helpdesk::{ConnectedModel, Documents, Lock, Locks, ModelFactory, NoModel};
use kikitori_llm::{Caps, Retries, RetryPolicy};
use kikitori_parts::page::Page;
use kikitori_search::Index;
use kikitori_store::{Store, StoreError};
use leptos::prelude::untrack;

use crate::documents::Library;

/// Web Locks.
pub struct BrowserLocks;

impl Locks for BrowserLocks {
    fn try_acquire<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Option<Lock>> {
        Box::pin(async move { SessionLock::try_acquire(name).await.map(Lock::new) })
    }
}

/// The model that was chosen in the settings.
pub struct ChosenModel {
    /// Whose settings say which.
    pub page: Page,
}

impl ModelFactory for ChosenModel {
    fn connect(&self) -> LocalBoxFuture<'_, Result<ConnectedModel, NoModel>> {
        Box::pin(async move {
            let connection = self.page.connection().await.map_err(|none| match none {
                NoConnection::NoAnswer => NoModel::ServerAway,
                NoConnection::NothingChosen => NoModel::NoneChosen,
                NoConnection::LimitsUnreadable => NoModel::LimitsUnreadable,
            })?;
            // The picture shows the node at work meanwhile.
            let retries = Retries::new(RetryPolicy::default(), Rc::new(BrowserJitter), |_| {});
            let client = connection
                .client(&self.page.profiles().await)
                .await
                .with_retries(retries);
            Ok(ConnectedModel {
                model: Rc::new(client),
                price: untrack(|| self.page.budget_in_force()).price_of(connection.model()),
            })
        })
    }

    fn caps(&self) -> Caps {
        untrack(|| self.page.budget_in_force()).caps
    }
}

/// The visitor's documents and the site's.
pub struct LibraryDocuments {
    /// Both kinds of documents.
    pub library: Library,
    /// Where they are kept.
    pub store: Rc<dyn Store>,
}

impl Documents for LibraryDocuments {
    fn index(&self) -> LocalBoxFuture<'_, Result<Index, StoreError>> {
        Box::pin(self.library.index(&*self.store))
    }
}

//! What the help desk's controller gets from this page and its browser.

use std::rc::Rc;

use futures::future::LocalBoxFuture;
use kikitori_browser::{BrowserJitter, NoLink, Profiles, SessionLock};
use kikitori_helpdesk::{ConnectedModel, Documents, Lock, Locks, ModelFactory, NoModel};
use kikitori_llm::{Caps, Retries, RetryPolicy};
use kikitori_search::Index;
use kikitori_store::{Store, StoreError};

use super::DeskPage;

/// Web Locks.
pub struct BrowserLocks;

impl Locks for BrowserLocks {
    fn try_acquire<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Option<Lock>> {
        Box::pin(async move { SessionLock::try_acquire(name).await.map(Lock::new) })
    }
}

/// The model that was chosen in the settings.
pub struct ChosenModel {
    pub page: DeskPage,
    pub profiles: Rc<Profiles>,
}

impl ModelFactory for ChosenModel {
    fn connect(&self) -> LocalBoxFuture<'_, Result<ConnectedModel, NoModel>> {
        Box::pin(async move {
            let link = self.page.find_link().await.map_err(|none| match none {
                NoLink::NoAnswer => NoModel::ServerAway,
                NoLink::NothingChosen => NoModel::NoneChosen,
            })?;
            // The picture shows the node at work meanwhile.
            let retries = Retries::new(RetryPolicy::default(), Rc::new(BrowserJitter), |_| {});
            let client = link.client(&self.profiles).await.with_retries(retries);
            Ok(ConnectedModel {
                model: Rc::new(client),
                price: self.page.budget().price_of(link.model()),
            })
        })
    }

    fn caps(&self) -> Caps {
        self.page.budget().caps
    }
}

/// The visitor's documents and the site's.
pub struct LibraryDocuments {
    pub page: DeskPage,
    pub store: Rc<dyn Store>,
}

impl Documents for LibraryDocuments {
    fn index(&self) -> LocalBoxFuture<'_, Result<Index, StoreError>> {
        Box::pin(self.page.library.index(&*self.store))
    }
}

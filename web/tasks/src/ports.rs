//! What the controller of chains gets from this page and its browser.

use std::rc::Rc;

use futures::future::LocalBoxFuture;
use kikitori_browser::{BrowserTimer, Channel, preference};
use kikitori_parts::Language;
use kikitori_store::{Store, StoreError};
use kikitori_tasks::controller::ServiceFactory;
use kikitori_tasks::kitchen::{Kitchen, KitchenLanguage};
use kikitori_tasks::{
    ChainProgress, ChainSubscriber, ServiceCoordinator, ServiceDirectory, TrueReactAgent,
};
use leptos::prelude::*;

use crate::tasks::TasksPage;

/// Under which tabs tell each other of chains.
const CHANNEL: &str = "chains";
/// What a tab says whose person has edited the kitchen.
pub const KITCHEN: &str = "kitchen";

/// The methods that the person may let run without being asked, by service and method.
pub const CHANGING: [(&str, &str); 4] = [
    ("inventory", "add"),
    ("inventory", "use"),
    ("recipes", "add"),
    ("shopping", "save"),
];

/// Under which it is kept that a method may run without being asked.
pub fn allowed_key(service: &str, method: &str) -> String {
    format!("tasks-allow-{service}-{method}")
}

/// Whether a method may run without being asked.
pub fn is_allowed(service: &str, method: &str) -> bool {
    preference(&allowed_key(service, method)).as_deref() == Some("on")
}

/// The kitchen in `store`, which asks in `language`.
pub fn kitchen(store: Rc<dyn Store>, language: Language) -> Kitchen {
    let language = language.pick(KitchenLanguage::English, KitchenLanguage::Japanese);
    Kitchen::new(store, language)
}

/// The services of the page as they are now.
pub fn coordinator(store: Rc<dyn Store>, language: Language) -> Rc<ServiceCoordinator> {
    let coordinator = ServiceCoordinator::new(Rc::new(BrowserTimer));
    for service in kitchen(store, language).services() {
        if let Err(error) = coordinator.register(service) {
            // The kitchen's own tests register them all.
            tracing::error!(%error, "a service is not registered");
        }
    }
    for (service, method) in CHANGING {
        if is_allowed(service, method) {
            coordinator.allow(service, method);
        }
    }
    Rc::new(coordinator)
}

/// The services that the page has, in the language that it speaks.
pub struct PageServices {
    pub tasks: TasksPage,
    pub store: Rc<dyn Store>,
}

impl ServiceFactory for PageServices {
    fn services(&self) -> LocalBoxFuture<'_, Result<Rc<ServiceCoordinator>, StoreError>> {
        let language = self.tasks.page.language.get_untracked();
        let services = coordinator(self.store.clone(), language);
        Box::pin(async move { Ok(services) })
    }
}

/// What services there are, to show what is asked with.
pub fn directory(store: Rc<dyn Store>, language: Language) -> ServiceDirectory {
    coordinator(store, language).directory()
}

/// The other tabs: they hear what happens here, and this one hears what happens there.
pub struct OtherTabs(Option<Channel>);

impl OtherTabs {
    /// Hears for `tasks` what other tabs tell.
    pub fn open(tasks: TasksPage) -> Self {
        Self(Channel::open(CHANNEL, move |text| tasks.heard(&text)))
    }

    /// Tells them that the kitchen is another one now.
    pub fn kitchen_changed(&self) {
        if let Some(channel) = &self.0 {
            channel.send(KITCHEN);
        }
    }
}

impl ChainSubscriber for OtherTabs {
    fn on_progress(&self, progress: &ChainProgress) {
        if let (Some(channel), Ok(text)) = (&self.0, serde_json::to_string(progress)) {
            channel.send(&text);
        }
    }

    fn on_stored(&self, _: &TrueReactAgent) {}
}

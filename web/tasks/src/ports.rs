//! What the controller of chains gets from this page and its browser.

use std::rc::Rc;

use futures::future::LocalBoxFuture;
use kikitori_browser::{BrowserTimer, Channel, preference};
use kikitori_parts::Language;
use kikitori_store::Store;
use kikitori_tasks::controller::{RunBlocked, ServiceFactory};
use kikitori_tasks::kitchen::{Kitchen, KitchenLanguage};
use kikitori_tasks::{
    ChainProgress, ChainSubscriber, Service, ServiceCoordinator, ServiceDirectory, TrueReactAgent,
};
use leptos::prelude::*;

use crate::mcp::chosen_services;
use crate::tasks::TasksPage;

/// Under which tabs tell each other of chains.
const CHANNEL: &str = "chains";
/// What a tab says whose person has edited the kitchen.
pub const KITCHEN: &str = "kitchen";

/// The methods that the person may let run without being asked, by service and method.
pub const CHANGING: [(&str, &str); 5] = [
    ("inventory", "add"),
    ("inventory", "use"),
    ("recipes", "add"),
    ("shopping", "save"),
    ("shopping", "remove"),
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

/// The services of the page as they are now: the kitchen's, and those from outside.
fn coordinator(own: Vec<Rc<dyn Service>>, outside: Vec<Rc<dyn Service>>) -> Rc<ServiceCoordinator> {
    let coordinator = ServiceCoordinator::new(Rc::new(BrowserTimer));
    for service in own.into_iter().chain(outside) {
        if let Err(error) = coordinator.register(service) {
            // A server that is called as one of the kitchen's is not taken.
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
    fn services(&self) -> LocalBoxFuture<'_, Result<Rc<ServiceCoordinator>, RunBlocked>> {
        Box::pin(async move {
            let (tasks, store) = (self.tasks, self.store.clone());
            let outside = chosen_services(tasks, &*store).await?;
            tasks.outside.set_value(outside.clone());
            let language = tasks.page.language.get_untracked();
            let kitchen = kitchen(store, language);
            // A kitchen that cannot be read says so where it is called.
            let own = kitchen.services_with_names().await;
            let services = coordinator(own.unwrap_or_else(|_| kitchen.services()), outside);
            for (service, method) in outside_methods(tasks) {
                if is_allowed(&service, &method) {
                    services.allow(&service, &method);
                }
            }
            Ok(services)
        })
    }
}

/// What services there were when the chain at hand got them, to show what is asked with.
pub fn directory(tasks: TasksPage, store: Rc<dyn Store>) -> ServiceDirectory {
    let language = tasks.page.language.get_untracked();
    let own = kitchen(store, language).services();
    coordinator(own, tasks.outside.get_value()).directory()
}

/// What may change something outside of the kitchen, by service and method.
pub fn outside_methods(tasks: TasksPage) -> Vec<(String, String)> {
    let infos = tasks.outside.get_value().into_iter().map(|it| it.info());
    let changing = infos.flat_map(|service| {
        let methods = service.methods.into_iter();
        let methods = methods.filter(|it| it.effect.is_changing());
        methods.map(move |it| (service.name.clone(), it.name))
    });
    changing.collect()
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

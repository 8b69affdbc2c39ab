//! What a browser can tell of a request that was not answered.

use futures::future::{Either, LocalBoxFuture, select};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Function, Object, Promise, Reflect};
use kikitori_llm::{AddressSpace, NetworkProbe, Permission, ProbeResult};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, RequestCache, RequestCredentials, RequestInit, RequestMode};

use super::EndpointAddress;
use crate::fetch::fetch;
use crate::policy_watch::PolicyWatch;

/// A server on this device or in this network answers sooner, if it does.
const PATIENCE_MS: u32 = 5_000;

/// Looks around after a request to one endpoint was not answered.
#[derive(Debug, Clone)]
pub struct BrowserNetworkProbe {
    /// Absent when it is the page's own server.
    direct: Option<EndpointAddress>,
}

impl BrowserNetworkProbe {
    pub(super) fn new(direct: Option<EndpointAddress>) -> Self {
        Self { direct }
    }

    /// Whether the browser may be about to ask the person for a permission.
    pub async fn may_ask(&self) -> bool {
        let Some(address) = &self.direct else {
            return false;
        };
        page_place().needs_permission_for(address.place())
            && local_network_permission(address.place()).await == Permission::Prompt
    }

    async fn look(&self, base_url: &str) -> ProbeResult {
        let Some(window) = web_sys::window() else {
            return ProbeResult::default();
        };
        let location = window.location();
        let seen = ProbeResult {
            page: page_place(),
            page_is_https: location.protocol().is_ok_and(|it| it == "https:"),
            secure_context: window.is_secure_context(),
            offline: !window.navigator().on_line(),
            ..ProbeResult::default()
        };
        let Some(address) = &self.direct else {
            return ProbeResult {
                own_server: true,
                ..seen
            };
        };
        let (forbidden_by_policy, answers_unread) = try_unread(base_url).await;
        ProbeResult {
            endpoint: address.place(),
            endpoint_is_https: address.is_https(),
            permission: local_network_permission(address.place()).await,
            forbidden_by_policy,
            answers_unread,
            ..seen
        }
    }
}

impl NetworkProbe for BrowserNetworkProbe {
    fn look_at<'a>(&'a self, base_url: &'a str) -> LocalBoxFuture<'a, ProbeResult> {
        Box::pin(self.look(base_url))
    }
}

fn page_place() -> AddressSpace {
    let host = web_sys::window().and_then(|window| window.location().hostname().ok());
    AddressSpace::of(&host.unwrap_or_default())
}

/// The origin that the page's requests come from.
pub fn page_origin() -> String {
    let origin = web_sys::window().and_then(|window| window.location().origin().ok());
    origin.unwrap_or_default()
}

/// Whether the page may talk to servers at `place`, where the browser asks people about that.
pub async fn local_network_permission(place: AddressSpace) -> Permission {
    // Chrome had one permission first and made two of it; the first name stays as an alias.
    let names = match place {
        AddressSpace::Loopback => ["loopback-network", "local-network-access"],
        AddressSpace::Private => ["local-network", "local-network-access"],
        AddressSpace::Public => return Permission::Unknown,
    };
    for name in names {
        let state = permission_state(name).await;
        match state.as_deref() {
            Some("granted") => return Permission::Granted,
            Some("prompt") => return Permission::Prompt,
            Some("denied") => return Permission::Denied,
            _ => {}
        }
    }
    Permission::Unknown
}

/// The state of the permission `name`; none where the browser does not know it. Asked by hand,
/// for web-sys takes only what all browsers have for granted.
async fn permission_state(name: &str) -> Option<String> {
    let navigator = web_sys::window()?.navigator();
    let permissions = Reflect::get(&navigator, &"permissions".into()).ok()?;
    let query: Function = Reflect::get(&permissions, &"query".into())
        .ok()?
        .dyn_into()
        .ok()?;
    let wanted = Object::new();
    Reflect::set(&wanted, &"name".into(), &name.into()).ok()?;
    let promise: Promise = query.call1(&permissions, &wanted).ok()?.dyn_into().ok()?;
    let status = JsFuture::from(promise).await.ok()?;
    Reflect::get(&status, &"state".into()).ok()?.as_string()
}

/// Whether the page's policy forbids a request to the endpoint, and whether one gets through whose
/// reply the page may not read. It carries no key and changes nothing.
async fn try_unread(base_url: &str) -> (bool, bool) {
    let policy = PolicyWatch::listen();
    let answered = match AbortController::new() {
        Ok(controller) => {
            let init = RequestInit::new();
            init.set_mode(RequestMode::NoCors);
            init.set_credentials(RequestCredentials::Omit);
            init.set_cache(RequestCache::NoStore);
            init.set_signal(Some(&controller.signal()));
            let url = format!("{base_url}/models");
            let sent = Box::pin(fetch(&url, &init));
            let answered = match select(sent, TimeoutFuture::new(PATIENCE_MS)).await {
                Either::Left((sent, _)) => sent.is_ok(),
                Either::Right(_) => false,
            };
            controller.abort();
            answered
        }
        Err(_) => false,
    };
    (policy.has_seen().await, answered)
}

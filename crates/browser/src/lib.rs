//! The ports as the browser provides them: the only room, besides the page, that knows web-sys.
//!
//! | port | here |
//! | --- | --- |
//! | `llm::Transport` | [`FetchTransport`] |
//! | `llm::Timer` | [`BrowserTimer`] |
//! | `llm::Vantage` | [`BrowserVantage`] |
//! | `store::Store` | [`IndexedDbStore`], [`LocalStorageStore`]; [`open_store`] picks one |
//! | one writer per session | [`SessionLock`] |
//!
//! [`Link`] is where model calls go, and [`Profiles`] what is known of who answers them.
//!
//! Nothing here panics on what the browser answers: a refused API is an error or a documented
//! fallback.

mod clock;
mod connection;
mod console;
mod download;
mod fetch;
mod ids;
mod indexed_db;
mod intl;
mod jitter;
mod js_error;
mod local_storage;
mod lock;
mod open;
mod preference;
mod settings;
mod timer;

pub use clock::{BrowserClock, now_local};
pub use connection::{
    AddressError, BrowserVantage, ConnectionChoice, EndpointAddress, EndpointProfile, Link,
    LocalServer, NoLink, Patience, Profiles, Way, local_network_permission, page_origin,
};
pub use console::install_console;
pub use download::{SaveError, save_text};
pub use fetch::FetchTransport;
pub use ids::BrowserIds;
pub use indexed_db::IndexedDbStore;
pub use intl::BrowserLocale;
pub use jitter::BrowserJitter;
pub use local_storage::LocalStorageStore;
pub use lock::SessionLock;
pub use open::{OpenedStore, StoreKind, ask_to_persist, open_store};
pub use preference::{preference, set_preference};
pub use settings::{ServerAnswer, ServerSettings, server_settings};
pub use timer::BrowserTimer;

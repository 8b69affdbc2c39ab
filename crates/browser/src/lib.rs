//! The ports as the browser provides them: the only room, besides the page, that knows web-sys.
//!
//! | port | here |
//! | --- | --- |
//! | `llm::Transport` | [`FetchTransport`]; [`DemoTransport`] for the model inside the page |
//! | `llm::Timer` | [`BrowserTimer`] |
//! | `llm::NetworkProbe` | [`BrowserNetworkProbe`] |
//! | `store::Store` | [`IndexedDbStore`], [`LocalStorageStore`]; [`open_store`] picks one |
//! | one writer per session | [`SessionLock`] |
//!
//! [`Connection`] is where model calls go, and [`Profiles`] what is known of who answers them.
//!
//! Nothing here panics on what the browser answers: a refused API is an error or a documented
//! fallback.

mod budget;
mod build;
mod channel;
mod clock;
mod connection;
mod console;
mod copy;
mod database;
mod demo_model;
mod documents;
mod download;
mod erase;
mod fetch;
mod get;
mod ids;
mod indexed_db;
mod intl;
mod jitter;
mod js_error;
mod left_session;
mod local_storage;
mod lock;
mod namespace;
mod open;
mod policy_watch;
mod preference;
mod previews;
mod room;
mod settings;
mod temporal;
mod timer;

pub use budget::{UnreadableBudget, has_own_budget, own_budget, set_own_budget};
pub use build::{Build, look_for_build, saves_data};
pub use channel::Channel;
pub use clock::{BrowserClock, now_local};
pub use connection::{
    AddressError, BrowserNetworkProbe, Connection, ConnectionChoice, ConnectionMode,
    EndpointAddress, EndpointProfile, LocalServer, NoConnection, Patience, Profiles,
    local_network_permission, page_origin,
};
pub use console::install_console;
pub use copy::copy_text;
pub use database::{DatabaseFile, WorkerDatabase};
pub use demo_model::DemoTransport;
pub use documents::{PdfError, decode_strictly, file_bytes, html_blocks, pdf_pages};
pub use download::{SaveError, save_text};
pub use erase::{EraseError, EraseNote, EraseOutcome, Eraser, erase_outcome, on_erase};
pub use fetch::FetchTransport;
pub use get::{GetError, get, get_text};
pub use ids::BrowserIds;
pub use indexed_db::IndexedDbStore;
pub use intl::{BrowserLocale, country_name, language_name, time_zones, zone_name};
pub use jitter::BrowserJitter;
pub use left_session::{forget_left_session, leave_previews, leave_session, left_sessions};
pub use local_storage::LocalStorageStore;
pub use lock::SessionLock;
pub use namespace::{namespace, use_namespace};
pub use open::{
    OpenedStore, StoreKind, ask_to_persist, has_noted_sessions, may_hold_records, open_store,
};
pub use policy_watch::PolicyWatch;
pub use preference::{
    forget_preference, forget_tab_preference, preference, set_preference, set_tab_preference,
    tab_preference,
};
pub use previews::{Previews, note_preview, previews};
pub use room::{Room, settings_bytes, storage_room};
pub use settings::{ServerAnswer, ServerSettings, server_settings};
pub use timer::BrowserTimer;

//! What the end-to-end tests share: a site served by the real proxy, a real browser that can be
//! killed, and a respondent who answers.
//!
//! The tests need a built page and a browser. `cargo xtask test` provides both and says where
//! they are in `KIKITORI_DIST`, `KIKITORI_TEST_CLIENT`, `KIKITORI_CHROMIUM`,
//! `KIKITORI_CHROMEDRIVER` and `KIKITORI_ARTEFACTS`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    missing_docs,
    reason = "a test's support fails by panicking"
)]

mod awaited;
mod axe;
mod browser;
mod chromium;
mod client;
mod endpoint;
mod fault_server;
mod file_host;
mod home;
mod host_page;
mod kill;
mod looks;
mod mcp_server;
mod memory;
mod native;
mod page;
mod paper;
mod plain_form;
mod program;
mod receiver;
mod respondent;
mod script;
mod settings;
mod shared_browser;
mod site;
mod steps;
mod widget_element;

pub use axe::{nothing_to_mend, nothing_to_mend_in_any_light};
pub use browser::{Browser, Options, Profile};
pub use client::{Client, ServedFrom};
pub use endpoint::{Endpoint, Manners, OwnEndpoint, Seen};
pub use fault_server::{FaultServer, Log};
pub use file_host::FileHost;
pub use home::QUESTION;
pub use host_page::HostPage;
pub use kill::{KillingGround, killed_after_each};
pub use mcp_server::McpServer;
pub use native::http;
pub use page::Page;
pub use paper::Paper;
pub use plain_form::short_form;
pub use receiver::{Arrived, Receiver, Reply};
pub use respondent::{Respondent, Tongue};
pub use script::Script;
pub use site::{Model, Site};
pub use widget_element::WidgetElement;

/// What `cargo xtask test` says in the environment.
pub fn setting(name: &str) -> String {
    std::env::var(name)
        .unwrap_or_else(|_| panic!("{name} is not set: run `cargo xtask test --only e2e`"))
}

//! Performing the check of the connection.

use kikitori_browser::BrowserClock;
use kikitori_llm::{Step, preflight};
use kikitori_ports::Clock;
use leptos::prelude::*;

use crate::page::Page;
use crate::signals::set_if_new;

/// Looks step by step what the endpoint can do, and keeps what was found out.
pub async fn check_connection(page: Page) {
    let Ok(connection) = page.connection().await else {
        return;
    };
    let check = page.check;
    let network_probe = connection.network_probe();
    check.may_be_asked.set(network_probe.may_ask().await);
    let report = preflight(
        &connection.bare_client(),
        &network_probe,
        Step::Schema,
        &mut |report| {
            set_if_new(check.models, report.models.clone());
            check.report.set(Some(report.clone()));
        },
    )
    .await;
    check.may_be_asked.set(false);
    // A check that ended early has not tried all that it would say.
    if report.finding().is_none() {
        let profiles = page.profiles().await;
        let known = profiles.of(&connection).await.profile;
        let now = BrowserClock.now_ms();
        profiles.checked(&connection, known.checked(report.profile), now);
    }
    page.look_up_support().await;
}

//! MCP servers whose tools the visitor lets the pages use: which there are, what is switched on of
//! each, and the panel where that is chosen. The choice is one for all pages. Everything but the
//! panel's frame is loaded when it is needed.

mod kept;
mod key;
mod messages;
mod panel;
mod part;
mod progress;
mod server;
mod servers;

use kikitori_store::{Store, StoreError};
use leptos::prelude::*;

use crate::page::Page;
use crate::part::{bare, on_demand};
pub use progress::progress_in_words;
pub use server::Connected;
pub use servers::McpServers;

/// Where the choice lies in the store.
const KEY: &str = "mcp/servers";

/// Whether a server was ever chosen here. Who asks this loads nothing for it.
///
/// # Errors
/// [`StoreError`] when the store cannot be read.
pub async fn is_any_chosen(store: &dyn Store) -> Result<bool, StoreError> {
    Ok(store.get(KEY).await?.is_some())
}

/// The panel in which servers are chosen, closed at first.
pub fn mcp_panel(page: Page) -> AnyView {
    let is_opened = RwSignal::new(false);
    view! {
        <details class="mcp" data-testid="mcp" on:toggle=move |_| is_opened.set(true)>
            <summary>{move || page.messages().mcp_servers}</summary>
            <Show when=move || is_opened.get()>
                {on_demand(part::panel, bare, move |show| show(page))}
            </Show>
        </details>
    }
    .into_any()
}

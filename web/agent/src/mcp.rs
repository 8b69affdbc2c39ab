//! The tools of MCP servers that the visitor has switched on. What calls them is loaded once a server
//! is chosen.
#![allow(unsafe_code, reason = "what the macro makes imports the part")]

use futures::future::LocalBoxFuture;
use kikitori_mcp::{OfferedTool, offered_tools};
use kikitori_parts::mcp::{McpServers, is_any_chosen};
use kikitori_parts::page::Page;
use kikitori_parts::part::NotLoaded;
use kikitori_store::{Store, StoreError};
use leptos::wasm_split::wasm_split;

type Offered = LocalBoxFuture<'static, Result<Vec<OfferedTool<()>>, StoreError>>;

#[wasm_split(agent_mcp, wasm_split_path = leptos::wasm_split, fallible)]
fn load_offered() -> Result<fn(Page) -> Offered, NotLoaded> {
    Ok(|page| Box::pin(offered(page)))
}

async fn offered(page: Page) -> Result<Vec<OfferedTool<()>>, StoreError> {
    let servers = McpServers::of(page).connected().await?;
    let tools = servers
        .iter()
        .flat_map(|it| offered_tools(&it.client, &it.name, &it.tools));
    Ok(tools.collect())
}

/// The tools that are switched on. What is in trouble is shown where it was chosen; the agent goes on
/// without.
///
/// # Errors
/// [`StoreError`] when the choice cannot be read.
pub async fn chosen_tools(
    page: Page,
    store: &dyn Store,
) -> Result<Vec<OfferedTool<()>>, StoreError> {
    if !is_any_chosen(store).await? {
        return Ok(Vec::new());
    }
    match load_offered().await {
        Ok(offered) => offered(page).await,
        Err(NotLoaded) => {
            tracing::warn!("the agent goes without MCP servers: a part did not come");
            Ok(Vec::new())
        }
    }
}

//! The tools of MCP servers that the visitor has switched on. What calls them is loaded once a server
//! is chosen.
#![allow(unsafe_code, reason = "what the macro makes imports the part")]

use std::rc::Rc;

use futures::future::LocalBoxFuture;
use kikitori_mcp::{OfferedTool, OnToolProgress, offered_tools};
use kikitori_parts::mcp::{McpServers, is_any_chosen, progress_in_words};
use kikitori_parts::page::Page;
use kikitori_parts::part::NotLoaded;
use kikitori_react::controller::RunBlocked;
use kikitori_store::{Store, StoreError};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

/// What is last heard of calls that are under way, by the names of their tools.
pub type Heard = RwSignal<Vec<(String, String)>>;

type Offered = LocalBoxFuture<'static, Result<Vec<OfferedTool<()>>, StoreError>>;

#[wasm_split(agent_mcp, wasm_split_path = leptos::wasm_split, fallible)]
fn load_offered() -> Result<fn(Page, Heard) -> Offered, NotLoaded> {
    Ok(|page, heard| Box::pin(offered(page, heard)))
}

async fn offered(page: Page, heard: Heard) -> Result<Vec<OfferedTool<()>>, StoreError> {
    let servers = McpServers::of(page).connected().await?;
    let on_progress: OnToolProgress = Rc::new(move |tool, progress| {
        let text = progress_in_words(progress);
        heard.update(|heard| {
            heard.retain(|it| it.0 != tool);
            heard.push((tool.to_owned(), text));
        });
    });
    let tools = servers
        .iter()
        .flat_map(|it| offered_tools(&it.client, &it.name, &it.tools, &on_progress));
    Ok(tools.collect())
}

/// The tools that are switched on. What is in trouble is shown where it was chosen; the agent goes on
/// without.
///
/// # Errors
/// [`RunBlocked`] when the choice cannot be read, or what calls them does not come.
pub async fn chosen_tools(
    page: Page,
    heard: Heard,
    store: &dyn Store,
) -> Result<Vec<OfferedTool<()>>, RunBlocked> {
    if !is_any_chosen(store).await? {
        return Ok(Vec::new());
    }
    let offered = load_offered().await;
    let offered = offered.map_err(|NotLoaded| RunBlocked::PartMissing)?;
    Ok(offered(page, heard).await?)
}

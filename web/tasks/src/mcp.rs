//! MCP servers that the visitor has chosen, as services. What calls them is loaded once one is chosen.
#![allow(unsafe_code, reason = "what the macro makes imports the part")]

use std::rc::Rc;

use futures::future::LocalBoxFuture;
use kikitori_parts::mcp::{McpServers, is_any_chosen, progress_in_words};
use kikitori_parts::part::NotLoaded;
use kikitori_store::{Store, StoreError};
use kikitori_tasks::controller::RunBlocked;
use kikitori_tasks::{McpService, QuestionTexts, Service};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::tasks::TasksPage;

/// Characters of what a server says of itself that a plan is made with.
const MOST_OF_INSTRUCTIONS: usize = 1_000;

type Services = LocalBoxFuture<'static, Result<Vec<Rc<dyn Service>>, StoreError>>;

#[wasm_split(tasks_mcp, wasm_split_path = leptos::wasm_split, fallible)]
fn load_services() -> Result<fn(TasksPage) -> Services, NotLoaded> {
    Ok(|tasks| Box::pin(services(tasks)))
}

async fn services(tasks: TasksPage) -> Result<Vec<Rc<dyn Service>>, StoreError> {
    let page = tasks.page;
    let servers = McpServers::of(page).connected().await?;
    let language = page.language.get_untracked();
    let texts = language.pick(QuestionTexts::ENGLISH, QuestionTexts::JAPANESE);
    let services = servers.into_iter().map(|it| {
        let about = it.instructions.chars().take(MOST_OF_INSTRUCTIONS);
        let about: String = about.collect();
        let service = McpService::new(
            &it.name,
            about.trim(),
            it.client,
            &it.tools,
            texts,
            Rc::new(move |key, progress| tasks.goes_on(key, progress_in_words(progress))),
        );
        Rc::new(service) as Rc<dyn Service>
    });
    Ok(services.collect())
}

/// The servers whose tools are switched on. One in trouble is shown where it was chosen, and is no
/// service.
///
/// # Errors
/// [`RunBlocked`] when the choice cannot be read, or what calls them does not come.
pub async fn chosen_services(
    tasks: TasksPage,
    store: &dyn Store,
) -> Result<Vec<Rc<dyn Service>>, RunBlocked> {
    if !is_any_chosen(store).await? {
        return Ok(Vec::new());
    }
    let services = load_services().await;
    let services = services.map_err(|NotLoaded| RunBlocked::PartMissing)?;
    Ok(services(tasks).await?)
}

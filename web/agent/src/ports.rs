//! What the agent's controller gets from this page and its browser.

use std::rc::Rc;

use futures::future::LocalBoxFuture;
use kikitori_agent::{AsyncToolRegistry, Offered, RegistryError};
use kikitori_browser::BrowserTimer;
use kikitori_desk::documents::Library;
use kikitori_parts::page::Page;
use kikitori_react::controller::{RunBlocked, ToolFactory};
use kikitori_react::{AgentTools, ToolPermission, ToolPermissions};
use kikitori_store::{Store, StoreError};
use kikitori_tools::calculator::calculator_tool;
use kikitori_tools::database::{Database, database_tool};
use kikitori_tools::search::{Documents, TOP_K, search_tool};
use leptos::prelude::*;

use crate::database::DatabaseShelf;
use crate::mcp::{Heard, chosen_tools};
use crate::toolbox::{ToolKind, Toolbox};

/// The tools that the visitor has switched on.
pub struct ChosenTools {
    pub page: Page,
    pub toolbox: Toolbox,
    pub library: Library,
    pub database: DatabaseShelf,
    pub heard: Heard,
    pub store: Rc<dyn Store>,
}

impl ToolFactory for ChosenTools {
    fn tools(&self) -> LocalBoxFuture<'_, Result<AgentTools, RunBlocked>> {
        Box::pin(async move {
            let has = |kind| self.toolbox.is_on(kind).get_untracked();
            let documents = match has(ToolKind::Search) {
                true => Some(self.documents().await?),
                false => None,
            };
            // One that cannot be opened is told beside it; the agent goes on without.
            let database: Option<Rc<dyn Database>> = match has(ToolKind::Database) {
                true => self.database.opened().await.ok().map(|it| it as _),
                false => None,
            };
            let registry = registry(has(ToolKind::Calculator), documents, database);
            let mut registry = registry.unwrap_or_else(|error| {
                // The tools' own tests make them all.
                tracing::error!(%error, "the agent goes without tools");
                AsyncToolRegistry::new()
            });
            let mut permissions = ToolPermissions::default();
            for offered in chosen_tools(self.page, self.heard, &*self.store).await? {
                let name = offered.tool.definition().function.name.clone();
                if let Err(error) = registry.register(offered.tool) {
                    tracing::warn!(%error, "a tool of an MCP server is left out");
                } else if !offered.is_read_only {
                    permissions = permissions.with(name, ToolPermission::Ask);
                }
            }
            let tools = AgentTools::new(registry, (), Rc::new(BrowserTimer));
            let off = self.toolbox.switched_off().into_iter();
            let off = off.map(|it| it.name().to_owned()).collect();
            Ok(tools.with_permissions(permissions).with_switched_off(off))
        })
    }
}

impl ChosenTools {
    async fn documents(&self) -> Result<Documents, StoreError> {
        let documents = Documents::default();
        for segment in self.library.segments(&*self.store).await? {
            let title = self.library.title(&segment.document);
            documents.add(&title, segment);
        }
        Ok(documents)
    }
}

fn registry(
    has_calculator: bool,
    documents: Option<Documents>,
    database: Option<Rc<dyn Database>>,
) -> Result<AsyncToolRegistry<()>, RegistryError> {
    let mut registry = AsyncToolRegistry::new();
    if has_calculator {
        registry.register(calculator_tool()?)?;
    }
    if let Some(documents) = documents {
        registry.register(search_tool(documents, TOP_K)?)?;
    }
    if let Some(database) = database {
        registry.register(database_tool(database)?)?;
    }
    Ok(registry)
}

//! What the help desk looks things up with.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use kikitori_agent::{NonBlank, SchemaError, parse_and_validate_tool_args, strict_schema};
use kikitori_llm::ToolDefinition;
use kikitori_search::{Index, tokens};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::data::SearchOutput;

/// A tool that finds passages.
pub trait SearchTool {
    /// The tool as models are offered it.
    fn definition(&self) -> &ToolDefinition;

    /// Runs a call with the model's JSON text.
    ///
    /// # Errors
    /// What was wrong with the arguments, for the model.
    fn run(&self, arguments: &str) -> Result<Vec<SearchOutput>, String>;
}

/// See the tool `search`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchArgs {
    /// A few words that the documents are likely to use.
    pub query: NonBlank,
}

/// The tool `search`: BM25 over the documents of an [`Index`]. What asks for the same words gets
/// the same passages without another search.
pub struct DocumentSearch {
    index: Rc<Index>,
    most: usize,
    definition: ToolDefinition,
    found: RefCell<BTreeMap<Vec<String>, Vec<SearchOutput>>>,
    searches: RefCell<u32>,
}

impl DocumentSearch {
    /// One over `index` that returns at most `most` passages.
    ///
    /// # Errors
    /// [`SchemaError`] when the arguments' type has no strict schema, which this crate's tests
    /// would show.
    pub fn new(index: Rc<Index>, most: usize) -> Result<Self, SchemaError> {
        Ok(Self {
            index,
            most,
            definition: ToolDefinition::function(
                "search",
                "Find the passages of the documents that say most about some words.",
                strict_schema::<SearchArgs>()?,
            ),
            found: RefCell::default(),
            searches: RefCell::default(),
        })
    }

    /// Searches that were made, not counting those whose words had been searched for.
    pub fn searches(&self) -> u32 {
        *self.searches.borrow()
    }
}

impl SearchTool for DocumentSearch {
    fn definition(&self) -> &ToolDefinition {
        &self.definition
    }

    fn run(&self, arguments: &str) -> Result<Vec<SearchOutput>, String> {
        let args: SearchArgs =
            parse_and_validate_tool_args(arguments, "search").map_err(|error| error.to_string())?;
        let query = args.query.into_string();
        let mut words = tokens(&query);
        words.sort();
        words.dedup();
        if let Some(found) = self.found.borrow().get(&words) {
            return Ok(found.clone());
        }
        *self.searches.borrow_mut() += 1;
        let hits = self.index.search(&query, self.most).into_iter();
        let found: Vec<SearchOutput> = hits
            .map(|hit| SearchOutput {
                document: hit.document.clone(),
                number: hit.number,
                headings: hit.passage.headings.clone(),
                text: hit.passage.text.clone(),
                range: hit.passage.range.clone(),
            })
            .collect();
        self.found.borrow_mut().insert(words, found.clone());
        Ok(found)
    }
}

//! What the help desk looks things up with.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use kikitori_agent::{
    AsyncTool, AsyncToolRegistry, FunctionCallResult, NonBlank, RegistryError, SchemaError,
    ToolOutput,
};
use kikitori_search::{Index, tokens};
use kikitori_store::StrictValue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::data::SearchOutput;
use crate::prompts::passages_as_data;

/// See the tool `search`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchArgs {
    /// A few words that the documents are likely to use.
    pub query: NonBlank,
}

/// What a tool found, as a tool's outcome has it: the model reads the passages, and the app gets
/// them as data.
pub fn found(passages: &[SearchOutput]) -> ToolOutput {
    let message = match passages {
        [] => "Nothing was found.".to_owned(),
        passages => passages_as_data(passages.iter()),
    };
    let data = json!(Found {
        passages: passages.into()
    });
    FunctionCallResult::success(message).with_data(data).into()
}

#[derive(Serialize, Deserialize)]
struct Found {
    passages: Vec<SearchOutput>,
}

/// The passages in the data of a tool's outcome, if it has any.
pub(crate) fn passages_in(result: &FunctionCallResult) -> Vec<SearchOutput> {
    let data = result.result.data.clone().map(StrictValue);
    let found = data.and_then(|data| Found::deserialize(data).ok());
    found.map(|it| it.passages).unwrap_or_default()
}

/// The tool `search`: BM25 over the documents of an [`Index`]. What asks for the same words gets
/// the same passages without another search.
#[derive(Clone)]
pub struct DocumentSearch(Rc<Shared>);

struct Shared {
    index: Rc<Index>,
    most: usize,
    found: RefCell<BTreeMap<Vec<String>, Vec<SearchOutput>>>,
    searches: Cell<u32>,
}

impl DocumentSearch {
    /// One over `index` that returns at most `most` passages.
    pub fn new(index: Rc<Index>, most: usize) -> Self {
        Self(Rc::new(Shared {
            index,
            most,
            found: RefCell::default(),
            searches: Cell::default(),
        }))
    }

    /// Searches that were made, not counting those whose words had been searched for.
    pub fn searches(&self) -> u32 {
        self.0.searches.get()
    }

    /// The search as a tool that a model can call.
    ///
    /// # Errors
    /// [`SchemaError`] when the arguments' type has no strict schema, which this crate's tests
    /// would show.
    pub fn tool(&self) -> Result<AsyncTool<()>, SchemaError> {
        let search = self.clone();
        AsyncTool::new(
            "search",
            "Find the passages of the documents that say most about some words.",
            async move |args: SearchArgs, (): &()| found(&search.search(args.query.as_str())),
        )
    }

    /// The search as the only tool there is.
    ///
    /// # Errors
    /// As [`Self::tool`].
    pub fn only_tool(&self) -> Result<AsyncToolRegistry<()>, RegistryError> {
        let mut tools = AsyncToolRegistry::new();
        tools.register(self.tool()?)?;
        Ok(tools)
    }

    fn search(&self, query: &str) -> Vec<SearchOutput> {
        let mut words = tokens(query);
        words.sort();
        words.dedup();
        if let Some(found) = self.0.found.borrow().get(&words) {
            return found.clone();
        }
        self.0.searches.set(self.0.searches.get() + 1);
        let hits = self.0.index.search(query, self.0.most).into_iter();
        let found: Vec<SearchOutput> = hits
            .map(|hit| SearchOutput {
                document: hit.document.clone(),
                number: hit.number,
                headings: hit.passage.headings.clone(),
                text: hit.passage.text.clone(),
                range: hit.passage.range.clone(),
            })
            .collect();
        self.0.found.borrow_mut().insert(words, found.clone());
        found
    }
}

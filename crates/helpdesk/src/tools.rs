//! What the help desk looks things up with.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use kikitori_agent::{
    AsyncTool, AsyncToolRegistry, FunctionCallResult, RegistryError, SchemaError, ToolOutput,
    as_data,
};
use kikitori_json::StrictValue;
use kikitori_llm::Message;
use kikitori_search::{DocumentId, Index, names, tokens};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::data::{SearchArgs, SearchOutput};
use crate::prompts::{opening_tag, passages_as_data};

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

/// Whether a tool's outcome in `messages` holds the passage.
pub(crate) fn is_shown(passage: &SearchOutput, messages: &[Message]) -> bool {
    // As it stands in an outcome, which is JSON. No text in a passage looks like it.
    let opening = json!(opening_tag(passage)).to_string();
    let opening = opening.trim_matches('"');
    messages.iter().any(|message| match message {
        Message::Tool { content, .. } => content.contains(opening),
        _ => false,
    })
}

/// What a search found, as the model reads it that has been shown the `known` passages before.
pub(crate) fn new_and_known(new: &[&SearchOutput], known: &[&SearchOutput]) -> String {
    let mut text = passages_as_data(new.iter().copied());
    if !known.is_empty() {
        let ids: Vec<String> = known.iter().map(|it| as_data(&it.id())).collect();
        let separator = if new.is_empty() { "" } else { "\n" };
        text = format!("{text}{separator}Found again: {}", ids.join(", "));
    }
    text
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

    /// What is searched.
    pub fn index(&self) -> Rc<Index> {
        self.0.index.clone()
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
            async move |args: SearchArgs, (): &()| search.found(args.query.as_str()),
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

    fn found(&self, query: &str) -> ToolOutput {
        let passages = self.search(query);
        let mut output = found(&passages);
        if passages.is_empty() {
            // Often its words are of another language than the documents.
            let documents = as_data(&names(&self.0.index, DocumentId::to_string));
            let message = &mut output.result.result.message;
            message.push_str(&format!(" The documents are:\n{documents}"));
        }
        output
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

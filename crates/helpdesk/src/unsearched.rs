//! The languages that the documents are in, and those that nothing was searched for in.

use kikitori_search::{is_han, language};

use crate::data::ToolResult;

/// Those of several languages that nothing was searched for in or found in.
pub(crate) fn unsearched(
    languages: &[&'static str],
    calls: &[Vec<ToolResult>],
) -> Vec<&'static str> {
    if languages.len() < 2 {
        return Vec::new();
    }
    let calls = || calls.iter().flatten();
    let found = calls().flat_map(|call| &call.results);
    let found = found.filter_map(|passage| language(&passage.text));
    let mut searched: Vec<&str> = found.collect();
    for query in calls().filter_map(ToolResult::query) {
        searched.extend(language(&query));
        if is_han(&query) {
            searched.extend(["ja", "zh"]);
        }
    }
    let languages = languages.iter().copied();
    languages.filter(|it| !searched.contains(it)).collect()
}

//! Passages that fit into a request.

use kikitori_llm::estimated_tokens;

use crate::data::SearchOutput;

/// Those of `passages` that come to at most `tokens` together, the first ones before the others.
/// At least one is kept.
pub(crate) fn passages_within(passages: Vec<&SearchOutput>, tokens: u64) -> Vec<&SearchOutput> {
    let shortest = passages
        .iter()
        .copied()
        .min_by_key(|it| estimated_tokens(&it.text));
    let mut used = 0;
    let fits = |passage: &&SearchOutput| {
        let needed = estimated_tokens(&passage.text);
        let fits = used + needed <= tokens;
        used += if fits { needed } else { 0 };
        fits
    };
    let mut kept: Vec<_> = passages.into_iter().filter(fits).collect();
    if kept.is_empty() {
        kept.extend(shortest);
    }
    kept
}

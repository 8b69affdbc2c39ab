//! Which passage a source of the writer's means.

use crate::answer::SourceArgs;
use crate::data::SearchOutput;
use crate::quote::quoted;

/// A quotation with fewer characters may stand somewhere else by chance.
const TELLING: usize = 12;

/// The passage that is named. Where there is none of that name, the only one that has the quotation:
/// models miscount ids and copy words well.
pub(crate) fn named<'a>(
    source: &SourceArgs,
    passages: &[&'a SearchOutput],
) -> Option<&'a SearchOutput> {
    let around = |it: char| it.is_whitespace() || "[]\"`".contains(it);
    let id = source.passage.trim_matches(around);
    let of_name = passages.iter().find(|it| it.id() == id);
    of_name
        .copied()
        .or_else(|| only_one_with(&source.quote, passages))
}

fn only_one_with<'a>(quote: &str, passages: &[&'a SearchOutput]) -> Option<&'a SearchOutput> {
    quote.chars().nth(TELLING - 1)?;
    let has_it = |it: &&&SearchOutput| !quoted(&it.text, quote).is_empty();
    let mut having = passages.iter().filter(has_it);
    let only = having.next()?;
    having.next().is_none().then_some(*only)
}

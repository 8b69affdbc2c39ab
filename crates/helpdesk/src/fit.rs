//! Requests that fit the model's context.

use kikitori_llm::{ChatRequest, Message, characters_within, estimated_tokens};

use crate::data::SearchOutput;

/// Cuts what tools found so that `request` comes to at most `tokens`, as far as that helps: the
/// longest first, each to the same length.
pub(crate) fn cut_outcomes(request: &mut ChatRequest, tokens: u64) {
    let all = request.estimated_tokens();
    if all <= tokens {
        return;
    }
    let outcomes = request.messages.iter().filter_map(outcome);
    let mut lengths: Vec<u64> = outcomes.map(estimated_tokens).collect();
    let found: u64 = lengths.iter().sum();
    let mut room = tokens.saturating_sub(all.saturating_sub(found));
    lengths.sort_unstable();
    // Short ones are kept whole, and what they leave is shared by the others.
    let mut longest = 0;
    let count = lengths.len() as u64;
    for (position, length) in lengths.into_iter().enumerate() {
        longest = room / (count - position as u64);
        if length > longest {
            break;
        }
        room -= length;
    }
    for message in &mut request.messages {
        if let Message::Tool { content, .. } = message {
            cut(content, longest);
        }
    }
}

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

fn outcome(message: &Message) -> Option<&str> {
    match message {
        Message::Tool { content, .. } => Some(content),
        _ => None,
    }
}

fn cut(text: &mut String, tokens: u64) {
    const MARK: &str = " [… cut]";
    if estimated_tokens(text) <= tokens {
        return;
    }
    let kept = tokens.saturating_sub(estimated_tokens(MARK));
    let kept = characters_within(text, kept);
    *text = text.chars().take(kept).chain(MARK.chars()).collect();
}

#[cfg(test)]
mod tests {
    use kikitori_llm::ToolCallId;

    use super::*;

    #[test]
    fn the_longest_outcomes_are_cut_alike_and_nothing_else_is() {
        let outcome = |words: usize| Message::tool(ToolCallId("a".into()), "word".repeat(words));
        let request = |lengths: &[usize]| ChatRequest {
            messages: [Message::user("word".repeat(50))]
                .into_iter()
                .chain(lengths.iter().map(|it| outcome(*it)))
                .collect(),
            ..ChatRequest::default()
        };
        let lengths = |request: &ChatRequest| -> Vec<u64> {
            request
                .messages
                .iter()
                .map(|it| it.estimated_tokens() - 4)
                .collect()
        };
        for (given, tokens, expected) in [
            (vec![10, 20, 30], 1_000, vec![50, 10, 20, 30]),
            (vec![], 10, vec![50]),
            (vec![10, 400, 900], 66 + 310, vec![50, 10, 150, 150]),
            (vec![400, 10, 200], 66 + 10, vec![50, 4, 4, 4]),
        ] {
            let mut request = request(&given);
            cut_outcomes(&mut request, tokens);
            let near = lengths(&request)
                .iter()
                .zip(&expected)
                .all(|(is, to_be)| is.abs_diff(*to_be) <= 2);
            assert!(near, "{given:?}: {:?}", lengths(&request));
        }
    }
}

//! Whether a reply without a call only says what is going to be looked up, or writes a call as text.

use crate::state::Exchange;

/// A longer reply than this says more than what comes next.
const MAX_CHARS: usize = 600;
/// What begins a promise.
const PROMISES: [&str; 7] = [
    "i will ",
    "i'll ",
    "i’ll ",
    "let me ",
    "i am going to ",
    "i'm going to ",
    "i’m going to ",
];
/// What is promised.
const LOOKS: [&str; 12] = [
    "look",
    "check",
    "search",
    "find",
    "calculate",
    "compute",
    "work out",
    "query",
    "count",
    "read",
    "fetch",
    "see ",
];
/// Ends of Japanese sentences that promise it.
const JAPANESE: [&str; 8] = [
    "調べます",
    "調べてみます",
    "確認します",
    "確認してみます",
    "検索します",
    "探します",
    "計算します",
    "見てみます",
];

/// Whether `reply` ends by announcing a look-up that it does not make, or is a call that is written
/// out and not made, and nobody has told the model
/// so for this question yet. It is told once: a second one is taken as the answer.
pub(crate) fn only_announces(exchange: Option<&Exchange>, reply: &str) -> bool {
    let was_told = exchange.is_some_and(|it| it.steps.iter().any(|it| it.actions.is_empty()));
    !was_told && (announces(reply) || is_written_call(reply))
}

/// Whether all of it is a name with JSON in parentheses: `database({"sql": "…"})`.
fn is_written_call(reply: &str) -> bool {
    let text = reply.trim().trim_matches('`').trim();
    let Some((name, rest)) = text.split_once('(') else {
        return false;
    };
    let is_name = !name.is_empty()
        && name
            .trim_end()
            .chars()
            .all(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '-' | '.'));
    let inside = rest.trim_end().trim_end_matches(';').strip_suffix(')');
    is_name && inside.is_some_and(|it| it.trim().starts_with('{') && it.trim().ends_with('}'))
}

fn announces(reply: &str) -> bool {
    let reply = reply.trim();
    if reply.chars().nth(MAX_CHARS).is_some() {
        return false;
    }
    let ends = |it: char| matches!(it, '.' | '…' | '!' | ':' | '。' | '！' | '：' | ' ');
    let said = reply.trim_end_matches(ends);
    if JAPANESE.iter().any(|it| said.ends_with(it)) {
        return true;
    }
    let between = |it: char| matches!(it, '\n' | '!' | '?' | ';' | '。');
    let last = said.rsplit(between).next().unwrap_or_default();
    let last = last.rsplit(". ").next().unwrap_or_default();
    let last = last.trim_start().to_ascii_lowercase();
    let promised = PROMISES.iter().find_map(|it| last.split_once(it));
    // "I will look it up if you tell me which" asks for something; what is quoted others say.
    promised.is_some_and(|(before, what)| {
        let asks = before.contains(['"', '“'])
            || before.contains("if ")
            || what.contains(" if you ")
            || what.contains("once you");
        !asks
            && LOOKS
                .iter()
                .any(|it| what.starts_with(it) || what.starts_with(&format!("now {it}")))
    })
}

#[cfg(test)]
mod tests {
    use super::{announces, is_written_call};

    #[test]
    fn a_promise_of_a_look_up_is_told_from_an_answer() {
        for promise in [
            "I will look up how many books are out.",
            "There are two riders called Mori: Aya and Ken. I’ll check each one's trips…",
            "Let me search the documents first:",
            "I'm going to now query the table",
            "二人の森さんがいます。それぞれの貸出を調べます。",
            "まず資料を確認します",
        ] {
            assert!(announces(promise), "{promise}");
        }
        for answer in [
            "Six riders owe 20,140 yen [fees.md#2].",
            "Let me know which of them you mean.",
            "If you tell me the month, I will look it up.",
            "I will look it up if you tell me the month.",
            "I looked it up: there are 3. The library will check the rest.",
            "They said: \"I will find it.\" Nobody has it now.",
            "3冊です。図書館が確認しました。",
            "",
        ] {
            assert!(!announces(answer), "{answer}");
        }
    }

    #[test]
    fn a_call_that_is_written_out_is_told_from_an_answer() {
        for call in [
            "database({\"sql\": \"SELECT 1\"})",
            "`search({\"query\": \"late fees (adults)\"})`",
            "```\ncalculator( {\"expression\": \"2*(3+4)\"} );\n```",
        ] {
            assert!(is_written_call(call), "{call}");
        }
        for answer in [
            "sin(x)",
            "f({1, 2}) is 3.",
            "The fee is 30 yen (see [fees.md#2]).",
            "Ask me (in English): {\"a\": 1})",
            "({})",
            "",
        ] {
            assert!(!is_written_call(answer), "{answer}");
        }
    }
}

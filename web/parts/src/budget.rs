//! What model calls came to and the caps on them, in words.

use kikitori_llm::{BudgetExceeded, CapKind, Money, UsageTotals};

use crate::Tongue;

/// What is capped, with its amount; none when the price is what is missing.
pub fn capped_amount(tongue: Tongue, reached: BudgetExceeded) -> Option<String> {
    let BudgetExceeded::Reached { what, limit, .. } = reached else {
        return None;
    };
    Some(match (tongue, what) {
        (_, CapKind::Cost) => Money::from_millionths(limit).to_string(),
        (Tongue::En, CapKind::Calls) => format!("{limit} model calls"),
        (Tongue::Ja, CapKind::Calls) => format!("モデルの呼び出し {limit} 回"),
        (Tongue::En, CapKind::PromptTokens) => format!("{limit} tokens read by the model"),
        (Tongue::Ja, CapKind::PromptTokens) => format!("モデルが読む {limit} トークン"),
        (Tongue::En, CapKind::CompletionTokens) => format!("{limit} tokens written by the model"),
        (Tongue::Ja, CapKind::CompletionTokens) => format!("モデルが書く {limit} トークン"),
    })
}

/// Tokens read and written.
pub fn token_counts(tongue: Tongue, spent: &UsageTotals) -> String {
    let (read, written) = (spent.prompt_tokens, spent.completion_tokens);
    let about = match (tongue, spent.estimated) {
        (_, false) => "",
        (Tongue::En, true) => "about ",
        (Tongue::Ja, true) => "約 ",
    };
    match tongue {
        Tongue::En => format!("{about}{read} tokens read, {written} written"),
        Tongue::Ja => format!("{about}読み取り {read} トークン、書き出し {written} トークン"),
    }
}

/// Calls, tokens, and money where the price is known.
pub fn spent(tongue: Tongue, spent: &UsageTotals) -> String {
    let calls = match (tongue, spent.calls) {
        (Tongue::En, 1) => "1 call".to_owned(),
        (Tongue::En, calls) => format!("{calls} calls"),
        (Tongue::Ja, calls) => format!("呼び出し {calls} 回"),
    };
    let mut said = vec![calls, token_counts(tongue, spent)];
    if spent.cost != Money::default() {
        said.push(match tongue {
            Tongue::En => format!("cost {}", spent.cost),
            Tongue::Ja => format!("費用 {}", spent.cost),
        });
    }
    said.join(" · ")
}

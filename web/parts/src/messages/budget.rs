//! What model calls came to and the caps on them, in words.

use kikitori_llm::{BudgetExceeded, CapKind, Money, UsageTotals};

use crate::Language;
use crate::format::grouped;

/// What is capped, with its amount; none when the price is what is missing.
pub fn capped_amount(language: Language, reached: BudgetExceeded) -> Option<String> {
    let BudgetExceeded::Reached { what, limit, .. } = reached else {
        return None;
    };
    Some(match (language, what) {
        (_, CapKind::Cost) => Money::from_millionths(limit).to_string(),
        (Language::En, CapKind::Calls) => format!("{limit} model calls"),
        (Language::Ja, CapKind::Calls) => format!("モデルの呼び出し {limit} 回"),
        (Language::En, CapKind::Tokens) => format!("{limit} tokens"),
        (Language::Ja, CapKind::Tokens) => format!("{limit} トークン"),
        (Language::En, CapKind::PromptTokens) => format!("{limit} tokens read by the model"),
        (Language::Ja, CapKind::PromptTokens) => format!("モデルが読む {limit} トークン"),
        (Language::En, CapKind::CompletionTokens) => format!("{limit} tokens written by the model"),
        (Language::Ja, CapKind::CompletionTokens) => format!("モデルが書く {limit} トークン"),
    })
}

/// Tokens read and written.
pub fn token_counts(language: Language, spent: &UsageTotals) -> String {
    let (read, written) = (
        grouped(spent.prompt_tokens),
        grouped(spent.completion_tokens),
    );
    let about = match (language, spent.estimated) {
        (_, false) => "",
        (Language::En, true) => "about ",
        (Language::Ja, true) => "約 ",
    };
    match language {
        Language::En => format!("{about}{read} tokens read, {written} written"),
        Language::Ja => format!("{about}読み取り {read}、書き出し {written} トークン"),
    }
}

/// Calls, tokens, and money where the price is known.
pub fn spent(language: Language, spent: &UsageTotals) -> String {
    let calls = match (language, spent.calls) {
        (Language::En, 1) => "1 call".to_owned(),
        (Language::En, calls) => format!("{calls} calls"),
        (Language::Ja, calls) => format!("呼び出し {calls} 回"),
    };
    let mut said = vec![calls, token_counts(language, spent)];
    if spent.cost != Money::default() {
        said.push(match language {
            Language::En => format!("cost {}", spent.cost),
            Language::Ja => format!("費用 {}", spent.cost),
        });
    }
    said.join(" · ")
}

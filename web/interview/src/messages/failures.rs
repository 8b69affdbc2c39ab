//! What went wrong and what to do about it, as sentences.

use kikitori_engine::caller::CallError;
use kikitori_interview::{AgentKind, CapScope, DriveError, EngineError, Failure};
use kikitori_llm::BudgetExceeded;
use kikitori_parts::Language;
use kikitori_parts::messages::advice::model_advice;
use kikitori_parts::messages::budget::capped_amount;
use kikitori_store::StoreError;

use super::{Messages, phrases};

/// What the person can do about a failed step.
pub fn advice(language: Language, error: &DriveError) -> String {
    match (language, error) {
        (_, DriveError::Call(CallError::Model(error))) => {
            model_advice(language, error.kind()).to_owned()
        }
        (_, DriveError::Superseded) => language.store_advice(&StoreError::Superseded).to_owned(),
        (Language::En, DriveError::Damaged(_)) => {
            "A part of this interview without which it cannot go on is missing or cannot be read. It can still be deleted.".to_owned()
        }
        (Language::Ja, DriveError::Damaged(_)) => {
            "このインタビューを続けるために必要な部分が失われているか、読み込めません。削除することはできます。".to_owned()
        }
        (_, DriveError::Store(error)) => language.store_advice(error).to_owned(),
        (Language::En, _) => "The page could not do this step. Try again; if it stays so, reload the page.".to_owned(),
        (Language::Ja, _) => "この手順を実行できませんでした。もう一度試し、続くようであればページを再読み込みしてください。".to_owned(),
    }
}

/// Why the engine stands still.
pub fn failure(language: Language, failure: &Failure) -> String {
    match (language, failure) {
        (Language::En, Failure::AgentStuck { agent, .. }) => format!(
            "The {} came to no result. Try again: the same step starts afresh.",
            called(language, *agent)
        ),
        (Language::Ja, Failure::AgentStuck { agent, .. }) => format!(
            "{}が結果を出せませんでした。もう一度試すと、同じところからやり直します。",
            called(language, *agent)
        ),
        (
            Language::En,
            Failure::BudgetExceeded {
                scope: CapScope::Run,
                agent,
                ..
            },
        ) => format!(
            "The {} reached what it may use at once. Try again: the same step starts afresh.",
            called(language, *agent)
        ),
        (
            Language::Ja,
            Failure::BudgetExceeded {
                scope: CapScope::Run,
                agent,
                ..
            },
        ) => format!(
            "{}が一回に使える上限に達しました。もう一度試すと、同じところからやり直します。",
            called(language, *agent)
        ),
        (_, Failure::BudgetExceeded { reached, .. }) => cap(language, *reached),
        (Language::En, Failure::GreetingLimit { .. }) => {
            "Language and country could not be settled. Try again to go on with this question."
                .to_owned()
        }
        (Language::Ja, Failure::GreetingLimit { .. }) => {
            "言語と国を決められませんでした。もう一度試すと、この質問を続けます。".to_owned()
        }
        (Language::En, Failure::FollowUpLimit { label, times, .. }) => format!(
            "“{label}” was asked for {times} more times and the answer is still not complete. Try again to go on with this question."
        ),
        (Language::Ja, Failure::FollowUpLimit { label, times, .. }) => format!(
            "「{label}」について {times} 回お尋ねしましたが、まだ十分な回答になっていません。もう一度試すと、この質問を続けます。"
        ),
    }
}

/// What an agent is called in the middle of a sentence.
fn called(language: Language, agent: AgentKind) -> String {
    phrases::agent(language, agent).to_ascii_lowercase()
}

/// Which limit the session has reached, in amounts, for who wants to know.
pub fn limit_reached(language: Language, failure: &Failure) -> Option<String> {
    match failure {
        Failure::BudgetExceeded { reached, .. } => capped_amount(language, *reached),
        _ => None,
    }
}

/// That the session has reached its limit.
fn cap(language: Language, reached: BudgetExceeded) -> String {
    match (language, capped_amount(language, reached)) {
        (Language::En, None) => "What this interview may cost is limited, but the model’s price is not set. Set it in the settings, or take the limit off.",
        (Language::Ja, None) => "このインタビューの費用に上限がありますが、モデルの価格が設定されていません。設定で価格を入れるか、上限を外してください。",
        (Language::En, Some(_)) => "This interview has used all that it may, so nothing more is asked here. If the limit is your own, raise it in the settings to go on; otherwise it is this site’s.",
        (Language::Ja, Some(_)) => "このインタビューは使える上限に達したため、ここでの質問は終わりです。ご自身で決めた上限なら、設定で上げると続けられます。そうでなければ、このサイトの上限です。",
    }
    .to_owned()
}

/// Why an answer was not taken; `None` when the error is of another kind.
pub fn refusal(language: Language, error: &DriveError) -> Option<String> {
    match (language, error) {
        (_, DriveError::Engine(EngineError::BlankAnswer)) => {
            Some(Messages::of(language).blank.to_owned())
        }
        (Language::En, DriveError::Engine(error @ EngineError::AnswerTooLong { .. })) => {
            Some(error.to_string())
        }
        (Language::Ja, DriveError::Engine(EngineError::AnswerTooLong { bytes })) => Some(format!(
            "回答が長すぎます（{} KB）。短くするか、分けて送ってください。",
            bytes / 1024
        )),
        _ => None,
    }
}

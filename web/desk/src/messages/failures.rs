//! Why there is no answer, and what to do.

use kikitori_browser::NoConnection;
use kikitori_engine::caller::CallError;
use kikitori_helpdesk::{HelpDeskError, NoModel, NodeFailure, Phase, RunBlocked};
use kikitori_llm::{BudgetExceeded, Caps};
use kikitori_parts::Language;
use kikitori_parts::messages::Messages as SharedMessages;
use kikitori_parts::messages::advice::model_advice;
use kikitori_parts::messages::budget::capped_amount;

use super::Messages;
use super::gaps::gap;

/// Why there is no answer, and what to do.
pub fn blocked(language: Language, blocked: &RunBlocked) -> String {
    let messages = Messages::of(language);
    match blocked {
        RunBlocked::Elsewhere => messages.elsewhere.to_owned(),
        RunBlocked::NothingToSearch => messages.nothing_to_search.to_owned(),
        RunBlocked::Lost(_) => messages.lost.to_owned(),
        RunBlocked::NoModel(NoModel::ServerAway) => {
            no_connection(language, NoConnection::NoAnswer).to_owned()
        }
        RunBlocked::NoModel(NoModel::NoneChosen) => {
            no_connection(language, NoConnection::NothingChosen).to_owned()
        }
        RunBlocked::NoModel(NoModel::LimitsUnreadable) => {
            no_connection(language, NoConnection::LimitsUnreadable).to_owned()
        }
        RunBlocked::BudgetExceeded(reached) => cap(language, *reached),
        RunBlocked::Failed(failed) => failures(language, failed),
        RunBlocked::Error(error) => failure(language, error),
    }
}

/// How the errors that are in the way name themselves, in English.
pub fn details(phase: &Phase) -> Option<String> {
    match phase {
        Phase::Blocked(RunBlocked::Failed(failed)) => {
            Some(distinct(failed.iter().map(|it| it.error.to_string())))
        }
        Phase::Blocked(RunBlocked::Lost(error) | RunBlocked::Error(error)) => {
            Some(error.to_string())
        }
        Phase::Answered { store_error, .. } => store_error.as_ref().map(ToString::to_string),
        _ => None,
    }
}

/// What went wrong and what to do, in the reader's language; errors name themselves in English.
fn failure(language: Language, error: &HelpDeskError) -> String {
    match error {
        HelpDeskError::Call(CallError::Model(error)) => model_advice(language, error.kind()),
        HelpDeskError::Store(error) => language.store_advice(error),
        error => match error.gap_reason(Caps::default()) {
            Some(reason) => {
                let again = language.pick(" Try again.", "もう一度試してください。");
                return format!("{}{again}", gap(language, reason));
            }
            None => Messages::of(language).broken,
        },
    }
    .to_owned()
}

/// Why nodes failed.
fn failures(language: Language, failures: &[NodeFailure]) -> String {
    distinct(failures.iter().map(|it| failure(language, &it.error)))
}

/// What each says, once: several nodes often fail for one reason.
fn distinct(said: impl Iterator<Item = String>) -> String {
    let mut reasons = Vec::new();
    for reason in said {
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    reasons.join(" ")
}

/// Why no model can be asked.
pub fn no_connection(language: Language, none: NoConnection) -> &'static str {
    match (language, none) {
        (Language::En, NoConnection::NoAnswer) => {
            "This page's server does not answer. Check that it is running, then try again."
        }
        (Language::Ja, NoConnection::NoAnswer) => {
            "このページのサーバーが応答しません。動いているか確認してから、もう一度試してください。"
        }
        (Language::En, NoConnection::NothingChosen) => {
            "No model is connected. Choose one in the settings, then try again."
        }
        (Language::Ja, NoConnection::NothingChosen) => {
            "モデルにつながっていません。設定で選んでから、もう一度試してください。"
        }
        (language, NoConnection::LimitsUnreadable) => {
            SharedMessages::of(language).limits_unreadable
        }
    }
}

/// Which cap the question has reached, and what to do.
fn cap(language: Language, reached: BudgetExceeded) -> String {
    match (language, capped_amount(language, reached)) {
        (Language::En, Some(amount)) => format!(
            "This question has used what it may: {amount}. If the limit is your own, raise it in the settings, then try again; otherwise it is this site’s."
        ),
        (Language::Ja, Some(amount)) => format!(
            "この質問は上限（{amount}）に達しました。ご自身で決めた上限なら、設定で上げてから、もう一度試してください。そうでなければ、このサイトの上限です。"
        ),
        (Language::En, None) => "What a question may cost is limited, but the model’s price is not set. Set it in the settings, then try again.".to_owned(),
        (Language::Ja, None) => "費用に上限がありますが、モデルの価格が設定されていません。設定で価格を入れてから、もう一度試してください。".to_owned(),
    }
}

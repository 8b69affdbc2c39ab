//! Texts of the agent.

mod database;
mod en;
pub mod examples;
mod ja;
mod texts;

use kikitori_browser::NoConnection;
use kikitori_desk::messages::failures::no_connection;
use kikitori_engine::caller::{CallError, NoModel};
use kikitori_parts::Language;
use kikitori_parts::messages::advice::model_advice;
use kikitori_react::controller::RunBlocked;
use kikitori_react::{AgentError, Exchange, GuardrailAction, GuardrailReason, Stage};

pub use database::{cells_empty, database_problem, remove_question, rows_shown};
pub use texts::Messages;

impl Messages {
    /// The texts in `language`.
    pub fn of(language: Language) -> &'static Self {
        language.pick(&en::MESSAGES, &ja::MESSAGES)
    }
}

/// Why the agent does not go on, and what to do; nothing where a part is missing, which is said in a
/// place of its own.
pub fn blocked(language: Language, blocked: &RunBlocked) -> Option<String> {
    let words = Messages::of(language);
    Some(match blocked {
        RunBlocked::PartMissing => return None,
        RunBlocked::Elsewhere => words.elsewhere.to_owned(),
        RunBlocked::Lost(_) => words.lost.to_owned(),
        RunBlocked::NoModel(NoModel::ServerAway) => {
            no_connection(language, NoConnection::NoAnswer).to_owned()
        }
        RunBlocked::NoModel(NoModel::NoneChosen) => {
            no_connection(language, NoConnection::NothingChosen).to_owned()
        }
        RunBlocked::NoModel(NoModel::LimitsUnreadable) => {
            no_connection(language, NoConnection::LimitsUnreadable).to_owned()
        }
        RunBlocked::Error(AgentError::Call(CallError::Model(error))) => {
            model_advice(language, error.kind()).to_owned()
        }
        RunBlocked::Error(AgentError::Store(error)) => language.store_advice(error).to_owned(),
        RunBlocked::Error(_) => words.broken.to_owned(),
    })
}

/// Why a question or its answer was blocked.
pub fn blocked_by(language: Language, exchange: &Exchange) -> String {
    let verdicts = exchange.verdicts.iter();
    let verdict = verdicts
        .clone()
        .find(|it| it.action == GuardrailAction::Block);
    let words = Messages::of(language);
    match verdict.map(|it| (it.stage, &it.reason)) {
        Some((Stage::Input, GuardrailReason::TooLong { tokens, limit })) => match language {
            Language::En => format!(
                "This question is too long: about {tokens} tokens, and {limit} are the most. It was not sent to the model. Ask it in fewer words."
            ),
            Language::Ja => format!(
                "質問が長すぎます（約 {tokens} トークン、上限は {limit}）。モデルには送っていません。短くして、もう一度質問してください。"
            ),
        },
        Some((Stage::Input, _)) | None => words.blocked_question.to_owned(),
        Some((Stage::Output, _)) => words.blocked_answer.to_owned(),
    }
}

/// Says that tools which were called are switched off, by what people call them.
pub fn switched_off(language: Language, tools: &[&str]) -> String {
    match (language, tools) {
        (Language::En, [tool]) => {
            format!("{tool} is switched off: switch it on and ask again.")
        }
        (Language::En, tools) => format!(
            "{} are switched off: switch them on and ask again.",
            tools.join(", ")
        ),
        (Language::Ja, tools) => format!(
            "{}はオフになっています。オンにしてから、もう一度質問してください。",
            tools.join("、")
        ),
    }
}

/// How many steps were taken, and with how many tools.
pub fn steps_taken(language: Language, steps: usize, tools: usize) -> String {
    let steps = match (language, steps) {
        (Language::En, 1) => "1 step".to_owned(),
        (Language::En, steps) => format!("{steps} steps"),
        (Language::Ja, steps) => format!("{steps} 手順"),
    };
    match (language, tools) {
        (_, 0) => steps,
        (Language::En, 1) => format!("{steps}, 1 tool"),
        (Language::En, tools) => format!("{steps}, {tools} tools"),
        (Language::Ja, tools) => format!("{steps}、道具 {tools} つ"),
    }
}

//! Why there is no answer, and what to do.

use kikitori_browser::NoLink;
use kikitori_engine::caller::CallError;
use kikitori_helpdesk::{HelpDeskError, NoModel, NodeFailure, RunBlocked};
use kikitori_llm::{BudgetExceeded, Caps};
use kikitori_parts::advice::model_advice;
use kikitori_parts::budget::capped_amount;

use super::Lang;

impl Lang {
    /// Why there is no answer, and what to do.
    pub fn blocked(self, blocked: &RunBlocked) -> String {
        let words = self.words();
        let reason = match blocked {
            RunBlocked::Elsewhere => return words.elsewhere.to_owned(),
            RunBlocked::NothingToSearch => return words.nothing_to_search.to_owned(),
            RunBlocked::Lost(_) => return words.lost.to_owned(),
            RunBlocked::NoModel(NoModel::ServerAway) => self.no_link(NoLink::NoAnswer).to_owned(),
            RunBlocked::NoModel(NoModel::NoneChosen) => {
                self.no_link(NoLink::NothingChosen).to_owned()
            }
            RunBlocked::BudgetExceeded(reached) => self.cap(*reached),
            RunBlocked::Failed(failures) => self.failures(failures),
            RunBlocked::Error(error) => error.to_string(),
        };
        format!("{} {reason}", words.trouble)
    }

    /// Why nodes failed. Several often do for one reason.
    fn failures(self, failures: &[NodeFailure]) -> String {
        let mut reasons = Vec::new();
        for failure in failures {
            let reason = match &failure.error {
                HelpDeskError::Call(CallError::Model(error)) => {
                    model_advice(self.tongue(), error.kind()).to_owned()
                }
                error => match error.gap_reason(Caps::default()) {
                    Some(reason) => self.gap(reason).to_owned(),
                    None => error.to_string(),
                },
            };
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        reasons.join(" ")
    }

    /// Why no model can be asked.
    pub fn no_link(self, none: NoLink) -> &'static str {
        match (self, none) {
            (Self::En, NoLink::NoAnswer) => {
                "This page's server does not answer. Check that it is running, then go on."
            }
            (Self::Ja, NoLink::NoAnswer) => {
                "このページのサーバーが応答しません。動いているか確認してから、続けてください。"
            }
            (Self::En, NoLink::NothingChosen) => {
                "No model is connected. Choose one in the settings, then come back."
            }
            (Self::Ja, NoLink::NothingChosen) => {
                "モデルにつながっていません。設定で選んでから、戻ってください。"
            }
        }
    }

    /// Which cap the question has reached, and what to do.
    pub fn cap(self, reached: BudgetExceeded) -> String {
        match (self, capped_amount(self.tongue(), reached)) {
            (Self::En, Some(amount)) => format!(
                "This question has used what it may: {amount}. If the limit is your own, raise it in the settings, then go on; otherwise it is this site’s."
            ),
            (Self::Ja, Some(amount)) => format!(
                "この質問は上限（{amount}）に達しました。ご自身で決めた上限なら、設定で上げてから続けてください。そうでなければ、このサイトの上限です。"
            ),
            (Self::En, None) => "What a question may cost is limited, but the model’s price is not set. Set it in the settings, then go on.".to_owned(),
            (Self::Ja, None) => "費用に上限がありますが、モデルの価格が設定されていません。設定で価格を入れてから、続けてください。".to_owned(),
        }
    }
}

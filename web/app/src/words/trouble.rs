//! What went wrong and what to do about it, as sentences.

use kikitori_engine::caller::CallError;
use kikitori_interview::{CapScope, DriveError, EngineError, Failure};
use kikitori_llm::BudgetExceeded;
use kikitori_parts::advice::model_advice;
use kikitori_parts::budget::capped_amount;
use kikitori_store::StoreError;

use super::Lang;

impl Lang {
    /// What the person can do about a failed step.
    pub fn advice(self, error: &DriveError) -> String {
        match (self, error) {
            (_, DriveError::Call(CallError::Model(error))) => {
                model_advice(self.tongue(), error.kind()).to_owned()
            }
            (_, DriveError::Superseded) => self.store_advice(&StoreError::Superseded).to_owned(),
            (Self::En, DriveError::Damaged(_)) => {
                "A part of this interview without which it cannot go on is missing or cannot be read. It can still be deleted.".to_owned()
            }
            (Self::Ja, DriveError::Damaged(_)) => {
                "このインタビューを続けるために必要な部分が失われているか、読み込めません。削除することはできます。".to_owned()
            }
            (_, DriveError::Store(error)) => self.store_advice(error).to_owned(),
            (Self::En, _) => "The page could not do this step. Try again; if it stays so, reload the page.".to_owned(),
            (Self::Ja, _) => "この手順を実行できませんでした。もう一度試し、続くようであればページを再読み込みしてください。".to_owned(),
        }
    }

    /// What the person can do about a store that fails.
    pub fn store_advice(self, error: &StoreError) -> &'static str {
        match (self, error) {
            (Self::En, StoreError::Full { .. }) => {
                "There is no room left on this device for this page. Delete interviews that you no longer need, in another tab, or free some space; then try again."
            }
            (Self::Ja, StoreError::Full { .. }) => {
                "この端末の保存領域がいっぱいです。別のタブで不要なインタビューを削除するか、空きを作ってから、もう一度試してください。"
            }
            (Self::En, StoreError::TooNew { .. }) => {
                "This was stored by a newer version of the page. Reload the page to get it."
            }
            (Self::Ja, StoreError::TooNew { .. }) => {
                "新しい版のページで保存されたものです。ページを再読み込みしてください。"
            }
            (Self::En, StoreError::Unreadable { .. }) => {
                "What is stored on this device cannot be read."
            }
            (Self::Ja, StoreError::Unreadable { .. }) => {
                "この端末に保存されている内容を読み込めません。"
            }
            (Self::En, StoreError::Superseded) => {
                "Another tab has taken over this interview. Go on there, or reload this page to take it back."
            }
            (Self::Ja, StoreError::Superseded) => {
                "別のタブがこのインタビューを引き継ぎました。そちらで続けるか、このページを再読み込みしてください。"
            }
            (Self::En, StoreError::Deleted) => "This interview was deleted in another tab.",
            (Self::Ja, StoreError::Deleted) => "このインタビューは別のタブで削除されました。",
            (Self::En, StoreError::Vanished) => {
                "The browser has removed what this page had stored. Try again to store it anew."
            }
            (Self::Ja, StoreError::Vanished) => {
                "保存されていた内容がブラウザーによって削除されました。もう一度試すと、保存し直します。"
            }
            (Self::En, StoreError::Refused { .. } | StoreError::Failed { .. }) => {
                "This browser did not store the step, so it was not taken. Try again."
            }
            (Self::Ja, StoreError::Refused { .. } | StoreError::Failed { .. }) => {
                "ブラウザーに保存できなかったため、この手順は行われていません。もう一度試してください。"
            }
        }
    }

    /// Why the engine stands still.
    pub fn failure(self, failure: &Failure) -> String {
        match (self, failure) {
            (Self::En, Failure::AgentStuck { agent, .. }) => format!(
                "The {} came to no result, which can happen with a small model, or one that cannot call tools. Try again: the same step starts afresh.",
                agent.name()
            ),
            (Self::Ja, Failure::AgentStuck { agent, .. }) => format!(
                "エージェント（{}）が結果を出せませんでした。小さなモデルや、ツールを呼び出せないモデルでは起こることがあります。もう一度試すと、同じところからやり直します。",
                agent.name()
            ),
            (
                Self::En,
                Failure::BudgetExceeded {
                    scope: CapScope::Run,
                    agent,
                    ..
                },
            ) => format!(
                "The {} reached what one of its runs may use of the model. Try again: the same step starts afresh.",
                agent.name()
            ),
            (
                Self::Ja,
                Failure::BudgetExceeded {
                    scope: CapScope::Run,
                    agent,
                    ..
                },
            ) => format!(
                "エージェント（{}）が一回に使えるモデルの上限に達しました。もう一度試すと、同じところからやり直します。",
                agent.name()
            ),
            (_, Failure::BudgetExceeded { reached, .. }) => self.cap(*reached),
            (Self::En, Failure::GreetingLimit { .. }) => {
                "Language and country could not be settled. Try again to go on with this question."
                    .to_owned()
            }
            (Self::Ja, Failure::GreetingLimit { .. }) => {
                "言語と国を決められませんでした。もう一度試すと、この質問を続けます。".to_owned()
            }
            (Self::En, Failure::FollowUpLimit { label, times, .. }) => format!(
                "“{label}” was asked for {times} more times and the answer is still not complete. Try again to go on with this question."
            ),
            (Self::Ja, Failure::FollowUpLimit { label, times, .. }) => format!(
                "「{label}」について {times} 回お尋ねしましたが、まだ十分な回答になっていません。もう一度試すと、この質問を続けます。"
            ),
        }
    }

    /// Which cap the session has reached.
    fn cap(self, reached: BudgetExceeded) -> String {
        let Some(amount) = capped_amount(self.tongue(), reached) else {
            return match self {
                Self::En => "What this interview may cost is limited, but the model’s price is not set. Set it in the settings, or take the limit off.",
                Self::Ja => "このインタビューの費用に上限がありますが、モデルの価格が設定されていません。設定で価格を入れるか、上限を外してください。",
            }
            .to_owned();
        };
        match self {
            Self::En => format!(
                "This interview has used what it may: {amount}. No further call is made. If the limit is your own, raise it in the settings to go on; otherwise it is this site’s."
            ),
            Self::Ja => format!(
                "このインタビューは上限（{amount}）に達したため、モデルの呼び出しを止めています。ご自身で決めた上限なら、設定で上げると続けられます。そうでなければ、このサイトの上限です。"
            ),
        }
    }

    /// Why an answer was not taken; `None` when the error is of another kind.
    pub fn refusal(self, error: &DriveError) -> Option<String> {
        match (self, error) {
            (_, DriveError::Engine(EngineError::BlankAnswer)) => {
                Some(self.words().blank.to_owned())
            }
            (Self::En, DriveError::Engine(error @ EngineError::AnswerTooLong { .. })) => {
                Some(error.to_string())
            }
            (Self::Ja, DriveError::Engine(EngineError::AnswerTooLong { bytes })) => Some(format!(
                "回答が長すぎます（{} KB）。短くするか、分けて送ってください。",
                bytes / 1024
            )),
            _ => None,
        }
    }
}

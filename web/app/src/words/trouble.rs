//! What went wrong and what to do about it, as sentences.

use kikitori_interview::{DriveError, EngineError, Failure};
use kikitori_llm::{LlmError, TransportError};
use kikitori_store::StoreError;

use super::Lang;

impl Lang {
    /// What the person can do about a failed step.
    pub fn advice(self, error: &DriveError) -> String {
        match (self, error) {
            (Self::En, DriveError::Model(error)) => error.advice().to_owned(),
            (Self::Ja, DriveError::Model(error)) => model_advice_ja(error).to_owned(),
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
                "The {} came to no result, which can happen with a small model. Try again: the same step starts afresh.",
                agent.name()
            ),
            (Self::Ja, Failure::AgentStuck { agent, .. }) => format!(
                "エージェント（{}）が結果を出せませんでした。小さなモデルでは起こることがあります。もう一度試すと、同じところからやり直します。",
                agent.name()
            ),
            (Self::En, Failure::FollowUpLimit { label, times, .. }) => format!(
                "“{label}” was asked for {times} more times and the answer is still not complete. Try again to go on with this question."
            ),
            (Self::Ja, Failure::FollowUpLimit { label, times, .. }) => format!(
                "「{label}」について {times} 回お尋ねしましたが、まだ十分な回答になっていません。もう一度試すと、この質問を続けます。"
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

fn model_advice_ja(error: &LlmError) -> &'static str {
    match error {
        LlmError::Transport(TransportError::Unreachable { .. }) => {
            "モデルに接続できませんでした。オンラインであること、接続先が動いていることを確認してください。このページから直接接続する場合は、接続先がこのページのアドレスを許可している（CORS）必要があります。それからもう一度試してください。"
        }
        LlmError::Transport(TransportError::Broken { .. }) | LlmError::Truncated { .. } => {
            "モデルの返答が途中で切れました。もう一度試すと、同じところからやり直します。"
        }
        LlmError::Status { status, code, .. } => match (status, code.as_deref()) {
            (401 | 403, _) => {
                "接続先にキーを拒否されました。このページの管理者が API キーを確認して起動し直す必要があります。それからもう一度試してください。"
            }
            (404, _) | (_, Some("model_not_found")) => {
                "接続先がこのモデルまたはアドレスを認識していません。このページの管理者がモデル名と接続先の URL を確認する必要があります。"
            }
            (_, Some("insufficient_quota")) => {
                "接続先のアカウントの利用枠が残っていません。このページの管理者が追加する必要があります。"
            }
            (429, _) => "接続先が混み合っています。少し待ってから、もう一度試してください。",
            (413, _) => "対話がこの接続先には長すぎます。",
            (500.., _) => {
                "モデルのサーバーに問題が起きています。しばらくしてから、もう一度試してください。"
            }
            _ => "接続先がリクエストを拒否しました。理由は詳細にあります。",
        },
        LlmError::InReply { .. } => {
            "モデルのサーバーが問題を報告しました。しばらくしてから、もう一度試してください。"
        }
        LlmError::Malformed { .. } => {
            "モデルのサーバーから、対話の返答ではないものが届きました。接続先の URL が /v1 で終わり、OpenAI のプロトコルに対応しているか確認してください。"
        }
        LlmError::Filtered => {
            "接続先が返答を差し止めました。もう一度試すか、別の言い方をしてください。"
        }
    }
}

//! Texts with something filled in.

use kikitori_store::StoreError;

use super::Messages;
use crate::Language;

impl Language {
    /// What it calls itself.
    pub fn own_name(self) -> &'static str {
        Messages::of(self.other()).other_language
    }

    /// What the person can do about a store that fails.
    pub fn store_advice(self, error: &StoreError) -> &'static str {
        match (self, error) {
            (Self::En, StoreError::Full { .. }) => {
                "There is no room left on this device for this page. Delete what you no longer need, in another tab, or free some space; then try again."
            }
            (Self::Ja, StoreError::Full { .. }) => {
                "この端末の保存領域がいっぱいです。別のタブで不要なものを削除するか、空きを作ってから、もう一度試してください。"
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
                "Another tab has taken this over. Go on there, or reload this page to take it back."
            }
            (Self::Ja, StoreError::Superseded) => {
                "別のタブが引き継ぎました。そちらで続けるか、このページを再読み込みしてください。"
            }
            (Self::En, StoreError::Deleted) => "This was deleted in another tab.",
            (Self::Ja, StoreError::Deleted) => "別のタブで削除されました。",
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

    /// How large a form is.
    pub fn field_count(self, fields: usize) -> String {
        match self {
            Self::En if fields == 1 => "1 field".to_owned(),
            Self::En => format!("{fields} fields"),
            Self::Ja => format!("{fields} 項目"),
        }
    }

    /// How far a session has come.
    pub fn fields_done(self, done: usize, fields: usize) -> String {
        match self {
            Self::En => format!("{done} of {}", self.field_count(fields)),
            Self::Ja => format!("{fields} 項目中 {done} 項目完了"),
        }
    }
}

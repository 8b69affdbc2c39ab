//! What the kitchen says to people.

use super::data::{Item, Unit};

/// The language of a kitchen: of its sample, and of what it asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KitchenLanguage {
    /// English.
    English,
    /// Japanese.
    Japanese,
}

/// The texts of one language.
#[derive(Debug, Clone, Copy)]
pub(super) struct Texts(pub KitchenLanguage);

impl Texts {
    pub(super) fn which(self, said: &str) -> String {
        match self.0 {
            KitchenLanguage::English => format!("Which “{said}” do you mean?"),
            KitchenLanguage::Japanese => format!("どの「{said}」ですか。"),
        }
    }

    pub(super) fn nothing_called(self, said: &str) -> String {
        match self.0 {
            KitchenLanguage::English => format!("There is nothing called “{said}”."),
            KitchenLanguage::Japanese => format!("「{said}」はありません。"),
        }
    }

    pub(super) fn not_enough(self, item: &Item) -> String {
        let Item {
            name, amount, unit, ..
        } = item;
        match (self.0, unit) {
            (KitchenLanguage::English, Unit::G) => {
                format!("There is no more of “{name}” than {amount} g.")
            }
            (KitchenLanguage::English, Unit::Ml) => {
                format!("There is no more of “{name}” than {amount} ml.")
            }
            (KitchenLanguage::English, Unit::Piece) => {
                format!("There is no more of “{name}” than {amount}.")
            }
            (KitchenLanguage::Japanese, Unit::G) => {
                format!("「{name}」は{amount}gしかありません。")
            }
            (KitchenLanguage::Japanese, Unit::Ml) => {
                format!("「{name}」は{amount}mlしかありません。")
            }
            (KitchenLanguage::Japanese, Unit::Piece) => {
                format!("「{name}」は{amount}個しかありません。")
            }
        }
    }

    pub(super) fn no_recipe(self) -> String {
        match self.0 {
            KitchenLanguage::English => "No recipe in the book fits.".to_owned(),
            KitchenLanguage::Japanese => "条件に合うレシピがありません。".to_owned(),
        }
    }

    pub(super) fn has_item(self, name: &str) -> String {
        match self.0 {
            KitchenLanguage::English => format!("“{name}” is there already."),
            KitchenLanguage::Japanese => format!("「{name}」はすでにあります。"),
        }
    }

    pub(super) fn used_since(self, name: &str) -> String {
        match self.0 {
            KitchenLanguage::English => format!("{name} has been used since."),
            KitchenLanguage::Japanese => format!("{name}はその後に使われています。"),
        }
    }

    pub(super) fn no_name(self) -> String {
        match self.0 {
            KitchenLanguage::English => "It needs a name.".to_owned(),
            KitchenLanguage::Japanese => "名前を入れてください。".to_owned(),
        }
    }

    pub(super) fn changed_meanwhile(self) -> String {
        match self.0 {
            KitchenLanguage::English => {
                "This was changed meanwhile. Look at it as it is now, then change it again."
                    .to_owned()
            }
            KitchenLanguage::Japanese => {
                "その間に変更されました。今の内容を見て、もう一度変更してください。".to_owned()
            }
        }
    }

    pub(super) fn has_recipe(self, name: &str) -> String {
        match self.0 {
            KitchenLanguage::English => format!("The book already has a recipe “{name}”."),
            KitchenLanguage::Japanese => format!("「{name}」のレシピはすでにあります。"),
        }
    }
}

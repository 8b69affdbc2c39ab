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

    /// An amount with its unit: `200 g`, `1 piece`, `8 個`.
    pub(super) fn amount(self, amount: u32, unit: Unit) -> String {
        let unit = match (self.0, unit) {
            (_, Unit::G) => "g",
            (_, Unit::Ml) => "ml",
            (KitchenLanguage::English, Unit::Piece) if amount == 1 => "piece",
            (KitchenLanguage::English, Unit::Piece) => "pieces",
            (KitchenLanguage::Japanese, Unit::Piece) => "個",
        };
        format!("{amount} {unit}")
    }

    /// A thing to choose, with how much of it is there.
    pub(super) fn stock(self, item: &Item) -> String {
        let amount = self.amount(item.amount, item.unit);
        match self.0 {
            KitchenLanguage::English => format!("{} ({amount})", item.name),
            KitchenLanguage::Japanese => format!("{}（{amount}）", item.name),
        }
    }

    pub(super) fn how_much(self, said: &str) -> String {
        match self.0 {
            KitchenLanguage::English => format!("How much of “{said}”?"),
            KitchenLanguage::Japanese => format!("「{said}」の量はどれだけですか。"),
        }
    }

    /// The same of something that is there.
    pub(super) fn how_much_of(self, item: &Item) -> String {
        let (name, amount) = (&item.name, self.amount(item.amount, item.unit));
        match self.0 {
            KitchenLanguage::English => format!("How much of “{name}”? In the kitchen: {amount}."),
            KitchenLanguage::Japanese => {
                format!("「{name}」の量はどれだけですか（今は{amount}）。")
            }
        }
    }

    pub(super) fn how_many_eat(self, day: Option<&str>) -> String {
        match (self.0, day) {
            (KitchenLanguage::English, Some(day)) => format!("For how many people ({day})?"),
            (KitchenLanguage::English, None) => "For how many people?".to_owned(),
            (KitchenLanguage::Japanese, Some(day)) => format!("何人分ですか（{day}）。"),
            (KitchenLanguage::Japanese, None) => "何人分ですか。".to_owned(),
        }
    }

    pub(super) fn not_enough(self, item: &Item) -> String {
        let (name, amount) = (&item.name, self.amount(item.amount, item.unit));
        match self.0 {
            KitchenLanguage::English => format!("There is no more of “{name}” than {amount}."),
            KitchenLanguage::Japanese => format!("「{name}」は {amount}しかありません。"),
        }
    }

    /// The same, as a question how much is to be taken then.
    pub(super) fn how_much_of_the_rest(self, item: &Item) -> String {
        let not_enough = self.not_enough(item);
        match self.0 {
            KitchenLanguage::English => format!("{not_enough} How much is to be taken out?"),
            KitchenLanguage::Japanese => format!("{not_enough}どれだけ使いますか。"),
        }
    }

    /// That `wanted` cannot be taken out of what is there, because that is counted in another unit.
    pub(super) fn other_unit(self, said: &str, wanted: &str, there: &[&Item]) -> String {
        let there: Vec<String> = there.iter().map(|it| self.stock(it)).collect();
        match self.0 {
            KitchenLanguage::English => format!(
                "{wanted} of “{said}” cannot be taken out: what is there is counted differently. There is {}.",
                there.join(", ")
            ),
            KitchenLanguage::Japanese => format!(
                "「{said}」を {wanted} 使うことはできません。数え方が違います。あるのは{}です。",
                there.join("、")
            ),
        }
    }

    pub(super) fn no_date(self, said: &str) -> String {
        match self.0 {
            KitchenLanguage::English => format!("“{said}” is no date such as 2026-11-24."),
            KitchenLanguage::Japanese => {
                format!("「{said}」は 2026-11-24 のような日付ではありません。")
            }
        }
    }

    pub(super) fn no_recipe(self) -> String {
        match self.0 {
            KitchenLanguage::English => "No recipe in the book fits.".to_owned(),
            KitchenLanguage::Japanese => "条件に合うレシピがありません。".to_owned(),
        }
    }

    pub(super) fn is_in_recipe(self, ingredient: &str, recipe: &str) -> String {
        match self.0 {
            KitchenLanguage::English => {
                format!(
                    "“{ingredient}” is in “{recipe}” and was to be avoided. Name another dish, or allow it."
                )
            }
            KitchenLanguage::Japanese => format!(
                "「{recipe}」には、避けるはずの「{ingredient}」が入っています。別の料理を選ぶか、避ける条件を外してください。"
            ),
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

//! What must not be in a dish: an ingredient by its name, or a kind of food.

use super::data::{Pantry, Recipe, RecipeBook};
use super::kinds::{has_word, is_kind, is_of_kind, is_word};
use super::names::may_mean;

/// A kind of food that somebody does without, which no ingredient need be called.
struct Kind {
    /// What it is called, in English and Japanese.
    called: &'static [&'static str],
    /// Words in the names of what has it in it, besides those.
    also: &'static [&'static str],
    /// Words in names that have such a word and are not of the kind.
    except: &'static [&'static str],
}

/// English words are in the singular and in small letters.
const KINDS: [Kind; 6] = [
    Kind {
        called: &[
            "dairy",
            "lactose",
            "milk",
            "milk product",
            "dairy product",
            "乳製品",
            "乳糖",
            "牛乳",
            "ミルク",
        ],
        also: &[
            "butter",
            "buttermilk",
            "cream",
            "cheese",
            "yoghurt",
            "yogurt",
            "curd",
            "quark",
            "ghee",
            "whey",
            "kefir",
            "custard",
            "cheddar",
            "mozzarella",
            "parmesan",
            "feta",
            "gouda",
            "brie",
            "camembert",
            "ricotta",
            "mascarpone",
            "gorgonzola",
            "emmental",
            "halloumi",
            "バター",
            "クリーム",
            "チーズ",
            "ヨーグルト",
            "練乳",
            "モッツァレラ",
            "パルメザン",
            "カマンベール",
            "リコッタ",
            "マスカルポーネ",
            "ゴルゴンゾーラ",
        ],
        except: &[
            "coconut",
            "almond",
            "oat",
            "soy",
            "soya",
            "rice",
            "cashew",
            "hazelnut",
            "peanut",
            "cocoa",
            "shea",
            "vegan",
            "bean",
            "cracker",
            "tartar",
            "ココナッツ",
            "ココナツ",
            "アーモンド",
            "オーツ",
            "豆乳",
            "ライスミルク",
            "ピーナッツ",
            "ピーナツ",
            "クリームコーン",
            "バターナッツ",
        ],
    },
    Kind {
        called: &["egg", "卵", "玉子", "たまご", "タマゴ"],
        also: &[
            "mayonnaise",
            "meringue",
            "custard",
            "マヨネーズ",
            "メレンゲ",
            "カスタード",
        ],
        except: &["vegan", "卵不使用"],
    },
    Kind {
        called: &["gluten", "wheat", "グルテン", "小麦"],
        also: &[
            "flour",
            "bread",
            "breadcrumb",
            "toast",
            "baguette",
            "bun",
            "tortilla",
            "pasta",
            "spaghetti",
            "penne",
            "macaroni",
            "fusilli",
            "linguine",
            "tagliatelle",
            "lasagne",
            "lasagna",
            "noodle",
            "udon",
            "ramen",
            "somen",
            "couscous",
            "bulgur",
            "semolina",
            "barley",
            "rye",
            "spelt",
            "seitan",
            "soy sauce",
            "beer",
            "パン",
            "パスタ",
            "スパゲッティ",
            "スパゲティ",
            "ペンネ",
            "マカロニ",
            "うどん",
            "ラーメン",
            "中華麺",
            "そうめん",
            "麩",
            "大麦",
            "ライ麦",
            "醤油",
            "しょうゆ",
            "しょう油",
            "薄力粉",
            "強力粉",
            "中力粉",
            "カレールウ",
            "カレールー",
            "ビール",
        ],
        except: &[
            "rice flour",
            "rice noodle",
            "corn tortilla",
            "tamari",
            "buckwheat",
            "almond flour",
            "coconut flour",
            "gluten-free",
            "gluten free",
            "米粉",
            "グルテンフリー",
            "パンプキン",
        ],
    },
    Kind {
        called: &["nut", "ナッツ", "木の実"],
        also: &[
            "almond",
            "cashew",
            "walnut",
            "hazelnut",
            "pecan",
            "pistachio",
            "peanut",
            "macadamia",
            "praline",
            "marzipan",
            "アーモンド",
            "カシュー",
            "くるみ",
            "クルミ",
            "胡桃",
            "ヘーゼル",
            "ピーカン",
            "ピスタチオ",
            "ピーナッツ",
            "ピーナツ",
            "落花生",
            "マカダミア",
        ],
        except: &["ココナッツ", "ドーナッツ", "バターナッツ", "ナツメグ"],
    },
    Kind {
        called: &[
            "shellfish",
            "seafood",
            "crustacean",
            "甲殻類",
            "貝",
            "貝類",
            "魚介",
            "魚介類",
            "シーフード",
        ],
        also: &[
            "prawn",
            "shrimp",
            "crab",
            "lobster",
            "crayfish",
            "mussel",
            "clam",
            "oyster",
            "scallop",
            "squid",
            "octopus",
            "海老",
            "えび",
            "エビ",
            "蟹",
            "かに",
            "カニ",
            "伊勢えび",
            "あさり",
            "アサリ",
            "しじみ",
            "牡蠣",
            "カキ",
            "ホタテ",
            "ほたて",
            "帆立",
            "いか",
            "イカ",
            "たこ",
            "タコ",
        ],
        except: &["すいか", "スイカ", "西瓜"],
    },
    Kind {
        called: &["alcohol", "アルコール", "酒"],
        also: &[
            "wine",
            "beer",
            "sake",
            "rum",
            "brandy",
            "sherry",
            "mirin",
            "liqueur",
            "ワイン",
            "ビール",
            "みりん",
            "ブランデー",
        ],
        except: &["vinegar", "酢", "non-alcoholic", "ノンアルコール"],
    },
];

/// What has to be kept out of a dish, as it was said.
pub(super) struct Avoided<'a> {
    said: &'a [String],
}

impl<'a> Avoided<'a> {
    pub(super) fn new(said: Option<&'a [String]>) -> Self {
        Self {
            said: said.unwrap_or_default(),
        }
    }

    /// The first ingredient of `recipe` that must not be in it.
    pub(super) fn found_in<'r>(&self, recipe: &'r Recipe) -> Option<&'r str> {
        let mut names = recipe.ingredients.iter().map(|it| it.name.as_str());
        names.find(|name| self.said.iter().any(|said| has(name, said)))
    }

    /// What nobody can tell by the names of ingredients: it is no kind that is known, and nothing in the
    /// kitchen or the book is called so.
    pub(super) fn unchecked(&self, pantry: &Pantry, book: &RecipeBook) -> Option<Vec<String>> {
        let is_checked = |said: &&String| {
            let in_book = book.recipes.iter().flat_map(|it| &it.ingredients);
            let mut names = pantry.items.iter().map(|it| &it.name);
            is_a_kind(said)
                || in_book.map(|it| &it.name).any(|name| has(name, said))
                || names.any(|name| has(name, said))
        };
        let left: Vec<String> = self
            .said
            .iter()
            .filter(|it| !is_checked(it))
            .cloned()
            .collect();
        Some(left).filter(|it| !it.is_empty())
    }
}

/// Whether what is called `name` is `said`, or has it in it.
fn has(name: &str, said: &str) -> bool {
    let name = name.to_ascii_lowercase();
    match kinds(said).collect::<Vec<_>>() {
        none if none.is_empty() => may_mean(said, &name),
        kinds => kinds.into_iter().any(|kind| is_in(&name, kind)) || is_of_kind(said, &name),
    }
}

fn is_in(name: &str, kind: &Kind) -> bool {
    let has_any = |words: &[&str]| words.iter().any(|it| has_word(name, it));
    (has_any(kind.called) || has_any(kind.also)) && !has_any(kind.except)
}

fn is_a_kind(said: &str) -> bool {
    kinds(said).next().is_some() || is_kind(said)
}

fn kinds(said: &str) -> impl Iterator<Item = &'static Kind> {
    let said = said.trim().to_ascii_lowercase();
    KINDS
        .iter()
        .filter(move |kind| kind.called.iter().any(|it| is_word(it, &said)))
}

#[cfg(test)]
mod tests {
    use super::has;

    #[test]
    fn what_has_something_in_it_is_told_by_its_name_in_both_languages() {
        let cases = [
            (
                "dairy",
                "Milk|Butter|Double cream|Grated Parmesan|牛乳|生クリーム",
                "Coconut milk|Peanut butter|Soy milk|豆乳|Butternut squash|Eggs",
            ),
            (
                "乳製品",
                "バター|クリームチーズ|Yoghurt",
                "ココナッツミルク|アーモンドミルク|米",
            ),
            ("Milk", "Milk|Butter", "Coconut milk"),
            ("eggs", "Eggs|Mayonnaise|卵", "Eggplant|Milk"),
            (
                "gluten",
                "Wheat flour|Spaghetti|Soy sauce|Bread rolls|うどん",
                "Rice flour|Rice noodles|Rice|米粉",
            ),
            (
                "nuts",
                "Walnuts|Chopped almonds|ピーナッツ",
                "Coconut milk|Nutmeg|ナツメグ",
            ),
            ("seafood", "Prawns|Salmon|Mussels|エビ", "Rice"),
            ("meat", "Chicken thighs|Bacon", "Tofu"),
            ("onions", "Onions|Red onions", "Garlic"),
            ("coconut", "Coconut milk", "Milk"),
        ];
        for (said, with, others) in cases {
            for (names, expected) in [(with, true), (others, false)] {
                for name in names.split('|') {
                    assert_eq!(has(name, said), expected, "{said}: {name}");
                }
            }
        }
    }
}

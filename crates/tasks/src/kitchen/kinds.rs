//! Kinds of food that go by many names: whoever says the kind may mean any of them.

/// A kind of food.
struct Kind {
    /// What it is called, in English and Japanese.
    called: &'static [&'static str],
    /// Words in the names of things that are of it, besides those.
    also: &'static [&'static str],
}

/// English words are in the singular and in small letters.
const KINDS: [Kind; 9] = [
    Kind {
        called: &["chicken", "鶏肉", "鶏", "とり肉", "鳥肉", "チキン"],
        also: &["手羽", "ささみ", "砂肝", "drumstick"],
    },
    Kind {
        called: &["pork", "豚肉", "豚", "ぶた肉", "ポーク"],
        also: &[],
    },
    Kind {
        called: &["beef", "牛肉", "ビーフ"],
        also: &[
            "steak",
            "牛もも",
            "牛バラ",
            "牛ばら",
            "牛ロース",
            "牛ヒレ",
            "牛ひき",
            "牛こま",
            "牛すじ",
            "ステーキ",
        ],
    },
    Kind {
        called: &["meat", "肉", "お肉"],
        also: &[
            "chicken",
            "pork",
            "beef",
            "lamb",
            "mutton",
            "veal",
            "turkey",
            "duck",
            "steak",
            "mince",
            "bacon",
            "ham",
            "sausage",
            "鶏",
            "手羽",
            "ささみ",
            "豚",
            "チキン",
            "ポーク",
            "ビーフ",
            "ステーキ",
            "ベーコン",
            "ハム",
            "ソーセージ",
        ],
    },
    Kind {
        called: &[
            "fish",
            "seafood",
            "魚",
            "さかな",
            "お魚",
            "魚介",
            "魚介類",
            "シーフード",
        ],
        also: &[
            "salmon",
            "cod",
            "tuna",
            "trout",
            "mackerel",
            "sardine",
            "herring",
            "haddock",
            "halibut",
            "plaice",
            "anchovy",
            "鮭",
            "サーモン",
            "鮪",
            "まぐろ",
            "マグロ",
            "ツナ",
            "鯖",
            "さば",
            "サバ",
            "鰯",
            "いわし",
            "イワシ",
            "鰤",
            "鯛",
            "鱈",
            "鰹",
            "かつお",
            "カツオ",
            "秋刀魚",
            "さんま",
            "サンマ",
            "うなぎ",
        ],
    },
    Kind {
        called: &["cheese", "チーズ"],
        also: &[
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
            "モッツァレラ",
            "パルメザン",
            "カマンベール",
            "リコッタ",
            "マスカルポーネ",
            "ゴルゴンゾーラ",
        ],
    },
    Kind {
        called: &["mushroom", "きのこ", "キノコ", "茸"],
        also: &[
            "shiitake",
            "shimeji",
            "enoki",
            "maitake",
            "champignon",
            "chanterelle",
            "porcini",
            "椎茸",
            "しいたけ",
            "シイタケ",
            "しめじ",
            "シメジ",
            "えのき",
            "エノキ",
            "舞茸",
            "まいたけ",
            "マイタケ",
            "エリンギ",
            "なめこ",
            "マッシュルーム",
        ],
    },
    Kind {
        called: &["pasta", "パスタ"],
        also: &[
            "spaghetti",
            "penne",
            "macaroni",
            "fusilli",
            "linguine",
            "tagliatelle",
            "スパゲッティ",
            "スパゲティ",
            "ペンネ",
            "マカロニ",
        ],
    },
    Kind {
        called: &["noodle", "麺", "麺類"],
        also: &[
            "udon",
            "soba",
            "ramen",
            "somen",
            "うどん",
            "そば",
            "蕎麦",
            "ラーメン",
            "そうめん",
            "スパゲッティ",
        ],
    },
];

/// Whether `said` is a kind of food.
pub(super) fn is_kind(said: &str) -> bool {
    let said = said.trim().to_ascii_lowercase();
    let mut called = KINDS.iter().flat_map(|kind| kind.called);
    called.any(|it| is_word(it, &said))
}

/// Whether `said` is a kind of food, and a thing called `name` is of it.
pub(super) fn is_of_kind(said: &str, name: &str) -> bool {
    let (said, name) = (said.trim().to_ascii_lowercase(), name.to_ascii_lowercase());
    let is_said = |kind: &&Kind| kind.called.iter().any(|it| is_word(it, &said));
    let has_any = |kind: &Kind| {
        let mut words = kind.called.iter().chain(kind.also);
        words.any(|it| has_word(&name, it))
    };
    KINDS.iter().filter(is_said).any(has_any)
}

/// Whether `word` stands in `name`: an English one by itself, several of them as they are, a Japanese one
/// anywhere, as that has no gaps between words.
pub(super) fn has_word(name: &str, word: &str) -> bool {
    match word.is_ascii() && !word.contains([' ', '-']) {
        true => name
            .split(|it: char| !it.is_ascii_alphanumeric())
            .any(|it| is_word(word, it)),
        false => name.contains(word),
    }
}

/// Whether `said` is `word`, or its plural.
pub(super) fn is_word(word: &str, said: &str) -> bool {
    matches!(said.strip_prefix(word), Some("" | "s" | "es"))
}

#[cfg(test)]
mod tests {
    use super::is_of_kind;

    #[test]
    fn a_kind_has_all_that_is_of_it_in_both_languages_and_nothing_else() {
        let cases = [
            (
                "鶏肉",
                "鶏手羽先 鶏もも肉 Chicken|thighs 手羽元",
                "豚バラ 卵",
            ),
            ("chicken", "鶏むね肉 Drumsticks ささみ", "Eggs 牛もも肉"),
            ("pork", "豚バラ Pork|loin ポークリブ", "鶏もも肉 Porcini"),
            ("豚肉", "豚ロース Pork|belly", "牛バラ Bacon"),
            ("牛肉", "牛バラ Beef|stew ステーキ", "牛乳 豚バラ"),
            (
                "meat",
                "鶏手羽先 豚バラ Lamb|chops ハム",
                "Rice 豆腐 Hamburger|buns",
            ),
            (
                "fish",
                "鮭 Smoked|salmon 白身魚 Sardines",
                "Rice ブリーチーズ",
            ),
            ("魚", "さば Cod Tuna", "Codeine 豆腐"),
            (
                "cheese",
                "Grated|Parmesan クリームチーズ Feta",
                "Milk Cheesecake",
            ),
            ("チーズ", "モッツァレラ Gouda", "牛乳"),
            ("キノコ", "しめじ 椎茸 Mushrooms Shiitake", "長ねぎ"),
            ("Mushrooms", "えのき Button|mushroom エリンギ", "Onions"),
            ("パスタ", "Spaghetti ペンネ", "うどん"),
            ("noodles", "うどん Ramen|soup", "米"),
        ];
        for (said, of_it, others) in cases {
            for (names, expected) in [(of_it, true), (others, false)] {
                for name in names.split(' ') {
                    let name = name.replace('|', " ");
                    assert_eq!(is_of_kind(said, &name), expected, "{said}: {name}");
                }
            }
        }
        // What is no kind by itself is one name only.
        for said in ["chicken breast", "鶏もも肉", "rice", ""] {
            assert!(!is_of_kind(said, "Chicken thighs"), "{said}");
        }
    }
}

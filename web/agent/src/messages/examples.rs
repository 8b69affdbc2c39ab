//! Questions to try. Home has them too, so they are apart from the other texts.

use kikitori_parts::Language;

/// Questions to try.
pub struct Examples {
    /// For the calculator, and for the search in this site's documents.
    pub plain: [&'static str; 3],
    /// For the sample of a database.
    pub sample: [&'static str; 2],
}

impl Examples {
    /// Those in `language`.
    pub fn of(language: Language) -> &'static Self {
        language.pick(&ENGLISH, &JAPANESE)
    }
}

static ENGLISH: Examples = Examples {
    plain: [
        "What is 17% of 4,380?",
        "How do I download the result?",
        "How much is (1200 + 350) * 12 in all?",
    ],
    sample: [
        "What is the total quantity of sales by city?",
        "How many products are there?",
    ],
};

static JAPANESE: Examples = Examples {
    plain: [
        "4,380 の 17% はいくつですか？",
        "結果をダウンロードするには？",
        "(1200 + 350) * 12 はいくつですか？",
    ],
    sample: [
        "city ごとの sales の quantity の合計は？",
        "products は何件ありますか？",
    ],
};

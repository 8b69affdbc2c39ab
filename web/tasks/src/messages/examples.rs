//! Requests to try. Home has them too, so they are apart from the other texts.

use kikitori_parts::Language;

/// Those in `language`.
pub fn examples(language: Language) -> [&'static str; 3] {
    language.pick(ENGLISH, JAPANESE)
}

const ENGLISH: [&str; 3] = [
    "Plan dinners from Monday to Wednesday for 4 people, the first with chicken, and put what is missing on the shopping list.",
    "What can I cook in 20 minutes, and how many eggs are there?",
    "I bought 6 eggs and 1000 ml of milk, and used 200 g of rice.",
];

const JAPANESE: [&str; 3] = [
    "月曜から水曜までの夕食を4人分考えて、1日は鶏肉を使って、足りないものを買い物リストに入れてください。",
    "20分で作れるものは何ですか？卵はいくつありますか？",
    "卵を6個と牛乳を1000ml買いました。米を200g使いました。",
];

//! Big cities, because people who are asked for their country often name their city.

/// The country's code, then the city's names in lower case, in both scripts.
#[rustfmt::skip]
pub const CITIES: [(&str, &[&str]); 44] = [
    ("JP", &[
        "tokyo", "osaka", "kyoto", "yokohama", "nagoya", "sapporo", "fukuoka", "kobe", "sendai",
        "hiroshima", "okinawa", "hokkaido", "東京", "大阪", "京都", "横浜", "名古屋", "札幌",
        "福岡", "神戸", "仙台", "広島", "沖縄", "北海道", "千葉", "埼玉", "とうきょう", "おおさか",
    ]),
    ("US", &[
        "new york", "nyc", "los angeles", "san francisco", "chicago", "seattle", "boston",
        "houston", "dallas", "austin", "miami", "washington", "hawaii", "ニューヨーク",
        "ロサンゼルス", "サンフランシスコ", "シカゴ", "シアトル", "ボストン", "ヒューストン",
        "ハワイ", "ワシントン",
    ]),
    ("GB", &[
        "london", "manchester", "edinburgh", "glasgow", "liverpool", "birmingham", "ロンドン",
        "マンチェスター", "エディンバラ", "グラスゴー", "リバプール",
    ]),
    ("CA", &["toronto", "vancouver", "montreal", "montréal", "トロント", "バンクーバー", "モントリオール"]),
    ("AU", &["sydney", "melbourne", "brisbane", "シドニー", "メルボルン", "ブリスベン"]),
    ("NZ", &["auckland", "オークランド"]),
    ("IE", &["dublin", "ダブリン"]),
    ("DE", &[
        "berlin", "munich", "münchen", "hamburg", "frankfurt", "cologne", "köln", "ベルリン",
        "ミュンヘン", "ハンブルク", "フランクフルト",
    ]),
    ("AT", &["vienna", "wien", "ウィーン"]),
    ("CH", &["zurich", "zürich", "geneva", "チューリッヒ", "ジュネーブ"]),
    ("FR", &["paris", "lyon", "marseille", "パリ", "リヨン", "マルセイユ"]),
    ("BE", &["brussels", "bruxelles", "ブリュッセル"]),
    ("NL", &["amsterdam", "rotterdam", "アムステルダム", "ロッテルダム"]),
    ("ES", &["madrid", "barcelona", "マドリード", "バルセロナ"]),
    ("PT", &["lisbon", "lisboa", "リスボン"]),
    ("IT", &["rome", "roma", "milan", "milano", "ローマ", "ミラノ"]),
    ("GR", &["athens", "アテネ"]),
    ("SE", &["stockholm", "ストックホルム"]),
    ("NO", &["oslo", "オスロ"]),
    ("DK", &["copenhagen", "københavn", "コペンハーゲン"]),
    ("FI", &["helsinki", "ヘルシンキ"]),
    ("PL", &["warsaw", "ワルシャワ"]),
    ("CZ", &["prague", "プラハ"]),
    ("HU", &["budapest", "ブダペスト"]),
    ("UA", &["kyiv", "kiev", "キーウ"]),
    ("RU", &["moscow", "モスクワ"]),
    ("TR", &["istanbul", "イスタンブール"]),
    ("EG", &["cairo", "カイロ"]),
    ("NG", &["lagos", "ラゴス"]),
    ("KE", &["nairobi", "ナイロビ"]),
    ("ZA", &["johannesburg", "cape town", "ヨハネスブルグ", "ケープタウン"]),
    ("IN", &[
        "mumbai", "delhi", "new delhi", "bangalore", "bengaluru", "kolkata", "chennai",
        "ムンバイ", "デリー", "ニューデリー", "バンガロール",
    ]),
    ("CN", &["beijing", "shanghai", "shenzhen", "guangzhou", "北京", "上海", "深圳", "広州"]),
    ("TW", &["taipei", "台北", "臺北"]),
    ("KR", &["seoul", "busan", "ソウル", "釜山", "서울"]),
    ("TH", &["bangkok", "バンコク"]),
    ("VN", &["hanoi", "ho chi minh city", "ハノイ", "ホーチミン"]),
    ("ID", &["jakarta", "ジャカルタ"]),
    ("MY", &["kuala lumpur", "クアラルンプール"]),
    ("PH", &["manila", "マニラ"]),
    ("BR", &["são paulo", "sao paulo", "rio de janeiro", "サンパウロ", "リオデジャネイロ"]),
    ("MX", &["mexico city", "メキシコシティ"]),
    ("AR", &["buenos aires", "ブエノスアイレス"]),
    ("CL", &["santiago", "サンティアゴ"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_city_stands_for_its_country() {
        for (code, names) in CITIES {
            for name in names {
                let found = super::super::countries::named(&crate::text::plain(name));
                assert_eq!(found, Some(code), "{name}");
            }
        }
    }
}

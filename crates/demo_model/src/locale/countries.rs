//! Names of countries, in English, in Japanese and in their own languages.

use super::cities::CITIES;
use super::languages::{is_spaced_script, spaced};
use crate::speech::{Speech, primary};

/// Code, the name to show in English and in Japanese, other names in lower case.
type Country = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

#[rustfmt::skip]
const COUNTRIES: [Country; 66] = [
    ("JP", "Japan", "日本", &["nippon", "nihon", "にほん", "ニホン", "にっぽん", "japon", "japón"]),
    ("US", "United States", "アメリカ", &["usa", "united states of america", "america", "u s a", "u s", "the us", "the states", "米国", "アメリカ合衆国", "estados unidos"]),
    ("GB", "United Kingdom", "イギリス", &["uk", "u k", "great britain", "britain", "england", "scotland", "wales", "northern ireland", "英国", "イングランド", "スコットランド"]),
    ("CA", "Canada", "カナダ", &["canadá"]),
    ("AU", "Australia", "オーストラリア", &["豪州"]),
    ("NZ", "New Zealand", "ニュージーランド", &["aotearoa"]),
    ("IE", "Ireland", "アイルランド", &["éire"]),
    ("DE", "Germany", "ドイツ", &["deutschland", "allemagne", "alemania"]),
    ("AT", "Austria", "オーストリア", &["österreich"]),
    ("CH", "Switzerland", "スイス", &["schweiz", "suisse", "svizzera"]),
    ("FR", "France", "フランス", &["frankreich", "francia"]),
    ("BE", "Belgium", "ベルギー", &["belgique", "belgië"]),
    ("NL", "Netherlands", "オランダ", &["the netherlands", "holland", "nederland"]),
    ("LU", "Luxembourg", "ルクセンブルク", &[]),
    ("ES", "Spain", "スペイン", &["españa", "espana"]),
    ("PT", "Portugal", "ポルトガル", &[]),
    ("IT", "Italy", "イタリア", &["italia"]),
    ("GR", "Greece", "ギリシャ", &["ελλάδα"]),
    ("SE", "Sweden", "スウェーデン", &["sverige"]),
    ("NO", "Norway", "ノルウェー", &["norge"]),
    ("DK", "Denmark", "デンマーク", &["danmark"]),
    ("FI", "Finland", "フィンランド", &["suomi"]),
    ("IS", "Iceland", "アイスランド", &["ísland"]),
    ("PL", "Poland", "ポーランド", &["polska"]),
    ("CZ", "Czechia", "チェコ", &["czech republic", "česko"]),
    ("SK", "Slovakia", "スロバキア", &["slovensko"]),
    ("HU", "Hungary", "ハンガリー", &["magyarország"]),
    ("RO", "Romania", "ルーマニア", &["românia"]),
    ("BG", "Bulgaria", "ブルガリア", &["българия"]),
    ("HR", "Croatia", "クロアチア", &["hrvatska"]),
    ("SI", "Slovenia", "スロベニア", &["slovenija"]),
    ("RS", "Serbia", "セルビア", &["srbija"]),
    ("EE", "Estonia", "エストニア", &["eesti"]),
    ("LV", "Latvia", "ラトビア", &["latvija"]),
    ("LT", "Lithuania", "リトアニア", &["lietuva"]),
    ("UA", "Ukraine", "ウクライナ", &["україна"]),
    ("RU", "Russia", "ロシア", &["россия", "russian federation"]),
    ("TR", "Türkiye", "トルコ", &["turkey", "türkiye", "turkiye"]),
    ("IL", "Israel", "イスラエル", &["ישראל"]),
    ("SA", "Saudi Arabia", "サウジアラビア", &["السعودية"]),
    ("AE", "United Arab Emirates", "アラブ首長国連邦", &["uae", "u a e", "the emirates", "dubai", "ドバイ"]),
    ("EG", "Egypt", "エジプト", &["مصر"]),
    ("MA", "Morocco", "モロッコ", &["maroc"]),
    ("NG", "Nigeria", "ナイジェリア", &[]),
    ("KE", "Kenya", "ケニア", &[]),
    ("ZA", "South Africa", "南アフリカ", &[]),
    ("IN", "India", "インド", &["bharat", "भारत"]),
    ("PK", "Pakistan", "パキスタン", &[]),
    ("BD", "Bangladesh", "バングラデシュ", &["বাংলাদেশ"]),
    ("LK", "Sri Lanka", "スリランカ", &[]),
    ("NP", "Nepal", "ネパール", &[]),
    ("CN", "China", "中国", &["mainland china", "中国大陆", "prc"]),
    ("HK", "Hong Kong", "香港", &[]),
    ("TW", "Taiwan", "台湾", &["臺灣", "台灣"]),
    ("KR", "South Korea", "韓国", &["korea", "republic of korea", "대한민국", "한국", "大韓民国"]),
    ("MN", "Mongolia", "モンゴル", &[]),
    ("TH", "Thailand", "タイ", &["ประเทศไทย"]),
    ("VN", "Vietnam", "ベトナム", &["viet nam", "việt nam"]),
    ("ID", "Indonesia", "インドネシア", &[]),
    ("MY", "Malaysia", "マレーシア", &[]),
    ("SG", "Singapore", "シンガポール", &["新加坡"]),
    ("PH", "Philippines", "フィリピン", &["the philippines", "pilipinas"]),
    ("BR", "Brazil", "ブラジル", &["brasil"]),
    ("MX", "Mexico", "メキシコ", &["méxico"]),
    ("AR", "Argentina", "アルゼンチン", &[]),
    ("CL", "Chile", "チリ", &[]),
];

/// Where the speakers of a language are likely to live, the likeliest first.
const HOMES: [(&str, &[&str]); 12] = [
    ("en", &["US", "GB", "CA", "AU"]),
    ("ja", &["JP", "US", "TW"]),
    ("de", &["DE", "AT", "CH"]),
    ("fr", &["FR", "CA", "BE", "CH"]),
    ("es", &["ES", "MX", "AR", "CL"]),
    ("zh", &["CN", "TW", "HK", "SG"]),
    ("ko", &["KR", "US", "JP"]),
    ("pt", &["BR", "PT"]),
    ("it", &["IT", "CH"]),
    ("nl", &["NL", "BE"]),
    ("sv", &["SE", "FI"]),
    ("ru", &["RU"]),
];

/// Countries that a time zone gives away.
#[rustfmt::skip]
const ZONES: [(&str, &str); 38] = [
    ("America/New_York", "US"), ("America/Chicago", "US"), ("America/Denver", "US"),
    ("America/Los_Angeles", "US"), ("America/Vancouver", "CA"), ("America/Mexico_City", "MX"),
    ("America/Argentina/Buenos_Aires", "AR"), ("America/Santiago", "CL"),
    ("Australia/Melbourne", "AU"), ("Pacific/Auckland", "NZ"), ("Europe/Dublin", "IE"),
    ("Europe/Brussels", "BE"), ("Europe/Amsterdam", "NL"), ("Europe/Stockholm", "SE"),
    ("Europe/Warsaw", "PL"), ("Europe/Istanbul", "TR"), ("Asia/Bangkok", "TH"),
    ("Asia/Jakarta", "ID"), ("Asia/Manila", "PH"), ("Asia/Ho_Chi_Minh", "VN"),
    ("Asia/Tokyo", "JP"),
    ("Asia/Seoul", "KR"),
    ("Asia/Shanghai", "CN"),
    ("Asia/Taipei", "TW"),
    ("Asia/Hong_Kong", "HK"),
    ("Asia/Singapore", "SG"),
    ("Asia/Kolkata", "IN"),
    ("Asia/Calcutta", "IN"),
    ("Europe/Berlin", "DE"),
    ("Europe/Vienna", "AT"),
    ("Europe/Zurich", "CH"),
    ("Europe/Paris", "FR"),
    ("Europe/London", "GB"),
    ("Europe/Madrid", "ES"),
    ("Europe/Rome", "IT"),
    ("America/Toronto", "CA"),
    ("America/Sao_Paulo", "BR"),
    ("Australia/Sydney", "AU"),
];

/// People read at most this many suggestions.
const MOST_SUGGESTIONS: usize = 4;

/// The country that a plain text names. Of several, the one that it says to live in.
pub fn named(text: &str) -> Option<&'static str> {
    let spaced = spaced(text);
    let mut found: Vec<Found> = Vec::new();
    for (code, english, japanese, others) in COUNTRIES {
        let english = english.to_lowercase();
        let names = [english.as_str(), japanese]
            .into_iter()
            .chain(others.iter().copied());
        for name in names {
            found.extend(find(text, &spaced, name).map(|(at, lived_in)| Found {
                lived_elsewhere: !lived_in,
                is_city: false,
                at,
                shorter: usize::MAX - name.len(),
                code,
            }));
        }
    }
    for (code, cities) in CITIES {
        for name in cities {
            found.extend(find(text, &spaced, name).map(|(at, lived_in)| Found {
                lived_elsewhere: !lived_in,
                is_city: true,
                at,
                shorter: usize::MAX - name.len(),
                code,
            }));
        }
    }
    found.into_iter().min().map(|found| found.code)
}

/// Compared in this order: lived in, a country itself, named first, named in more letters.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    lived_elsewhere: bool,
    is_city: bool,
    at: usize,
    shorter: usize,
    code: &'static str,
}

fn find(text: &str, spaced: &str, name: &str) -> Option<(usize, bool)> {
    if is_spaced_script(name) {
        let at = spaced.find(&format!(" {name} "))?;
        let lived_in = ["in", "in the"]
            .iter()
            .any(|before| spaced.contains(&format!(" {before} {name} ")));
        return Some((at, lived_in));
    }
    let mut places = text.match_indices(name).filter_map(|(at, _)| {
        let after = text.get(at + name.len()..)?;
        let before = text.get(..at)?.chars().next_back();
        // People and languages are called after countries; short katakana names hide in words.
        let is_part = after.starts_with(['人', '語', 'ー'])
            || (crate::text::is_kana(name.chars().next()?)
                && (before.is_some_and(is_katakana) || after.starts_with(is_katakana)));
        (!is_part).then(|| {
            let lived_in = ["に住", "在住", "で暮", "に居", "にい"]
                .iter()
                .any(|home| after.starts_with(home));
            (at, lived_in)
        })
    });
    places.next()
}

fn is_katakana(c: char) -> bool {
    matches!(c, '\u{30A1}'..='\u{30FA}' | '\u{30FC}'..='\u{30FF}')
}

/// The country of a bare code, or of a code in capitals within a sentence.
pub fn coded(answer: &str, bare: &str, country_was_asked: bool) -> Option<&'static str> {
    let code_of = |word: &str| {
        COUNTRIES
            .iter()
            .map(|(code, ..)| *code)
            .find(|code| *code == word)
    };
    if country_was_asked && bare.len() == 2 {
        // A plain "no" is not Norway.
        return code_of(&bare.to_uppercase()).filter(|_| bare != "no" || answer.contains("NO"));
    }
    // In a text all in capitals, IN and IT are words.
    if !answer.chars().any(char::is_lowercase) {
        return None;
    }
    answer
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.len() == 2 && *word != "OK")
        .find_map(code_of)
}

/// Countries to offer to someone who speaks `language`: first what their time zone gives away.
pub fn suggestions(speech: Speech, language: &str, time_zone: Option<&str>) -> Vec<String> {
    let region = language.to_owned();
    let language = primary(language);
    let homes = HOMES
        .iter()
        .find(|(tag, _)| *tag == language)
        .map_or(&["US", "JP"] as &[&str], |(_, homes)| homes);
    let given_away = given_away(&region, time_zone);
    let mut names: Vec<String> = Vec::new();
    for code in given_away.into_iter().chain(homes.iter().copied()) {
        if let Some(name) = name_of(code, speech)
            && !names.iter().any(|known| known == name)
        {
            names.push(name.to_owned());
        }
    }
    names.truncate(MOST_SUGGESTIONS);
    names
}

/// The countries that a time zone and a language's region stand for.
fn given_away(language: &str, time_zone: Option<&str>) -> Vec<&'static str> {
    let zone = ZONES
        .iter()
        .find(|(zone, _)| Some(*zone) == time_zone)
        .map(|(_, code)| *code);
    let region = language.rsplit(['-', '_']).next().map(str::to_uppercase);
    let region = COUNTRIES
        .iter()
        .map(|(code, ..)| *code)
        .find(|code| Some(*code) == region.as_deref());
    zone.into_iter().chain(region).collect()
}

/// What the country of this code is called.
pub fn name_of(code: &str, speech: Speech) -> Option<&'static str> {
    let (_, english, japanese, _) = COUNTRIES.iter().find(|(known, ..)| *known == code)?;
    Some(match speech {
        Speech::English => english,
        Speech::Japanese => japanese,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_country_answers_to_all_its_names_and_its_code() {
        for (code, english, japanese, others) in COUNTRIES {
            for name in [english, japanese]
                .into_iter()
                .chain(others.iter().copied())
            {
                assert_eq!(named(&crate::text::plain(name)), Some(code), "{name}");
            }
            assert_eq!(coded(code, &code.to_lowercase(), true), Some(code));
        }
    }

    #[test]
    fn suggestions_are_understood_when_they_are_picked() {
        for (tag, _) in HOMES {
            for speech in [Speech::English, Speech::Japanese] {
                let names = suggestions(speech, tag, Some("Asia/Tokyo"));
                assert!((2..=MOST_SUGGESTIONS).contains(&names.len()), "{names:?}");
                for name in names {
                    assert!(named(&crate::text::plain(&name)).is_some(), "{name}");
                }
            }
        }
    }
}

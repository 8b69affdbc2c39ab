//! What kind of answer a field or a fact takes.

use crate::field::{Fact, Field};
use crate::text::{plain, words};

/// The kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Email,
    Phone,
    EmailOrPhone,
    Url,
    /// When.
    Time,
    /// How often.
    Frequency,
    /// How many, how long, how old.
    Number,
    /// Anything.
    Free,
}

impl Kind {
    /// Whether nothing but such an answer will do. For the others a person may know better.
    pub fn is_strict(self) -> bool {
        matches!(
            self,
            Self::Email | Self::Phone | Self::EmailOrPhone | Self::Url
        )
    }
}

/// The kind that a fact's key, name or criteria show.
pub fn of_fact(fact: &Fact) -> Kind {
    let key = key_as_words(&fact.fact_key);
    [key.as_str(), &fact.fact]
        .into_iter()
        .map(|text| of_text(text, true))
        .chain([of_text(&fact.done_criteria, false)])
        .find(|kind| *kind != Kind::Free)
        .unwrap_or(Kind::Free)
}

/// The kind that a field's own label or intent shows.
pub fn of_field(field: &Field) -> Kind {
    let label = of_text(field.name(), true);
    if label != Kind::Free {
        return label;
    }
    // An intent talks about more than the answer, so only its beginning counts.
    let start: Vec<&str> = field.intent.split_whitespace().take(5).collect();
    let start: String = start.join(" ").chars().take(40).collect();
    match of_text(&start, false) {
        kind if kind.is_strict() => kind,
        _ => Kind::Free,
    }
}

/// `startDate` and `start_date` as words.
fn key_as_words(key: &str) -> String {
    let mut text = String::new();
    let mut last_was_small = false;
    for c in key.chars() {
        if c.is_uppercase() && last_was_small {
            text.push(' ');
        }
        last_was_small = c.is_lowercase();
        text.push(if c.is_alphanumeric() { c } else { ' ' });
    }
    text
}

/// The kind that a text shows. A name may consist of little more than the word itself.
fn of_text(text: &str, is_name: bool) -> Kind {
    let plain = plain(text);
    let words = words(&plain);
    let email = is_email(&plain, &words, is_name);
    let phone = is_phone(&plain, &words, is_name);
    match (email, phone) {
        (true, true) => return Kind::EmailOrPhone,
        (true, false) => return Kind::Email,
        (false, true) => return Kind::Phone,
        (false, false) => {}
    }
    let spaced = format!(" {} ", words.join(" "));
    let says = |phrases: &[&str]| phrases.iter().any(|it| spaced.contains(&format!(" {it} ")));
    let has = |parts: &[&str]| parts.iter().any(|part| plain.contains(part));
    if says(&[
        "url",
        "website",
        "homepage",
        "web address",
        "web page address",
    ]) || has(&["ホームページのアドレス", "サイトのアドレス", "url"])
    {
        return Kind::Url;
    }
    let number = says(&[
        "how many",
        "how much",
        "how long",
        "how old",
        "number of",
        "years of",
        "years",
        "age",
        "count",
        "quantity",
        "in years",
        "number",
        "duration",
    ]) || has(&[
        "何年",
        "何回",
        "何人",
        "何歳",
        "何個",
        "何件",
        "年数",
        "回数",
        "人数",
        "件数",
        "個数",
        "年齢",
        "番号",
        "数字",
        "数値",
        "期間",
        "どのくらいの間",
        "どれくらいの間",
    ]);
    let time = says(&[
        "date",
        "dates",
        "since when",
        "dob",
        "birthday",
        "birth",
        "deadline",
        "onset",
    ]) || spaced.starts_with(" when ")
        || spaced.starts_with(" since ")
        || (is_name
            && words
                .last()
                .is_some_and(|word| word == "when" || word == "since"))
        || has(&[
            "いつ",
            "日付",
            "日時",
            "年月日",
            "生年月",
            "時期",
            "期日",
            "期限",
            "希望日",
            "開始日",
        ]);
    let frequency = says(&["how often", "frequency", "how frequently"]) || has(&["頻度"]);
    match (time, frequency, number) {
        (true, _, _) => Kind::Time,
        (_, true, _) => Kind::Frequency,
        (_, _, true) => Kind::Number,
        _ => Kind::Free,
    }
}

fn is_email(plain: &str, words: &[String], is_name: bool) -> bool {
    let spaced = words.join(" ");
    if plain.contains("メールアドレス") || plain.contains("eメール") || plain.contains("メアド")
    {
        return true;
    }
    if [
        "email address",
        "e mail address",
        "mail address",
        "valid email",
    ]
    .iter()
    .any(|phrase| spaced.contains(phrase))
    {
        return true;
    }
    let named = is_name
        && (is_the_subject(
            words,
            &["email", "e-mail", "mail"],
            &[
                "client",
                "app",
                "program",
                "software",
                "provider",
                "notification",
                "notifications",
                "template",
                "campaign",
                "frequency",
                "marketing",
                "subject",
                "body",
                "consent",
                "newsletter",
                "preference",
                "preferences",
                "server",
            ],
        ) || spaced == "e mail"
            || plain == "メール");
    named && !plain.contains("方法")
}

fn is_phone(plain: &str, words: &[String], is_name: bool) -> bool {
    let spaced = words.join(" ");
    if ["電話番号", "携帯番号", "連絡先番号"]
        .iter()
        .any(|word| plain.contains(word))
    {
        return true;
    }
    if [
        "phone number",
        "telephone number",
        "mobile number",
        "contact number",
        "cell number",
    ]
    .iter()
    .any(|phrase| spaced.contains(phrase))
    {
        return true;
    }
    is_name
        && (is_the_subject(
            words,
            &["phone", "telephone", "tel", "mobile"],
            &[
                "model",
                "os",
                "type",
                "brand",
                "make",
                "case",
                "operating",
                "or",
                "app",
                "version",
                "system",
                "call",
                "interview",
                "plan",
                "provider",
                "carrier",
            ],
        ) || ["電話", "携帯電話", "tel"].contains(&plain))
}

/// Whether a name is about the thing itself: "Work email", not "Email client" or "Which phone".
fn is_the_subject(words: &[String], things: &[&str], not_before: &[&str]) -> bool {
    let is_thing = |word: Option<&String>| word.is_some_and(|word| things.contains(&word.as_str()));
    let among = |word: Option<&String>, list: &[&str]| {
        word.is_some_and(|word| list.contains(&word.as_str()))
    };
    let first = is_thing(words.first()) && !among(words.get(1), not_before);
    let before_last = words.len().checked_sub(2).and_then(|at| words.get(at));
    let last = words.len() <= 4
        && is_thing(words.last())
        && !among(
            before_last,
            &["which", "what", "whose", "or", "and", "by", "via", "per"],
        )
        && !among(
            words.first(),
            &["which", "what", "preferred", "how", "computer"],
        );
    first || last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_follow_from_names_and_criteria() {
        use Kind::{Email, EmailOrPhone, Free, Frequency, Number, Phone, Time, Url};
        for (key, fact, criteria, expected) in [
            ("email", "", "", Email),
            ("contactEmail", "", "", Email),
            ("", "The applicant's email address", "", Email),
            ("", "メールアドレス", "", Email),
            ("reply_to", "Where to reply", "A valid email address", Email),
            ("mail_client", "Email client used", "", Free),
            ("phone", "", "", Phone),
            ("", "電話番号", "", Phone),
            (
                "device",
                "Which phone it happens on",
                "Names the phone model",
                Free,
            ),
            (
                "contact",
                "An email address or phone number",
                "",
                EmailOrPhone,
            ),
            ("portfolio_url", "Portfolio", "", Url),
            ("onset", "When the symptoms began", "", Time),
            ("start", "いつから続いているか", "", Time),
            ("start_date", "Start", "", Time),
            ("clicks", "What happened when you clicked", "", Free),
            ("years", "Years of experience", "", Number),
            ("", "経験年数", "", Number),
            ("frequency", "How often it happens", "", Frequency),
            ("", "The language of the page", "", Free),
            ("update", "What was updated", "", Free),
            ("candidate", "Why they apply", "", Free),
            ("severity", "How bad it is", "A date is not needed", Time),
            ("", "頭痛の場所", "", Free),
        ] {
            let fact = Fact {
                fact_key: key.into(),
                fact: fact.into(),
                done_criteria: criteria.into(),
                ..Fact::default()
            };
            assert_eq!(of_fact(&fact), expected, "{fact:?}");
        }
    }

    #[test]
    fn a_field_shows_its_kind_by_its_label() {
        for (label, intent, expected) in [
            ("Email", "", Kind::Email),
            ("E-mail", "", Kind::Email),
            ("Work email", "", Kind::Email),
            ("メール", "", Kind::Email),
            ("Phone", "", Kind::Phone),
            (
                "How to reach you",
                "An email address to reply to",
                Kind::Email,
            ),
            (
                "Full name",
                "Shown beside the reply that goes to the email address",
                Kind::Free,
            ),
            ("Preferred contact method (email or phone)", "", Kind::Free),
            ("Date of birth", "", Kind::Time),
            ("生年月日", "", Kind::Time),
            ("Age", "", Kind::Number),
            ("Message", "", Kind::Free),
        ] {
            let field = Field {
                label: label.into(),
                intent: intent.into(),
                ..Field::default()
            };
            assert_eq!(of_field(&field), expected, "{label}");
        }
    }
}

//! Values that a message tells beside what they are called: "my phone number is …",
//! 「電話番号は…」, or lines of `Name: value`.

use super::Found;
use super::choice::folded;
use crate::field::Field;
use crate::text::{is_han, is_kana, plain};

/// What else a field may be called, by what it is called in the form.
#[rustfmt::skip]
const ALSO: [(&[&str], &[&str]); 5] = [
    (&["email", "e-mail", "メール"], &["email", "e-mail", "email address", "mail", "メール", "メールアドレス"]),
    (&["phone", "電話"], &["phone", "phone number", "telephone", "number", "電話", "電話番号", "番号"]),
    (&["full name", "your name", "氏名", "お名前", "名前"], &["name", "full name", "名前", "氏名"]),
    (&["address", "住所"], &["address", "住所"]),
    (&["date of birth", "birthday", "生年月日"], &["birthday", "date of birth", "誕生日", "生年月日"]),
];
/// What joins a name and its value, the longest first.
#[rustfmt::skip]
const JOINTS: [&str; 21] = [
    "will be", "should be", "should read", "would be", "is now", "is actually", "was actually", "is", "was", "are",
    "were", "to", "'s", ":", "=", "は", "が", "を", "-", "→", "as",
];
/// Longer names are sentences, which nobody says before a value.
const LONGEST_NAME: usize = 32;
/// What an answer that is polite ends with, and is no part of a value.
const POLITE_ENDS: [&str; 8] = [
    "でございます",
    "と申します",
    "といいます",
    "と言います",
    "になります",
    "でした",
    "です",
    "に変更してください",
];

/// A value beside the name of its field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// The value.
    pub found: Found,
    /// Whether it is put as people tell a value, so that it needs no other sign: "my … is",
    /// `…: value`, 「…は」 at the beginning of a clause.
    pub is_plain: bool,
}

/// What a message tells for `field` beside its name.
pub fn told_by_name(message: &str, field: &Field) -> Option<Told> {
    let text = folded(message);
    names(field)
        .iter()
        .find_map(|name| beside(message, &text, name))
}

/// What a field may be called.
pub fn names(field: &Field) -> Vec<String> {
    let label = field.label.split(['(', '（']).next().unwrap_or_default();
    let label = plain(label);
    let label = label.trim_end_matches(['?', '.', ':', '。', '：']);
    let label = label.strip_prefix("your ").unwrap_or(label).trim();
    let id = field.field_id.replace(['-', '_'], " ");
    let mut names = vec![label.to_owned(), plain(&id)];
    for (of, also) in ALSO {
        if of
            .iter()
            .any(|it| label == *it || (!it.is_ascii() && label.ends_with(it)))
        {
            names.extend(also.iter().map(|&it| it.to_owned()));
        }
    }
    names.retain(|name| (2..=LONGEST_NAME).contains(&name.chars().count()));
    names.sort_by_key(|name| std::cmp::Reverse(name.chars().count()));
    names.dedup();
    names
}

/// What stands behind `name` and a joint.
fn beside(message: &str, text: &[(usize, char)], name: &str) -> Option<Told> {
    let name: Vec<char> = name.chars().collect();
    let letters = |range: std::ops::Range<usize>| text.get(range);
    for at in 0..text.len() {
        let here = letters(at..at + name.len());
        if !here.is_some_and(|here| here.iter().map(|(_, c)| *c).eq(name.iter().copied())) {
            continue;
        }
        let before = at
            .checked_sub(1)
            .and_then(|at| text.get(at))
            .map(|(_, c)| *c);
        let is_apart = |c: char| !c.is_alphanumeric() || is_kana(c) || is_han(c);
        let spaced = name.first().is_some_and(|c| !is_kana(*c) && !is_han(*c));
        if spaced && !before.is_none_or(is_apart) {
            continue;
        }
        let rest = text.get(at + name.len()..).unwrap_or_default();
        let gap = rest.iter().take_while(|(_, c)| *c == ' ').count();
        let rest = rest.get(gap..).unwrap_or_default();
        let joint = JOINTS.iter().find(|joint| {
            let ends = rest.get(joint.chars().count()).is_none_or(|(_, c)| {
                !joint.chars().all(|c| c.is_ascii_alphabetic() || c == ' ') || is_apart(*c)
            });
            rest.iter()
                .map(|(_, c)| *c)
                .zip(joint.chars())
                .filter(|(one, two)| one == two)
                .count()
                == joint.chars().count()
                && ends
        });
        let Some(joint) = joint else { continue };
        let rest = rest.get(joint.chars().count()..).unwrap_or_default();
        let Some((start, _)) = rest.iter().find(|(_, c)| *c != ' ') else {
            continue;
        };
        if let Some(found) = up_to_the_end(message.get(*start..)?) {
            let before: String = text.get(..at)?.iter().map(|(_, c)| *c).collect();
            let before = before.trim_end_matches(' ');
            let is_own = ["my", "our"].iter().any(|own| {
                before
                    .strip_suffix(own)
                    .is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
            });
            let begins = before.is_empty() || before.ends_with(['\n', '.', '。', '、', ',', '，']);
            let is_long = name.contains(&' ') && *joint == "is";
            let is_plain = is_own || (begins && (is_long || [":", "=", "は"].contains(joint)));
            return Some(Told { found, is_plain });
        }
    }
    None
}

/// The value up to where its clause ends.
fn up_to_the_end(rest: &str) -> Option<Found> {
    let mut end = rest.len();
    let mut chars = rest.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, c)| *c);
        let ends = match c {
            '\n' | '。' | ';' | '；' | '！' | '!' | '、' => true,
            '.' | ',' => next.is_none_or(char::is_whitespace),
            _ => false,
        };
        if ends {
            end = at;
            break;
        }
    }
    let value = rest.get(..end)?.trim();
    let value = POLITE_ENDS
        .iter()
        .find_map(|end| value.strip_suffix(end))
        .unwrap_or(value);
    let value = value.trim();
    (!value.is_empty()).then(|| Found::said(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_behind_the_names_of_their_fields() {
        for (label, message, expected) in [
            (
                "Policy number",
                "My policy number is KV-4411-09, and I was rear-ended.",
                "KV-4411-09",
            ),
            ("Policy number", "policy number: kv 44", "kv 44"),
            (
                "Full name",
                "Name: Ada Lovelace\nEmail: ada@example.org",
                "Ada Lovelace",
            ),
            (
                "Email",
                "Name: Ada\nEmail: ada@example.org",
                "ada@example.org",
            ),
            (
                "お名前",
                "名前は佐藤花子です。電話番号は090-1234-5678です。",
                "佐藤花子",
            ),
            (
                "電話番号",
                "名前は佐藤花子です。電話番号は090-1234-5678です。",
                "090-1234-5678",
            ),
            ("Policy number", "I have no policy", ""),
            ("Age", "The page is blank", ""),
            ("Name", "rename it to Ada", ""),
        ] {
            let field = Field {
                label: label.into(),
                ..Field::default()
            };
            let found = told_by_name(message, &field).map(|it| it.found.value);
            assert_eq!(found.unwrap_or_default(), expected, "{label}: {message}");
        }
    }
}

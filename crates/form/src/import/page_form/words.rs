//! The page's words: brought into a form's bounds, and taken apart to be looked at.

use super::control::Control;

/// So many characters of a label, a legend or an option are kept.
pub(super) const MAX_LABEL_CHARS: usize = 300;
/// So many characters of a description are kept.
const MAX_DESCRIPTION_CHARS: usize = 1_000;

/// A label as one line without what nobody sees, and without the colon or the star behind it.
pub(super) fn label(text: &str) -> String {
    let text = line(text, MAX_LABEL_CHARS);
    text.trim_end_matches([':', '：', '*', '＊', '※', ' '])
        .to_owned()
}

/// What stands in a group, with the group's name before it.
pub(super) fn within(group: &str, own: &str) -> String {
    let ends = group.ends_with(['?', '？', '!', '！', '.', '。', ':', '：']);
    match ends {
        true => format!("{group} {own}"),
        false => format!("{group}: {own}"),
    }
}

/// A description as one line.
pub(super) fn description(text: &str) -> String {
    line(text, MAX_DESCRIPTION_CHARS)
}

/// A text as one line of so many characters at most, without what nobody sees.
pub(super) fn line(text: &str, most: usize) -> String {
    let mut line = String::new();
    for letter in text.chars() {
        if letter.is_whitespace() || letter.is_control() {
            if !line.is_empty() && !line.ends_with(' ') {
                line.push(' ');
            }
        } else if !is_unseen(letter) {
            line.push(letter);
        }
    }
    let line = line.trim_end();
    match line.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line.to_owned(),
    }
}

/// Marks of direction and width, which nobody sees and which can turn a line around.
fn is_unseen(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// What a control is called where nothing on the page names it: `first_name` is First name.
pub(super) fn from_name(name: &str) -> String {
    let words = words_of(name).join(" ");
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => format!("{}{}", first.to_ascii_uppercase(), letters.as_str()),
        None => String::new(),
    }
}

/// The words of a name, an id or a label in small letters: `user[birthDate(1i)]` is user, birth,
/// date, 1i.
pub(super) fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut begins = true;
    let mut was_small = false;
    for letter in name.chars() {
        if !letter.is_alphanumeric() {
            begins = true;
            continue;
        }
        if begins || (was_small && letter.is_ascii_uppercase()) {
            words.push(String::new());
        }
        begins = false;
        was_small = letter.is_ascii_lowercase();
        if let Some(word) = words.last_mut() {
            word.push(letter.to_ascii_lowercase());
        }
    }
    words
}

/// The words of a control's name and id.
pub(super) fn words_of_name(control: &Control) -> Vec<String> {
    let mut words = words_of(&control.name);
    words.extend(words_of(&control.id));
    words
}

/// Whether one of `words` is one of `wanted`.
pub(super) fn has_any(words: &[String], wanted: &[&str]) -> bool {
    words.iter().any(|word| wanted.contains(&word.as_str()))
}

/// Whether `word` is one of `list`, in which `|` divides them: long lists take less room so.
pub(super) fn is_in(word: &str, list: &str) -> bool {
    list.split('|').any(|it| word == it)
}

/// Whether `text` begins with one of `list`.
pub(super) fn begins_with_any(text: &str, list: &str) -> bool {
    list.split('|').any(|it| text.starts_with(it))
}

/// Whether `text`, whatever its size of letters, holds one of `list`.
pub(super) fn holds_any(text: &str, list: &str) -> bool {
    let text = text.to_lowercase();
    list.split('|').any(|it| text.contains(it))
}

/// Whether `text`, whatever its size of letters, holds one of `wanted`.
pub(super) fn says_any(text: &str, wanted: &[&str]) -> bool {
    let text = text.to_lowercase();
    wanted.iter().any(|it| text.contains(it))
}

/// Whether one of the words in `autocomplete` is one of `wanted`.
pub(super) fn completes(control: &Control, wanted: &[&str]) -> bool {
    let mut words = control.autocomplete.split_ascii_whitespace();
    words.any(|word| wanted.contains(&word))
}

/// The letters and digits of a name, without what stands between them.
pub(super) fn letters(name: &str) -> String {
    name.chars().filter(|it| it.is_alphanumeric()).collect()
}

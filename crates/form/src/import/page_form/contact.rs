//! Which lines of text are for an e-mail address or a phone number, as their names tell.

use super::control::{Control, ControlKind};
use super::words::{completes, has_any, words_of};

/// Words behind `email` or `phone` in a name that leave it what it is.
const STILL: [&str; 26] = [
    "address",
    "addr",
    "adress",
    "adresse",
    "number",
    "numbers",
    "num",
    "no",
    "nr",
    "nummer",
    "field",
    "input",
    "home",
    "work",
    "office",
    "business",
    "private",
    "personal",
    "mobile",
    "cell",
    "day",
    "daytime",
    "evening",
    "main",
    "primary",
    "secondary",
];

/// Words of a label that say that it is about something else, whatever its name is.
const SOMETHING_ELSE: [&str; 26] = [
    "mailing",
    "postal",
    "street",
    "city",
    "town",
    "zip",
    "postcode",
    "subject",
    "betreff",
    "objet",
    "asunto",
    "assunto",
    "oggetto",
    "onderwerp",
    "preference",
    "preferences",
    "model",
    "modell",
    "modèle",
    "modelo",
    "modello",
    "brand",
    "provider",
    "extension",
    "time",
    "times",
];

/// Whether it takes an e-mail address.
pub(super) fn is_email(control: &Control) -> bool {
    let is_named = || is_named(control, &["email", "mail"]);
    control.kind == ControlKind::Email || completes(control, &["email"]) || is_named()
}

/// Whether it takes a phone number.
pub(super) fn is_phone(control: &Control) -> bool {
    let is_named = || is_named(control, &["tel", "phone", "telephone"]);
    control.kind == ControlKind::Tel || completes(control, &["tel", "tel-national"]) || is_named()
}

/// Whether a text's name or id is one of `wanted` or ends with it, as `user[email]` does and
/// `email_subject` does not, and its label does not say otherwise.
fn is_named(control: &Control, wanted: &[&str]) -> bool {
    let ends_so = |name: &String| {
        let words = words_of(name);
        let last = words.iter().rev().find_map(|word| {
            let word = word.trim_end_matches(|it: char| it.is_ascii_digit());
            let says_nothing = word.is_empty() || STILL.contains(&word);
            (!says_nothing).then_some(word)
        });
        last.is_some_and(|it| wanted.contains(&it))
    };
    control.kind == ControlKind::Text
        && [&control.name, &control.id].into_iter().any(ends_so)
        && !has_any(&words_of(&control.label), &SOMETHING_ELSE)
}

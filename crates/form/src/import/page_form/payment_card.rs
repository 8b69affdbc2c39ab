//! Which controls are of a payment card, by their names, and which cards nobody pays with.

use super::control::{Control, ControlKind};
use super::words::{has_any, letters, says_any, words_of, words_of_name};

const CARD_NAMES: [&str; 12] = [
    "cardnumber",
    "cardnum",
    "cardno",
    "ccnumber",
    "ccnum",
    "creditcard",
    "cardholder",
    "cardname",
    "cardcvc",
    "cardcvv",
    "cardexp",
    "ccexp",
];
const CARD_LABELS: [&str; 21] = [
    "card number",
    "card no.",
    "name on card",
    "name on the card",
    "back of your card",
    "cardholder",
    "cvc",
    "cvn",
    "cvv",
    "kartennummer",
    "prüfziffer",
    "numéro de carte",
    "numéro de la carte",
    "número de tarjeta",
    "número de la tarjeta",
    "numero della carta",
    "numero di carta",
    "número do cartão",
    "カード番号",
    "カード名義",
    "セキュリティコード",
];
/// The cards themselves.
const CARDS: [&str; 3] = ["credit card", "debit card", "kreditkarte"];
/// Names of cards that nobody pays with, from the beginning of a word on.
const OTHER_CARDS: [&str; 78] = [
    "postcard",
    "scorecard",
    "flashcard",
    "report card",
    "library card",
    "membership card",
    "member card",
    "member's card",
    "member’s card",
    "loyalty card",
    "id card",
    "identity card",
    "identification card",
    "student card",
    "staff card",
    "employee card",
    "health card",
    "insurance card",
    "residence card",
    "donor card",
    "index card",
    "sim card",
    "bibliothekskarte",
    "büchereikarte",
    "mitgliedskarte",
    "mitgliederkarte",
    "kundenkarte",
    "ausweiskarte",
    "identitätskarte",
    "karteikarte",
    "studentenkarte",
    "studierendenkarte",
    "schülerkarte",
    "gesundheitskarte",
    "versichertenkarte",
    "versicherungskarte",
    "krankenkassenkarte",
    "sim-karte",
    "carte de bibliothèque",
    "carte de membre",
    "carte de fidélité",
    "carte d'adhérent",
    "carte d’adhérent",
    "carte d'étudiant",
    "carte d’étudiant",
    "carte d'identité",
    "carte d’identité",
    "carte vitale",
    "tarjeta de biblioteca",
    "tarjeta de la biblioteca",
    "tarjeta de socio",
    "tarjeta de identidad",
    "tarjeta de estudiante",
    "tarjeta sanitaria",
    "carta d'identità",
    "carta d’identità",
    "carta fedeltà",
    "carta dello studente",
    "carta della biblioteca",
    "cartão de cidadão",
    "cartão do cidadão",
    "cartão de estudante",
    "cartão da biblioteca",
    "cartão de biblioteca",
    "cartão de sócio",
    "cartão de saúde",
    "cartão de identidade",
    "図書館カード",
    "会員カード",
    "メンバーズカード",
    "ポイントカード",
    "学生カード",
    "社員カード",
    "idカード",
    "在留カード",
    "マイナンバーカード",
    "診察カード",
    "simカード",
];
/// What says all the same that a card is one to pay with.
const PAYS: [&str; 31] = [
    "credit",
    "debit",
    "payment",
    "prepaid",
    "bank",
    "gift",
    "visa",
    "mastercard",
    "maestro",
    "amex",
    "american express",
    "diners",
    "cvc",
    "cvn",
    "cvv",
    "kredit",
    "zahlung",
    "girokart",
    "ec-kart",
    "geschenk",
    "crédit",
    "débit",
    "paiement",
    "bancaire",
    "crédito",
    "débito",
    "bancari",
    "pago",
    "クレジット",
    "デビット",
    "支払",
];
const EXPIRY_LABELS: [&str; 9] = [
    "expiry",
    "expiration",
    "valid thru",
    "gültig bis",
    "date d’expiration",
    "caducidad",
    "scadenza",
    "validade",
    "有効期限",
];
/// What is of a card only where a form takes one.
const BESIDE_CARD_LABELS: [&str; 13] = [
    "security code",
    "card code",
    "card holder",
    "holder’s name",
    "holder's name",
    "sicherheitscode",
    "karteninhaber",
    "code de sécurité",
    "titulaire",
    "código de seguridad",
    "codice di sicurezza",
    "código de segurança",
    "名義",
];
/// What is a card's in a group that is called after one.
const IN_CARD_GROUP: [&str; 8] = [
    "number", "no", "no.", "code", "nummer", "numéro", "número", "番号",
];
/// How a date of a month and a year is shown.
const MONTH_YEAR: [&str; 6] = ["mmyy", "mmyyyy", "mmjj", "mmjjjj", "mmaa", "mmaaaa"];
const EXPIRY_NAMES: [&str; 4] = ["exp", "expiry", "expiration", "expires"];

/// Whether it is of a payment card.
pub(super) fn is_card(control: &Control) -> bool {
    let hints = control.autocomplete.split_ascii_whitespace();
    let is_hinted = hints.clone().any(|hint| hint.starts_with("cc-"));
    let is_card_name = |name: &String| {
        let is_other = names_other_card(&words_of(name).join(" "));
        has_card_name(name) && !is_other
    };
    let is_named = [&control.name, &control.id].into_iter().any(is_card_name)
        || has_any(&words_of_name(control), &["cvc", "cvv", "cvc2", "cvv2"]);
    // Which card somebody pays with may be asked: only what is typed or chosen of it may not.
    let is_choice = matches!(control.kind, ControlKind::Checkbox | ControlKind::Radio);
    let is_called = is_named || is_called_card(control);
    is_hinted || (!is_choice && is_called && !is_other_card(control))
}

/// Whether a name has one of [`CARD_NAMES`] in it, and not only letters of two words in a row: "account
/// number" and "discard notes" are of no card.
fn has_card_name(name: &str) -> bool {
    let words = words_of(name);
    let joined = words.concat();
    let mut length = 0;
    let bounds = words.iter().map(|word| {
        length += word.len();
        length
    });
    let bounds: Vec<usize> = std::iter::once(0).chain(bounds).collect();
    let is_card = |card: &&str, at: usize| {
        let before = joined.get(..at).unwrap_or_default();
        let no_cards: &[&str] = match card.starts_with("cc") {
            true => &["a"],
            false => &["dis", "post", "score", "time", "flash", "report"],
        };
        let begins = bounds.contains(&at) || !no_cards.iter().any(|it| before.ends_with(it));
        let end = at + card.len();
        let rest = joined.get(end..).unwrap_or_default();
        let ends = bounds.contains(&end) || rest.starts_with(|it: char| it.is_ascii_digit());
        begins && (ends || *card != "cardno")
    };
    let is_there = |card: &&str| joined.match_indices(*card).any(|(at, _)| is_card(card, at));
    CARD_NAMES.iter().any(is_there)
}

/// Whether the page's words for it say which card it is of, and that nobody pays with that.
fn is_other_card(control: &Control) -> bool {
    let own = match control.label.trim().is_empty() {
        true => &control.placeholder,
        false => &control.label,
    };
    let told = [
        &control.label,
        &control.placeholder,
        &control.description,
        &control.legend,
        &control.name,
        &control.id,
    ];
    let pays = told.into_iter().any(|it| says_any(it, &PAYS));
    names_other_card(own) && !pays && !is_card_number(&control.placeholder)
}

fn names_other_card(text: &str) -> bool {
    let text = text.to_lowercase();
    // The end of "valid card" is no ID card.
    let begins_word = |at: usize| {
        let before = text.get(..at).and_then(|it| it.chars().next_back());
        !before.is_some_and(|it| it.is_ascii_alphanumeric())
    };
    let is_there = |card: &&str| text.match_indices(*card).any(|(at, _)| begins_word(at));
    OTHER_CARDS.iter().any(is_there)
}

/// Whether the page's words for it are of a card. What it has no label of its own for, the others say.
fn is_called_card(control: &Control) -> bool {
    // A question about cards, or what somebody writes at length, is no number.
    let says = |text: &String| {
        let is_about = control.kind == ControlKind::TextArea || text.trim().ends_with(['?', '？']);
        says_any(text, &CARD_LABELS) || (!is_about && says_any(text, &CARDS))
    };
    let own = control.label.trim().to_lowercase();
    let has_own = !own.is_empty();
    says(&control.label)
        || own.ends_with("card no")
        || says(&control.placeholder)
        || is_card_number(&control.placeholder)
        || (!has_own && says(&control.description))
        || ((!has_own || IN_CARD_GROUP.contains(&own.as_str())) && says(&control.legend))
}

/// Whether it is written as cards' numbers are shown, in four groups of four.
fn is_card_number(placeholder: &str) -> bool {
    let is_group = |group: &str| {
        let mut letters = group.chars();
        letters.clone().count() == 4
            && letters.all(|it| it.is_ascii_digit() || matches!(it, 'x' | 'X' | '•' | '*'))
    };
    let groups: Vec<&str> = placeholder.split([' ', '-']).collect();
    groups.len() == 4 && groups.into_iter().all(is_group)
}

/// Whether it is of the card that its form takes.
pub(super) fn is_beside_card(control: &Control, names: &[String]) -> bool {
    let is_choice = matches!(control.kind, ControlKind::Checkbox | ControlKind::Radio);
    let says = |text: &String| {
        says_any(text, &EXPIRY_LABELS)
            || says_any(text, &BESIDE_CARD_LABELS)
            || MONTH_YEAR.contains(&letters(text).to_lowercase().as_str())
    };
    !is_choice
        && (has_any(names, &EXPIRY_NAMES) || says(&control.label) || says(&control.placeholder))
}

//! What of a page's form is never touched.

use serde::Serialize;

use super::control::{Control, ControlKind, ControlRef, Visibility};
use super::words::{completes, has_any, label, says_any, words_of, words_of_name};

/// A control that is never read out, asked for or filled.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LeftAlone {
    /// Which it is.
    pub control: ControlRef,
    /// What it is called.
    pub label: String,
    /// Why.
    pub reason: Reason,
    /// Whether the page says that it has to be filled in.
    pub required: bool,
}

/// Why a control is left alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Reason {
    /// A password.
    Password,
    /// A code that was sent to somebody, to be used once.
    OneTimeCode,
    /// A payment card's number, holder, date or code.
    PaymentCard,
    /// A file.
    File,
    /// What shows that somebody is a person.
    Captcha,
    /// No kind of answer is like it: a month, a week or a colour, or a box that the page draws itself.
    NoKind,
    /// Nothing says what it is.
    NoName,
    /// A choice of more options than a form has room for, or of none.
    Options,
    /// The form has no room for another field.
    NoRoom,
    /// The page's own value, such as a token against forged requests.
    Hidden,
    /// A button.
    Button,
    /// Nobody can see it: it is there to catch programs.
    Honeypot,
    /// Nobody can see it, and it has to be filled in and is empty: by what the page draws for it, or once it is
    /// shown.
    Unseen,
    /// It is disabled.
    Disabled,
    /// It can only be read.
    ReadOnly,
    /// Nothing can be typed into it, and it has to be filled in by what the page opens for that, such
    /// as a calendar.
    Picker,
    /// It is not shown now; it may come when something else is answered.
    NotShown,
}

impl Reason {
    /// Whether it is there for programs alone, and nothing that a person would miss.
    pub fn is_for_programs(self) -> bool {
        matches!(self, Self::Hidden | Self::Button | Self::Honeypot)
    }

    /// Whether a person can fill it in on the page.
    pub fn is_for_person(self) -> bool {
        !matches!(
            self,
            Self::Hidden
                | Self::Button
                | Self::Honeypot
                | Self::Disabled
                | Self::ReadOnly
                | Self::NotShown
        )
    }
}

const HONEYPOT_NAMES: [&str; 4] = ["honeypot", "gotcha", "botcheck", "nospam"];
const PASSWORD_NAMES: [&str; 12] = [
    "password",
    "passwd",
    "passcode",
    "secretanswer",
    "securityanswer",
    "passwort",
    "passphrase",
    "kennwort",
    "motdepasse",
    "contrasena",
    "contraseña",
    "wachtwoord",
];
/// Names that are a password's only where they stand alone or as a word.
const PASSWORD_WORDS: [&str; 5] = ["pwd", "psw", "pswd", "mdp", "senha"];
/// What stands behind "PWD" where it means people with disabilities.
const OF_DISABILITY: [&str; 8] = [
    "certificate",
    "cert",
    "id",
    "card",
    "status",
    "category",
    "discount",
    "type",
];
const PASSWORD_LABELS: [&str; 29] = [
    "password",
    "passwort",
    "passphrase",
    "passcode",
    "secret answer",
    "security answer",
    "answer to your security question",
    "kennwort",
    "mot de passe",
    "contraseña",
    "palavra-passe",
    "wachtwoord",
    "lösenord",
    "adgangskode",
    "passord",
    "salasana",
    "hasło",
    "heslo",
    "jelszó",
    "parolă",
    "şifre",
    "пароль",
    "κωδικός πρόσβασης",
    "パスワード",
    "暗証番号",
    "密码",
    "密碼",
    "비밀번호",
    "mật khẩu",
];
/// What a PIN that somebody keeps secret is called with. In India a "PIN code" is a postal code, and there are pins
/// on lapels and maps.
const BEFORE_PIN: [&str; 15] = [
    "your", "the", "a", "my", "new", "old", "current", "enter", "choose", "confirm", "security",
    "account", "digit", "user", "ihre",
];
const BEHIND_PIN: [&str; 3] = ["number", "nummer", "no"];
/// Names of what was sent to somebody to be used once.
const ONE_TIME_NAMES: [&str; 4] = ["otp", "totp", "2fa", "mfa"];
const ONE_TIME_LABELS: [&str; 16] = [
    "one-time code",
    "one time code",
    "one-time password",
    "one-time passcode",
    "verification code",
    "authentication code",
    "authenticator code",
    "digit code",
    "code we sent",
    "verifizierungscode",
    "code de vérification",
    "código de verificación",
    "codice di verifica",
    "認証コード",
    "验证码",
    "인증번호",
];
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

/// Why `control` is left alone, if it is; `has_card` says whether the form takes a payment card.
pub(super) fn reason(control: &Control, has_card: bool) -> Option<Reason> {
    let names = words_of_name(control);
    Some(match control.kind {
        ControlKind::Button => Reason::Button,
        ControlKind::Hidden => Reason::Hidden,
        ControlKind::Captcha => Reason::Captcha,
        _ if says_any(&control.name, &["captcha", "turnstile-response"]) => Reason::Captcha,
        ControlKind::Password => Reason::Password,
        _ if completes(control, &["new-password", "current-password"]) => Reason::Password,
        _ if completes(control, &["one-time-code"]) => Reason::OneTimeCode,
        kind if takes_code(kind) && is_one_time(control, &names) => Reason::OneTimeCode,
        // A page can show what is typed into it.
        kind if takes_code(kind) && is_password(control, &names) => Reason::Password,
        _ if is_card(control) || (has_card && is_beside_card(control, &names)) => {
            Reason::PaymentCard
        }
        // A select of which a script draws its own is out of sight too, as are the inputs behind
        // drawn checkboxes: only what is typed into catches programs.
        kind if kind.is_typed() && is_named_as_trap(control, &names) => Reason::Honeypot,
        // But a box that no key reaches, and that no browser is to fill in, is there for nobody else.
        _ if control.visibility == Visibility::OutOfSight && is_out_of_reach(control) => {
            Reason::Honeypot
        }
        // A form that nobody can send catches nobody.
        kind if kind.is_typed() && is_unseen(control) => match is_missed(control) {
            true => Reason::Unseen,
            false => Reason::Honeypot,
        },
        _ if control.disabled => Reason::Disabled,
        // What opens a drawn list cannot be typed into, and is the person's all the same.
        kind if control.read_only && kind != ControlKind::Drawn => match is_picker(control) {
            true => Reason::Picker,
            false => Reason::ReadOnly,
        },
        _ if control.visibility == Visibility::NotShown => Reason::NotShown,
        // What lists of entries are made of, for each entry that is added.
        _ if says_any(&control.name, &["__prefix__", "__name__"]) => Reason::NotShown,
        ControlKind::File => Reason::File,
        ControlKind::Month | ControlKind::Week | ControlKind::Color | ControlKind::Drawn => {
            Reason::NoKind
        }
        _ => return None,
    })
}

fn is_picker(control: &Control) -> bool {
    let is_shown = control.visibility == Visibility::Shown;
    control.required && is_shown && control.value.trim().is_empty()
}

fn is_named_as_trap(control: &Control, names: &[String]) -> bool {
    // A shop that sells honey asks for it by a label.
    let is_unnamed = control.label.trim().is_empty();
    has_any(names, &HONEYPOT_NAMES)
        || (is_unnamed && has_any(names, &["honey"]))
        || says_any(&control.name, &["bot-field"])
}

/// Whether the form cannot be sent without it, and nothing is in it yet.
fn is_missed(control: &Control) -> bool {
    let is_there = control.visibility != Visibility::NotShown && !control.disabled;
    let is_open = is_there && !control.read_only && control.value.trim().is_empty();
    control.required && is_open
}

fn is_unseen(control: &Control) -> bool {
    let is_out_of_sight = control.visibility == Visibility::OutOfSight;
    is_out_of_sight
        || (control.aria_hidden && control.visibility != Visibility::NotShown)
        || is_out_of_reach(control)
}

fn is_out_of_reach(control: &Control) -> bool {
    control.out_of_tab_order && completes(control, &["off", "nope", "false"])
}

/// Whether a password, or a code, may be typed into it.
fn takes_code(kind: ControlKind) -> bool {
    matches!(
        kind,
        ControlKind::Text | ControlKind::Search | ControlKind::Tel | ControlKind::Number
    )
}

fn is_one_time(control: &Control, names: &[String]) -> bool {
    has_any(names, &ONE_TIME_NAMES)
        || says_any(&control.label, &ONE_TIME_LABELS)
        || (control.label.trim().is_empty() && says_any(&control.placeholder, &ONE_TIME_LABELS))
}

/// Whether words name a PIN that somebody keeps secret.
fn is_pin(words: &[String]) -> bool {
    let mut found = words.iter().enumerate().filter(|(_, it)| *it == "pin");
    found.any(|(at, _)| {
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        let behind = words.get(at + 1);
        before.is_none_or(|it| BEFORE_PIN.contains(&it.as_str()))
            && behind.is_none_or(|it| BEHIND_PIN.contains(&it.as_str()))
    })
}

/// Whether it is named as a password is.
fn is_password(control: &Control, names: &[String]) -> bool {
    let is_named = [&control.name, &control.id]
        .iter()
        .any(|name| *name == "pass" || says_any(&letters(name), &PASSWORD_NAMES));
    let is_word = |words: &[String]| {
        let next = |at: usize| words.get(at + 1).map(String::as_str);
        let is_other = |at: usize| next(at).is_some_and(|it| OF_DISABILITY.contains(&it));
        let mut found = words.iter().enumerate();
        found.any(|(at, word)| PASSWORD_WORDS.contains(&word.as_str()) && !is_other(at))
    };
    let says = |text: &String| {
        let words = text.to_lowercase();
        let words: Vec<String> = words
            .split(|it: char| !it.is_alphanumeric())
            .filter(|it| !it.is_empty())
            .map(str::to_owned)
            .collect();
        says_any(text, &PASSWORD_LABELS) || is_word(&words) || is_pin(&words)
    };
    let is_pin_by_name = [&control.name, &control.id]
        .iter()
        .any(|it| is_pin(&words_of(it)));
    is_named
        || is_pin_by_name
        || is_word(names)
        || says(&control.label)
        || says(&control.placeholder)
}

fn letters(name: &str) -> String {
    name.chars().filter(|it| it.is_alphanumeric()).collect()
}

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
fn is_beside_card(control: &Control, names: &[String]) -> bool {
    let is_choice = matches!(control.kind, ControlKind::Checkbox | ControlKind::Radio);
    let says = |text: &String| {
        says_any(text, &EXPIRY_LABELS)
            || says_any(text, &BESIDE_CARD_LABELS)
            || MONTH_YEAR.contains(&letters(text).to_lowercase().as_str())
    };
    !is_choice
        && (has_any(names, &EXPIRY_NAMES) || says(&control.label) || says(&control.placeholder))
}

/// What a person would call `control`.
pub(super) fn name_of(control: &Control) -> String {
    let told = [&control.label, &control.legend, &control.placeholder]
        .map(|text| label(text))
        .into_iter()
        .find(|text| !text.is_empty());
    told.unwrap_or_else(|| {
        let name = match control.name.is_empty() {
            true => &control.id,
            false => &control.name,
        };
        super::words::from_name(name)
    })
}

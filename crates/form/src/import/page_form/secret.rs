//! Which controls take a password, a PIN, or a code that is used once, by their names.

use super::control::{Control, ControlKind};
use super::words::{has_any, letters, says_any, words_of};

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

/// Whether a password, or a code, may be typed into it.
pub(super) fn takes_code(kind: ControlKind) -> bool {
    matches!(
        kind,
        ControlKind::Text | ControlKind::Search | ControlKind::Tel | ControlKind::Number
    )
}

pub(super) fn is_one_time(control: &Control, names: &[String]) -> bool {
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
pub(super) fn is_password(control: &Control, names: &[String]) -> bool {
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

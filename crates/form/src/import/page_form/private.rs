//! What of a page's form no model is told: numbers that say who somebody is to a state or a bank.

use super::control::{Control, ControlKind};
use super::words::words_of;

/// What names such a number, as whole words of a label or a name.
const WORDS: [&str; 113] = [
    "iban",
    "passport",
    "passport no",
    "passeport",
    "pasaporte",
    "passaporto",
    "passaporte",
    "paspoort",
    "paszport",
    "pașaport",
    "pasaport",
    "paspor",
    "tax id",
    "taxid",
    "tax no",
    "tax number",
    "tax identification",
    "tax file number",
    "itin",
    "numéro fiscal",
    "numero fiscal",
    "num fiscal",
    "número fiscal",
    "identifiant fiscal",
    "código fiscal",
    "codice fiscale",
    "codicefiscale",
    "identificación fiscal",
    "identificacion fiscal",
    "identificação fiscal",
    "número de contribuinte",
    "fiscaal nummer",
    "numer identyfikacji podatkowej",
    "nif",
    "cpf",
    "rfc",
    "cuit",
    "cuil",
    "npwp",
    "инн",
    "αφμ",
    "vergi numarası",
    "pan number",
    "pan card",
    "pan no",
    "social security",
    "socialsecurity",
    "ssn",
    "social insurance",
    "national insurance",
    "nino",
    "sécurité sociale",
    "securite sociale",
    "numéro de sécu",
    "seguridad social",
    "seguro social",
    "segurança social",
    "seguranca social",
    "sicurezza sociale",
    "nss",
    "niss",
    "inss",
    "svnr",
    "avs",
    "ahv",
    "снилс",
    "αμκα",
    "national id",
    "nationalid",
    "national identity",
    "national identification",
    "id card number",
    "id card no",
    "identity card number",
    "identity card no",
    "identity number",
    "identity document",
    "carte d'identité",
    "carte d identite",
    "carte d’identité",
    "carta d'identità",
    "carta d identita",
    "carta d’identità",
    "documento de identidad",
    "documento d'identità",
    "documento d’identità",
    "documento de identidade",
    "bilhete de identidade",
    "cartão de cidadão",
    "cartão do cidadão",
    "curp",
    "cédula",
    "cedula",
    "bsn",
    "pesel",
    "cnp",
    "jmbg",
    "oib",
    "emšo",
    "egn",
    "егн",
    "rodné číslo",
    "asmens kodas",
    "personas kods",
    "isikukood",
    "kennitala",
    "tc kimlik",
    "tckn",
    "cccd",
    "căn cước",
    "hộ chiếu",
    "תעודת זהות",
    "aadhaar",
];
/// What words that name one begin with; in scripts without spaces, what stands anywhere.
const BEGINNINGS: [&str; 44] = [
    "passportn",
    "reisepass",
    "passnummer",
    "passnumm",
    "паспорт",
    "διαβατηρ",
    "taxpayer",
    "taxnumber",
    "steuernummer",
    "steuer-id",
    "steuer id",
    "steuerid",
    "steuer-ident",
    "burgerservicenummer",
    "rijksregisternummer",
    "sozialversicherungsn",
    "rentenversicherungsn",
    "personalausweis",
    "ausweisnummer",
    "identiteitskaart",
    "identitätskartenn",
    "personnummer",
    "personnumer",
    "fødselsnummer",
    "fodselsnummer",
    "cpr-n",
    "cpr n",
    "henkilötunnu",
    "dowodu osobist",
    "dowód osobist",
    "občansk",
    "aadhar",
    "マイナンバー",
    "個人番号",
    "旅券番号",
    "パスポート番号",
    "基礎年金番号",
    "納税者番号",
    "身份证",
    "身分證",
    "护照号",
    "護照號",
    "주민등록번호",
    "여권번호",
];
/// Short names that are words of other languages too: alone, or with nothing but [`BESIDE_SHORT`].
const SHORT: [&str; 5] = ["dni", "nie", "tin", "nip", "sin"];
const BESIDE_SHORT: [&str; 13] = [
    "nif", "cif", "nr", "no", "nº", "n", "num", "numer", "number", "número", "numero", "de", "del",
];
/// What is asked of a document beside its number.
const OF_DOCUMENT: [&str; 20] = [
    "expiry",
    "expiration",
    "expires",
    "expire",
    "date",
    "issue",
    "issued",
    "issuing",
    "valid",
    "country",
    "place",
    "type",
    "copy",
    "photo",
    "datum",
    "gültig",
    "ausgestellt",
    "délivré",
    "expiración",
    "scadenza",
];

/// Whether the page keeps the answer from models, or it is a number that nobody gives away. What the
/// page says itself counts.
pub(super) fn is_private(control: &Control) -> bool {
    control
        .private
        .unwrap_or_else(|| is_personal_number(control))
}

fn is_personal_number(control: &Control) -> bool {
    use ControlKind::{Number, Search, Tel, Text};
    if !matches!(control.kind, Text | Search | Tel | Number) {
        return false;
    }
    let name = match control.name.is_empty() {
        true => &control.id,
        false => &control.name,
    };
    let label = match control.label.trim().is_empty() {
        true => &control.placeholder,
        false => &control.label,
    };
    let told = [label.to_lowercase(), words_of(name).join(" ")];
    let words = || {
        told.iter()
            .flat_map(|it| it.split(|it: char| !it.is_alphanumeric()))
    };
    told.iter().any(|it| names_number(it)) && !words().any(|it| OF_DOCUMENT.contains(&it))
}

fn names_number(text: &str) -> bool {
    let is_letter = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
    let begins = |at: usize| !is_letter(text.get(..at).and_then(|it| it.chars().next_back()));
    let ends = |at: usize| !is_letter(text.get(at..).and_then(|it| it.chars().next()));
    let is_word = |word: &&str| {
        let mut found = text.match_indices(*word);
        found.any(|(at, _)| begins(at) && ends(at + word.len()))
    };
    // Scripts that part no words have no beginning of one.
    let is_joined = |word: &str| word.chars().all(|it| it >= '\u{3040}');
    let is_beginning = |word: &&str| {
        let mut found = text.match_indices(*word);
        found.any(|(at, _)| begins(at) || is_joined(word))
    };
    let words = || text.split(|it: char| !it.is_alphanumeric() && it != 'º');
    let words = || words().filter(|it| !it.is_empty());
    let is_short = words().any(|it| SHORT.contains(&it))
        && words().all(|it| SHORT.contains(&it) || BESIDE_SHORT.contains(&it));
    is_short || WORDS.iter().any(is_word) || BEGINNINGS.iter().any(is_beginning)
}

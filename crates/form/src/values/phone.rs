//! Phone numbers.

use super::Refusal;
use crate::plain::narrow;

/// Country, its code, what is dialled before numbers within it, and how many digits they have with
/// that. Other countries' numbers stay as they were said.
const PLANS: [(&str, &str, &str, &[usize]); 8] = [
    ("JP", "81", "0", &[10, 11]),
    ("US", "1", "1", &[11]),
    ("CA", "1", "1", &[11]),
    ("GB", "44", "0", &[10, 11]),
    ("DE", "49", "0", &[9, 10, 11, 12]),
    ("FR", "33", "0", &[10]),
    ("AU", "61", "0", &[10]),
    ("KR", "82", "0", &[9, 10, 11]),
];
/// Numbers in Japan that nobody abroad can call.
const ONLY_WITHIN: [&str; 3] = ["0120", "0570", "0800"];

/// `+` and digits if the number says its country or the person's is known, digits otherwise.
pub(super) fn phone(said: &str, country: Option<&str>) -> Result<String, Refusal> {
    let said = narrow(said);
    let said = said.strip_prefix("tel:").unwrap_or(&said);
    let (said, abroad) = match (said.strip_prefix('+'), said.strip_prefix("00")) {
        (Some(rest), _) => (rest.replace("(0)", ""), true),
        (None, Some(rest)) => (rest.replace("(0)", ""), true),
        (None, None) => (said.to_owned(), false),
    };
    if !said
        .chars()
        .all(|it| it.is_ascii_digit() || " ()-./ー".contains(it))
    {
        return Err(Refusal::NotAPhone);
    }
    let digits: String = said.chars().filter(char::is_ascii_digit).collect();
    if abroad {
        let fits = (7..=15).contains(&digits.len()) && !digits.starts_with('0');
        return fits.then(|| format!("+{digits}")).ok_or(Refusal::NotAPhone);
    }
    if !(5..=15).contains(&digits.len()) {
        return Err(Refusal::NotAPhone);
    }
    Ok(country
        .and_then(|country| within(&digits, country))
        .unwrap_or(digits))
}

fn within(digits: &str, country: &str) -> Option<String> {
    let (country, code, before, lengths) = PLANS
        .into_iter()
        .find(|(name, ..)| name.eq_ignore_ascii_case(country))?;
    if country == "JP" && ONLY_WITHIN.iter().any(|it| digits.starts_with(it)) {
        return None;
    }
    // In North America the 1 before a number is seldom said.
    let whole = match (code, digits.len()) {
        ("1", 10) => format!("1{digits}"),
        _ => digits.to_owned(),
    };
    let number = whole.strip_prefix(before)?;
    lengths
        .contains(&whole.len())
        .then(|| format!("+{code}{number}"))
}

//! Phone numbers.

use super::Refusal;
use crate::plain::narrow;

/// A country whose numbers the code knows. Others' stay as they were said.
struct Plan {
    country: &'static str,
    code: &'static str,
    /// What is dialled before numbers within it.
    trunk: &'static str,
    /// What is dialled before numbers abroad.
    abroad: &'static str,
    /// How many digits numbers have with the trunk's.
    lengths: &'static [usize],
}

const fn plan(
    country: &'static str,
    code: &'static str,
    trunk: &'static str,
    abroad: &'static str,
    lengths: &'static [usize],
) -> Plan {
    Plan {
        country,
        code,
        trunk,
        abroad,
        lengths,
    }
}

const PLANS: [Plan; 8] = [
    plan("JP", "81", "0", "010", &[10, 11]),
    plan("US", "1", "1", "011", &[11]),
    plan("CA", "1", "1", "011", &[11]),
    plan("GB", "44", "0", "00", &[10, 11]),
    plan("DE", "49", "0", "00", &[9, 10, 11, 12]),
    plan("FR", "33", "0", "00", &[10]),
    plan("AU", "61", "0", "0011", &[10]),
    plan("KR", "82", "0", "001", &[9, 10, 11]),
];
/// Numbers in Japan that nobody abroad can call.
const ONLY_WITHIN: [&str; 3] = ["0120", "0570", "0800"];

/// `+` and digits if the number says its country or the person's is known, digits otherwise.
pub(super) fn phone(said: &str, country: Option<&str>) -> Result<String, Refusal> {
    let said = narrow(said);
    let said = said.strip_prefix("tel:").unwrap_or(&said);
    let (said, has_plus) = match said.strip_prefix('+') {
        Some(rest) => (rest, true),
        None => (said, false),
    };
    if !said
        .chars()
        .all(|it| it.is_ascii_digit() || " ()-./ー".contains(it))
    {
        return Err(Refusal::NotAPhone);
    }
    let digits_of = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    // The zero of +44 (0)20 is for callers within the country.
    let (digits, abroad) = (digits_of(said), digits_of(&said.replace("(0)", "")));
    let plan = country.and_then(|country| {
        let is_it = |plan: &&Plan| plan.country.eq_ignore_ascii_case(country);
        PLANS.iter().find(is_it)
    });
    if has_plus {
        return international(&abroad).ok_or(Refusal::NotAPhone);
    }
    if let Some(number) = called_abroad(&abroad, plan) {
        return number;
    }
    if !(5..=15).contains(&digits.len()) {
        return Err(Refusal::NotAPhone);
    }
    Ok(plan
        .and_then(|plan| within(&digits, plan))
        .unwrap_or(digits))
}

/// A number behind what is dialled before numbers abroad; none if it begins with nothing of the
/// kind. Where that is not 00, people still write 0081, but it also begins numbers within.
fn called_abroad(digits: &str, plan: Option<&Plan>) -> Option<Result<String, Refusal>> {
    let dialled = plan.map_or("00", |plan| plan.abroad);
    if let Some(number) = digits.strip_prefix(dialled) {
        return Some(international(number).ok_or(Refusal::NotAPhone));
    }
    let number = digits.strip_prefix("00")?;
    PLANS.iter().find_map(|plan| known(number, plan)).map(Ok)
}

/// A number with its country.
fn international(digits: &str) -> Option<String> {
    if let Some(number) = PLANS.iter().find_map(|plan| known(digits, plan)) {
        return Some(number);
    }
    let has_trunk = PLANS.iter().any(|plan| {
        let number = digits.strip_prefix(plan.code).unwrap_or_default();
        number.starts_with(plan.trunk)
    });
    // No country's code begins with 0, and 1 is North America's.
    let fits = (7..=15).contains(&digits.len()) && !digits.starts_with(['0', '1']) && !has_trunk;
    fits.then(|| format!("+{digits}"))
}

/// A number of this country, without the trunk's zero, which nobody dials from abroad.
fn known(digits: &str, plan: &Plan) -> Option<String> {
    let number = digits.strip_prefix(plan.code)?;
    if plan.code == plan.trunk {
        let fits = digits.len() == 11 && !number.starts_with(['0', '1']);
        return fits.then(|| format!("+{digits}"));
    }
    let whole = match number.starts_with(plan.trunk) {
        true => number.to_owned(),
        false => format!("{}{number}", plan.trunk),
    };
    let fits = plan.lengths.contains(&whole.len());
    let number = whole.strip_prefix(plan.trunk).filter(|_| fits)?;
    Some(match plan.country == "JP" && is_only_within(&whole) {
        true => whole,
        false => format!("+{}{number}", plan.code),
    })
}

fn is_only_within(digits: &str) -> bool {
    ONLY_WITHIN.iter().any(|it| digits.starts_with(it))
}

fn within(digits: &str, plan: &Plan) -> Option<String> {
    if plan.country == "JP" && is_only_within(digits) || digits.starts_with("00") {
        return None;
    }
    // In North America the 1 before a number is seldom said.
    let whole = match (plan.code, digits.len()) {
        ("1", 10) => format!("1{digits}"),
        _ => digits.to_owned(),
    };
    let number = whole.strip_prefix(plan.trunk)?;
    plan.lengths
        .contains(&whole.len())
        .then(|| format!("+{}{number}", plan.code))
}

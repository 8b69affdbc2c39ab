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
    /// How many digits numbers have that are dialled without the trunk's, within the country only.
    without_trunk: &'static [usize],
}

const fn plan(
    country: &'static str,
    code: &'static str,
    trunk: &'static str,
    abroad: &'static str,
    lengths: &'static [usize],
    without_trunk: &'static [usize],
) -> Plan {
    Plan {
        country,
        code,
        trunk,
        abroad,
        lengths,
        without_trunk,
    }
}

const PLANS: [Plan; 8] = [
    plan("JP", "81", "0", "010", &[10, 11], &[]),
    plan("US", "1", "1", "011", &[11], &[]),
    plan("CA", "1", "1", "011", &[11], &[]),
    plan("GB", "44", "0", "00", &[10, 11], &[]),
    plan("DE", "49", "0", "00", &[7, 8, 9, 10, 11, 12, 13], &[]),
    plan("FR", "33", "0", "00", &[10], &[4]),
    plan("AU", "61", "0", "0011", &[10], &[6, 10]),
    plan("KR", "82", "0", "001", &[9, 10, 11, 12], &[8]),
];
/// So many digits a number has where its country is not known. Shorter ones are dialled within a
/// town only.
const ANY_LENGTH: std::ops::RangeInclusive<usize> = 7..=15;
/// What Japanese numbers with eleven digits begin with; all others have ten.
const ELEVEN_IN_JAPAN: [&str; 6] = ["020", "050", "060", "070", "080", "090"];
/// Numbers in Japan that nobody abroad can call.
const ONLY_WITHIN: [&str; 3] = ["0120", "0570", "0800"];

/// Whether figures are written as a day is, such as 2026-12-01 or 01.12.2026.
fn is_day(said: &str) -> bool {
    let marks = ['-', '.', '/'];
    marks.iter().any(|mark| {
        let groups: Vec<&str> = said.trim().split(*mark).collect();
        let figure = |at: usize, least: u32, most: u32| {
            let group = groups.get(at).and_then(|it| it.parse::<u32>().ok());
            group.is_some_and(|it| (least..=most).contains(&it))
        };
        let is_year = |at: usize| figure(at, 1900, 2100);
        let has_month = figure(1, 1, 12) && (figure(0, 1, 31) || figure(2, 1, 31));
        // Months come first in the United States.
        let has_month = has_month || (figure(0, 1, 12) && figure(1, 1, 31));
        groups.len() == 3 && (is_year(0) || is_year(2)) && has_month
    })
}

/// `+` and digits if the number says its country or the person's is known, digits otherwise. How
/// many digits there have to be, and for some countries which come first, is all that is known of
/// a number: tables of those in use are larger than the rest of the form's code.
pub(super) fn phone(said: &str, country: Option<&str>) -> Result<String, Refusal> {
    let said = without_remarks(&narrow(said));
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
    if !has_plus && is_day(said) {
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
    match plan {
        Some(plan) => within(&digits, plan).ok_or_else(|| Refusal::PhoneDigits {
            digits: lengths_told(plan),
        }),
        None if ANY_LENGTH.contains(&digits.len()) => Ok(digits),
        None => Err(Refusal::NotAPhone),
    }
}

/// Without what stands in brackets and is no part of a number: whose it is.
fn without_remarks(said: &str) -> String {
    let mut rest = said;
    let mut kept = String::new();
    while let Some((before, inner, after)) = rest.split_once('(').and_then(|(before, behind)| {
        let (inner, after) = behind.split_once(')')?;
        Some((before, inner, after))
    }) {
        kept.push_str(before);
        if inner.contains(|it: char| it.is_ascii_digit()) {
            kept.push_str(&format!("({inner})"));
        }
        rest = after;
    }
    kept.push_str(rest);
    kept.trim().to_owned()
}

/// How many digits people give: in North America nobody says the 1 before them.
fn lengths_told(plan: &Plan) -> Vec<usize> {
    let own = usize::from(plan.code == plan.trunk);
    plan.lengths.iter().map(|length| length - own).collect()
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
        let fits = digits.len() == 11 && is_dialled(digits, plan);
        return fits.then(|| format!("+{digits}"));
    }
    let whole = match number.starts_with(plan.trunk) {
        true => number.to_owned(),
        false => format!("{}{number}", plan.trunk),
    };
    let fits = plan.lengths.contains(&whole.len()) && is_dialled(&whole, plan);
    let number = whole.strip_prefix(plan.trunk).filter(|_| fits)?;
    Some(match plan.country == "JP" && is_only_within(&whole) {
        true => whole,
        false => format!("+{}{number}", plan.code),
    })
}

/// The code of a number's country and the number as it is dialled there, for the countries that the
/// code knows. In North America nobody writes the 1 before it.
pub(crate) fn in_country(number: &str) -> Option<(&'static str, String)> {
    let digits = number.strip_prefix('+')?;
    let plan = PLANS.iter().find(|it| digits.starts_with(it.code))?;
    let rest = digits.strip_prefix(plan.code)?;
    Some(match plan.code == plan.trunk {
        true => (plan.code, rest.to_owned()),
        false => (plan.code, format!("{}{rest}", plan.trunk)),
    })
}

/// The three pieces in which a number is written in Japan and North America; none where the code
/// cannot tell where an area's digits end.
pub(crate) fn pieces(number: &str) -> Option<Vec<String>> {
    let (code, digits) = match in_country(number) {
        Some(known) => known,
        // What is dialled within Japan only has no country's code.
        None => ("81", number.to_owned()),
    };
    let begins = |all: &[&str]| all.iter().any(|it| digits.starts_with(it));
    let (first, second) = match (code, digits.len()) {
        ("81", 11) => (3, 4),
        ("81", 10) if begins(&ONLY_WITHIN) => (4, 3),
        ("81", 10) if begins(&["03", "06"]) => (2, 4),
        ("1", 10) => (3, 3),
        _ => return None,
    };
    let (area, rest) = digits.split_at_checked(first)?;
    let (exchange, line) = rest.split_at_checked(second)?;
    Some([area, exchange, line].map(str::to_owned).to_vec())
}

fn is_only_within(digits: &str) -> bool {
    ONLY_WITHIN.iter().any(|it| digits.starts_with(it))
}

/// A number as it is dialled in its country; none if that has no such number.
fn within(digits: &str, plan: &Plan) -> Option<String> {
    // What is dialled before a carrier's own numbers.
    if digits.starts_with("00") {
        return ANY_LENGTH
            .contains(&digits.len())
            .then(|| digits.to_owned());
    }
    // In North America the 1 before a number is seldom said.
    let whole = match (plan.code, digits.len()) {
        ("1", 10) => format!("1{digits}"),
        _ => digits.to_owned(),
    };
    match whole.strip_prefix(plan.trunk) {
        Some(number) if plan.lengths.contains(&whole.len()) && is_dialled(&whole, plan) => {
            match plan.country == "JP" && is_only_within(&whole) {
                true => Some(whole),
                false => Some(format!("+{}{number}", plan.code)),
            }
        }
        Some(_) => None,
        None => plan.without_trunk.contains(&whole.len()).then_some(whole),
    }
}

/// Whether a number of the right length, with the trunk's digit, is one by its first digits.
fn is_dialled(whole: &str, plan: &Plan) -> bool {
    match plan.country {
        "JP" => {
            let has_eleven = ELEVEN_IN_JAPAN.iter().any(|it| whole.starts_with(it));
            whole.len() == if has_eleven { 11 } else { 10 }
        }
        // Neither an area nor an exchange begins with 0 or 1.
        "US" | "CA" => {
            let digit = |at: usize| whole.as_bytes().get(at).copied();
            [1, 4]
                .into_iter()
                .all(|at| matches!(digit(at), Some(b'2'..=b'9')))
        }
        _ => true,
    }
}

//! What a page holds answers to that no kind of answer does: it is told beside the question.

use super::control::{Control, ControlKind};
use super::words::description;

/// The first numbers that a control's step takes, and the bounds of a day with its time.
pub(super) fn bounds(control: &Control) -> String {
    match control.kind {
        ControlKind::Number | ControlKind::Range => steps(control).unwrap_or_default(),
        ControlKind::DateTimeLocal => times(control),
        _ => String::new(),
    }
}

/// Digits of a step and of a bound that are told, of which so many may stand behind the point.
const DIGITS: usize = 12;
const PLACES: usize = 6;

/// `0, 250, 500, …`; nothing where a step only says how many digits there may be.
fn steps(control: &Control) -> Option<String> {
    let (text, least) = (control.step.trim(), control.min.trim());
    let behind_point = |text: &str| text.split_once('.').map_or(0, |(_, it)| it.len());
    let places = behind_point(text).max(behind_point(least));
    let step = in_parts(text, places)?;
    let first = in_parts(least, places).unwrap_or_default();
    let is_one_digit = text.trim_matches(['0', '.']) == "1" && step <= in_parts("1", places)?;
    if step <= 0 || is_one_digit {
        return None;
    }
    let nth = |nth: i64| written(first + step * nth, places);
    Some(format!("{}, {}, {}, …", nth(0), nth(1), nth(2)))
}

/// A number in parts of which the last of so many `places` behind the point counts one. It is not read as a
/// floating-point number, whose reading and writing alone take twenty kilobytes of a program.
fn in_parts(text: &str, places: usize) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let (whole, behind) = digits.split_once('.').unwrap_or((digits, ""));
    let zeros = places.checked_sub(behind.len())?;
    let is_short = whole.len() + behind.len() <= DIGITS && places <= PLACES;
    let all = format!("{whole}{behind}{}", "0".repeat(zeros.min(PLACES)));
    let is_number = !all.is_empty() && all.bytes().all(|it| it.is_ascii_digit());
    (is_short && is_number).then(|| all.parse::<i64>().ok().map(|it| sign * it))?
}

fn written(parts: i64, places: usize) -> String {
    let sign = if parts < 0 { "-" } else { "" };
    let digits = parts.unsigned_abs().to_string();
    let digits = format!(
        "{}{digits}",
        "0".repeat((places + 1).saturating_sub(digits.len()))
    );
    let (whole, behind) = digits.split_at(digits.len() - places.min(digits.len()));
    match behind.is_empty() {
        true => format!("{sign}{whole}"),
        false => format!("{sign}{whole}.{behind}"),
    }
}

fn times(control: &Control) -> String {
    let [min, max] = [&control.min, &control.max].map(|it| description(&it.replace('T', " ")));
    match (min.is_empty(), max.is_empty()) {
        (true, true) => String::new(),
        _ => format!("{min} – {max}").trim().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{in_parts, written};

    #[test]
    fn numbers_are_read_and_written_by_their_digits() {
        for (text, places, parts) in [
            ("250", 0, Some(250)),
            ("0.5", 1, Some(5)),
            ("1", 2, Some(100)),
            ("-0.25", 2, Some(-25)),
            ("1e3", 0, None),
            ("", 0, None),
            ("1234567890123", 0, None),
            ("0.5", 0, None),
        ] {
            assert_eq!(in_parts(text, places), parts, "{text}");
        }
        for (parts, places, text) in [
            (5, 1, "0.5"),
            (-25, 2, "-0.25"),
            (250, 0, "250"),
            (1000, 2, "10.00"),
        ] {
            assert_eq!(written(parts, places), text);
        }
    }
}

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

/// `0, 250, 500, …`; nothing where a step only says how many digits there may be.
fn steps(control: &Control) -> Option<String> {
    let text = control.step.trim();
    let step: f64 = text.parse().ok()?;
    let digits = text.trim_matches(['0', '.']);
    if !step.is_finite() || step <= 0.0 || (digits == "1" && step <= 1.0) {
        return None;
    }
    let least = control.min.trim();
    let first: f64 = least.parse().unwrap_or_default();
    let behind_point = |text: &str| text.split_once('.').map_or(0, |(_, it)| it.len());
    let places = behind_point(text).max(behind_point(least)).min(10);
    let nth = |nth: u8| format!("{:.places$}", first + step * f64::from(nth));
    (first.abs() < 1e12 && step < 1e12).then(|| format!("{}, {}, {}, …", nth(0), nth(1), nth(2)))
}

fn times(control: &Control) -> String {
    let [min, max] = [&control.min, &control.max].map(|it| description(&it.replace('T', " ")));
    match (min.is_empty(), max.is_empty()) {
        (true, true) => String::new(),
        _ => format!("{min} – {max}").trim().to_owned(),
    }
}

//! What a page holds answers to that no kind of answer does: it is told beside the question.

use super::control::{Control, ControlKind};
use super::words::description;
use crate::decimal::Decimal;

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
    let (text, least) = (control.step.trim(), control.min.trim());
    // `.5` is a number in HTML.
    let number = |text: &str| match text.starts_with('.') {
        true => Decimal::new(&format!("0{text}")),
        false => Decimal::new(text),
    };
    let step = number(text).filter(|it| *it > Decimal::from(0))?;
    let is_one_digit = text.trim_matches(['0', '.']) == "1" && step <= Decimal::from(1);
    let first = number(least).unwrap_or(Decimal::from(0));
    let second = first.plus(step)?;
    let third = second.plus(step)?;
    (!is_one_digit).then(|| format!("{first}, {second}, {third}, …"))
}

fn times(control: &Control) -> String {
    let [min, max] = [&control.min, &control.max].map(|it| description(&it.replace('T', " ")));
    match (min.is_empty(), max.is_empty()) {
        (true, true) => String::new(),
        _ => format!("{min} – {max}").trim().to_owned(),
    }
}

//! What the controls of a field are and hold.

use kikitori_form::page_form::{Control, ControlRef, PageForm as Read, TakenField, Target};

/// Whether both are one question, for which the page may offer other options now.
pub fn offers_as(before: &TakenField, now: &TakenField) -> bool {
    match (&before.target, &now.target) {
        // Each of their options is a control.
        (Target::OneOf(_), Target::OneOf(_)) | (Target::AnyOf(_), Target::AnyOf(_)) => true,
        _ => {
            let is_same = before.target.controls() == now.target.controls();
            is_same && is_choice(before) && is_choice(now)
        }
    }
}

/// Whether it is a list to choose from.
pub fn is_choice(taken: &TakenField) -> bool {
    matches!(
        taken.target,
        Target::Select { .. } | Target::SelectMany { .. }
    )
}

/// The controls of a field, as they were read.
fn controls<'a>(taken: &TakenField, read: &'a Read) -> Vec<&'a Control> {
    let refs = ControlRef::all(&read.controls);
    let wanted = taken.target.controls();
    let all = refs.iter().zip(&read.controls);
    all.filter(|(at, _)| wanted.contains(at))
        .map(|(_, control)| control)
        .collect()
}

pub fn is_by_hand(taken: &TakenField, read: &Read) -> bool {
    controls(taken, read).iter().any(|it| it.by_hand)
}

/// Whether none of a field's controls holds anything.
pub fn is_empty(taken: &TakenField, read: &Read) -> bool {
    use kikitori_form::page_form::ControlKind::{Checkbox, Radio, Select};
    controls(taken, read).iter().all(|it| match it.kind {
        Checkbox | Radio => !it.checked,
        Select => !it
            .options
            .iter()
            .any(|it| it.selected && !it.value.is_empty()),
        _ => it.value.trim().is_empty(),
    })
}

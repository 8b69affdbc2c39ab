//! What stood in the controls of a field before an answer was put into them.

use kikitori_form::page_form::{
    Control, ControlKind, ControlRef, PageForm, PageOption, Put, TakenField, Write,
};

/// What puts back what stands in a field's controls now.
pub fn as_it_stands(taken: &TakenField, read: &PageForm) -> Vec<Write> {
    let refs = ControlRef::all(&read.controls);
    let wanted = taken.target.controls();
    let all = refs.into_iter().zip(&read.controls);
    let all = all.filter(|(at, _)| wanted.contains(&at));
    all.map(|(control, it)| Write {
        control,
        put: put(it),
    })
    .collect()
}

fn put(control: &Control) -> Put {
    match control.kind {
        ControlKind::Checkbox | ControlKind::Radio => Put::Checked(control.checked),
        ControlKind::Select => {
            let selected = control.options.iter().filter(|it| it.selected);
            let option = |it: &kikitori_form::page_form::ControlOption| PageOption {
                value: it.value.clone(),
                text: it.text.clone(),
            };
            Put::Options(selected.map(option).collect())
        }
        _ => Put::Text(vec![control.value.clone()]),
    }
}

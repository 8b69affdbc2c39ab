//! What stood in the controls of a field before an answer was put into them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use kikitori_form::page_form::{
    Control, ControlKind, ControlRef, PageForm, PageOption, Put, TakenField, Write,
};
use wasm_bindgen::prelude::wasm_bindgen;

/// What puts back what stood in each field of a form before an answer was put there. A handle: who takes
/// the same form over after another one goes on with its.
#[wasm_bindgen]
#[derive(Debug, Clone, Default)]
pub struct Before(pub(crate) Rc<RefCell<BTreeMap<String, Vec<Write>>>>);

#[wasm_bindgen]
impl Before {
    /// Of a form that nothing was put into.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }
}

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

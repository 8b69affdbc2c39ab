//! What is remembered of a form's controls since it was found.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use kikitori_form::page_form::{Control, ControlKind, ControlRef};
use web_sys::Element;

use crate::combobox;
use crate::said::Said;

#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// What somebody put something into.
    by_hand: RefCell<BTreeSet<ControlRef>>,
    /// The names of what has been a password.
    passwords: RefCell<BTreeSet<String>>,
    /// What was chosen in boxes that offer what is typed.
    chosen: RefCell<BTreeMap<ControlRef, String>>,
    /// What was said of each when it was seen first.
    said: RefCell<BTreeMap<ControlRef, Said>>,
}

impl Memory {
    pub(crate) fn is_by_hand(&self, control: &ControlRef) -> bool {
        self.by_hand.borrow().contains(control)
    }

    pub(crate) fn note_by_hand(&self, control: ControlRef) {
        self.by_hand.borrow_mut().insert(control);
    }

    pub(crate) fn forget_by_hand(&self) {
        self.by_hand.borrow_mut().clear();
    }

    pub(crate) fn note_chosen(&self, control: &ControlRef, chosen: Option<String>) {
        let mut all = self.chosen.borrow_mut();
        match chosen {
            Some(chosen) => all.insert(control.clone(), chosen),
            None => all.remove(control),
        };
    }

    /// What was chosen in a box, as long as it shows that.
    pub(crate) fn chosen(&self, control: &ControlRef, element: &Element) -> Option<String> {
        let chosen = self.chosen.borrow().get(control).cloned();
        chosen.filter(|it| combobox::shows(element, it))
    }

    /// What was said of a control when it was seen first: now, unless it was seen before.
    pub(crate) fn said_first(&self, control: &ControlRef, element: &Element) -> Said {
        let mut said = self.said.borrow_mut();
        let first = said.entry(control.clone());
        first.or_insert_with(|| Said::of(element)).clone()
    }

    /// Keeps in mind which of `controls` are passwords, and takes those for one that were: pages make
    /// lines of text of them to show them.
    pub(crate) fn keep_passwords(&self, controls: &mut [Control]) {
        let mut passwords = self.passwords.borrow_mut();
        let is_now = |it: &&Control| it.kind == ControlKind::Password;
        passwords.extend(controls.iter().filter(is_now).filter_map(name));
        let is_shown = |it: &&mut Control| {
            it.kind == ControlKind::Text && name(it).is_some_and(|name| passwords.contains(&name))
        };
        for control in controls.iter_mut().filter(is_shown) {
            control.kind = ControlKind::Password;
        }
    }
}

/// What tells a control from others whatever its kind is.
fn name(control: &Control) -> Option<String> {
    let named = [
        ("", &control.name),
        ("#", &control.id),
        ("~", &control.label),
    ];
    let (mark, name) = named.into_iter().find(|(_, name)| !name.is_empty())?;
    Some(format!("{mark}{name}"))
}

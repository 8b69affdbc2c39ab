//! Boxes that a page draws itself, which are no controls of its form.

use kikitori_form::page_form::{Control, ControlKind, MAX_CONTROLS};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlFormElement};

use crate::native;
use crate::read::kind;
use crate::text::label;
use crate::visibility::visibility;

/// What a page draws itself, by the roles that it gives it.
const DRAWN: &str = "[role=combobox], [role=listbox], [role=checkbox], [role=switch], \
    [role=radiogroup], [role=spinbutton], [role=textbox], [role=slider], \
    [contenteditable]:not([contenteditable=false])";

/// What stands behind a box that the page draws, for the browser to ask for it.
const BEHIND: &str = ":scope > input[aria-hidden=true], :scope > input[tabindex='-1']";

/// Boxes that the page draws itself and that have to be filled in, which is the person's to do. What
/// stands for one of `controls` is called as that is.
pub(crate) fn drawn(form: &HtmlFormElement, controls: &[Control]) -> Vec<Control> {
    let Ok(found) = form.query_selector_all(DRAWN) else {
        return Vec::new();
    };
    let found = (0..found.length()).filter_map(|at| found.get(at)?.dyn_into::<Element>().ok());
    const NATIVE: &str = "input, select, textarea";
    let is_drawn = |it: &Element| {
        let is_native = it.matches(NATIVE).unwrap_or_default();
        !is_native && matches!(it.query_selector(NATIVE), Ok(None))
    };
    let read = |it: Element| {
        let label = label(&it);
        let is_said = it.get_attribute("aria-required").as_deref() == Some("true");
        let behind = behind(&it);
        let needs = |it: &Element| native::is(it, "required");
        let holds = |it: &Element| match kind(it) {
            Some(ControlKind::Checkbox | ControlKind::Radio) => native::is(it, "checked"),
            _ => !native::text(it, "value").trim().is_empty(),
        };
        let is_required = is_said || label.required || behind.as_ref().is_some_and(needs);
        let is_open = is_required && !behind.as_ref().is_some_and(|it| needs(it) && holds(it));
        is_open.then(|| Control {
            kind: ControlKind::Drawn,
            id: it.get_attribute("id").unwrap_or_default(),
            label: label.text,
            required: true,
            visibility: visibility(&it, form),
            ..Control::default()
        })
    };
    let boxes = found.filter(is_drawn).take(MAX_CONTROLS).filter_map(read);
    let is_other = |it: &Control| controls.iter().all(|known| known.label != it.label);
    boxes.filter(is_other).collect()
}

/// The input that holds for the browser what a drawn box shows.
fn behind(drawn: &Element) -> Option<Element> {
    let around = drawn.parent_element()?;
    around.query_selector(BEHIND).ok().flatten()
}

//! Whether people can see an element.

use kikitori_form::page_form::Visibility;
use web_sys::{CssStyleDeclaration, Element, HtmlFormElement};

use crate::native;

/// What can be chosen by its label alone.
const BY_LABEL: &str = "input[type=radio], input[type=checkbox], input[type=file], select";

fn style(element: &Element) -> Option<CssStyleDeclaration> {
    web_sys::window()?.get_computed_style(element).ok()?
}

fn value(style: &CssStyleDeclaration, property: &str) -> String {
    style.get_property_value(property).unwrap_or_default()
}

/// Whether an element by itself is drawn at all.
pub(crate) fn is_drawn(element: &Element) -> bool {
    let Some(style) = style(element) else {
        return true;
    };
    // In a document that is not shown nothing has a style, and nothing is hidden by one.
    let is_hidden = matches!(value(&style, "visibility").as_str(), "hidden" | "collapse");
    value(&style, "display") != "none" && !is_hidden
}

/// Whether a control can be seen within its form, which itself may be hidden while it is asked for
/// in another way. What is chosen by a click on its label, as stars, pictures and drawn lists are, is
/// out of sight where only the label is shown.
pub(crate) fn visibility(control: &Element, form: &HtmlFormElement) -> Visibility {
    let own = own_visibility(control, form);
    // A box without a name only opens and closes something.
    let is_chosen = own == Visibility::NotShown
        && control.matches(BY_LABEL).unwrap_or_default()
        && control
            .get_attribute("name")
            .is_some_and(|it| !it.is_empty());
    let is_shown = |label: &Element| own_visibility(label, form) == Visibility::Shown;
    match is_chosen && native::list(control, "labels").iter().any(is_shown) {
        true => Visibility::OutOfSight,
        false => own,
    }
}

fn own_visibility(control: &Element, form: &HtmlFormElement) -> Visibility {
    let form: &Element = form;
    let is_form_drawn = form.get_client_rects().length() > 0;
    let is_form_visible = style(form).is_none_or(|it| value(&it, "visibility") == "visible");
    let own = style(control).map(|it| value(&it, "visibility"));
    if is_form_visible && own.is_some_and(|own| own != "visible") {
        return Visibility::NotShown;
    }
    let mut is_out_of_sight = is_form_drawn && is_outside(control);
    let mut next = Some(control.clone());
    while let Some(element) = next.filter(|it| it != form) {
        if let Some(style) = style(&element) {
            if value(&style, "display") == "none" {
                return Visibility::NotShown;
            }
            is_out_of_sight |= value(&style, "opacity") == "0" || is_clipped(&style);
            let shows_all = value(&style, "overflow-x") == "visible";
            is_out_of_sight |= is_form_drawn && !shows_all && is_tiny(&element);
        }
        next = element.parent_element();
    }
    match is_out_of_sight {
        true => Visibility::OutOfSight,
        false => Visibility::Shown,
    }
}

fn is_clipped(style: &CssStyleDeclaration) -> bool {
    let clip = value(style, "clip-path");
    clip.starts_with("inset(50%") || clip.starts_with("inset(100%")
}

fn is_tiny(element: &Element) -> bool {
    let place = element.get_bounding_client_rect();
    place.width() <= 1.0 || place.height() <= 1.0
}

/// Whether a control is too small to be seen, or lies before the beginning of what it stands in, where
/// nobody can scroll to.
fn is_outside(control: &Element) -> bool {
    let place = control.get_bounding_client_rect();
    let (mut right, mut bottom) = (place.right(), place.bottom());
    // The page's own scrolling is that of its root or its body.
    let mut next = control.parent_element();
    while let Some(around) = next {
        // What runs from right to left counts its scrolling from the other end.
        right += f64::from(around.scroll_left().max(0));
        bottom += f64::from(around.scroll_top());
        next = around.parent_element();
    }
    is_tiny(control) || right <= 0.0 || bottom <= 0.0
}

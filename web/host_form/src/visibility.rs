//! Whether people can see an element.

use kikitori_form::page_form::Visibility;
use web_sys::{CssStyleDeclaration, Element, HtmlFormElement};

use crate::native;
use crate::text::CONTROLS;

/// What can be chosen by its label alone.
const BY_LABEL: &str = "input[type=radio], input[type=checkbox], input[type=file], select";

fn style(element: &Element) -> Option<CssStyleDeclaration> {
    web_sys::window()?.get_computed_style(element).ok()?
}

fn value(style: &CssStyleDeclaration, property: &str) -> String {
    style.get_property_value(property).unwrap_or_default()
}

/// Whether what is typed into an element is covered, as passwords are.
pub(crate) fn is_covered(element: &Element) -> bool {
    let covered = style(element).map(|it| value(&it, "-webkit-text-security"));
    covered.is_some_and(|it| !matches!(it.as_str(), "" | "none"))
}

/// Whether an element by itself is drawn at all.
pub(crate) fn is_drawn(element: &Element) -> bool {
    let visibility = style(element).map(|it| value(&it, "visibility"));
    let is_hidden = matches!(visibility.as_deref(), Some("hidden" | "collapse"));
    takes_room(element) && !is_hidden
}

/// Whether an element by itself is not taken out of the page. In a document that nobody is shown
/// nothing has a style, and only its own attribute hides an element.
fn takes_room(element: &Element) -> bool {
    let display = style(element).map(|it| value(&it, "display"));
    match display.as_deref() {
        None | Some("") => !element.has_attribute("hidden"),
        Some(display) => display != "none",
    }
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
    let is_shown = |label: &Element| match own_visibility(label, form) {
        Visibility::Shown => true,
        Visibility::OutOfSight => waits_for_a_picture(label),
        Visibility::NotShown => false,
    };
    match is_chosen && native::list(control, "labels").iter().any(is_shown) {
        true => Visibility::OutOfSight,
        false => own,
    }
}

/// Whether a picture in an element is still on its way: until then it takes no room.
fn waits_for_a_picture(element: &Element) -> bool {
    let picture = element.query_selector("img").ok().flatten();
    picture.is_some_and(|it| takes_room(&it) && !native::is(&it, "complete"))
}

fn own_visibility(control: &Element, form: &HtmlFormElement) -> Visibility {
    let form: &Element = form;
    let is_form_drawn = form.get_client_rects().length() > 0;
    let is_form_visible = style(form).is_none_or(|it| value(&it, "visibility") == "visible");
    let own = style(control).map(|it| value(&it, "visibility"));
    if is_form_visible && own.is_some_and(|own| own != "visible") {
        return Visibility::NotShown;
    }
    let mut is_out_of_sight = is_form_drawn && is_outside(control) && !is_apart(control, form);
    let mut next = Some(control.clone());
    while let Some(element) = next.filter(|it| it != form) {
        if !takes_room(&element) {
            return Visibility::NotShown;
        }
        is_out_of_sight =
            is_out_of_sight || (hides(&element, is_form_drawn) && !holds_all(&element, form));
        next = element.parent_element();
    }
    match is_out_of_sight {
        true => Visibility::OutOfSight,
        false => Visibility::Shown,
    }
}

/// Whether what is in an element cannot be seen, although it is there.
fn hides(element: &Element, is_form_drawn: bool) -> bool {
    let Some(style) = style(element) else {
        return false;
    };
    let is_around = element.matches(CONTROLS) != Ok(true);
    let is_transparent = value(&style, "opacity") == "0" && !(is_around && is_fading(&style));
    let shows_all = value(&style, "overflow-x") == "visible";
    is_transparent || is_clipped(&style) || (is_form_drawn && !shows_all && is_tiny(element))
}

/// Whether an element comes into sight later, as those do that fade in when somebody scrolls to them.
fn is_fading(style: &CssStyleDeclaration) -> bool {
    let animation = value(style, "animation-name");
    let changes = value(style, "transition-property");
    let mut changes = changes.split(',').map(str::trim);
    let takes_time = value(style, "transition-duration")
        .split(',')
        .any(|it| it.trim().trim_end_matches(['m', 's']) != "0");
    let is_moved = !matches!(animation.as_str(), "" | "none");
    is_moved || (takes_time && changes.any(|it| matches!(it, "all" | "opacity")))
}

/// Whether all of a form's controls are in an element, so that one in it is hidden no more than the
/// rest.
fn holds_all(element: &Element, form: &Element) -> bool {
    let count = |it: &Element| it.query_selector_all(CONTROLS).map(|it| it.length());
    count(element).is_ok_and(|inside| inside > 0 && count(form) == Ok(inside))
}

/// Whether the form, or what all of its controls are in, is out of the page itself, as in a drawer that
/// is closed, and `control` in its place there.
fn is_apart(control: &Element, form: &Element) -> bool {
    let mut around = control.parent_element();
    while let Some(element) = around.clone().filter(|it| it != form) {
        if holds_all(&element, form) {
            break;
        }
        around = element.parent_element();
    }
    let (place, around) = (
        control.get_bounding_client_rect(),
        around
            .unwrap_or_else(|| form.clone())
            .get_bounding_client_rect(),
    );
    !is_tiny(control) && place.right() > around.left() && place.bottom() > around.top()
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

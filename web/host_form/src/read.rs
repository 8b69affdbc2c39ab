//! A live form as data.

use kikitori_form::page_form::{
    Control, ControlKind, ControlOption, ControlRef, MAX_CONTROLS, PageForm, Reason,
    reasons_to_leave,
};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlFormElement};

use crate::drawn::drawn;
use crate::memory::Memory;
use crate::native;
use crate::text::{by_id, description, label, legend, words};
use crate::title::title;
use crate::visibility::{is_covered, visibility};

/// What a page puts where somebody has to show that they are a person.
const CAPTCHAS: &str = ".g-recaptcha, .h-captcha, .cf-turnstile, .frc-captcha";

/// Elements of the form that are controls, those outside of it that name it among them.
pub(crate) fn elements(form: &HtmlFormElement) -> Vec<Element> {
    let is_control = |it: &Element| own_kind(it).is_some();
    let mut all = native::list(form, "elements");
    all.retain(is_control);
    // One more than are looked at tells that there are more.
    all.truncate(MAX_CONTROLS * 2);
    all
}

/// What a control is. What a page covers while it is typed is a password, whatever its page calls it.
pub(crate) fn kind(element: &Element) -> Option<ControlKind> {
    let kind = own_kind(element)?;
    let may_be_covered = matches!(
        kind,
        ControlKind::Text | ControlKind::Tel | ControlKind::Number
    );
    Some(match may_be_covered && is_covered(element) {
        true => ControlKind::Password,
        false => kind,
    })
}

/// What it is by its element.
fn own_kind(element: &Element) -> Option<ControlKind> {
    // An element of the page's own that takes part in the form: what it takes is known to the page alone.
    if element.local_name().contains('-') {
        return Some(ControlKind::Drawn);
    }
    // What opens a list that the page draws: nothing can be typed into it.
    if element.matches("input[role=combobox][readonly]") == Ok(true) {
        return Some(ControlKind::Drawn);
    }
    let input_type = element.get_attribute("type").unwrap_or_default();
    ControlKind::of(&element.local_name(), &input_type)
}

/// The form's elements with what each is, in the form's order.
pub(crate) fn controls(form: &HtmlFormElement, memory: &Memory) -> (Vec<Element>, Vec<Control>) {
    let elements = elements(form);
    let named = named_all(&elements, memory);
    let refs = ControlRef::all(&named);
    let read = |(element, named): (&Element, Control)| control(element, named, form);
    let mut controls: Vec<Control> = elements.iter().zip(named).map(read).collect();
    for ((control, at), element) in controls.iter_mut().zip(&refs).zip(&elements) {
        control.by_hand |= memory.is_by_hand(at);
        if control.value.is_empty()
            && let Some(chosen) = memory.chosen(at, element)
        {
            control.value = chosen;
        }
    }
    let reasons = reasons_to_leave(&controls);
    for (control, reason) in controls.iter_mut().zip(reasons) {
        // What is secret leaves the page's own inputs for nowhere. Whether something stands in what has
        // to be filled in, and can only be read or is not seen, says whose it is.
        let is_option = matches!(control.kind, ControlKind::Checkbox | ControlKind::Radio);
        let counts = match reason {
            Some(Reason::ReadOnly | Reason::Honeypot) => control.required,
            reason => matches!(reason, None | Some(Reason::NotShown)),
        };
        if !counts && !is_option {
            control.value = String::new();
            control.by_hand = false;
        }
    }
    (elements, controls)
}

/// Only as much of a control as tells it from the others: that is read at every key stroke.
fn named(element: &Element) -> Control {
    let kind = kind(element).unwrap_or_default();
    let attribute = |name: &str| element.get_attribute(name).unwrap_or_default();
    let (name, id) = (attribute("name"), attribute("id"));
    let is_option = matches!(kind, ControlKind::Checkbox | ControlKind::Radio);
    Control {
        kind,
        label: match name.is_empty() && id.is_empty() {
            true => label(element).text,
            false => String::new(),
        },
        name,
        id,
        value: match is_option {
            true => native::text(element, "value"),
            false => String::new(),
        },
        ..Control::default()
    }
}

fn named_all(elements: &[Element], memory: &Memory) -> Vec<Control> {
    let mut all: Vec<Control> = elements.iter().map(named).collect();
    memory.keep_passwords(&mut all);
    all
}

/// The references of elements, in their order.
pub(crate) fn refs(elements: &[Element], memory: &Memory) -> Vec<ControlRef> {
    ControlRef::all(&named_all(elements, memory))
}

fn control(element: &Element, named: Control, form: &HtmlFormElement) -> Control {
    let Control {
        kind,
        name,
        id,
        value,
        ..
    } = named;
    if matches!(kind, ControlKind::Hidden | ControlKind::Button) {
        return Control {
            kind,
            name,
            id,
            ..Control::default()
        };
    }
    let attribute = |name: &str| element.get_attribute(name).unwrap_or_default();
    let length = |name: &str| attribute(name).trim().parse::<u32>().ok();
    let is_option = matches!(kind, ControlKind::Checkbox | ControlKind::Radio);
    let label = label(element);
    let (legend, group) = legend(element, form, &label);
    // A mark behind the name of several is of each, unless it has one of its own.
    let shares_mark = is_option || (!legend.text.is_empty() && group.is_none());
    let is_own = element.local_name().contains('-');
    let is_needed =
        native::is(element, "required") || (is_own && element.has_attribute("required"));
    let is_required = is_needed || attribute("aria-required") == "true";
    // Of what the page fills in itself only that something is there is known.
    let is_done = is_own && !native::text(element, "value").trim().is_empty();
    let is_secret = matches!(kind, ControlKind::Password | ControlKind::File);
    Control {
        kind,
        name,
        id,
        description: description(element, &label, group.as_ref()),
        label: label.text,
        placeholder: attribute("placeholder"),
        required: !is_done && (is_required || label.required || (shares_mark && legend.required)),
        legend: legend.text,
        legend_required: legend.required,
        autocomplete: attribute("autocomplete").trim().to_ascii_lowercase(),
        disabled: element.matches(":disabled").unwrap_or_default(),
        read_only: native::is(element, "readOnly"),
        visibility: visibility(element, form),
        out_of_tab_order: attribute("tabindex").trim() == "-1",
        aria_hidden: is_aria_hidden(element, form),
        pattern: attribute("pattern"),
        min: attribute("min"),
        max: attribute("max"),
        step: attribute("step"),
        min_length: length("minlength"),
        max_length: length("maxlength"),
        // Of a select it is how many options are seen at once, and 1 is of those that draw their own room.
        size: length("size").filter(|it| *it > 1 && kind != ControlKind::Select),
        multiple: native::is(element, "multiple"),
        private: private(element),
        options: options(element),
        value: match () {
            () if is_option => value,
            // What a select holds stands in its options.
            () if is_secret || kind == ControlKind::Select => String::new(),
            () => native::text(element, "value"),
        },
        checked: is_option && native::is(element, "checked"),
        by_hand: !is_secret && differs(element, kind),
    }
}

/// What the page says of who may be told the answer: at the control, at what is around it, or at its
/// label.
fn private(element: &Element) -> Option<bool> {
    const PRIVATE: &str = "data-kikitori-private";
    let at = |it: &Element| {
        let marked = it.closest(&format!("[{PRIVATE}]")).ok()??;
        let said = marked.get_attribute(PRIVATE)?;
        Some(!said.trim().eq_ignore_ascii_case("false"))
    };
    at(element).or_else(|| native::list(element, "labels").iter().find_map(at))
}

fn is_aria_hidden(element: &Element, form: &HtmlFormElement) -> bool {
    let around = element.closest("[aria-hidden=true]").ok().flatten();
    // The form itself may be kept from screen readers while it is asked for in another way.
    around.is_some_and(|it| !it.contains(Some(form.as_ref())))
}

fn options(element: &Element) -> Vec<ControlOption> {
    let options = match element.local_name().as_str() {
        "select" => native::list(element, "options"),
        _ => list_of(element).map_or_else(Vec::new, |it| native::list(&it, "options")),
    };
    let option = |it: &Element| {
        let group = it.closest("optgroup").ok().flatten();
        ControlOption {
            value: native::text(it, "value"),
            text: native::text(it, "text"),
            group: group
                .and_then(|it| it.get_attribute("label"))
                .unwrap_or_default(),
            disabled: is_disabled_option(it),
            selected: native::is(it, "selected"),
        }
    };
    options.iter().map(option).collect()
}

/// Whether an option, or the group that it is in, is disabled.
fn is_disabled_option(option: &Element) -> bool {
    let group = option.closest("optgroup").ok().flatten();
    let mut all = std::iter::once(option.clone()).chain(group);
    all.any(|it| native::is(&it, "disabled"))
}

/// An input's datalist.
fn list_of(element: &Element) -> Option<Element> {
    let id = element.get_attribute("list")?;
    let list = by_id(element, &id)?;
    (list.local_name() == "datalist").then_some(list)
}

/// Whether a control holds something else than its page was sent with.
fn differs(element: &Element, kind: ControlKind) -> bool {
    match kind {
        ControlKind::Checkbox | ControlKind::Radio => {
            native::is(element, "checked") != native::is(element, "defaultChecked")
        }
        ControlKind::Select => {
            let options = native::list(element, "options");
            let starts = starts_with(element, &options);
            let differs = |(it, starts): (&Element, bool)| native::is(it, "selected") != starts;
            options.iter().zip(starts).any(differs)
        }
        _ => {
            let is_other = native::text(element, "value") != native::text(element, "defaultValue");
            is_other && (kind != ControlKind::Range || was_moved(element))
        }
    }
}

/// Which options of a select a browser starts with: those that the page names, of a list that opens the
/// last of them, or else the first that can be chosen.
fn starts_with(select: &Element, options: &[Element]) -> Vec<bool> {
    let named: Vec<bool> = options
        .iter()
        .map(|it| native::is(it, "defaultSelected"))
        .collect();
    if native::is(select, "multiple") {
        return named;
    }
    let opens = native::get(select, "size").as_f64().unwrap_or_default() <= 1.0;
    let first = || options.iter().position(|it| !is_disabled_option(it));
    let last = named.iter().rposition(|it| *it);
    let starts = last.or_else(|| first().filter(|_| opens));
    (0..options.len()).map(|at| starts == Some(at)).collect()
}

/// Whether somebody, or a script, has moved a slider. Where its page says nothing a browser puts it
/// somewhere, and it goes with its attribute until it is moved.
fn was_moved(slider: &Element) -> bool {
    // What was put into an element is in its copies too.
    let copy = slider.clone_node().ok();
    let Some(copy) = copy.and_then(|it| it.dyn_into::<Element>().ok()) else {
        return true;
    };
    let goes_to = |value: &str| {
        let is_set = copy.set_attribute("value", value);
        is_set.ok().map(|()| native::text(&copy, "value"))
    };
    goes_to("-1e9") == goes_to("1e9")
}

/// The form as it is now, with the elements of its controls.
pub(crate) fn page_form(form: &HtmlFormElement, memory: &Memory) -> (Vec<Element>, PageForm) {
    let (elements, mut controls) = controls(form, memory);
    if has_captcha(form) {
        controls.push(Control {
            kind: ControlKind::Captcha,
            required: true,
            ..Control::default()
        });
    }
    let drawn = drawn(form, &controls);
    controls.extend(drawn);
    let attribute = |name: &str| form.get_attribute(name).filter(|it| !it.is_empty());
    let language = form.closest("[lang]").ok().flatten();
    let read = PageForm {
        id: attribute("id")
            .or_else(|| attribute("name"))
            .unwrap_or_default(),
        title: title(form),
        language: language
            .and_then(|it| it.get_attribute("lang"))
            .unwrap_or_default(),
        submit_label: submit_button(form)
            .map(|it| words_of_button(&it))
            .unwrap_or_default(),
        controls,
    };
    (elements, read)
}

/// Whether somebody still has to show that they are a person. What a button does when it is pressed is no task of
/// theirs.
fn has_captcha(form: &HtmlFormElement) -> bool {
    let Ok(all) = form.query_selector_all(CAPTCHAS) else {
        return false;
    };
    let mut all = (0..all.length()).filter_map(|at| all.get(at)?.dyn_into::<Element>().ok());
    let is_open = |it: &Element| {
        let is_invisible = it.get_attribute("data-size").as_deref() == Some("invisible");
        let is_button = matches!(it.local_name().as_str(), "button" | "input");
        let told = it.query_selector("[name$='-response']").ok().flatten();
        let is_solved = told.is_some_and(|it| !native::text(&it, "value").is_empty());
        !is_invisible && !is_button && !is_solved
    };
    all.any(|it| is_open(&it))
}

/// The button that sends the form.
pub(crate) fn submit_button(form: &HtmlFormElement) -> Option<Element> {
    let all = native::list(form, "elements");
    all.into_iter()
        .find(|it| native::text(it, "type") == "submit")
}

fn words_of_button(button: &Element) -> String {
    match button.local_name().as_str() {
        "input" => native::text(button, "value"),
        _ => words(button),
    }
}

/// The control that an element of the page is, if it is one of the form's.
pub(crate) fn ref_of(
    form: &HtmlFormElement,
    target: &JsValue,
    memory: &Memory,
) -> Option<ControlRef> {
    let elements = elements(form);
    let at = elements
        .iter()
        .position(|it| AsRef::<JsValue>::as_ref(it) == target)?;
    refs(&elements, memory).into_iter().nth(at)
}

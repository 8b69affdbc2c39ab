//! The words that people see beside a control.

use kikitori_form::page_form::without_mark;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlFormElement, Node};

use crate::native;
use crate::visibility::is_drawn;

/// What is filled in.
const CONTROLS: &str = "input:not([type=hidden]), select, textarea";

/// So deep lie tables in each other.
const MAX_TABLES: usize = 4;

/// So deep lie the elements of a label.
const MAX_DEPTH: u32 = 30;

/// A text and whether it bears a mark of having to be filled in.
#[derive(Default)]
pub(crate) struct Label {
    pub(crate) text: String,
    pub(crate) required: bool,
}

impl Label {
    /// What an element says. The star in it is often kept from screen readers, and counts.
    fn of(element: &Element) -> Self {
        let mut text = String::new();
        collect(element, true, MAX_DEPTH, &mut text);
        let required = without_mark(&text).1;
        let mut spoken = String::new();
        collect(element, false, MAX_DEPTH, &mut spoken);
        Self {
            text: without_mark(&spoken).0,
            required,
        }
    }

    fn plain(text: &str) -> Self {
        let (text, required) = without_mark(text);
        Self { text, required }
    }

    fn join(all: impl Iterator<Item = Self>) -> Option<Self> {
        let mut joined = Self::default();
        for one in all.filter(|it| !it.text.is_empty()) {
            if !joined.text.is_empty() {
                joined.text.push(' ');
            }
            joined.text.push_str(&one.text);
            joined.required |= one.required;
        }
        (!joined.text.is_empty()).then_some(joined)
    }
}

/// Text that people see, without what controls hold. Whether that which only eyes see is in it says
/// `all`.
fn collect(element: &Element, all: bool, depth: u32, text: &mut String) {
    if depth == 0 {
        return;
    }
    let mut next = element.first_child();
    while let Some(node) = next {
        next = node.next_sibling();
        if node.node_type() == Node::TEXT_NODE {
            text.push_str(&node.node_value().unwrap_or_default());
            continue;
        }
        let Some(inner) = node.dyn_ref::<Element>() else {
            continue;
        };
        let is_for_eyes = inner.get_attribute("aria-hidden").as_deref() == Some("true");
        if is_words(inner) && is_drawn(inner) && (all || !is_for_eyes) {
            text.push(' ');
            collect(inner, all, depth - 1, text);
            text.push(' ');
        }
    }
}

fn is_words(element: &Element) -> bool {
    !matches!(
        element.local_name().as_str(),
        "script"
            | "style"
            | "template"
            | "noscript"
            | "select"
            | "textarea"
            | "input"
            | "button"
            | "output"
    )
}

/// What an element says, as one text.
pub(crate) fn words(element: &Element) -> String {
    Label::of(element).text
}

/// The elements that an attribute names by their ids.
pub(crate) fn named_by(element: &Element, attribute: &str) -> Vec<Element> {
    let ids = element.get_attribute(attribute).unwrap_or_default();
    let document = element.owner_document();
    let by_id = |id: &str| document.as_ref()?.get_element_by_id(id);
    ids.split_ascii_whitespace().filter_map(by_id).collect()
}

/// What names a control.
pub(crate) fn label(control: &Element) -> Label {
    let named = named_by(control, "aria-labelledby");
    // What a box shows of itself is what it holds.
    let others = named.iter().filter(|it| *it != control);
    if let Some(label) = Label::join(others.map(Label::of)) {
        return label;
    }
    let labels = native::list(control, "labels");
    let marked = labels.iter().map(|it| Label {
        required: is_marked(it),
        ..Label::of(it)
    });
    if let Some(label) = Label::join(marked) {
        return label;
    }
    let said = control.get_attribute("aria-label").unwrap_or_default();
    if !said.trim().is_empty() {
        return Label::plain(&said);
    }
    // One of several boxes is not called what their row is.
    let is_option = matches!(native::text(control, "type").as_str(), "radio" | "checkbox");
    if is_option {
        return beside(control).map_or_else(Label::default, |text| Label::plain(&text));
    }
    let title = || Some(title(control)).filter(|it| !it.text.is_empty());
    let named = match shares_cell(control) {
        true => title().or_else(|| heading_of_cell(control)),
        false => heading_of_cell(control).or_else(title),
    };
    named.unwrap_or_default()
}

fn title(control: &Element) -> Label {
    Label::plain(&control.get_attribute("title").unwrap_or_default())
}

/// Whether other controls stand in the same cell of a table: its heading is no name of one of them.
fn shares_cell(control: &Element) -> bool {
    let cell = control.closest("td").ok().flatten();
    let all = cell.and_then(|it| it.query_selector_all(CONTROLS).ok());
    all.is_some_and(|it| it.length() > 1)
}

/// Whether a label, or what stands right behind it and is nothing else, is a mark.
fn is_marked(label: &Element) -> bool {
    let mut next = label.next_sibling();
    let mut behind = String::new();
    while let Some(node) = next.filter(|_| behind.trim().is_empty()) {
        match node.dyn_ref::<Element>() {
            Some(element) => collect(element, true, MAX_DEPTH, &mut behind),
            None => behind.push_str(&node.node_value().unwrap_or_default()),
        }
        next = node.next_sibling();
    }
    let is_mark = without_mark(&format!("- {behind}")) == ("-".to_owned(), true);
    is_mark || Label::of(label).required
}

/// The text right behind a box that nothing else names.
fn beside(control: &Element) -> Option<String> {
    let next = control.next_sibling()?;
    let text = match next.dyn_ref::<Element>() {
        Some(element) if element.local_name() != "input" => words(element),
        Some(_) => return None,
        None => next.node_value()?,
    };
    (!text.trim().is_empty()).then_some(text)
}

/// The heading of a control's row in a table, or its term in a list of terms.
fn heading_of_cell(control: &Element) -> Option<Label> {
    let closest = |selector: &str| control.closest(selector).ok().flatten();
    let mut cell = closest("td");
    // A table of boxes may lie in a cell of the table that names them.
    for _ in 0..MAX_TABLES {
        let Some(inner) = cell else { break };
        if let Some(heading) = heading_before(&inner) {
            return Some(heading);
        }
        let table = inner.closest("table").ok()??;
        cell = table.parent_element()?.closest("td").ok()?;
    }
    let mut before = closest("dd")?.previous_element_sibling();
    while let Some(element) = before {
        if element.local_name() == "dt" {
            return Label::join(std::iter::once(Label::of(&element)));
        }
        before = element.previous_element_sibling();
    }
    None
}

/// The heading of a cell's row, or else the nearest cell before it with words and no control.
fn heading_before(cell: &Element) -> Option<Label> {
    let row = cell.closest("tr").ok()??;
    if let Some(heading) = row.query_selector(":scope > th").ok()? {
        return Label::join(std::iter::once(Label::of(&heading)));
    }
    let mut before = cell.previous_element_sibling();
    while let Some(element) = before {
        let label = Label::of(&element);
        let is_name = label.text.chars().any(char::is_alphabetic);
        if is_name && element.query_selector(CONTROLS).ok()?.is_none() {
            return Some(label);
        }
        before = element.previous_element_sibling();
    }
    None
}

/// What the nearest group around a control, which is called `own`, is called, and the group.
pub(crate) fn legend(
    control: &Element,
    form: &HtmlFormElement,
    own: &Label,
) -> (Label, Option<Element>) {
    let form: &Element = form;
    let mut around = control.parent_element();
    while let Some(element) = around.filter(|it| it != form) {
        let name = match element.local_name().as_str() {
            "fieldset" => element.query_selector(":scope > legend").ok().flatten(),
            _ => None,
        };
        let label = name
            .map(|it| Label::of(&it))
            .or_else(|| group_name(&element));
        if let Some(label) = label.filter(|it| !it.text.is_empty()) {
            return (label, Some(element));
        }
        around = element.parent_element();
    }
    let is_option = matches!(native::text(control, "type").as_str(), "radio" | "checkbox");
    let is_part = shares_cell(control) && own.text == title(control).text;
    let heading = (is_option || is_part).then(|| heading_of_cell(control));
    (heading.flatten().unwrap_or_default(), None)
}

fn group_name(element: &Element) -> Option<Label> {
    let role = element.get_attribute("role")?;
    if !matches!(role.as_str(), "group" | "radiogroup") {
        return None;
    }
    let named = named_by(element, "aria-labelledby");
    Label::join(named.iter().map(Label::of)).or_else(|| {
        let said = element.get_attribute("aria-label")?;
        Some(Label::plain(&said))
    })
}

/// What describes a control, which is called `own`, or else its group: not what is wrong with it.
pub(crate) fn description(control: &Element, own: &Label, group: Option<&Element>) -> String {
    let of = |element: &Element| {
        let named = named_by(element, "aria-describedby");
        let is_error = |it: &Element| {
            let class = it.get_attribute("class").unwrap_or_default();
            let role = it.get_attribute("role").unwrap_or_default();
            role == "alert" || ["error", "invalid"].iter().any(|word| class.contains(word))
        };
        let hints = named.iter().filter(|it| !is_error(it));
        let label = Label::join(hints.map(Label::of));
        label.map(|it| it.text)
    };
    let title = || {
        control
            .get_attribute("title")
            .filter(|it| !it.trim().is_empty() && without_mark(it).0 != own.text)
    };
    of(control)
        .or_else(title)
        .or_else(|| of(group?))
        .unwrap_or_default()
}

//! The words that people see beside a control.

use kikitori_form::page_form::without_mark;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlFormElement, Node, ShadowRoot};

use crate::before::{before, before_group, before_option};
use crate::native;
use crate::table::{column, heading_of_cell, name_of_cell, shares_cell};
use crate::visibility::is_drawn;

/// What is filled in.
pub(crate) const CONTROLS: &str = "input:not([type=hidden], [type=submit], [type=button], \
    [type=reset], [type=image]), select, textarea";

/// So deep lie the elements of a label.
const MAX_DEPTH: u32 = 30;

/// A text and whether it bears a mark of having to be filled in.
#[derive(Clone, Default)]
pub(crate) struct Label {
    pub(crate) text: String,
    pub(crate) required: bool,
}

impl Label {
    /// What an element says. The star in it is often kept from screen readers, and counts.
    pub(crate) fn of(element: &Element) -> Self {
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

    pub(crate) fn join(all: impl Iterator<Item = Self>) -> Option<Self> {
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
pub(crate) fn collect(element: &Element, all: bool, depth: u32, text: &mut String) {
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

pub(crate) fn is_words(element: &Element) -> bool {
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
    let ids = ids.split_ascii_whitespace();
    ids.filter_map(|id| by_id(element, id)).collect()
}

/// What has an id where `element` stands: in the page, or in a shadow root in it.
pub(crate) fn by_id(element: &Element, id: &str) -> Option<Element> {
    match element.get_root_node().dyn_ref::<ShadowRoot>() {
        Some(root) => root.get_element_by_id(id),
        None => element.owner_document()?.get_element_by_id(id),
    }
}

/// What names a control.
pub(crate) fn label(control: &Element) -> Label {
    let named = named_by(control, "aria-labelledby");
    // What a box shows of itself is what it holds.
    let others = named.iter().filter(|it| *it != control);
    if let Some(label) = Label::join(others.map(Label::of)) {
        return label;
    }
    let mut marked: Vec<Label> = Vec::new();
    for it in labels(control) {
        let label = Label {
            required: is_marked(&it),
            ..with_title(&it)
        };
        // Where several controls have one id, all of their labels are the first one's.
        match marked.iter_mut().find(|known| known.text == label.text) {
            Some(known) => known.required |= label.required,
            None => marked.push(label),
        }
    }
    if let Some(label) = Label::join(marked.into_iter()) {
        return label;
    }
    let said = own_name(control);
    let said = said.or_else(|| control.get_attribute("aria-label"));
    let said = said.unwrap_or_default();
    if !said.trim().is_empty() {
        return Label::plain(&said);
    }
    // One of several boxes is not called what their row is.
    if is_option(control) {
        let behind = || beside(control).map(|text| Label::plain(&text));
        let named = before_option(control).or_else(behind);
        return named.or_else(|| column(control)).unwrap_or_default();
    }
    let title = || Some(title(control)).filter(|it| !it.text.is_empty());
    if control.matches(CONTROLS) != Ok(true) {
        return heading_of_cell(control).or_else(title).unwrap_or_default();
    }
    let before = before(control);
    let is_own = before.as_ref().is_some_and(|it| it.is_own);
    // What an example is written for has a name of its own, and not that of what is near.
    let has_example = control
        .get_attribute("placeholder")
        .is_some_and(|it| !it.trim().is_empty());
    let before = before.map(|it| it.label);
    let own = || before.clone().filter(|_| is_own);
    let named = match shares_cell(control) {
        true => title().or_else(own).or_else(|| heading_of_cell(control)),
        // A name with a colon in the cell itself is nearer than another cell.
        false => own()
            .filter(|it| it.text.ends_with([':', '：']))
            .or_else(|| name_of_cell(control))
            .or_else(own)
            .or_else(title),
    };
    let near = || before.filter(|_| !is_own && !has_example);
    named.or_else(near).unwrap_or_default()
}

/// The labels of a control: of its own form, and none that say what is wrong. Where a page has its id more than
/// once, browsers give all labels to the first of them.
fn labels(control: &Element) -> Vec<Element> {
    let form = |it: &Element| it.closest("form").ok().flatten();
    let own = form(control);
    let is_error = |it: &Element| {
        let class = it.get_attribute("class").unwrap_or_default();
        ["error", "invalid"].iter().any(|word| class.contains(word))
    };
    let mut all = native::list(control, "labels");
    if all.iter().any(|it| form(it) == own) {
        all.retain(|it| form(it) == own);
    }
    if all.iter().any(|it| !is_error(it)) {
        all.retain(|it| !is_error(it));
    }
    match all.is_empty() {
        true => labels_by_id(control, own.as_ref()),
        false => all,
    }
}

/// The label that names the id of a control which is not the first with it: the nearest in its form.
fn labels_by_id(control: &Element, form: Option<&Element>) -> Vec<Element> {
    let id = control.get_attribute("id").filter(|it| !it.is_empty());
    let (Some(id), Some(form)) = (id, form) else {
        return Vec::new();
    };
    let names_it = |it: &Element| it.get_attribute("for").as_deref() == Some(id.as_str());
    let mut around = control.parent_element();
    while let Some(element) = around {
        let labels = element.query_selector_all("label[for]");
        let labels = labels.into_iter().flat_map(|all| {
            (0..all.length()).filter_map(move |at| all.get(at)?.dyn_into::<Element>().ok())
        });
        let mut labels = labels.filter(names_it);
        if let Some(label) = labels.next() {
            // Of several nobody knows which.
            return match labels.next() {
                Some(_) => Vec::new(),
                None => vec![label],
            };
        }
        around = element.parent_element().filter(|_| &element != form);
    }
    Vec::new()
}

/// What an element of the page's own says that it is called.
fn own_name(control: &Element) -> Option<String> {
    let is_own = control.local_name().contains('-');
    let name = control.get_attribute("label").filter(|_| is_own);
    name.filter(|it| !it.trim().is_empty())
}

fn is_option(control: &Element) -> bool {
    matches!(native::text(control, "type").as_str(), "radio" | "checkbox")
}

/// What a label says. Of a star or a picture, its title does, or the words in the picture's place.
fn with_title(label: &Element) -> Label {
    let said = Label::of(label);
    if said.text.chars().any(char::is_alphanumeric) {
        return said;
    }
    let picture = label.query_selector("img[alt]").ok().flatten();
    let instead = picture.and_then(|it| it.get_attribute("alt"));
    let titled = [title(label), Label::plain(&instead.unwrap_or_default())];
    let titled = titled.into_iter().find(|it| !it.text.is_empty());
    titled.unwrap_or(said)
}

fn title(control: &Element) -> Label {
    Label::plain(&control.get_attribute("title").unwrap_or_default())
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
    let text = text.trim();
    // With a colon it is the name of what comes next.
    let is_next = text.ends_with([':', '：']);
    (!text.is_empty() && !is_next).then(|| text.to_owned())
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
        // What is called by its own words in a cell is a part of what the cell's heading names.
        let is_cell = matches!(element.local_name().as_str(), "td" | "dd");
        let is_part = is_cell && shares_cell(control) && is_called_in_cell(control, own);
        if let Some(heading) = is_part.then(|| heading_of_cell(control)).flatten() {
            return (heading, None);
        }
        let name = match element.local_name().as_str() {
            "fieldset" => element.query_selector(":scope > legend").ok().flatten(),
            _ => None,
        };
        let label = name
            .map(|it| Label::of(&it))
            .or_else(|| group_name(&element));
        if let Some(label) = label.filter(|it| !it.text.is_empty()) {
            // Around several groups, each is called by the words before it.
            let is_of_several = is_option(control) && has_groups(&element);
            return match is_of_several.then(|| group_before(control, form)).flatten() {
                Some(nearer) => (nearer, None),
                None => (label, Some(element)),
            };
        }
        around = element.parent_element();
    }
    if !is_option(control) {
        return (Label::default(), None);
    }
    let heading = heading_of_cell(control);
    let heading = heading.or_else(|| group_before(control, form));
    (heading.unwrap_or_default(), None)
}

/// Whether `own` is what the title of a control, or the words before it, say.
fn is_called_in_cell(control: &Element, own: &Label) -> bool {
    let is_before = || before(control).is_some_and(|it| it.label.text == own.text);
    !is_option(control) && (own.text == title(control).text || is_before())
}

/// What is before a group of several boxes, of which `control` is one.
fn group_before(control: &Element, form: &Element) -> Option<Label> {
    let all = group(control, form);
    let first = all.first().filter(|_| all.len() > 1)?;
    before_group(first, &|it| all.contains(it))
}

/// So many boxes of one group are looked at.
const MAX_BOXES: u32 = 300;

/// The boxes of one name, or of names that only count them.
fn group(control: &Element, form: &Element) -> Vec<Element> {
    let name = |it: &Element| it.get_attribute("name").unwrap_or_default();
    let kind = native::text(control, "type");
    let own = name(control);
    let stem = uncounted(&own);
    // Those outside of the form, too, that name it.
    let all = native::list(form, "elements").into_iter();
    let is_box = |it: &Element| native::text(it, "type") == kind;
    let all = all.filter(is_box).take(MAX_BOXES as usize);
    let is_alike = |it: &Element| match kind.as_str() {
        "radio" => name(it) == own,
        _ => uncounted(&name(it)) == stem,
    };
    all.filter(is_alike).collect()
}

/// A name without a number behind it.
fn uncounted(name: &str) -> &str {
    let is_mark = |it: char| !it.is_alphanumeric();
    let name = name.trim_end_matches(is_mark);
    let name = name.trim_end_matches(|it: char| it.is_ascii_digit());
    name.trim_end_matches(is_mark)
}

/// Whether there is more than one group of boxes in an element.
fn has_groups(element: &Element) -> bool {
    let boxes = "input[type=radio], input[type=checkbox]";
    let Ok(all) = element.query_selector_all(boxes) else {
        return false;
    };
    let names = (0..all.length().min(MAX_BOXES)).filter_map(|at| {
        let one: Element = all.get(at)?.dyn_into().ok()?;
        let name = one.get_attribute("name")?;
        Some((native::text(&one, "type"), uncounted(&name).to_owned()))
    });
    let mut counts = std::collections::BTreeMap::<_, usize>::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    counts.values().filter(|count| **count > 1).count() > 1
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

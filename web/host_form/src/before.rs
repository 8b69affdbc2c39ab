//! The words before a control, or before a group of boxes, that nothing else names.

use kikitori_form::page_form::without_mark;
use wasm_bindgen::JsCast;
use web_sys::{Element, Node};

use crate::native;
use crate::text::{CONTROLS, Label, collect, is_words, words};
use crate::visibility::is_drawn;

/// So many elements and texts are looked back over.
const MAX_STEPS: u32 = 80;
/// So deep lie the elements of a line.
const MAX_DEPTH: u32 = 30;
/// What stands beside other controls too is a name up to this length.
const MAX_FAR_CHARS: usize = 60;
/// A longer text that ends as a sentence tells something, and names nothing.
const MAX_SENTENCE_CHARS: usize = 40;

/// Words before a control.
pub(crate) struct Before {
    pub(crate) label: Label,
    /// Whether they are nobody else's: they stand in its line, or in an element with nothing else.
    pub(crate) is_own: bool,
}

/// What is named.
#[derive(Clone, Copy, PartialEq)]
enum Named {
    Field,
    /// One box of several.
    Box,
    /// A group of boxes.
    Group,
}

/// The words before a text, a number, a select or the like.
pub(crate) fn before(control: &Element) -> Option<Before> {
    let own = |it: &Element| it == control;
    let walk = Walk::over(control, Named::Field, &own, false);
    let is_between = walk.hit && walk.is_line;
    let found = walk.found()?;
    let text = match is_between {
        true => own_part(control, &found.label.text)?,
        false => found.label.text,
    };
    let required = found.label.required;
    Some(Before {
        label: Label { text, required },
        ..found
    })
}

/// What a box is called by the words before it, where its line has none behind its last box.
pub(crate) fn before_option(control: &Element) -> Option<Label> {
    if has_letters(&end_of_line(control, Node::next_sibling)) {
        return None;
    }
    let own = |it: &Element| it == control;
    let walk = Walk::over(control, Named::Box, &own, false);
    let is_beside = walk.is_line && !walk.is_above;
    walk.found().filter(|_| is_beside).map(|it| it.label)
}

/// The words before a group of radio buttons or checkboxes, of which `first` is the first.
pub(crate) fn before_group(first: &Element, own: &dyn Fn(&Element) -> bool) -> Option<Label> {
    let label = first.closest("label").ok().flatten();
    // The words in its line may be what it is called itself.
    let skips_line = label.is_none() && before_option(first).is_some();
    let start = label.unwrap_or_else(|| first.clone());
    Walk::over(&start, Named::Group, own, skips_line)
        .found()
        .map(|it| it.label)
}

/// The way back from a control to the words before it.
struct Walk<'a> {
    form: Option<Element>,
    named: Named,
    /// Whether a control is the one that is named, or one of the group.
    own: &'a dyn Fn(&Element) -> bool,
    skips_line: bool,
    /// What was said, the nearest first: all of it, and what screen readers are told of it.
    said: Vec<(String, String)>,
    /// What the words stand in.
    around: Option<Element>,
    /// Whether nothing but a line was gone back over.
    is_line: bool,
    /// Whether the words stand in the line above.
    is_above: bool,
    is_heading: bool,
    /// Whether another control came before anything else that ends the way.
    hit: bool,
}

impl<'a> Walk<'a> {
    fn over(
        start: &Element,
        named: Named,
        own: &'a dyn Fn(&Element) -> bool,
        skips_line: bool,
    ) -> Self {
        let mut walk = Self {
            form: start.closest("form").ok().flatten(),
            named,
            own,
            skips_line,
            said: Vec::new(),
            around: None,
            is_line: true,
            is_above: false,
            is_heading: false,
            hit: false,
        };
        let mut node: Node = start.clone().into();
        for _ in 0..MAX_STEPS {
            let next = match node.previous_sibling() {
                Some(previous) => walk.goes_on(&previous).then_some(previous),
                None => walk.out_of(&node).map(Node::from),
            };
            let Some(next) = next else { break };
            node = next;
        }
        walk
    }

    fn has_words(&self) -> bool {
        self.said.iter().any(|(all, _)| !all.trim().is_empty())
    }

    fn say(&mut self, node: &Node, all: String, spoken: String) {
        if self.skips_line {
            return;
        }
        if !self.has_words() {
            self.around = node.parent_element();
        }
        self.said.push((all, spoken));
    }

    fn say_element(&mut self, element: &Element) {
        let (mut all, mut spoken) = (String::from(" "), String::from(" "));
        collect(element, true, MAX_DEPTH, &mut all);
        collect(element, false, MAX_DEPTH, &mut spoken);
        self.say(element, all + " ", spoken + " ");
    }

    /// Takes what stands before; whether the way goes on behind it.
    fn goes_on(&mut self, node: &Node) -> bool {
        let Some(element) = node.dyn_ref::<Element>() else {
            if node.node_type() == Node::TEXT_NODE {
                let text = node.node_value().unwrap_or_default();
                self.say(node, text.clone(), text);
            }
            return true;
        };
        match element.local_name().as_str() {
            "br" if self.has_words() => return false,
            "br" => {
                self.is_above = !self.skips_line;
                self.skips_line = false;
                return true;
            }
            "hr" | "fieldset" | "form" => return false,
            // What is behind a value that the page shows belongs to it.
            "output" => {
                self.said.clear();
                return true;
            }
            _ => {}
        }
        if !is_drawn(element) {
            return true;
        }
        if is_of_control(element) {
            return self.passes(element);
        }
        if !is_words(element) {
            return true;
        }
        if is_inline(element) {
            self.say_element(element);
            return true;
        }
        if self.has_words() {
            return false;
        }
        self.skips_line = false;
        self.say_element(element);
        self.is_line = false;
        self.is_heading = element.matches("h1, h2, h3, h4, h5, h6") == Ok(true);
        !self.has_words()
    }

    /// Whether the way goes on behind a control, or what holds or names one.
    fn passes(&mut self, element: &Element) -> bool {
        let named = native::get(element, "control").dyn_into::<Element>().ok();
        if named.as_ref().is_some_and(|it| (self.own)(it)) {
            return true;
        }
        let is_box = |it: &Element| it.matches("[type=radio], [type=checkbox]") == Ok(true);
        let is_beside = self.named == Named::Field && self.is_line && !self.is_above;
        if is_beside && named.as_ref().is_some_and(is_box) {
            // A line of text right behind "Something else" says what.
            self.say_element(element);
        } else {
            self.hit = true;
        }
        false
    }

    /// What is around, unless the way ends there.
    fn out_of(&mut self, node: &Node) -> Option<Element> {
        let around = node.parent_element().filter(|_| !self.has_words())?;
        let name = around.local_name();
        let is_end = match name.as_str() {
            "form" | "fieldset" | "body" | "dialog" => true,
            "td" | "th" | "dd" => self.named != Named::Group,
            _ => false,
        };
        if is_end {
            return None;
        }
        if !is_inline(&around) {
            self.is_line = false;
            self.skips_line = false;
        }
        Some(around)
    }

    fn found(self) -> Option<Before> {
        // What stands above behind another control is of that one.
        if self.hit && self.is_above {
            return None;
        }
        let is_own = self.is_line || self.is_alone();
        let join = |of: fn(&(String, String)) -> &str| -> String {
            self.said.iter().rev().map(of).collect()
        };
        let (_, required) = without_mark(&join(|it| &it.0));
        let (text, _) = without_mark(&join(|it| &it.1));
        let length = text.chars().count();
        let is_sentence = length > MAX_SENTENCE_CHARS && text.ends_with(['.', '。', '!', '！']);
        let is_far = !is_own && (self.is_heading || length > MAX_FAR_CHARS);
        let is_name = has_letters(&text) && !is_sentence && !is_far;
        is_name.then_some(Before {
            label: Label { text, required },
            is_own,
        })
    }

    /// Whether what the words stand in has no control that they do not name. Of a form with nothing
    /// else they may be the title.
    fn is_alone(&self) -> bool {
        let Some(around) = &self.around else {
            return false;
        };
        let Ok(inside) = around.query_selector_all(CONTROLS) else {
            return false;
        };
        let mut all = (0..inside.length()).filter_map(|at| inside.get(at)?.dyn_into().ok());
        let is_more = || {
            let all = self.form.as_ref()?.query_selector_all(CONTROLS).ok()?;
            Some(all.length() > inside.length())
        };
        let is_group = self.named == Named::Group;
        all.all(|it: Element| (self.own)(&it)) && (is_group || is_more().unwrap_or(true))
    }
}

/// Of the words between two controls those of the second: none where a line begins with a control and
/// ends with words, and no unit that stands behind the last one too.
fn own_part(control: &Element, text: &str) -> Option<String> {
    let behind = end_of_line(control, Node::next_sibling);
    let behind = behind.trim();
    if !has_letters(behind) {
        return Some(text.to_owned());
    }
    if !has_letters(&end_of_line(control, Node::previous_sibling)) {
        return None;
    }
    let rest = text.strip_prefix(behind).unwrap_or(text).trim();
    has_letters(rest).then(|| rest.to_owned())
}

/// The words at an end of a control's line, beyond all controls in it.
fn end_of_line(control: &Element, step: fn(&Node) -> Option<Node>) -> String {
    let mut text = String::new();
    let mut node: Node = control.clone().into();
    for _ in 0..MAX_STEPS {
        let Some(next) = step(&node) else {
            match node.parent_element().filter(is_inline) {
                Some(around) => node = around.into(),
                None => break,
            }
            continue;
        };
        node = next;
        let Some(element) = node.dyn_ref::<Element>() else {
            // A comment is no text.
            if node.node_type() == Node::TEXT_NODE {
                text.push_str(&node.node_value().unwrap_or_default());
            }
            continue;
        };
        if element.local_name() == "br" {
            break;
        }
        if is_of_control(element) {
            let is_control = element.matches(CONTROLS) == Ok(true);
            if !is_control && !is_inline(element) {
                break;
            }
            text.clear();
            // A label's words are of its box, on whichever side of it they are.
            if !is_control {
                text.push_str(&words(element));
            }
        } else if is_words(element) && is_drawn(element) {
            if !is_inline(element) {
                break;
            }
            collect(element, true, MAX_DEPTH, &mut text);
        }
    }
    text
}

/// Whether an element is a control, holds one, or is the label of one.
fn is_of_control(element: &Element) -> bool {
    element.matches(CONTROLS) == Ok(true)
        || !matches!(element.query_selector(CONTROLS), Ok(None))
        || native::get(element, "control").is_object()
}

fn is_inline(element: &Element) -> bool {
    matches!(
        element.local_name().as_str(),
        "a" | "abbr"
            | "b"
            | "bdi"
            | "bdo"
            | "big"
            | "cite"
            | "code"
            | "em"
            | "font"
            | "i"
            | "img"
            | "ins"
            | "kbd"
            | "label"
            | "mark"
            | "nobr"
            | "q"
            | "ruby"
            | "s"
            | "small"
            | "span"
            | "strong"
            | "sub"
            | "sup"
            | "tt"
            | "u"
            | "var"
            | "wbr"
    )
}

fn has_letters(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}

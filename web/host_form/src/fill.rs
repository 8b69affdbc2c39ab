//! Answers into the page's controls, as a person would put them there.

use gloo_timers::future::TimeoutFuture;
use kikitori_form::page_form::{
    Control, ControlKind, ControlRef, PageOption, Put, Reason, Write, is_as_formatted,
    reasons_to_leave,
};
use thiserror::Error;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement};

use crate::said::Said;
use crate::ways::other_ways;
use crate::{HostForm, native, read};

/// What became of a control.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The control.
    pub control: ControlRef,
    /// What it holds now, or why it does not.
    pub result: Result<Filled, FillProblem>,
}

/// A control that holds its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filled {
    /// Exactly.
    AsWritten,
    /// The same number, or else the same letters and digits, as the page writes them.
    AsFormatted {
        /// What it reads.
        reads: String,
    },
}

/// Why a control does not hold its answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FillProblem {
    /// The form has no such control any more.
    #[error("It is not in the form any more.")]
    Gone,
    /// It is one of those that are never touched.
    #[error("It is left alone: {0:?}.")]
    LeftAlone(Reason),
    /// It is of another kind than what was to be put into it.
    #[error("It is of another kind.")]
    OtherKind,
    /// It has no such option any more.
    #[error("It has no option {text:?}.")]
    NoSuchOption {
        /// What the option was called.
        text: String,
    },
    /// It has no room for so much; nothing was put into it.
    #[error("It takes {max} characters at most.")]
    TooLong {
        /// How many it takes.
        max: u32,
    },
    /// The page put something else there.
    #[error("It reads {reads:?}.")]
    NotTaken {
        /// What it reads.
        reads: String,
    },
    /// It holds the answer, and the browser or the page does not accept it.
    #[error("It was not accepted: {message}")]
    Invalid {
        /// What the browser or the page says of it; may be empty.
        message: String,
    },
}

impl HostForm {
    /// Puts answers into their controls and tells how each fared. What appears only because of an
    /// answer before it is waited for. The form is not sent.
    pub async fn fill(&self, writes: &[Write]) -> Vec<Outcome> {
        let mut results: Vec<Result<(), FillProblem>> = Vec::new();
        let mut before = Vec::new();
        for write in writes {
            let control = self.control(&write.control);
            let said = control.map(|(it, _)| self.memory.said_first(&write.control, &it));
            before.push(said.unwrap_or_default());
            results.push(self.put(write));
        }
        settle().await;
        let mut is_late = false;
        for (write, result) in writes.iter().zip(&mut results) {
            let comes_late = matches!(
                result,
                Err(FillProblem::Gone
                    | FillProblem::NoSuchOption { .. }
                    | FillProblem::LeftAlone(Reason::NotShown | Reason::Disabled))
            );
            if comes_late {
                *result = self.put(write);
                is_late = true;
            }
        }
        if is_late {
            settle().await;
        }
        let all = writes.iter().zip(results).zip(before);
        all.map(|((write, result), before)| Outcome {
            control: write.control.clone(),
            result: result.and_then(|()| self.look(write, &before)),
        })
        .collect()
    }

    /// Notes what is said of each control now: a server may have marked what stands there, which no script
    /// takes back.
    pub fn note_said(&self) {
        let (elements, _) = read::controls(&self.element, &self.memory);
        let refs = read::refs(&elements, &self.memory);
        for (control, element) in refs.iter().zip(&elements) {
            self.memory.said_first(control, element);
        }
    }

    /// What is said to be wrong with what a control holds, and was not said when it was seen first; empty where
    /// the page only marks it.
    pub fn complaint(&self, control: &ControlRef) -> Option<String> {
        let (element, _) = self.control(control).ok()?;
        let before = self.memory.said_first(control, &element);
        Said::of(&element).since(&before)
    }

    /// The control as it is now, unless it is left alone.
    fn control(&self, wanted: &ControlRef) -> Result<(Element, Control), FillProblem> {
        let (elements, controls) = read::controls(&self.element, &self.memory);
        let at = read::refs(&elements, &self.memory)
            .iter()
            .position(|it| it == wanted)
            .ok_or(FillProblem::Gone)?;
        let reason = reasons_to_leave(&controls).get(at).copied().flatten();
        if let Some(reason) = reason {
            return Err(FillProblem::LeftAlone(reason));
        }
        let found = elements.into_iter().zip(controls).nth(at);
        found.ok_or(FillProblem::Gone)
    }

    fn put(&self, write: &Write) -> Result<(), FillProblem> {
        let (element, control) = self.control(&write.control)?;
        match &write.put {
            Put::Text(ways) => put_text(&element, &control, ways),
            Put::Checked(on) => put_checked(&element, &control, *on),
            Put::Options(options) => put_options(&element, &control, options),
        }
    }

    /// What a control holds after the page had its turn.
    fn look(&self, write: &Write, before: &Said) -> Result<Filled, FillProblem> {
        let (element, control) = self.control(&write.control)?;
        let filled = match &write.put {
            Put::Text(ways) => {
                let all = [ways.as_slice(), &other_ways(ways)].concat();
                held(&native::text(&element, "value"), &all)?
            }
            Put::Checked(on) if control.checked == *on => Filled::AsWritten,
            Put::Checked(_) => {
                let reads = control.checked.to_string();
                return Err(FillProblem::NotTaken { reads });
            }
            Put::Options(wanted) => {
                let selected = control.options.iter().filter(|it| it.selected);
                let held: Vec<&str> = selected.map(|it| it.value.as_str()).collect();
                let is_same = held.len() == wanted.len()
                    && wanted.iter().all(|it| held.contains(&it.value.as_str()));
                match is_same {
                    true => Filled::AsWritten,
                    false => {
                        let reads = held.join(", ");
                        return Err(FillProblem::NotTaken { reads });
                    }
                }
            }
        };
        match Said::of(&element).since(before) {
            Some(message) => Err(FillProblem::Invalid { message }),
            None => Ok(filled),
        }
    }
}

/// Lets the page do what it does after an event: at once, in its next turn, or a little later.
async fn settle() {
    TimeoutFuture::new(0).await;
    TimeoutFuture::new(20).await;
}

fn put_text(element: &Element, control: &Control, ways: &[String]) -> Result<(), FillProblem> {
    let takes_text = !matches!(
        control.kind,
        ControlKind::Checkbox | ControlKind::Radio | ControlKind::Select
    );
    if !takes_text {
        return Err(FillProblem::OtherKind);
    }
    // Browsers count as JavaScript does, and hold only people to the length.
    let fits = |way: &&String| {
        let length = way.encode_utf16().count();
        control.max_length.is_none_or(|max| length <= max as usize)
    };
    let Some(first) = ways.iter().find(fits) else {
        let max = control.max_length.unwrap_or_default();
        return Err(FillProblem::TooLong { max });
    };
    let before = native::text(element, "value");
    let is_accepted = |way: &&String| {
        native::set(element, "value", &JsValue::from(way.as_str()));
        !native::validity(element, "patternMismatch")
    };
    let others = other_ways(ways);
    let all = ways.iter().chain(&others);
    let chosen = all.filter(fits).find(is_accepted).unwrap_or(first);
    native::set(element, "value", &JsValue::from(chosen.as_str()));
    if native::text(element, "value") != before {
        native::tell(element, "input");
        native::tell(element, "change");
    }
    Ok(())
}

fn put_checked(element: &Element, control: &Control, on: bool) -> Result<(), FillProblem> {
    if !matches!(control.kind, ControlKind::Checkbox | ControlKind::Radio) {
        return Err(FillProblem::OtherKind);
    }
    if control.checked == on {
        return Ok(());
    }
    if !on && control.kind == ControlKind::Radio {
        // No click takes a choice away from all of them.
        native::set(element, "checked", &JsValue::FALSE);
        native::tell(element, "input");
        native::tell(element, "change");
    } else if let Some(element) = element.dyn_ref::<HtmlElement>() {
        element.click();
    }
    Ok(())
}

fn put_options(
    element: &Element,
    control: &Control,
    wanted: &[PageOption],
) -> Result<(), FillProblem> {
    if control.kind != ControlKind::Select {
        return Err(FillProblem::OtherKind);
    }
    let options = native::list(element, "options");
    let find = |wanted: &PageOption| {
        let same_value = |it: &&Element| native::text(it, "value") == wanted.value;
        let same = |it: &&Element| same_value(it) && native::text(it, "text") == wanted.text;
        let found = options.iter().find(same);
        let found = found.or_else(|| options.iter().find(same_value));
        found.ok_or_else(|| FillProblem::NoSuchOption {
            text: wanted.text.clone(),
        })
    };
    let found: Result<Vec<&Element>, FillProblem> = wanted.iter().map(find).collect();
    let found = found?;
    let mut has_changed = false;
    for option in &options {
        let is_wanted = found.contains(&option);
        if native::is(option, "selected") == is_wanted {
            continue;
        }
        has_changed = true;
        // Of a select of one, choosing another takes the choice from the one before.
        if is_wanted || control.multiple {
            native::set(option, "selected", &JsValue::from(is_wanted));
        }
    }
    if has_changed {
        native::tell(element, "input");
        native::tell(element, "change");
    }
    Ok(())
}

/// Whether a control reads as one of the ways in which its answer can be written.
fn held(reads: &str, ways: &[String]) -> Result<Filled, FillProblem> {
    // A text area's lines end as the browser ends them.
    let plain = |text: &str| text.replace("\r\n", "\n");
    if ways.iter().any(|way| plain(way) == plain(reads)) {
        return Ok(Filled::AsWritten);
    }
    let is_same = ways.iter().any(|way| is_as_formatted(way, reads));
    let reads = reads.to_owned();
    match is_same {
        true => Ok(Filled::AsFormatted { reads }),
        false => Err(FillProblem::NotTaken { reads }),
    }
}

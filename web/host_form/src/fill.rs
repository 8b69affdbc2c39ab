//! Answers into the page's controls, as a person would put them there.

use gloo_timers::future::TimeoutFuture;
use kikitori_form::page_form::{
    Control, ControlKind, ControlRef, PageOption, Put, Reason, Write, is_as_formatted,
};
use thiserror::Error;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement};

use crate::combobox::{choose, is_combobox};
use crate::said::Said;
use crate::snapshot::Snapshot;
use crate::ways::other_ways;
use crate::{HostForm, native};

/// So many ways to write an answer are tried at most.
const MOST_TRIES: usize = 8;

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
    /// The page put something else there however it was written; what stood there before stands there again.
    #[error("It took it in no way that it can be written, and read {reads:?}.")]
    Refused {
        /// What it read.
        reads: String,
    },
    /// It holds the answer, and the browser or the page does not accept it.
    #[error("It was not accepted: {message}")]
    Invalid {
        /// What the browser or the page says of it; may be empty.
        message: String,
    },
}

/// A control before its answer was put there.
#[derive(Default)]
struct Stood {
    said: Said,
    text: String,
}

impl HostForm {
    /// Puts answers into their controls and tells how each fared. What appears only because of an
    /// answer before it is waited for. The form is not sent.
    pub async fn fill(&self, writes: &[Write]) -> Vec<Outcome> {
        let (results, stood) = self.put_all(writes).await;
        let now = self.choose_all(writes, &results).await;
        let mut outcomes = Vec::new();
        for ((write, result), before) in writes.iter().zip(results).zip(stood) {
            let result = match (
                result.and_then(|()| self.look(&now, write, &before)),
                &write.put,
            ) {
                (Err(FillProblem::NotTaken { reads }), Put::Text(ways))
                    if ways.len() > 1 || reads.trim().is_empty() =>
                {
                    self.try_otherwise(write, ways, reads, &before).await
                }
                (result, _) => result,
            };
            outcomes.push(Outcome {
                control: write.control.clone(),
                result,
            });
        }
        outcomes
    }

    /// Puts all in, what comes late as well, and tells what stood there before.
    async fn put_all(&self, writes: &[Write]) -> (Vec<Result<(), FillProblem>>, Vec<Stood>) {
        let mut now = Snapshot::of(self);
        let mut results = Vec::new();
        let mut stood = Vec::new();
        for write in writes {
            let before = now.find(&write.control).map(|(element, _)| Stood {
                said: self.memory.said_first(&write.control, element),
                text: native::text(element, "value"),
            });
            let mut result = put(&now, write);
            if result.as_ref().is_err_and(comes_late) {
                now = Snapshot::of(self);
                result = put(&now, write);
            }
            stood.push(before.unwrap_or_default());
            results.push(result);
        }
        settle().await;
        let mut is_late = false;
        for (write, result) in writes.iter().zip(&mut results) {
            if result.as_ref().is_err_and(comes_late) {
                *result = put(&Snapshot::of(self), write);
                is_late = true;
            }
        }
        if is_late {
            settle().await;
        }
        (results, stood)
    }

    /// Chooses what was typed into boxes with lists; gives the form as it is then.
    async fn choose_all(&self, writes: &[Write], results: &[Result<(), FillProblem>]) -> Snapshot {
        let now = Snapshot::of(self);
        let is_put = writes.iter().zip(results).filter(|(_, it)| it.is_ok());
        let typed = is_put.filter_map(|(write, _)| match &write.put {
            Put::Text(ways) => {
                let (element, _) = now.find(&write.control).ok()?;
                is_combobox(element).then(|| (&write.control, element.clone(), ways))
            }
            _ => None,
        });
        let typed: Vec<_> = typed.collect();
        for (control, element, ways) in &typed {
            self.choose(control, element, ways).await;
        }
        match typed.is_empty() {
            true => now,
            false => Snapshot::of(self),
        }
    }

    /// Notes what is said of each control now: a server may have marked what stands there, which no script
    /// takes back.
    pub fn note_said(&self) {
        for (control, element) in Snapshot::of(self).all() {
            self.memory.said_first(control, element);
        }
    }

    /// What is said to be wrong with what controls hold, and was not said when they were seen first: empty
    /// where the page only marks it.
    pub fn complaints(&self, wanted: &[&ControlRef]) -> Vec<Option<String>> {
        let now = Snapshot::of(self);
        let complaint = |control: &ControlRef| {
            let (element, _) = now.find(control).ok()?;
            let before = self.memory.said_first(control, element);
            Said::of(element).since(&before)
        };
        wanted.iter().map(|it| complaint(it)).collect()
    }

    /// Chooses what was typed from the list of a box that has one, and leaves it.
    async fn choose(&self, control: &ControlRef, element: &Element, ways: &[String]) {
        let is_typed = ways.iter().any(|it| !it.trim().is_empty());
        let chosen = match is_typed {
            true => choose(element, ways).await,
            false => None,
        };
        self.memory.note_chosen(control, chosen);
        native::leave(element);
        settle().await;
    }

    /// Tries the other ways to write an answer that the page has made into what it `reads`; where it takes none, what
    /// stood there before stands there again.
    async fn try_otherwise(
        &self,
        write: &Write,
        ways: &[String],
        reads: String,
        before: &Stood,
    ) -> Result<Filled, FillProblem> {
        let way_of = |way: String| Write {
            control: write.control.clone(),
            put: Put::Text(vec![way]),
        };
        let others = ways.iter().cloned().chain(other_ways(ways));
        let others = others.take(MOST_TRIES).filter(|_| ways.len() > 1);
        for way in others {
            let result = self.try_one(&way_of(way), before).await;
            if !matches!(
                result,
                Err(FillProblem::NotTaken { .. } | FillProblem::TooLong { .. })
            ) {
                return result;
            }
        }
        // What the page makes of that is the page's.
        let _ = self.try_one(&way_of(before.text.clone()), before).await;
        Err(FillProblem::Refused { reads })
    }

    async fn try_one(&self, write: &Write, before: &Stood) -> Result<Filled, FillProblem> {
        put(&Snapshot::of(self), write)?;
        settle().await;
        self.look(&Snapshot::of(self), write, before)
    }

    /// What a control holds after the page had its turn.
    fn look(&self, now: &Snapshot, write: &Write, before: &Stood) -> Result<Filled, FillProblem> {
        let (element, control) = now.find(&write.control)?;
        let filled = match &write.put {
            Put::Text(ways) => {
                let all = [ways.as_slice(), &other_ways(ways)].concat();
                let reads = native::text(element, "value");
                let chosen = self.memory.chosen(&write.control, element);
                held(&chosen.filter(|_| reads.is_empty()).unwrap_or(reads), &all)?
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
        match Said::of(element).since(&before.said) {
            Some(message) => Err(FillProblem::Invalid { message }),
            None => Ok(filled),
        }
    }
}

/// Whether a control may be there, or take its answer, a moment later.
fn comes_late(problem: &FillProblem) -> bool {
    matches!(
        problem,
        FillProblem::Gone
            | FillProblem::NoSuchOption { .. }
            | FillProblem::LeftAlone(Reason::NotShown | Reason::Disabled)
    )
}

fn put(now: &Snapshot, write: &Write) -> Result<(), FillProblem> {
    let (element, control) = now.find(&write.control)?;
    // An answer before it may have drawn it anew, or taken it back.
    if !element.is_connected() {
        return Err(FillProblem::Gone);
    }
    if element.matches(":disabled") == Ok(true) {
        return Err(FillProblem::LeftAlone(Reason::Disabled));
    }
    match &write.put {
        Put::Text(ways) => put_text(element, control, ways),
        Put::Checked(on) => put_checked(element, control, *on),
        Put::Options(options) => put_options(element, control, options),
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
        // A list that it opens is chosen from before that.
        if !is_combobox(element) {
            native::leave(element);
        }
    }
    Ok(())
}

fn put_checked(element: &Element, control: &Control, on: bool) -> Result<(), FillProblem> {
    if !matches!(control.kind, ControlKind::Checkbox | ControlKind::Radio) {
        return Err(FillProblem::OtherKind);
    }
    if native::is(element, "checked") == on {
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
    native::leave(element);
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
        native::leave(element);
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

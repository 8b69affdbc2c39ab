//! All of a form's controls at one time: to read them is what costs.

use kikitori_form::page_form::{Control, ControlRef, Reason, reasons_to_leave};
use web_sys::Element;

use crate::{FillProblem, HostForm, read};

/// What each control is, and why some are left alone.
pub(crate) struct Snapshot {
    elements: Vec<Element>,
    controls: Vec<Control>,
    refs: Vec<ControlRef>,
    reasons: Vec<Option<Reason>>,
}

impl Snapshot {
    pub(crate) fn of(form: &HostForm) -> Self {
        let (elements, controls) = read::controls(&form.element, &form.memory);
        Self {
            refs: read::refs(&elements, &form.memory),
            reasons: reasons_to_leave(&controls),
            elements,
            controls,
        }
    }

    /// A control and what it is, unless it is left alone.
    pub(crate) fn find(&self, wanted: &ControlRef) -> Result<(&Element, &Control), FillProblem> {
        let at = self.refs.iter().position(|it| it == wanted);
        let at = at.ok_or(FillProblem::Gone)?;
        if let Some(reason) = self.reasons.get(at).copied().flatten() {
            return Err(FillProblem::LeftAlone(reason));
        }
        let found = self.elements.get(at).zip(self.controls.get(at));
        found.ok_or(FillProblem::Gone)
    }

    /// Each control with its element.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&ControlRef, &Element)> {
        self.refs.iter().zip(&self.elements)
    }
}

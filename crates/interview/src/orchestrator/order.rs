//! Which fields are asked, and which comes next.

use std::collections::{BTreeMap, BTreeSet};

use crate::field::FieldOutcome;
use crate::state::MainSessionState;
use kikitori_form::file::IfDeclined;
use kikitori_form::values::Value;
use kikitori_form::{FieldId, FormField};

/// How fields would be if something were recorded.
pub(super) type WhatIf = BTreeMap<FieldId, FieldThen>;

/// How one field would be.
#[derive(Debug, Clone)]
pub(super) struct FieldThen {
    /// Whether it would not be asked for any more.
    pub done: bool,
    /// Its value.
    pub value: Option<Value>,
}

impl MainSessionState {
    /// The fields whose conditions hold: those that are asked, and leave with the form. What a field
    /// that is not asked was answered with counts for no condition. What a page does not show is not
    /// asked either, unless it was answered: a page in steps hides what is done.
    pub fn asked_fields(&self) -> BTreeSet<FieldId> {
        self.asked_if(&WhatIf::new())
    }

    pub(super) fn asked_if(&self, what_if: &WhatIf) -> BTreeSet<FieldId> {
        let mut asked = BTreeSet::new();
        for field in &self.form.fields {
            let value_of = |id: &FieldId| {
                let value = match what_if.get(id) {
                    Some(then) => then.value.as_ref(),
                    None => self.collected_fields.get(id).map(|it| &it.value),
                };
                value.filter(|_| asked.contains(id))
            };
            let is_asked = match &field.when {
                Some(condition) => condition.holds(&value_of),
                None => true,
            };
            if is_asked && !self.is_hidden(&field.field_id, what_if) {
                asked.insert(field.field_id.clone());
            }
        }
        asked
    }

    /// Whether the page that asks for a field does not show it, and it has no value.
    pub(super) fn is_hidden(&self, field: &FieldId, what_if: &WhatIf) -> bool {
        let has_value = match what_if.get(field) {
            Some(then) => then.value.is_some(),
            None => self.collected_fields.contains_key(field),
        };
        self.hidden_fields.contains(field) && !has_value
    }

    /// The fields that are still to be asked for, in order.
    pub(super) fn open_if(&self, what_if: &WhatIf) -> Vec<FieldId> {
        let asked = self.asked_if(what_if);
        let is_done = |id: &FieldId| match what_if.get(id) {
            Some(then) => then.done,
            None => self.is_done(id),
        };
        let planned = self.plan.iter().flat_map(|plan| &plan.fields);
        planned
            .map(|planned| &planned.field_id)
            .filter(|id| asked.contains(id) && !is_done(id))
            .cloned()
            .collect()
    }

    /// The field to ask for: the one that was asked for if it is still open, or else the first.
    pub(super) fn next_if(&self, what_if: &WhatIf) -> Option<FieldId> {
        let under_review = self.under_review();
        let open = self.open_if(what_if);
        let mut open = open.into_iter().filter(|id| !under_review.contains(id));
        let current = self
            .current_field()
            .map(|(planned, _)| planned.field_id.clone());
        let first = open.next()?;
        match current {
            Some(current) if current != first && open.any(|id| id == current) => Some(current),
            _ => Some(first),
        }
    }

    pub(super) fn next_field(&self) -> Option<FieldId> {
        self.next_if(&WhatIf::new())
    }

    /// The fields that a Reviewer is at work on.
    pub(super) fn under_review(&self) -> BTreeSet<FieldId> {
        let sub_sessions = self.agent_stack.iter().filter_map(|it| {
            let sub_session = it.sub_session.as_ref()?;
            Some(sub_session.field_id.clone())
        });
        sub_sessions.collect()
    }

    /// Where a field stands in the plan.
    pub(super) fn place_of(&self, field: &FieldId) -> Option<usize> {
        let planned = self.plan.as_ref()?.fields.iter();
        planned.into_iter().position(|it| it.field_id == *field)
    }

    /// Whether nothing is left to ask for.
    pub(crate) fn is_asked_out(&self) -> bool {
        self.plan.is_some() && self.open_if(&WhatIf::new()).is_empty()
    }

    /// Whether the country has to be asked for before the form's first field.
    pub(crate) fn needs_country(&self) -> bool {
        self.bootstrap.lacks_country_for(&self.form)
    }

    /// Whether the form cannot be sent because this field has no answer: they would not give one, or the
    /// form says that it cannot be sent without, and they do not know it or it was asked for in vain.
    pub(super) fn blocks(&self, field: &FormField) -> bool {
        let is_strict = field.if_declined == Some(IfDeclined::CannotSend);
        if !field.required || field.if_declined == Some(IfDeclined::LeaveOpen) {
            return false;
        }
        let has_value = || self.collected_fields.contains_key(&field.field_id);
        match self.outcome_of(&field.field_id) {
            Some(FieldOutcome::Declined) => true,
            Some(FieldOutcome::DoesNotKnow) => is_strict,
            Some(FieldOutcome::Unresolved) => is_strict && !has_value(),
            _ => false,
        }
    }
}

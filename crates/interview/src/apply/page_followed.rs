//! A page's form that changes while it is asked for.

use crate::state::MainSessionState;
use crate::tools::untranslated;
use kikitori_form::{FactDefinition, FormField};

impl MainSessionState {
    /// Puts fields behind all others, in the form and in the plan.
    pub(super) fn fields_added(&mut self, fields: Vec<FormField>, facts: Vec<FactDefinition>) {
        for field in fields {
            if self.form.field(&field.field_id).is_some() {
                continue;
            }
            if let Some(plan) = &mut self.plan {
                let language = self.bootstrap.spoken();
                plan.fields.push(untranslated(&field, language));
            }
            self.form.fields.push(field);
        }
        self.form.facts.extend(facts);
    }
}

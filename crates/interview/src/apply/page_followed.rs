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

    pub(super) fn options_changed(&mut self, fields: Vec<FormField>) {
        for field in fields {
            let id = field.field_id.clone();
            let planned = self.plan.iter_mut().flat_map(|plan| &mut plan.fields);
            for planned in planned.filter(|it| it.field_id == id) {
                *planned = untranslated(&field, self.bootstrap.spoken());
            }
            if let Some(own) = self.form.fields.iter_mut().find(|it| it.field_id == id) {
                *own = field;
            }
        }
    }
}

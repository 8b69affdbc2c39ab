//! The Architect's tool: `create_plan`.

use std::collections::BTreeSet;

use kikitori_agent::{
    FunctionCallResult, LoopControl, NonBlank, RegistryError, Tool, ToolOutput, ToolRegistry,
};
use schemars::JsonSchema;
use serde::Deserialize;
use thiserror::Error;

use super::schemas;
use crate::bounds::{MAX_INTENT_CHARS, MAX_LABEL_CHARS};
use crate::plan::{Plan, PlanSource, PlannedField};
use kikitori_form::{FieldId, SessionForm};

/// What the Architect's tool sees and changes.
pub struct ArchitectContext {
    /// The form that the plan is for.
    pub form: SessionForm,
    /// The plan, once it is accepted.
    pub plan: Option<Plan>,
}

/// What `create_plan` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreatePlanArgs {
    /// Every field of the form exactly once, in the order of the interview.
    pub fields: Vec<PlanFieldArgs>,
}

/// A field of the form.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanFieldArgs {
    /// The field's id, as the form has it.
    pub field_id: String,
    /// What the field is called, in the respondent's language.
    pub label: NonBlank,
    /// What it is meant to find out, in the respondent's language.
    pub intent: String,
    /// As the form has it.
    pub required: bool,
}

/// Why a plan does not fit its form; all of it goes back to the model.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct PlanError {
    /// Everything that does not fit, in the order of the plan; what is missing comes last.
    pub problems: Vec<PlanProblem>,
}

/// One way in which a plan does not fit its form. Positions count from 0.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlanProblem {
    /// The form has no such field.
    #[error("fields[{position}].field_id: the form has no field {field_id:?}")]
    Invented {
        /// Where in the plan.
        position: usize,
        /// As the model wrote it.
        field_id: String,
    },
    /// The field is in the plan already.
    #[error("fields[{position}].field_id: {field_id} is planned twice")]
    Twice {
        /// Where in the plan.
        position: usize,
        /// Which field.
        field_id: FieldId,
    },
    /// The plan changes whether the field has to be answered.
    #[error("fields[{position}].required: {field_id} is {required} in the form")]
    Required {
        /// Where in the plan.
        position: usize,
        /// Which field.
        field_id: FieldId,
        /// As the form has it.
        required: bool,
    },
    /// A text is longer than it may be.
    #[error("fields[{position}].{member}: {most} characters are the most")]
    TooLong {
        /// Where in the plan.
        position: usize,
        /// Which text.
        member: &'static str,
        /// How long it may be.
        most: usize,
    },
    /// The plan leaves a field out.
    #[error("fields: {field_id} is missing")]
    Missing {
        /// Which field.
        field_id: FieldId,
    },
}

pub(super) fn registry() -> Result<ToolRegistry<ArchitectContext>, RegistryError> {
    let mut registry = ToolRegistry::new();
    registry.register(Tool::with_schema(
        "create_plan",
        "Set the order of the interview: every field of the form exactly once.",
        schemas::CREATE_PLAN,
        create_plan,
    )?)?;
    Ok(registry)
}

fn create_plan(args: CreatePlanArgs, context: &mut ArchitectContext) -> ToolOutput {
    match transform_to_plan(args, &context.form) {
        Ok(plan) => {
            context.plan = Some(plan);
            ToolOutput {
                result: FunctionCallResult::success("The plan is set."),
                then: LoopControl::Finish,
            }
        }
        Err(error) => {
            FunctionCallResult::error(format!("Invalid parameters for create_plan: {error}")).into()
        }
    }
}

/// From what the model wrote to the plan that is kept.
///
/// # Errors
/// [`PlanError`] with every way in which the plan does not fit the form.
pub fn transform_to_plan(args: CreatePlanArgs, form: &SessionForm) -> Result<Plan, PlanError> {
    let mut problems = Vec::new();
    let mut seen = BTreeSet::new();
    let mut fields = Vec::new();
    for (position, planned) in args.fields.into_iter().enumerate() {
        let id = FieldId::new(&planned.field_id);
        let Some(field) = id.as_ref().and_then(|id| form.field(id)) else {
            problems.push(PlanProblem::Invented {
                position,
                field_id: planned.field_id,
            });
            continue;
        };
        let field_id = field.field_id.clone();
        if !seen.insert(field_id.clone()) {
            problems.push(PlanProblem::Twice { position, field_id });
            continue;
        }
        if planned.required != field.required {
            problems.push(PlanProblem::Required {
                position,
                field_id,
                required: field.required,
            });
            continue;
        }
        // What the form itself calls it may be longer.
        let label_of_form = field.label.chars().count();
        let intent_of_form = field.intent.as_deref().map_or(0, |it| it.chars().count());
        let texts = [
            (
                "label",
                planned.label.as_str(),
                MAX_LABEL_CHARS,
                label_of_form,
            ),
            (
                "intent",
                planned.intent.as_str(),
                MAX_INTENT_CHARS,
                intent_of_form,
            ),
        ];
        let too_long = texts
            .into_iter()
            .map(|(member, text, most, of_form)| (member, text, most.max(2 * of_form)))
            .find(|(_, text, most)| text.chars().count() > *most);
        if let Some((member, _, most)) = too_long {
            problems.push(PlanProblem::TooLong {
                position,
                member,
                most,
            });
            continue;
        }
        fields.push(PlannedField {
            field_id: field.field_id.clone(),
            label: planned.label.into_string(),
            intent: planned.intent.trim().to_owned(),
            required: field.required,
        });
    }
    for field in &form.fields {
        if !seen.contains(&field.field_id) {
            problems.push(PlanProblem::Missing {
                field_id: field.field_id.clone(),
            });
        }
    }
    if problems.is_empty() {
        Ok(Plan {
            fields,
            source: PlanSource::Architect,
        })
    } else {
        Err(PlanError { problems })
    }
}

/// The plan that is used when the Architect comes to none.
pub(crate) fn plan_in_form_order(form: &SessionForm) -> Plan {
    let fields = form.fields.iter().map(|field| PlannedField {
        field_id: field.field_id.clone(),
        label: field.label.clone(),
        intent: field.intent.clone().unwrap_or_default(),
        required: field.required,
    });
    Plan {
        fields: fields.collect(),
        source: PlanSource::FormOrder,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kikitori_form::parse_form;

    fn planned(fields: &[(&str, bool)]) -> Result<Vec<String>, String> {
        let form = parse_form(
            r#"{"id":"f","title":"F","fields":[{"id":"a","label":"A","required":true},{"id":"b","label":"B","required":false}]}"#,
        )
        .unwrap();
        let fields = fields.iter().map(|(id, required)| PlanFieldArgs {
            field_id: (*id).into(),
            label: NonBlank::new("L").unwrap(),
            intent: String::new(),
            required: *required,
        });
        transform_to_plan(
            CreatePlanArgs {
                fields: fields.collect(),
            },
            &form,
        )
        .map(|plan| {
            plan.fields
                .iter()
                .map(|field| field.field_id.to_string())
                .collect()
        })
        .map_err(|error| error.to_string())
    }

    #[test]
    fn a_plan_has_every_field_once_invents_none_and_keeps_what_is_required() {
        assert_eq!(planned(&[("b", false), ("a", true)]).unwrap(), ["b", "a"]);
        let wrong: [(&[(&str, bool)], &str); 5] = [
            (&[], "fields: a is missing; fields: b is missing"),
            (&[("a", true)], "fields: b is missing"),
            (
                &[("a", true), ("b", false), ("a", true)],
                "fields[2].field_id: a is planned twice",
            ),
            (
                &[("a", true), ("b", false), ("c", true)],
                "fields[2].field_id: the form has no field \"c\"",
            ),
            (
                &[("a", false), ("b", false)],
                "fields[0].required: a is true in the form",
            ),
        ];
        for (fields, expected) in wrong {
            assert_eq!(planned(fields).unwrap_err(), expected);
        }
    }
}

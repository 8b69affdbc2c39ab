//! The Architect's tool: `create_plan`.

use std::collections::{BTreeMap, BTreeSet};

use kikitori_agent::{
    FunctionCallResult, LoopControl, NonBlank, RegistryError, Tool, ToolOutput, ToolRegistry,
};
use schemars::JsonSchema;
use serde::Deserialize;
use thiserror::Error;

use super::schemas;
use super::sentences::translated_sentences;
use crate::bounds::{MAX_INTENT_CHARS, MAX_LABEL_CHARS};
use crate::plan::{Plan, PlanSource, PlannedField, TranslatedForm};
use kikitori_form::file::text::Text;
use kikitori_form::{FieldId, FormField, SessionForm};

/// What the Architect's tool sees and changes.
pub struct ArchitectContext {
    /// The form that the plan is for.
    pub form: SessionForm,
    /// The respondent's language.
    pub language: String,
    /// Sentences of code's that are to be translated.
    pub sentences: Vec<&'static str>,
    /// The plan, once it is accepted.
    pub plan: Option<Plan>,
}

/// What `create_plan` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreatePlanArgs {
    /// The ids of all fields of the form, each exactly once, in the order of the interview.
    pub field_ids: Vec<String>,
    /// The fields' texts in the respondent's language; null where the form is written in it.
    pub translations: Option<Vec<TranslationArgs>>,
    /// The form's title in that language; null where the form is written in it.
    pub title: Option<String>,
    /// The form's description in that language; null where it has none.
    pub description: Option<String>,
    /// The program's sentences in that language, each after its number; null where there are none.
    pub sentences: Option<Vec<String>>,
}

/// A field of the form in the respondent's language.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TranslationArgs {
    /// The field's id, as the form has it.
    pub field_id: String,
    /// What the field is called, in the respondent's language.
    pub label: NonBlank,
    /// The whole of its intent, in the respondent's language; null where the form has none.
    pub intent: Option<String>,
    /// Each of its texts in the respondent's language, as many and in the same order; null where the form has none.
    pub texts: Option<Vec<String>>,
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
    #[error("{list}[{position}]: the form has no field {field_id:?}")]
    Invented {
        /// The argument.
        list: &'static str,
        /// Where in it.
        position: usize,
        /// As the model wrote it.
        field_id: String,
    },
    /// The field is there already.
    #[error("{list}[{position}]: {field_id} is there twice")]
    Twice {
        /// The argument.
        list: &'static str,
        /// Where in it.
        position: usize,
        /// Which field.
        field_id: FieldId,
    },
    /// A text is longer than it may be.
    #[error("translations[{position}].{member}: {most} characters are the most")]
    TooLong {
        /// Where in the translations.
        position: usize,
        /// Which text.
        member: &'static str,
        /// How long it may be.
        most: usize,
    },
    /// There are more or fewer texts than the field has.
    #[error("translations[{position}].texts: the field has {expected}")]
    TextCount {
        /// Where in the translations.
        position: usize,
        /// How many it has.
        expected: usize,
    },
    /// The plan leaves a field out.
    #[error("field_ids: {field_id} is missing")]
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

fn create_plan(mut args: CreatePlanArgs, context: &mut ArchitectContext) -> ToolOutput {
    let told = args.sentences.take().unwrap_or_default();
    match transform_to_plan(args, &context.form, &context.language) {
        Ok(mut plan) => {
            plan.sentences = translated_sentences(&context.sentences, told);
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

/// From what the model wrote to the plan that is kept. What is not translated has the form's own
/// texts.
///
/// # Errors
/// [`PlanError`] with every way in which the plan does not fit the form.
pub fn transform_to_plan(
    args: CreatePlanArgs,
    form: &SessionForm,
    language: &str,
) -> Result<Plan, PlanError> {
    let mut problems = Vec::new();
    let mut translations = translated(args.translations, form, language, &mut problems);
    let mut seen = Seen::new("field_ids", form);
    let mut fields = Vec::new();
    for (position, field_id) in args.field_ids.into_iter().enumerate() {
        let Some(field) = seen.field(position, field_id, &mut problems) else {
            continue;
        };
        let translated = translations.remove(&field.field_id);
        fields.push(translated.unwrap_or_else(|| untranslated(field, language)));
    }
    for field in &form.fields {
        if !seen.ids.contains(&field.field_id) {
            let field_id = field.field_id.clone();
            problems.push(PlanProblem::Missing { field_id });
        }
    }
    let named = |text: Option<String>, own: Option<&Text>| {
        let most = own.map_or(0, |own| {
            MAX_INTENT_CHARS.max(2 * own.in_language(language).chars().count())
        });
        let text = text.map(|text| text.trim().to_owned());
        text.filter(|text| text.chars().count() <= most)
    };
    let title = named(args.title, Some(&form.title)).filter(|title| !title.is_empty());
    let description = named(args.description, form.description.as_ref());
    if problems.is_empty() {
        Ok(Plan {
            fields,
            source: PlanSource::Architect,
            form: title.map(|title| TranslatedForm {
                title,
                description: description.unwrap_or_default(),
            }),
            sentences: BTreeMap::new(),
        })
    } else {
        Err(PlanError { problems })
    }
}

/// The fields of a list that have been named so far.
struct Seen<'a> {
    list: &'static str,
    form: &'a SessionForm,
    ids: BTreeSet<FieldId>,
}

impl<'a> Seen<'a> {
    fn new(list: &'static str, form: &'a SessionForm) -> Self {
        let ids = BTreeSet::new();
        Self { list, form, ids }
    }

    /// The field that is named at this place.
    fn field(
        &mut self,
        position: usize,
        field_id: String,
        problems: &mut Vec<PlanProblem>,
    ) -> Option<&'a FormField> {
        let list = self.list;
        let id = FieldId::new(&field_id);
        let field = id.and_then(|id| self.form.field(&id));
        let Some(field) = field else {
            problems.push(PlanProblem::Invented {
                list,
                position,
                field_id,
            });
            return None;
        };
        let field_id = field.field_id.clone();
        if !self.ids.insert(field_id.clone()) {
            problems.push(PlanProblem::Twice {
                list,
                position,
                field_id,
            });
            return None;
        }
        Some(field)
    }
}

/// The fields as they are translated.
fn translated(
    translations: Option<Vec<TranslationArgs>>,
    form: &SessionForm,
    language: &str,
    problems: &mut Vec<PlanProblem>,
) -> BTreeMap<FieldId, PlannedField> {
    let mut seen = Seen::new("translations", form);
    let mut fields = BTreeMap::new();
    for (position, translation) in translations.unwrap_or_default().into_iter().enumerate() {
        let Some(field) = seen.field(position, translation.field_id, problems) else {
            continue;
        };
        let mut planned = untranslated(field, language);
        // What the form itself calls it may be longer.
        let label = translation.label.into_string();
        let most_of_label = MAX_LABEL_CHARS.max(2 * planned.label.chars().count());
        let intent = translation.intent.unwrap_or_default().trim().to_owned();
        let most_of_intent = MAX_INTENT_CHARS.max(2 * planned.intent.chars().count());
        let texts = [
            ("label", &label, most_of_label),
            ("intent", &intent, most_of_intent),
        ];
        let too_long = texts
            .into_iter()
            .find(|(_, text, most)| text.chars().count() > *most);
        if let Some((member, _, most)) = too_long {
            problems.push(PlanProblem::TooLong {
                position,
                member,
                most,
            });
            continue;
        }
        let own = field.other_texts();
        let others = translation.texts.unwrap_or_default();
        if !others.is_empty() && others.len() != own.len() {
            let expected = own.len();
            problems.push(PlanProblem::TextCount { position, expected });
            continue;
        }
        // One that is left blank or far too long is shown as the form has it.
        let fits = |(other, own): (&String, &&Text)| {
            let most = MAX_LABEL_CHARS.max(3 * own.in_language(language).chars().count());
            match other.chars().count() <= most {
                true => other.trim().to_owned(),
                false => String::new(),
            }
        };
        planned.texts = others.iter().zip(&own).map(fits).collect();
        // Whoever made the form knows better what it says in a language that it has.
        let is_theirs = |text: &Text| text.is_in(language, form.own_language());
        if !is_theirs(&field.label) {
            planned.label = label;
        }
        if !intent.is_empty() && !field.intent.as_ref().is_some_and(is_theirs) {
            planned.intent = intent;
        }
        fields.insert(field.field_id.clone(), planned);
    }
    fields
}

/// A field as the form has it, in this language if it is there in it.
pub(crate) fn untranslated(field: &FormField, language: &str) -> PlannedField {
    let intent = field.intent.as_ref();
    let intent = intent.map(|intent| intent.in_language(language));
    PlannedField {
        field_id: field.field_id.clone(),
        label: field.label.in_language(language).to_owned(),
        intent: intent.unwrap_or_default().to_owned(),
        required: field.required,
        texts: Vec::new(),
    }
}

/// The fields in the form's own order.
pub(crate) fn plan_in_form_order(form: &SessionForm, language: &str) -> Plan {
    let fields = form.fields.iter();
    Plan {
        fields: fields.map(|field| untranslated(field, language)).collect(),
        source: PlanSource::FormOrder,
        form: None,
        sentences: BTreeMap::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kikitori_form::parse_form;

    fn planned(
        field_ids: &[&str],
        translations: Option<Vec<TranslationArgs>>,
    ) -> Result<Plan, String> {
        let form = parse_form(
            r#"{"id":"f","title":"F","fields":[{"id":"a","label":"A","intent":"One of: x, y","required":true},{"id":"b","label":"B","required":false}]}"#,
        )
        .unwrap();
        let field_ids = field_ids.iter().map(|id| (*id).to_owned()).collect();
        let args = CreatePlanArgs {
            field_ids,
            translations,
            title: None,
            description: None,
            sentences: None,
        };
        transform_to_plan(args, &form, "ja").map_err(|error| error.to_string())
    }

    fn translation(field_id: &str, intent: Option<&str>) -> TranslationArgs {
        TranslationArgs {
            field_id: field_id.into(),
            label: NonBlank::new("ラベル").unwrap(),
            intent: intent.map(str::to_owned),
            texts: None,
        }
    }

    #[test]
    fn a_plan_has_every_field_once_and_invents_none() {
        let plan = planned(&["b", "a"], None).unwrap();
        let ids: Vec<_> = plan.fields.iter().map(|it| it.field_id.as_str()).collect();
        assert_eq!(ids, ["b", "a"]);
        let wrong: [(&[&str], &str); 4] = [
            (&[], "field_ids: a is missing; field_ids: b is missing"),
            (&["a"], "field_ids: b is missing"),
            (&["a", "b", "a"], "field_ids[2]: a is there twice"),
            (
                &["a", "b", "c"],
                "field_ids[2]: the form has no field \"c\"",
            ),
        ];
        for (fields, expected) in wrong {
            assert_eq!(planned(fields, None).unwrap_err(), expected);
        }
    }

    #[test]
    fn what_is_not_translated_keeps_the_forms_own_texts() {
        let plan = planned(&["a", "b"], None).unwrap();
        assert_eq!(plan.fields[0].label, "A");
        assert_eq!(plan.fields[0].intent, "One of: x, y");
        let plan = planned(&["a", "b"], Some(vec![translation("a", None)])).unwrap();
        assert_eq!(plan.fields[0].label, "ラベル");
        assert_eq!(plan.fields[0].intent, "One of: x, y");
        assert_eq!(plan.fields[1].label, "B");
        let twice = vec![translation("a", None), translation("a", None)];
        assert_eq!(
            planned(&["a", "b"], Some(twice)).unwrap_err(),
            "translations[1]: a is there twice"
        );
    }
}

//! The Reviewer's tool: `review`.

use std::collections::BTreeSet;

use kikitori_agent::{
    FunctionCallResult, LoopControl, RegistryError, Tool, ToolOutput, ToolRegistry,
    parse_and_validate_tool_args,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::corrections::{
    Correction, CorrectionArgs, CorrectionError, check_corrections, transform_to_corrections,
};
use super::schemas;
use crate::bounds::{
    MAX_FACT_CHARS, MAX_FACTS_PER_REVIEW, MAX_FEEDBACK_CHARS, MAX_VALUE_BYTES, cut,
};
use kikitori_form::FieldId;

/// What the Reviewer's tool sees and changes.
#[derive(Debug, Default)]
pub struct ReviewerContext {
    /// Whether the field under review has to be answered.
    pub required: bool,
    /// The field under review.
    pub field_id: Option<FieldId>,
    /// The fields that are done, whose answers can be corrected.
    pub answered: BTreeSet<FieldId>,
    /// The review, once it is accepted.
    pub result: Option<ReviewResult>,
}

/// What `review` takes. The grounds stand before the verdict, so that they are written first.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewArgs {
    /// Fields in `<collected>` that the last message corrects or adds to, each with its whole new answer.
    pub corrects: Option<Vec<CorrectionArgs>>,
    /// What the last message asks back, if it does.
    pub question: Option<String>,
    /// What was learnt about the field, one short statement each.
    pub extracted_facts: Option<Vec<String>>,
    /// What is still missing, in the respondent's language.
    pub missing_facts: Option<Vec<String>>,
    /// What to ask for, when the answer is not enough.
    pub feedback: Option<String>,
    /// Whether the last message refuses to give what a required field asks for.
    pub refused: Option<bool>,
    /// The answer to write into the form; null unless passed, or when an optional field was declined.
    pub field_value: Option<String>,
    /// Whether the answer is enough.
    pub passed: bool,
}

/// A review as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewResult {
    /// Whether the answer is enough.
    pub passed: bool,
    /// What to ask for.
    pub feedback: Option<String>,
    /// What is missing.
    pub missing_facts: Vec<String>,
    /// What was learnt.
    pub extracted_facts: Vec<String>,
    /// The accepted answer; none when the field was declined or not passed.
    pub field_value: Option<String>,
    /// What it corrects of other fields, whether or not it passed.
    #[serde(default)]
    pub corrects: Vec<Correction>,
    /// What the respondent asked back.
    #[serde(default)]
    pub question: Option<String>,
    /// Whether the respondent refused to answer a field that has to be answered.
    #[serde(default)]
    pub refused: bool,
}

/// How a verdict contradicts itself. It is named by its path in the arguments of `review`.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReviewError {
    /// Not passed, and nothing to ask for.
    #[error("missing_facts: passed is false, so say what is missing")]
    NothingMissing,
    /// Passed, and still something to ask for.
    #[error("missing_facts: passed is true, so nothing can be missing")]
    StillMissing,
    /// Passed, and nothing to write into a field that has to be answered.
    #[error(
        "field_value: the field is required, so a passed answer has a value; if there is none, passed is false"
    )]
    NoValue,
    /// The value is longer than anything that a person can have said.
    #[error("field_value: {MAX_VALUE_BYTES} bytes are the most")]
    TooLong,
    /// Passed, and refused.
    #[error("refused: passed is true, so the field was not refused")]
    PassedAndRefused,
    /// Refused, where it may be declined.
    #[error("refused: the field is not required, so a refusal passes with field_value null")]
    MayBeDeclined,
    /// A correction does not fit.
    #[error(transparent)]
    Correction(#[from] CorrectionError),
}

pub(super) fn registry() -> Result<ToolRegistry<ReviewerContext>, RegistryError> {
    let mut registry = ToolRegistry::new();
    registry.register(Tool::with_schema(
        "review",
        "Report whether the answers to the field are enough.",
        schemas::REVIEW,
        review,
    )?)?;
    Ok(registry)
}

fn review(args: ReviewArgs, context: &mut ReviewerContext) -> ToolOutput {
    let result = transform_to_review_result(args, context.required).and_then(|result| {
        let under_review = context.field_id.as_ref();
        check_corrections(&result.corrects, &context.answered, under_review)?;
        Ok(result)
    });
    match result {
        Ok(result) => {
            context.result = Some(result);
            ToolOutput {
                result: FunctionCallResult::success("The review is recorded."),
                then: LoopControl::Finish,
            }
        }
        Err(error) => {
            FunctionCallResult::error(format!("Invalid parameters for review at {error}")).into()
        }
    }
}

/// From what the model wrote to the review that is kept: null becomes the stored default, and a
/// verdict that contradicts itself is refused.
///
/// # Errors
/// [`ReviewError`] when it contradicts itself.
pub fn transform_to_review_result(
    args: ReviewArgs,
    required: bool,
) -> Result<ReviewResult, ReviewError> {
    let refused = args.refused.unwrap_or_default();
    let result = ReviewResult {
        corrects: transform_to_corrections(args.corrects)?,
        question: args
            .question
            .and_then(not_blank)
            .map(|text| cut(&text, MAX_FEEDBACK_CHARS)),
        refused: refused && required,
        passed: args.passed,
        feedback: args
            .feedback
            .and_then(not_blank)
            .map(|text| cut(&text, MAX_FEEDBACK_CHARS)),
        missing_facts: not_blank_ones(args.missing_facts),
        extracted_facts: not_blank_ones(args.extracted_facts),
        field_value: args.field_value.and_then(not_blank),
    };
    if !result.passed {
        if refused && !required {
            return Err(ReviewError::MayBeDeclined);
        }
        if !refused && result.feedback.is_none() && result.missing_facts.is_empty() {
            return Err(ReviewError::NothingMissing);
        }
        // Nothing that has not passed is ever written into the form.
        return Ok(ReviewResult {
            field_value: None,
            ..result
        });
    }
    if result.refused {
        return Err(ReviewError::PassedAndRefused);
    }
    if !result.missing_facts.is_empty() {
        return Err(ReviewError::StillMissing);
    }
    if required && result.field_value.is_none() {
        return Err(ReviewError::NoValue);
    }
    if result
        .field_value
        .as_ref()
        .is_some_and(|it| it.len() > MAX_VALUE_BYTES)
    {
        return Err(ReviewError::TooLong);
    }
    Ok(result)
}

/// Whether the field passed by a call of `review`.
pub(crate) fn verdict_in(arguments: &str) -> Option<bool> {
    let args: ReviewArgs = parse_and_validate_tool_args(arguments, "review").ok()?;
    Some(args.passed)
}

/// The review that a call of `review` on record makes, if it was accepted.
pub(crate) fn review_of(arguments: &str, required: bool) -> Option<ReviewResult> {
    let args = parse_and_validate_tool_args(arguments, "review").ok()?;
    transform_to_review_result(args, required).ok()
}

fn not_blank(text: String) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn not_blank_ones(texts: Option<Vec<String>>) -> Vec<String> {
    texts
        .unwrap_or_default()
        .into_iter()
        .filter_map(not_blank)
        .take(MAX_FACTS_PER_REVIEW)
        .map(|fact| cut(&fact, MAX_FACT_CHARS))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reviewed(arguments: &str, required: bool) -> Result<ReviewResult, ReviewError> {
        transform_to_review_result(serde_json::from_str(arguments).unwrap(), required)
    }

    #[test]
    fn a_verdict_that_contradicts_itself_is_refused() {
        let cases = [
            (r#"{"passed":true,"field_value":"Ada"}"#, true, true),
            (r#"{"passed":true,"field_value":null}"#, false, true),
            (r#"{"passed":true,"field_value":" "}"#, true, false),
            (
                r#"{"passed":true,"field_value":"Ada","missing_facts":["age"]}"#,
                true,
                false,
            ),
            (r#"{"passed":false,"missing_facts":["age"]}"#, true, true),
            (
                r#"{"passed":false,"missing_facts":[" "],"feedback":""}"#,
                true,
                false,
            ),
            (r#"{"passed":false,"refused":true}"#, true, true),
            (r#"{"passed":false,"refused":true}"#, false, false),
            (r#"{"passed":true,"refused":true}"#, false, true),
            (
                r#"{"passed":true,"refused":true,"field_value":"Ada"}"#,
                true,
                false,
            ),
        ];
        for (arguments, required, accepted) in cases {
            assert_eq!(
                reviewed(arguments, required).is_ok(),
                accepted,
                "{arguments}"
            );
        }
    }

    #[test]
    fn what_has_not_passed_leaves_no_value_behind() {
        let result = reviewed(
            r#"{"passed":false,"feedback":"more","field_value":"half"}"#,
            true,
        );
        assert_eq!(result.unwrap().field_value, None);
    }
}

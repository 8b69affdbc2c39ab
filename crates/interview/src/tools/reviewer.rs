//! The Reviewer's tool: `review`.

use kikitori_agent::{
    FunctionCallResult, LoopControl, NonBlank, RegistryError, Tool, ToolOutput, ToolRegistry,
    parse_and_validate_tool_args,
};
use kikitori_json::FromJson;
use schemars::JsonSchema;
use serde::Deserialize;
use thiserror::Error;

use super::ask::{bounded_suggestions, not_blank};
use super::heard::not_blank_ones;
use super::schemas;
use crate::bounds::{MAX_FEEDBACK_CHARS, MAX_QUESTION_CHARS, MAX_VALUE_BYTES, cut};

/// What the Reviewer's tool sees and changes.
#[derive(Debug, Default)]
pub struct ReviewerContext {
    /// Whether the field under review has to be answered.
    pub required: bool,
    /// Whether it was refused before: who refuses it again is asked nothing.
    pub was_refused: bool,
    /// The review, once it does not contradict itself. Whether it fits the field is checked further.
    pub result: Option<ReviewResult>,
}

/// What `review` takes. The grounds stand before the verdict, so that they are written first. Its
/// schema has no descriptions, as that of `ask` has none.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewArgs {
    /// The respondent's own words that it rests on, copied from one of their answers.
    #[schemars(description = "")]
    pub quote: Option<String>,
    /// What was learnt about the field, one short statement each.
    #[schemars(description = "")]
    pub extracted_facts: Option<Vec<String>>,
    /// What is still missing, in the respondent's language.
    #[schemars(description = "")]
    pub missing_facts: Option<Vec<String>>,
    /// What to ask for, when the answer is not enough.
    #[schemars(description = "")]
    pub feedback: Option<String>,
    /// Whether the last message refuses to give what a required field asks for.
    #[schemars(description = "")]
    pub refused: Option<bool>,
    /// The answer to write into the form, or what was told of it so far; null where there is none.
    #[schemars(description = "")]
    pub field_value: Option<String>,
    /// What the respondent is told and asked if it is not enough; null if it is.
    #[schemars(description = "")]
    pub follow_up: Option<FollowUpArgs>,
    /// Whether the answer is enough.
    #[schemars(description = "")]
    pub passed: bool,
}

/// What the respondent is told and asked for what is missing.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(description = "")]
pub struct FollowUpArgs {
    /// The question, in their language. Plain text.
    #[schemars(with = "String", description = "")]
    pub message: NonBlank,
    /// Up to six short answers that they can pick.
    #[schemars(description = "")]
    pub suggestions: Option<Vec<String>>,
}

/// A question for what is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowUp {
    /// The question.
    pub message: String,
    /// Short answers.
    pub suggestions: Vec<String>,
}

/// A review as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewResult {
    /// Whether the answer is enough.
    pub passed: bool,
    /// The words that it rests on.
    pub quote: Option<String>,
    /// What to ask for.
    pub feedback: Option<String>,
    /// What is missing.
    pub missing_facts: Vec<String>,
    /// What was learnt.
    pub extracted_facts: Vec<String>,
    /// The accepted answer; of one that has not passed, what they told of it so far. None when the
    /// field was declined.
    pub field_value: Option<String>,
    /// What is asked for what is missing.
    pub follow_up: Option<FollowUp>,
    /// Whether the respondent refused to answer a field that has to be answered.
    pub refused: bool,
}

/// How a verdict contradicts itself. It is named by its path in the arguments of `review`.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReviewError {
    /// Not passed, and nothing to ask for.
    #[error("missing_facts: passed is false, so say what is missing")]
    NothingMissing,
    /// Not passed, and nothing asked.
    #[error("follow_up: passed is false, so ask the respondent for what is missing")]
    NoFollowUp,
    /// What is asked is too long.
    #[error("follow_up.message: {MAX_QUESTION_CHARS} characters are the most")]
    FollowUpTooLong,
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
    let again = context.was_refused && args.refused == Some(true);
    match transform_to_review_result(args, context.required, again) {
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
/// verdict that contradicts itself is refused. Who has `refused_again` is asked nothing.
///
/// # Errors
/// [`ReviewError`] when it contradicts itself.
pub fn transform_to_review_result(
    args: ReviewArgs,
    required: bool,
    refused_again: bool,
) -> Result<ReviewResult, ReviewError> {
    let refused = args.refused.unwrap_or_default();
    let follow_up = args.follow_up.map(|it| FollowUp {
        message: it.message.into_string(),
        suggestions: bounded_suggestions(it.suggestions),
    });
    let result = ReviewResult {
        refused: refused && required,
        passed: args.passed,
        quote: not_blank(args.quote),
        feedback: not_blank(args.feedback).map(|text| cut(&text, MAX_FEEDBACK_CHARS)),
        missing_facts: not_blank_ones(args.missing_facts),
        extracted_facts: not_blank_ones(args.extracted_facts),
        field_value: not_blank(args.field_value),
        follow_up,
    };
    if !result.passed {
        if refused && !required {
            return Err(ReviewError::MayBeDeclined);
        }
        if !refused && result.feedback.is_none() && result.missing_facts.is_empty() {
            return Err(ReviewError::NothingMissing);
        }
        match &result.follow_up {
            Some(asked) if asked.message.chars().count() > MAX_QUESTION_CHARS => {
                return Err(ReviewError::FollowUpTooLong);
            }
            None if !refused_again => return Err(ReviewError::NoFollowUp),
            _ => {}
        }
        return Ok(ReviewResult {
            field_value: result.field_value.filter(|it| is_bounded(it)),
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
    if !result.field_value.as_deref().is_none_or(is_bounded) {
        return Err(ReviewError::TooLong);
    }
    Ok(result)
}

fn is_bounded(value: &str) -> bool {
    value.len() <= MAX_VALUE_BYTES
}

/// Whether the field passed by a call of `review`.
pub(crate) fn verdict_in(arguments: &str) -> Option<bool> {
    let args: ReviewArgs = parse_and_validate_tool_args(arguments, "review").ok()?;
    Some(args.passed)
}

/// A call of `review` on record, also of one that an older page made.
#[derive(FromJson)]
struct RecordedReview {
    passed: bool,
    quote: Option<String>,
    extracted_facts: Option<Vec<String>>,
    missing_facts: Option<Vec<String>>,
    feedback: Option<String>,
    refused: Option<bool>,
    field_value: Option<String>,
    follow_up: Option<RecordedFollowUp>,
}

#[derive(FromJson)]
struct RecordedFollowUp {
    message: String,
    suggestions: Option<Vec<String>>,
}

/// The review that a call of `review` on record makes.
pub(crate) fn review_of(arguments: &str) -> Option<ReviewResult> {
    let recorded: RecordedReview = kikitori_json::from_str(arguments).ok()?;
    Some(ReviewResult {
        passed: recorded.passed,
        quote: not_blank(recorded.quote),
        feedback: not_blank(recorded.feedback).map(|text| cut(&text, MAX_FEEDBACK_CHARS)),
        missing_facts: not_blank_ones(recorded.missing_facts),
        extracted_facts: not_blank_ones(recorded.extracted_facts),
        field_value: not_blank(recorded.field_value).filter(|it| is_bounded(it)),
        follow_up: recorded.follow_up.map(|it| FollowUp {
            message: it.message,
            suggestions: bounded_suggestions(it.suggestions),
        }),
        refused: recorded.refused.unwrap_or_default() && !recorded.passed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reviewed(arguments: &str, required: bool) -> Result<ReviewResult, ReviewError> {
        transform_to_review_result(serde_json::from_str(arguments).unwrap(), required, false)
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
            (
                r#"{"passed":false,"missing_facts":["age"],"follow_up":{"message":"How old?"}}"#,
                true,
                true,
            ),
            (r#"{"passed":false,"missing_facts":["age"]}"#, true, false),
            (
                r#"{"passed":false,"missing_facts":[" "],"feedback":""}"#,
                true,
                false,
            ),
            (
                r#"{"passed":false,"refused":true,"follow_up":{"message":"We need it."}}"#,
                true,
                true,
            ),
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
    fn only_who_refuses_again_is_asked_nothing() {
        let refused = || serde_json::from_str(r#"{"passed":false,"refused":true}"#).unwrap();
        for (again, expected) in [(false, Some(ReviewError::NoFollowUp)), (true, None)] {
            let result = transform_to_review_result(refused(), true, again);
            assert_eq!(result.err(), expected);
        }
    }

    #[test]
    fn what_was_told_of_an_answer_that_has_not_passed_is_bounded() {
        let told = |value: &str| {
            let review = serde_json::json!({"passed": false, "feedback": "more",
                "field_value": value, "follow_up": {"message": "And?"}});
            reviewed(&review.to_string(), true).unwrap().field_value
        };
        assert_eq!(told("half").as_deref(), Some("half"));
        assert_eq!(told(&"x".repeat(MAX_VALUE_BYTES + 1)), None);
    }
}

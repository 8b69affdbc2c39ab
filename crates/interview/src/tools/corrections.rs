//! What a message corrects of the answers that the form holds already, as `review` reports it.

use std::collections::BTreeSet;

use kikitori_agent::NonBlank;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::bounds::MAX_VALUE_BYTES;
use kikitori_form::FieldId;

/// An answer that the form holds already, as it is now.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CorrectionArgs {
    /// The field's id, as `<collected>` has it.
    pub field_id: String,
    /// The whole new answer.
    pub field_value: NonBlank,
}

/// A correction as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Correction {
    /// The field.
    pub field_id: FieldId,
    /// The whole new answer.
    pub field_value: String,
}

/// Why a correction is refused. Positions count from 0.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CorrectionError {
    /// The form holds no answer to it.
    #[error(
        "corrects[{position}].field_id: {field_id:?} has no answer in <collected> that could be corrected"
    )]
    NotAnswered {
        /// Where in the list.
        position: usize,
        /// As the model wrote it.
        field_id: String,
    },
    /// It is the field whose answer is being reviewed.
    #[error(
        "corrects[{position}].field_id: {field_id} is the field under review; its answer is field_value"
    )]
    UnderReview {
        /// Where in the list.
        position: usize,
        /// Which field.
        field_id: FieldId,
    },
    /// The field is in the list already.
    #[error("corrects[{position}].field_id: {field_id} is corrected twice")]
    Twice {
        /// Where in the list.
        position: usize,
        /// Which field.
        field_id: FieldId,
    },
    /// The value is longer than anything that a person can have said.
    #[error("corrects[{position}].field_value: {MAX_VALUE_BYTES} bytes are the most")]
    TooLong {
        /// Where in the list.
        position: usize,
    },
}

/// From what the model wrote to the corrections that are kept.
///
/// # Errors
/// [`CorrectionError`] for the first that does not fit.
pub(super) fn transform_to_corrections(
    args: Option<Vec<CorrectionArgs>>,
) -> Result<Vec<Correction>, CorrectionError> {
    let mut corrections: Vec<Correction> = Vec::new();
    for (position, correction) in args.unwrap_or_default().into_iter().enumerate() {
        let Some(field_id) = FieldId::new(&correction.field_id) else {
            let field_id = correction.field_id;
            return Err(CorrectionError::NotAnswered { position, field_id });
        };
        if corrections.iter().any(|it| it.field_id == field_id) {
            return Err(CorrectionError::Twice { position, field_id });
        }
        let field_value = correction.field_value.into_string();
        if field_value.len() > MAX_VALUE_BYTES {
            return Err(CorrectionError::TooLong { position });
        }
        corrections.push(Correction {
            field_id,
            field_value,
        });
    }
    Ok(corrections)
}

/// Checks that each of `corrections` is of a field that has been `answered`.
///
/// # Errors
/// [`CorrectionError`] for the first that is not.
pub(super) fn check_corrections(
    corrections: &[Correction],
    answered: &BTreeSet<FieldId>,
    under_review: Option<&FieldId>,
) -> Result<(), CorrectionError> {
    for (position, correction) in corrections.iter().enumerate() {
        let field_id = correction.field_id.clone();
        if under_review == Some(&field_id) {
            return Err(CorrectionError::UnderReview { position, field_id });
        }
        if !answered.contains(&field_id) {
            let field_id = field_id.to_string();
            return Err(CorrectionError::NotAnswered { position, field_id });
        }
    }
    Ok(())
}

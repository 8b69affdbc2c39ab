//! What somebody pastes to make a form of: a form's file, a JSON Schema, or the source of a page.

use serde_json::Value;

use crate::file::{Form, FormError, MAX_FILE_BYTES};
use crate::import::{Imported, import_json_schema};

/// What was pasted.
#[derive(Debug, Clone, PartialEq)]
pub enum Pasted {
    /// A form's file.
    Form(Form),
    /// A form of a JSON Schema, and what of it is not in the form.
    Schema(Imported),
    /// HTML, in which a form has to be found by who can parse it.
    Html,
}

/// Tells what a text is, and reads what it can.
///
/// # Errors
/// [`FormError`] where it is JSON and no form, with every place that does not fit.
///
/// ```
/// use kikitori_form::{Pasted, read_pasted};
///
/// let schema = r#"{"properties": {"age": {"type": "integer"}}}"#;
/// assert!(matches!(read_pasted(schema), Ok(Pasted::Schema(_))));
/// let named = r##"{"$ref": "#/definitions/A", "definitions": {"A": {"properties": {"age": {"type": "integer"}}}}}"##;
/// assert!(matches!(read_pasted(named), Ok(Pasted::Schema(_))));
/// assert_eq!(read_pasted(" <form></form>"), Ok(Pasted::Html));
/// assert!(read_pasted("[1]").is_err());
/// ```
pub fn read_pasted(text: &str) -> Result<Pasted, FormError> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.starts_with('<') {
        return Ok(Pasted::Html);
    }
    let is_short = text.len() <= MAX_FILE_BYTES;
    let value: Option<Value> = is_short.then(|| serde_json::from_str(text).ok()).flatten();
    match value {
        Some(value) if is_schema(&value) => import_json_schema(&value).map(Pasted::Schema),
        _ => Form::parse(text).map(Pasted::Form),
    }
}

/// Whether JSON is a schema: generators with a name for it begin with a reference to where it stands.
fn is_schema(value: &Value) -> bool {
    let of_schemas = ["properties", "$ref", "allOf", "$defs", "definitions"];
    let has = |key: &str| value.get(key).is_some();
    of_schemas.into_iter().any(has) && !has("fields")
}

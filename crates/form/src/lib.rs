//! Forms: the file that people write, and what a session keeps of it.

mod form;

pub use form::{FactDefinition, FieldId, FormError, FormField, SessionForm, parse_form};

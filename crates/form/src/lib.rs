//! Forms: the file that people write, and what a session keeps of it.

pub mod dates;
mod form;
mod plain;

pub use form::{FactDefinition, FieldId, FormError, FormField, SessionForm, parse_form};

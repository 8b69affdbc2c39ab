//! Forms: the file that people write, what counts as an answer to a field, and what a session
//! keeps of a form.

pub mod dates;
mod decimal;
pub mod edit;
pub mod file;
mod id;
mod import;
pub mod lines;
mod pasted;
mod plain;
mod reading;
mod session_form;
mod translated;
pub mod values;

pub use decimal::Decimal;
pub use file::{Form, FormError};
pub use id::FieldId;
pub use import::{Imported, import_json_schema, page_form};
pub use pasted::{Pasted, read_pasted};
pub use plain::{narrow_letter, with_one_i};
pub use reading::{MAX_PROBLEMS, Problem};
pub use session_form::{FactDefinition, FormField, SessionForm, parse_form};

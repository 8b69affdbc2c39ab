//! The interview on the page: its session behind signals, its screens and its words. `embedded` is
//! for another site's page that an interview stands in.

mod components;
pub mod embedded;
mod first_stage;
mod form;
mod limits;
mod messages;
mod model;
pub mod parts;
mod screens;
mod session;
mod start;

pub use first_stage::FirstStage;
pub use limits::page_context;
pub use session::form_language;
pub use start::{FirstView, Start, StartError};

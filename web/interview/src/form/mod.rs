//! The form as a form: what is loaded once somebody looks at all their answers.

mod answers;
pub mod done;
mod messages;
pub mod review;

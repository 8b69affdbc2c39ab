//! The form as a form: what is loaded once somebody looks at all their answers, or puts one in by
//! hand.

mod answers;
pub mod change;
mod checking;
mod delivery;
mod details;
pub mod done;
mod foreign;
mod frame;
mod inputs;
pub mod lines;
mod messages;
mod moves;
pub mod place;
pub mod plain;
mod post;
pub mod review;
mod sheet;
mod under_way;
mod zones;

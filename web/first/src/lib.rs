//! The first view of an interview: the form's title, the question while it is being written, and a
//! box to type in. It is drawn without a framework and asks the model without a store, so that it is
//! small and there at once. The session's own screen, which is loaded as soon as the request is on
//! its way, takes its place: with the same elements and classes, what was typed, and the same call.
//!
//! Whatever is unusual is left to that screen: a call that fails is made again there, and what the
//! person presses is pressed there once it has come.

mod asking;
mod call;
mod choices;
mod dom;
pub mod drawings;
mod messages;
mod place;
mod stage;
mod tag;
mod typed;
mod view;
mod words;

pub use asking::Asked;
pub use call::{Call, Followable, Followed, Follower};
pub use choices::{BUTTONS_AT_MOST, is_skip};
pub use messages::{EN, JA, Texts, done_of, private_named};
pub use place::{Languages, OwnPage, Surroundings};
pub use stage::{Stage, beginning_in_site, beginning_of};
pub use tag::is_right_to_left;

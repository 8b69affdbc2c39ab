//! The words of the first view, which the screens that take its place have too.

mod en;
mod ja;
mod phrases;
mod texts;

pub use en::EN;
pub use ja::JA;
pub use phrases::{done_of, private_named};
pub use texts::Texts;

use crate::tag::is_japanese;

impl Texts {
    /// The texts that serve a BCP 47 tag best.
    pub fn of(tag: &str) -> &'static Self {
        match is_japanese(tag) {
            true => &JA,
            false => &EN,
        }
    }
}

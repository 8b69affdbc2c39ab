//! The form builder: somebody makes a form by hand or of what they paste, talks with its interview
//! beside it, in the very element that a site embeds, and takes both with them.

mod address;
mod bounds;
mod builder;
mod columns;
mod condition;
mod conversation;
mod facts;
mod field;
mod fields;
mod found;
mod import;
mod kept;
mod languages;
mod look;
mod messages;
mod named;
pub mod parts;
mod patterns;
mod preview;
mod replay;
mod screen;
mod select;
mod take;

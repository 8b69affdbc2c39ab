//! The help desk on the page: a visitor asks, and sees the graph work until the answer stands there.

mod answer;
mod ask;
pub mod controller;
mod desk;
pub mod documents;
pub mod messages;
pub mod parts;
pub mod passage;
mod screen;
pub mod shelf;
mod steps;

//! The help desk on the page: a visitor asks, and sees the graph work until the answer stands there.

mod answer;
mod ask;
mod controller;
mod desk;
mod documents;
pub mod draft;
mod messages;
pub mod parts;
mod passage;
mod screen;
mod shelf;
mod steps;

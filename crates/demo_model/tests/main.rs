//! Every test of the demonstration model, in one program: what they share is compiled and linked once.

mod help_desk;
mod kitchen;
mod react;
mod with_the_engine;

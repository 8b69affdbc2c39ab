//! Every test of the journal, in one program: what they share is compiled and linked once.

mod damage;
mod history;
mod sessions;
mod steps;
mod support;
mod usage;
mod writers;

//! Every test of the help desk, in one program: what they share is compiled and linked once.

mod answers;
mod bounds;
mod citations;
mod controller;
mod failures;
mod follow_up;
mod kept;
mod killed;
mod languages;
mod opened;
mod schema_only;
mod sessions;
mod support;
mod verdicts;

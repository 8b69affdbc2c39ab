//! Every test of the ReAct agent, in one program: what they share is compiled and linked once.

mod any_model;
mod consent;
mod controller;
mod conversations;
mod killed;
mod loops;
mod support;

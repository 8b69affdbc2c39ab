//! Every test of graphs, in one program: what they share is compiled and linked once.

mod build;
mod damage;
mod events;
mod interrupts;
mod legacy;
mod resume;
mod semantics;
mod stored_values;
mod support;
mod tries;

//! Every test of the driver and what it calls, in one program: what they share is compiled and linked once.

mod caller;
mod caller_fitting;
mod caller_requests;
mod react;
mod structured;
mod support;
mod tasks;

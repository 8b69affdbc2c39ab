//! Every test of the MCP client, in one program: what they share is compiled and linked once.

mod calls;
mod sessions;
mod support;
mod tools;

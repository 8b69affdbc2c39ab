//! Every test of the proxy, in one program: what they share is compiled and linked once.

mod embedding;
mod limits;
mod mcp_servers;
mod page_files;
mod passing_through;
mod program;
mod refusals;
mod scripted;
mod support;
mod what_endpoints_send;

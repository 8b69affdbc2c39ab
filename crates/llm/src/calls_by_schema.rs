//! Tool calls from endpoints that take no tools, or ignore them, but hold a reply to a schema: the
//! tools are told in words, and the reply is an object that names one and has its arguments.

pub(crate) mod reply;
pub(crate) mod request;
pub(crate) mod streamed;

//! Every test of the model client, in one program: what they share is compiled and linked once.

mod advice;
mod bounds;
mod calls_by_schema;
mod endpoint_quirks;
mod faults;
mod preflight;
mod profiles;
mod recorded;
mod retries;
mod streams;
mod time_limits;
mod unknown_fields;

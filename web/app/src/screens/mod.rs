//! What fills the page.

pub mod done;
pub mod home;
pub mod interview;
pub mod review;
pub mod session;

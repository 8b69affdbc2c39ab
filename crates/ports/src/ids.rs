//! New names.

/// Makes names that no one else makes.
pub trait Ids {
    /// A new id of letters, digits and hyphens.
    fn new_id(&self) -> String;
}

//! What keeps programs of this origin apart that each have sessions of their own: the first part of
//! the names of everything that one of them stores.

use std::cell::Cell;

thread_local! {
    static NAMESPACE: Cell<&'static str> = const { Cell::new("kikitori") };
}

/// The database's name, and the first part of the names of locks and of every key in localStorage
/// and sessionStorage.
pub fn namespace() -> &'static str {
    NAMESPACE.get()
}

/// Has this program store everything under `name` instead of `kikitori`. To be called before
/// anything is stored or looked up.
pub fn use_namespace(name: &'static str) {
    NAMESPACE.set(name);
}

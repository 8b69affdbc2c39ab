//! What signals need besides what Leptos has.

use leptos::prelude::*;

/// Sets a signal only if that changes something, so that what hangs on it rests otherwise. Does
/// nothing when the signal is gone.
pub fn set_if_new<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.try_with_untracked(|now| *now != value) == Some(true) {
        signal.set(value);
    }
}

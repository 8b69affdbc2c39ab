//! What every input for files does: takes what is chosen and what is dropped.

use leptos::ev::{DragEvent, Event};
use leptos::html::Input;
use leptos::prelude::*;
use web_sys::{File, FileList};

/// An input for files and the place around it. A handle: all copies are the same.
#[derive(Clone, Copy)]
pub struct FileTake {
    /// Whether something is held over the place.
    pub is_over: RwSignal<bool>,
    /// The input.
    pub input: NodeRef<Input>,
    on_files: Callback<Vec<File>>,
}

impl FileTake {
    /// One whose files are given to `on_files`.
    pub fn new(on_files: Callback<Vec<File>>) -> Self {
        Self {
            is_over: RwSignal::new(false),
            input: NodeRef::new(),
            on_files,
        }
    }

    /// Files were chosen with the input.
    pub fn chosen(self, _: Event) {
        if let Some(input) = self.input.get_untracked() {
            self.take(input.files());
            // So that the same file, once mended, can be chosen again.
            input.set_value("");
        }
    }

    /// Something is held over the place.
    pub fn held(self, event: DragEvent) {
        event.prevent_default();
        self.is_over.set(true);
    }

    /// It is held elsewhere by now.
    pub fn left(self, _: DragEvent) {
        self.is_over.set(false);
    }

    /// It was let go there.
    pub fn dropped(self, event: DragEvent) {
        event.prevent_default();
        self.is_over.set(false);
        self.take(event.data_transfer().and_then(|data| data.files()));
    }

    fn take(self, files: Option<FileList>) {
        if let Some(files) = files {
            let files = (0..files.length()).filter_map(|place| files.get(place));
            self.on_files.run(files.collect());
        }
    }
}

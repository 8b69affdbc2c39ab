//! Where the page is: the part of the address after the folder that all of its files lie in.

use leptos::prelude::*;
use web_sys::HtmlAnchorElement;

use crate::page::Page;
use crate::place::System;
use crate::signals::set_if_new;

impl Page {
    /// What the address bar names: a path relative to the page's folder, with the part after `#`.
    pub(crate) fn shown_location(self) -> String {
        let location = window().location();
        let path = location.pathname().unwrap_or_default();
        let hash = location.hash().unwrap_or_default();
        let path = self.below_root(&path).unwrap_or_default();
        // Some hosts name the file.
        let path = path.strip_suffix("index.html").unwrap_or(&path);
        format!("{path}{hash}")
    }

    /// Looks again at the address bar, after the person went back or forward.
    pub fn follow_address(self) {
        self.has_moved.set(true);
        set_if_new(self.location, self.shown_location());
    }

    /// Goes to `location`, which is relative to the page's folder, without loading the page anew.
    /// Embedded, there is one place to go to: the beginning.
    pub fn go_to(self, location: &str) {
        if let Some(embedding) = self.embedded.get_value() {
            return (embedding.leave)();
        }
        if self.location.with_untracked(|now| now == location) {
            return;
        }
        let address = self.address(location);
        let history = window().history();
        let gone = history.and_then(|it| {
            it.push_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&address))
        });
        match gone {
            Ok(()) => self.follow_address(),
            // As in a page that was opened from a file.
            Err(_) => drop(window().location().set_href(&address)),
        }
    }

    /// Gives the address bar another name for what is shown.
    pub fn rename(self, location: &str) {
        let address = self.address(location);
        if let Ok(history) = window().history() {
            // It fails for a page that was opened from a file, whose address says too much then.
            let _ =
                history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&address));
        }
    }

    /// The page is at `location` by now, in the place of where it was.
    pub fn is_at(self, location: &str) {
        self.rename(location);
        self.has_moved.set(true);
        set_if_new(self.location, location.to_owned());
    }

    /// The person takes the session `id` of `system` to hand in place of `before`, on the same screen:
    /// the address names it, and one step back leads to `before`.
    pub fn goes_over(self, system: System, before: &str, id: &str) {
        if !before.is_empty() {
            self.rename(&system.location_of(before));
        }
        let location = system.location_of(id);
        if let Ok(history) = window().history() {
            let address = self.address(&location);
            // It fails for a page that was opened from a file, whose address stays.
            let _ = history.push_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&address));
        }
        self.has_moved.set(true);
        // The screen stays, and shows it by itself.
        self.location.update_untracked(|now| *now = location);
    }

    /// The session `id` of `system` is at hand, or none where it is empty: an address that names
    /// another one of that system names none any more, so that a reload shows the last one.
    pub fn has_at_hand(self, system: System, id: &str) {
        let named = self.location.with_untracked(|it| system.session_at(it));
        if named.is_some_and(|named| named != id) {
            let location = system.location();
            self.rename(location);
            // The screen stays.
            self.location
                .update_untracked(|now| *now = location.to_owned());
        }
    }

    /// Loads the page anew, at `location`.
    pub fn load_anew(self, location: &str) {
        self.rename(location);
        // It fails only for a document without a window.
        let _ = window().location().reload();
    }

    /// Where `link` leads, if that is within this page and is to be shown in its place.
    pub fn location_of(self, link: &HtmlAnchorElement) -> Option<String> {
        let is_plain = link.target().is_empty() && !link.has_attribute("download");
        let is_here = window().location().origin().ok()? == link.origin();
        if !is_plain || !is_here {
            return None;
        }
        let path = self.below_root(&link.pathname())?;
        Some(format!("{path}{}", link.hash()))
    }

    fn below_root(self, path: &str) -> Option<String> {
        let root = self.address("");
        path.strip_prefix(root.as_str()).map(str::to_owned)
    }
}

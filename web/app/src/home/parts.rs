//! What home loads on demand: everything about what is stored. Whoever has sessions here loads it
//! at once.
#![allow(unsafe_code, reason = "what the macro makes imports the part")]

use futures::future::LocalBoxFuture;
use kikitori_parts::page::Page;
use kikitori_parts::part::{Loading, NotLoaded};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;
use web_sys::File;

use super::device::Device;
use super::kept::{erase, session_file, session_list, storage};

/// What the part brings.
#[derive(Clone, Copy)]
pub struct Kept {
    /// The sessions on this device, with a view beside them.
    pub list: fn(Device, fn(Device) -> AnyView) -> AnyView,
    /// What is stored, where and how much, and the way to delete it.
    pub storage: fn(Device) -> AnyView,
    /// Takes a saved copy of a session; otherwise says why not.
    pub import: fn(Page, File) -> LocalBoxFuture<'static, Result<(), String>>,
    /// Deletes everything, and shows how that goes.
    pub erase: fn(Page) -> AnyView,
    /// Waits while another tab does.
    pub wait: fn(Page) -> AnyView,
}

#[wasm_split(kept, wasm_split_path = leptos::wasm_split, fallible)]
fn load_kept() -> Result<Kept, NotLoaded> {
    Ok(Kept {
        list: session_list::session_list,
        storage: storage::storage,
        import: |page, file| Box::pin(session_file::import(page, file)),
        erase: erase::erase,
        wait: erase::wait,
    })
}

/// What is stored on this device.
pub fn kept() -> Loading<Kept> {
    Box::pin(load_kept())
}

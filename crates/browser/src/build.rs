//! Which build of the page its server has.

use js_sys::Reflect;

use crate::get::get_text;

/// A server that takes longer is away.
const PATIENCE_MS: u32 = 30_000;

/// What the page's server has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// The build that runs here.
    Same,
    /// Another one.
    Other,
    /// That is not known: the server is not reached.
    Unreachable,
}

/// Looks which build the `index.html` at `address` starts.
pub async fn look_for_build(address: &str) -> Build {
    // Whatever a cache on the way has, this asks for more than it knows.
    let fresh = format!("{address}?{}", js_sys::Date::now() as u64);
    let Some((200, html)) = get_text(&fresh, PATIENCE_MS).await else {
        return Build::Unreachable;
    };
    match own_build() {
        Some(own) if !html.contains(own.as_str()) => Build::Other,
        _ => Build::Same,
    }
}

/// The folder of the build that runs here, as the script that started the page noted it.
fn own_build() -> Option<String> {
    let root = web_sys::window()?.document()?.document_element()?;
    root.get_attribute("data-build")
}

/// Whether the person asked their browser to save data.
pub fn saves_data() -> bool {
    let asked = || {
        let navigator = web_sys::window()?.navigator();
        let connection = Reflect::get(&navigator, &"connection".into()).ok()?;
        Reflect::get(&connection, &"saveData".into())
            .ok()?
            .as_bool()
    };
    asked().unwrap_or(false)
}

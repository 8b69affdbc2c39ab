//! Names that nobody else has.

use js_sys::{Math, Reflect};
use kikitori_ports::Ids;
use wasm_bindgen::JsValue;
use web_sys::Crypto;

/// Random UUIDs from the browser.
#[derive(Debug, Clone, Copy, Default)]
pub struct BrowserIds;

impl Ids for BrowserIds {
    fn new_id(&self) -> String {
        uuid()
    }
}

/// A random UUID (version 4).
pub(crate) fn uuid() -> String {
    let crypto = web_sys::window().and_then(|window| window.crypto().ok());
    match crypto {
        // Absent outside of secure contexts, as on a plain-HTTP intranet page.
        Some(crypto)
            if Reflect::has(&crypto, &JsValue::from_str("randomUUID")).unwrap_or(false) =>
        {
            crypto.random_uuid()
        }
        crypto => from_random(random_bytes(crypto.as_ref())),
    }
}

fn random_bytes(crypto: Option<&Crypto>) -> [u8; 16] {
    let mut bytes = [0; 16];
    let filled =
        crypto.is_some_and(|crypto| crypto.get_random_values_with_u8_array(&mut bytes).is_ok());
    if !filled {
        // Ids name things and guard nothing: Math.random will do where there is no crypto.
        bytes.fill_with(|| (Math::random() * 256.0) as u8);
    }
    bytes
}

fn from_random(bytes: [u8; 16]) -> String {
    let bits = u128::from_be_bytes(bytes);
    let version = (bits & !(0xf << 76)) | (0x4 << 76);
    let variant = (version & !(0x3 << 62)) | (0x2 << 62);
    format!(
        "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
        (variant >> 96) as u32,
        (variant >> 80) as u16,
        (variant >> 64) as u16,
        (variant >> 48) as u16,
        variant & 0xffff_ffff_ffff
    )
}

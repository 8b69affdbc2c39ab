//! What time it is.

use js_sys::Date;
use kikitori_ports::Clock;
use wasm_bindgen::JsValue;

/// The browser's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct BrowserClock;

impl Clock for BrowserClock {
    fn now_ms(&self) -> u64 {
        Date::now() as u64
    }
}

/// Now, as the person's clock shows it, with the offset from UTC: `2026-11-20T18:33:05+09:00`.
pub fn now_local() -> String {
    let now = Date::now();
    // Minutes that UTC is ahead of local time, negative in the east.
    let behind = Date::new(&JsValue::from_f64(now)).get_timezone_offset();
    let shifted = Date::new(&JsValue::from_f64(now - behind * 60_000.0));
    let text = String::from(shifted.to_iso_string());
    let seconds = text
        .split_once('.')
        .map_or(text.as_str(), |(seconds, _)| seconds);
    let sign = if behind > 0.0 { '-' } else { '+' };
    let minutes = behind.abs() as u32;
    format!("{seconds}{sign}{:02}:{:02}", minutes / 60, minutes % 60)
}

//! Time zones as `Temporal` tells them, where the browser has it: at once, while the first question
//! that `Intl` is asked takes some ten milliseconds in Chromium, as much as all else before a request.
//! Nothing where it does not.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["Temporal", "Now"], js_name = timeZoneId, catch)]
    fn time_zone_id() -> Result<String, JsValue>;

    #[wasm_bindgen(js_namespace = Temporal)]
    type Instant;
    #[wasm_bindgen(static_method_of = Instant, js_namespace = Temporal, js_name = fromEpochMilliseconds, catch)]
    fn from_epoch_milliseconds(at_ms: f64) -> Result<Instant, JsValue>;
    #[wasm_bindgen(method, js_name = toZonedDateTimeISO, catch)]
    fn to_zoned_date_time_iso(this: &Instant, zone: &str) -> Result<ZonedDateTime, JsValue>;

    #[wasm_bindgen(js_namespace = Temporal)]
    type ZonedDateTime;
    #[wasm_bindgen(method, getter)]
    fn offset(this: &ZonedDateTime) -> String;
}

/// The zone that the device is set to.
pub fn own_zone() -> Option<String> {
    time_zone_id().ok()
}

/// The offset in `zone` at this time, as in `+09:00`; nothing for no zone either.
pub fn offset_at(zone: &str, at_ms: f64) -> Option<String> {
    let there = Instant::from_epoch_milliseconds(at_ms).ok()?;
    Some(there.to_zoned_date_time_iso(zone).ok()?.offset())
}

//! `tracing` events on the browser's console. Written here because tracing-subscriber is larger
//! than all of this room.

use std::fmt::{Debug, Write};

use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};
use wasm_bindgen::JsValue;
use web_sys::console;

use crate::clock::now_local;

/// Shows events up to `max_level` on the console, from now on. Without it, nothing is shown.
/// `false` when events are being taken care of already.
pub fn install_console(max_level: LevelFilter) -> bool {
    tracing::subscriber::set_global_default(Console { max_level }).is_ok()
}

/// Events only: spans are switched off.
struct Console {
    max_level: LevelFilter,
}

impl Subscriber for Console {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_event() && *metadata.level() <= self.max_level
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(self.max_level)
    }

    fn event(&self, event: &Event<'_>) {
        let metadata = event.metadata();
        let mut text = Text::default();
        event.record(&mut text);
        let line = format!(
            "{} {} {}: {}{}",
            now_local(),
            metadata.level(),
            metadata.target(),
            text.message,
            text.fields
        );
        let line = JsValue::from_str(&line);
        match *metadata.level() {
            Level::ERROR => console::error_1(&line),
            Level::WARN => console::warn_1(&line),
            Level::INFO => console::info_1(&line),
            Level::DEBUG | Level::TRACE => console::debug_1(&line),
        }
    }

    // Not called, since no span is enabled; an id must not be 0.
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// An event's fields as ` name=value`, the message apart.
#[derive(Default)]
struct Text {
    message: String,
    fields: String,
}

impl Visit for Text {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.record_debug(field, &format_args!("{value}"));
    }

    // No event has a fraction, and writing one would cost every visitor some KB.
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.record_i64(field, value as i64);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // Writing to a string does not fail.
        let _ = match field.name() {
            "message" => write!(self.message, "{value:?}"),
            name => write!(self.fields, " {name}={value:?}"),
        };
    }
}

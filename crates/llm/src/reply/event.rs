//! Server-sent events, line by line, as the HTML standard reads them:
//! <https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation>.

use std::mem;
use std::time::Duration;

/// An event of a stream.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ServerSentEvent {
    /// What it is called; empty for one without a name.
    pub event: String,
    /// What it brings, without its last line end.
    pub data: String,
    /// The last id that the stream has given, with it or before; empty if none.
    pub id: String,
    /// How long to wait before the stream is asked for again, where it has said that since the event
    /// before.
    pub retry: Option<Duration>,
}

/// Makes events of lines.
#[derive(Debug, Default)]
pub(crate) struct EventReader(ServerSentEvent);

impl EventReader {
    /// Takes a line without its end; answers the event that it ends. One without data is none.
    pub(crate) fn push(&mut self, line: &str) -> Option<ServerSentEvent> {
        let next = &mut self.0;
        if line.is_empty() {
            if next.data.pop().is_none() {
                next.event.clear();
                return None;
            }
            let id = next.id.clone();
            let rest = ServerSentEvent {
                id,
                ..ServerSentEvent::default()
            };
            return Some(mem::replace(next, rest));
        }
        // A comment has no name in front of the colon.
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match name {
            "event" => next.event = value.to_owned(),
            "data" => {
                next.data.push_str(value);
                next.data.push('\n');
            }
            "id" if !value.contains('\0') => next.id = value.to_owned(),
            "retry" if value.bytes().all(|byte| byte.is_ascii_digit()) => {
                // Nothing waits for what does not fit.
                let waits = value.parse().map(Duration::from_millis);
                next.retry = waits.ok().or(next.retry);
            }
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{EventReader, ServerSentEvent};
    use std::time::Duration;

    fn event(event: &str, data: &str, id: &str, retry: Option<u64>) -> ServerSentEvent {
        ServerSentEvent {
            event: event.to_owned(),
            data: data.to_owned(),
            id: id.to_owned(),
            retry: retry.map(Duration::from_millis),
        }
    }

    #[test]
    fn lines_are_read_as_the_standard_says() {
        let plain = |data| event("", data, "", None);
        for (lines, expected) in [
            ("data: 1\n\n", vec![plain("1")]),
            ("data:1\n\ndata:  2\n\n", vec![plain("1"), plain(" 2")]),
            ("data: 1\ndata: 2\n\n", vec![plain("1\n2")]),
            ("data: a: b\n\n", vec![plain("a: b")]),
            ("data\ndata\n\n", vec![plain("\n")]),
            ("data:\n\n", vec![plain("")]),
            (": ping\n\n:\n\n", vec![]),
            ("event: x\n\ndata: 1\n\n", vec![plain("1")]),
            ("event: x\ndata: 1\n\n", vec![event("x", "1", "", None)]),
            ("other: 1\nData: 2\n\n", vec![]),
            ("data: not ended\n", vec![]),
            (
                "id: 7\ndata: 1\n\ndata: 2\n\nid\ndata: 3\n\n",
                vec![
                    event("", "1", "7", None),
                    event("", "2", "7", None),
                    plain("3"),
                ],
            ),
            ("id: 7\n\ndata: 1\n\n", vec![event("", "1", "7", None)]),
            ("id: a\0b\ndata: 1\n\n", vec![plain("1")]),
            (
                "retry: 500\n\ndata: 1\n\ndata: 2\n\n",
                vec![event("", "1", "", Some(500)), plain("2")],
            ),
            ("retry: 5s\ndata: 1\n\n", vec![plain("1")]),
            ("retry: 99999999999999999999\ndata: 1\n\n", vec![plain("1")]),
            ("retry:\ndata: 1\n\n", vec![plain("1")]),
        ] {
            let mut reader = EventReader::default();
            let lines = lines.split_terminator('\n');
            let events: Vec<_> = lines.clone().filter_map(|line| reader.push(line)).collect();
            assert_eq!(events, expected, "{:?}", lines.collect::<Vec<_>>());
        }
    }
}

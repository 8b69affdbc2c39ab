//! The bytes of an event stream as its events: decoded, bounded and in whole lines.
//!
//! The bytes are an endpoint's: nothing in them is waited for that may never come, nothing is looked at
//! twice, and what is not UTF-8 is an error at once.

use std::mem;

use futures::StreamExt;
use futures::stream::{self, LocalBoxStream};

use crate::protocol::error::LlmError;
use crate::reply::event::{EventReader, ServerSentEvent};

/// Events of a stream, which ends at the first error.
pub type EventStream = LocalBoxStream<'static, Result<ServerSentEvent, LlmError>>;

/// The server-sent events in `body`, which may have `max_bytes` at most.
pub fn events(
    body: LocalBoxStream<'static, Result<Vec<u8>, LlmError>>,
    max_bytes: usize,
) -> EventStream {
    let state = (body, Decoder::new(max_bytes), EventReader::default());
    stream::unfold(Some(state), async |state| {
        let (mut body, mut decoder, mut reader) = state?;
        match body.next().await?.and_then(|piece| decoder.push(&piece)) {
            Ok(lines) => {
                let lines = lines.split_terminator('\n');
                let events: Vec<_> = lines.filter_map(|it| reader.push(it).map(Ok)).collect();
                Some((stream::iter(events), Some((body, decoder, reader))))
            }
            Err(error) => Some((stream::iter(vec![Err(error)]), None)),
        }
    })
    .flatten()
    .boxed_local()
}

/// Refuses a reply that has grown larger than any chat reply is.
pub(crate) fn check_size(bytes: usize, max_bytes: usize) -> Result<(), LlmError> {
    if bytes <= max_bytes {
        return Ok(());
    }
    Err(LlmError::Malformed {
        detail: format!("the reply is larger than {max_bytes} bytes"),
    })
}

struct Decoder {
    max_bytes: usize,
    received: usize,
    /// The first bytes of a character whose other bytes have not come yet.
    character: Vec<u8>,
    /// The first part of a line that has not ended yet.
    line: String,
    /// Nothing but byte order marks has come.
    at_start: bool,
    /// The last character was a CR, which was passed on as a line end: an LF belongs to it.
    after_cr: bool,
}

impl Decoder {
    fn new(max_bytes: usize) -> Self {
        Self {
            max_bytes,
            received: 0,
            character: Vec::new(),
            line: String::new(),
            at_start: true,
            after_cr: false,
        }
    }

    /// The lines that `piece` completes, each ended by an LF.
    fn push(&mut self, piece: &[u8]) -> Result<String, LlmError> {
        self.received = self.received.saturating_add(piece.len());
        check_size(self.received, self.max_bytes)?;
        let text = self.decode(piece)?;
        let text = self.unmarked(&text);
        let text = self.with_one_kind_of_line_end(text);
        let Some((whole, rest)) = text.rsplit_once('\n') else {
            self.line.push_str(&text);
            return Ok(String::new());
        };
        let mut lines = mem::replace(&mut self.line, rest.to_owned());
        lines.push_str(whole);
        lines.push('\n');
        Ok(lines)
    }

    fn decode(&mut self, piece: &[u8]) -> Result<String, LlmError> {
        self.character.extend_from_slice(piece);
        let bytes = mem::take(&mut self.character);
        String::from_utf8(bytes).or_else(|error| {
            let flaw = error.utf8_error();
            let mut bytes = error.into_bytes();
            if flaw.error_len().is_some() {
                let before = self.received.saturating_sub(bytes.len());
                return Err(LlmError::Malformed {
                    detail: format!(
                        "byte {} of the stream is not UTF-8",
                        before.saturating_add(flaw.valid_up_to())
                    ),
                });
            }
            self.character = bytes.split_off(flaw.valid_up_to());
            // Valid up to here, so nothing is replaced.
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        })
    }

    fn unmarked<'a>(&mut self, text: &'a str) -> &'a str {
        if !self.at_start {
            return text;
        }
        let text = text.trim_start_matches('\u{feff}');
        self.at_start = text.is_empty();
        text
    }

    fn with_one_kind_of_line_end(&mut self, text: &str) -> String {
        if text.is_empty() {
            return String::new();
        }
        let text = if mem::replace(&mut self.after_cr, text.ends_with('\r')) {
            text.strip_prefix('\n').unwrap_or(text)
        } else {
            text
        };
        text.replace("\r\n", "\n").replace('\r', "\n")
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::Decoder;
    use crate::protocol::error::LlmError;

    /// What comes out of `bytes` in pieces of `size`, at most 1,000 in all.
    fn decoded(bytes: &[u8], size: usize) -> Result<String, LlmError> {
        let mut decoder = Decoder::new(1_000);
        bytes.chunks(size).map(|it| decoder.push(it)).collect()
    }

    #[test]
    fn lines_come_out_alike_in_any_cut() {
        for (sent, expected) in [
            ("data: 1\n\n", "data: 1\n\n"),
            ("data: 1\r\n\r\n", "data: 1\n\n"),
            ("data: 1\r\r", "data: 1\n\n"),
            ("a\r\n\rb\n\r", "a\n\nb\n\n"),
            ("\u{feff}data: 1\n", "data: 1\n"),
            ("\u{feff}\u{feff}data: 1\n", "data: 1\n"),
            ("\u{feff}\ndata: 1\n", "\ndata: 1\n"),
            ("data: \u{feff}\n", "data: \u{feff}\n"),
            ("\u{fedf}\n", "\u{fedf}\n"),
            ("聞き取り 😀\n", "聞き取り 😀\n"),
            ("whole\nnot whole", "whole\n"),
            ("", ""),
        ] {
            for size in 1..=sent.len().max(1) {
                let lines = decoded(sent.as_bytes(), size);
                assert_eq!(lines.as_deref(), Ok(expected), "{sent:?} in {size}s");
            }
        }
    }

    #[test]
    fn a_byte_that_is_not_utf_8_is_named_at_once_in_any_cut() {
        for (sent, at) in [
            (&b"\xff"[..], 0),
            (b"data: \xff and no line end", 6),
            (b"data: \xe8\x81 cut short\n", 6),
            (b"\xe8\x81\x9e\xed\xa0\x80\n", 3),
        ] {
            for size in 1..=sent.len() {
                let detail = format!("byte {at} of the stream is not UTF-8");
                let expected = Err(LlmError::Malformed { detail });
                assert_eq!(decoded(sent, size), expected, "{sent:?} in {size}s");
            }
        }
    }

    #[test]
    fn every_byte_counts_towards_the_size() {
        for filler in ["x", ":\n", "\n", "\u{feff}"] {
            let sent = filler.repeat(1_001_usize.div_ceil(filler.len()));
            let error = decoded(sent.as_bytes(), 10).unwrap_err();
            assert!(error.to_string().contains("larger than 1000"), "{filler:?}");
            let fits = filler.repeat(1_000 / filler.len());
            assert!(decoded(fits.as_bytes(), 10).is_ok(), "{filler:?}");
        }
    }

    #[test]
    fn a_line_without_end_is_held_back_and_bounded() {
        let mut decoder = Decoder::new(1 << 20);
        for _ in 0..1 << 10 {
            assert_eq!(decoder.push(&[b'x'; 1 << 10]), Ok(String::new()));
        }
        assert!(decoder.push(b"x").is_err());
    }
}

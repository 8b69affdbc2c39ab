//! Takes byte order marks off the front of a stream.
//!
//! The reader of server-sent events should do this, but eventsource-stream 0.2.3 cuts one byte
//! where the mark has three and panics. A page whose code has panicked is dead, so no endpoint
//! may be able to bring that about.

use futures::StreamExt;

use crate::transport::ByteStream;

const MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];

/// The same bytes without the marks at their start, in whatever pieces they come.
pub(crate) fn without(body: ByteStream) -> ByteStream {
    let mut front = Some(Vec::new());
    body.map(move |piece| {
        let piece = piece?;
        let Some(held) = front.take() else {
            return Ok(piece);
        };
        let mut rest = [held, piece].concat();
        while rest.starts_with(&MARK) {
            rest.drain(..MARK.len());
        }
        if MARK.starts_with(&rest) {
            // Nothing yet, or what may become a mark with the next piece.
            front = Some(rest);
            return Ok(Vec::new());
        }
        Ok(rest)
    })
    .boxed_local()
}

#[cfg(test)]
mod tests {
    use futures::{FutureExt, StreamExt, stream};

    use super::without;

    #[test]
    fn marks_go_and_everything_else_stays_in_any_cut() {
        for (text, expected) in [
            ("\u{feff}data: 1", "data: 1"),
            ("\u{feff}\u{feff}data: 1", "data: 1"),
            ("data: \u{feff}", "data: \u{feff}"),
            ("\u{fedf}", "\u{fedf}"),
            ("日本", "日本"),
        ] {
            for size in 1..=text.len() {
                let pieces: Vec<_> = text
                    .as_bytes()
                    .chunks(size)
                    .map(|it| Ok(it.to_vec()))
                    .collect();
                let body = without(stream::iter(pieces).boxed_local());
                let rest: Vec<_> = body.map(Result::unwrap).collect().now_or_never().unwrap();
                assert_eq!(rest.concat(), expected.as_bytes(), "{text:?} in {size}s");
            }
        }
    }
}

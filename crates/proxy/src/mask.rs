//! Hides the key where an endpoint repeats it.
//!
//! Endpoints put the key into their errors, and some into everything. What is hidden is covered
//! by as many asterisks, so that lengths stay true; all other bytes pass unchanged. The key is
//! recognised as it is, with any of its characters escaped as JSON (`\u0073`) or URLs (`%73`)
//! escape them, and in base64, whatever stands before and after it there.

use base64::{
    Engine,
    engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD},
};
use std::sync::Arc;

/// What is shorter is no secret but a word that a local server wants to be given; hidden, it would
/// be missing from answers.
pub(crate) const SHORTEST: usize = 8;

const COVER: u8 = b'*';

/// What is to be hidden.
#[derive(Clone)]
pub(crate) struct Mask(Arc<Forms>);

#[derive(Default)]
struct Forms {
    all: Vec<Vec<u8>>,
    /// The bytes with which one of them can begin.
    first: Vec<u8>,
}

/// What begins at a place.
#[derive(Debug, PartialEq, Eq)]
enum Found {
    Nothing,
    /// So many bytes are the key.
    Whole(usize),
    /// All bytes to the end may become the key; whether they are more than half of it.
    Part(bool),
}

impl Mask {
    pub fn new(key: &[u8]) -> Self {
        let mut forms = Forms::default();
        if key.len() >= SHORTEST {
            forms.all.push(key.to_vec());
            for before in 0..3 {
                forms.all.push(in_base64(key, before, &STANDARD_NO_PAD));
                forms.all.push(in_base64(key, before, &URL_SAFE_NO_PAD));
            }
            forms.all.dedup();
            forms.first.extend(b"\\%");
            forms
                .first
                .extend(forms.all.iter().filter_map(|form| form.first()));
        }
        Self(Arc::new(forms))
    }

    /// `text` with the key hidden.
    pub fn hide(&self, text: &[u8]) -> Vec<u8> {
        let mut masking = Masking::new(self.clone());
        let mut hidden = masking.next(text).unwrap_or_else(|| text.to_vec());
        hidden.extend(masking.end());
        hidden
    }

    fn find(&self, text: &[u8]) -> Found {
        if text.first().is_none_or(|it| !self.0.first.contains(it)) {
            return Found::Nothing;
        }
        let mut best = Found::Nothing;
        for form in &self.0.all {
            match (matched(form, text), &best) {
                (whole @ Found::Whole(_), _) => return whole,
                (Found::Part(more), Found::Nothing) => best = Found::Part(more),
                (Found::Part(true), _) => best = Found::Part(true),
                _ => {}
            }
        }
        best
    }
}

/// The characters of `key` in base64 after so many other bytes, without those at its ends that
/// its neighbours have a part in.
fn in_base64(key: &[u8], before: usize, alphabet: &impl Engine) -> Vec<u8> {
    let mut bytes = vec![0; before];
    bytes.extend_from_slice(key);
    let first = (before * 8).div_ceil(6);
    let last = bytes.len() * 8 / 6;
    let text = alphabet.encode(&bytes).into_bytes();
    text.get(first..last).unwrap_or_default().to_vec()
}

/// Whether `form` stands at the beginning of `text`, its characters escaped or not.
fn matched(form: &[u8], text: &[u8]) -> Found {
    let mut rest = text;
    for (at, byte) in form.iter().enumerate() {
        match character(*byte, rest) {
            Found::Whole(length) => rest = rest.get(length..).unwrap_or_default(),
            Found::Part(_) => return Found::Part(at * 2 > form.len()),
            Found::Nothing => return Found::Nothing,
        }
    }
    Found::Whole(text.len() - rest.len())
}

/// Whether `byte` stands at the beginning of `text`, escaped or not.
fn character(byte: u8, text: &[u8]) -> Found {
    let Some(first) = text.first() else {
        return Found::Part(false);
    };
    let escaped = match first {
        b'\\' => match (text.get(1), byte) {
            (None, _) => Found::Part(false),
            (Some(b'u'), _) => in_hex(byte, text, 2, 4),
            (Some(next), _) if *next == byte => Found::Whole(2),
            _ => Found::Nothing,
        },
        b'%' => in_hex(byte, text, 1, 2),
        _ => Found::Nothing,
    };
    match escaped {
        Found::Nothing if *first == byte => Found::Whole(1),
        escaped => escaped,
    }
}

/// Whether `byte` stands as `digits` hexadecimal digits from `start` on.
fn in_hex(byte: u8, text: &[u8], start: usize, digits: usize) -> Found {
    let there = text.iter().skip(start).take(digits);
    let places = (0..digits).rev();
    let fits = there.zip(places).all(|(digit, place)| {
        let expected = u32::from(byte).checked_shr(4 * place as u32).unwrap_or(0) & 0xf;
        char::from(*digit).to_digit(16) == Some(expected)
    });
    if !fits {
        Found::Nothing
    } else if text.len() >= start + digits {
        Found::Whole(start + digits)
    } else {
        Found::Part(false)
    }
}

/// The same over a body that comes in pieces, cut anywhere.
pub(crate) struct Masking {
    mask: Mask,
    /// The end of what has come, where it may be the beginning of the key.
    held: Vec<u8>,
}

impl Masking {
    pub fn new(mask: Mask) -> Self {
        Self {
            mask,
            held: Vec::new(),
        }
    }

    /// Bytes that have come and were not handed on.
    pub fn held(&self) -> usize {
        self.held.len()
    }

    /// What can be handed on now; `None` when it is `piece` as it is.
    pub fn next(&mut self, piece: &[u8]) -> Option<Vec<u8>> {
        let mut bytes = std::mem::take(&mut self.held);
        let is_whole_piece = bytes.is_empty();
        bytes.extend_from_slice(piece);
        let mut at = 0;
        let mut has_hidden = false;
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            match self.mask.find(rest) {
                Found::Nothing => at += 1,
                Found::Whole(length) => {
                    cover(bytes.get_mut(at..at + length));
                    at += length;
                    has_hidden = true;
                }
                Found::Part(_) => break,
            }
        }
        self.held = bytes.split_off(at.min(bytes.len()));
        let is_unchanged = is_whole_piece && !has_hidden && self.held.is_empty();
        (!is_unchanged).then_some(bytes)
    }

    /// What was held, when no more comes: hidden as well, if it is most of the key.
    pub fn end(&mut self) -> Vec<u8> {
        let mut held = std::mem::take(&mut self.held);
        if self.mask.find(&held) == Found::Part(true) {
            cover(Some(&mut held));
        }
        held
    }
}

fn cover(bytes: Option<&mut [u8]>) {
    if let Some(bytes) = bytes {
        bytes.fill(COVER);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::engine::general_purpose::STANDARD;

    const KEY: &str = "sk-proj-9/Zt+x_A1~q";

    fn hidden(text: &str) -> String {
        String::from_utf8(Mask::new(KEY.as_bytes()).hide(text.as_bytes())).unwrap()
    }

    /// What a client reads of `text` cut into pieces of this size.
    fn in_pieces(text: &[u8], size: usize) -> Vec<u8> {
        let mut masking = Masking::new(Mask::new(KEY.as_bytes()));
        let mut read = Vec::new();
        for piece in text.chunks(size) {
            read.extend(masking.next(piece).unwrap_or_else(|| piece.to_vec()));
            let reached = read.len() + masking.held();
            assert!(text.len() >= reached);
        }
        read.extend(masking.end());
        read
    }

    #[test]
    fn the_key_is_covered_in_every_form_that_endpoints_write() {
        let escaped: String = KEY.bytes().map(|it| format!("\\u{it:04X}")).collect();
        let percent: String = KEY.bytes().map(|it| format!("%{it:02x}")).collect();
        for form in [
            KEY,
            &KEY.replace('/', "\\/"),
            &KEY.replace('/', "%2F").replace('+', "%2b"),
            &escaped,
            &percent,
        ] {
            let text = format!("{{\"error\":\"the key {form} is wrong\"}}");
            let read = hidden(&text);
            let cover = "*".repeat(form.len());
            assert_eq!(read, text.replace(form, &cover), "{form}");
            for size in 1..9 {
                assert_eq!(in_pieces(text.as_bytes(), size), read.as_bytes(), "{size}");
            }
        }
    }

    #[test]
    fn the_key_is_covered_in_base64_whatever_stands_around_it() {
        for before in ["", "u", "us", "user:", "Bearer "] {
            for after in ["", "\n", "xy"] {
                let text = STANDARD.encode(format!("{before}{KEY}{after}"));
                let read = hidden(&text);
                let left = read.bytes().filter(|it| *it != COVER).count();
                let around = (before.len() + after.len()).div_ceil(3) * 4 + 8;
                assert!(left <= around, "{text} became {read}");
                let known = STANDARD.encode(KEY);
                assert!(!read.contains(known.trim_end_matches('=')), "{read}");
                assert_eq!(read.len(), text.len());
            }
        }
    }

    #[test]
    fn what_only_begins_like_the_key_passes_unchanged() {
        for text in [
            "",
            "sk-",
            "sk-proj",
            "sk-proj-9/Zt+x_A1~Q and on",
            "ssk-sk-proj-sk",
            "\\",
            "\\u00",
            "100 % of \\u0073 and %73%6b",
            "聞き取り",
        ] {
            assert_eq!(hidden(text), text);
            for size in 1..5 {
                assert_eq!(in_pieces(text.as_bytes(), size), text.as_bytes());
            }
        }
        let mut masking = Masking::new(Mask::new(KEY.as_bytes()));
        assert_eq!(masking.next(b"data: {}\n\n"), None, "handed on as it is");
    }

    #[test]
    fn most_of_a_key_at_the_end_is_covered_too() {
        let text = format!("key: {}", KEY.get(..KEY.len() - 1).unwrap());
        assert_eq!(hidden(&text), format!("key: {}", "*".repeat(KEY.len() - 1)));
    }

    #[test]
    fn a_word_that_a_local_server_wants_is_no_secret() {
        let mask = Mask::new(b"ollama");
        assert_eq!(mask.hide(b"ollama runs"), b"ollama runs");
    }

    #[test]
    fn two_keys_in_a_row_and_one_begun_before_another_are_covered() {
        let text = format!("{KEY}{KEY} sk-{KEY}\\{KEY}");
        let read = hidden(&text);
        assert!(!read.contains("proj"), "{read}");
        for size in 1..30 {
            assert_eq!(in_pieces(text.as_bytes(), size), read.as_bytes());
        }
    }
}

//! What fills the table of functions: where the program was cut, it is told of every place of a part
//! that nothing stands there yet, which is so anyway. That is many segments in what everybody loads.

use super::{Reader, no_wasm, passage::module, put_number, sections};
use crate::error::Error;
use std::{fs, ops::Range, path::Path};

const ELEMENT_SECTION: u8 = 9;

/// Takes the segments out of `file` that put nothing where nothing is.
pub fn drop_empty_elements(file: &Path) -> Result<(), Error> {
    let bytes = fs::read(file).map_err(|source| Error::file("read", file, source))?;
    let less = without_empty(&bytes).ok_or_else(|| no_wasm(file))?;
    crate::workspace::write(file, &less)
}

fn without_empty(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut all = sections(bytes)?;
    let Some(elements) = all.iter_mut().find(|it| it.0 == ELEMENT_SECTION) else {
        return Some(bytes.to_vec());
    };
    let segments = Reader(elements.1).segments()?;
    let filled = segments.iter().filter(|it| !it.is_empty);
    let filled: Option<Vec<&Range<u64>>> = filled.map(|it| it.place.as_ref()).collect();
    // What stood there before would be taken away.
    let is_free = |place: &Range<u64>| {
        let mut filled = filled.iter().flatten();
        filled.all(|it| it.end <= place.start || place.end <= it.start)
    };
    let is_needless = |it: &Segment<'_>| {
        let is_known = filled.is_some();
        it.is_empty && is_known && it.place.as_ref().is_some_and(is_free)
    };
    let kept = segments.iter().filter(|it| !is_needless(it));
    let kept: Vec<&[u8]> = kept.map(|it| it.bytes).collect();
    let mut content = Vec::new();
    put_number(&mut content, kept.len());
    content.extend(kept.concat());
    elements.1 = &content;
    Some(module(&all))
}

/// What is put into the table at once.
struct Segment<'a> {
    bytes: &'a [u8],
    /// Where it is put; `None` where that is not known before the program runs.
    place: Option<Range<u64>>,
    /// Whether it holds nothing but null.
    is_empty: bool,
}

impl<'a> Reader<'a> {
    fn segments(mut self) -> Option<Vec<Segment<'a>>> {
        let count = self.number()?;
        (0..count).map(|_| self.segment()).collect()
    }

    fn segment(&mut self) -> Option<Segment<'a>> {
        const IS_PASSIVE: u64 = 1;
        const HAS_TABLE: u64 = 2;
        const HAS_EXPRESSIONS: u64 = 4;
        let begin = self.0;
        let flags = self.number()?;
        let is_active = flags & IS_PASSIVE == 0;
        let has_table = flags & HAS_TABLE != 0;
        if is_active && has_table {
            self.number()?;
        }
        let start = if is_active { self.constant()? } else { None };
        if !is_active || has_table {
            // The kind of what it holds.
            self.byte()?;
        }
        let count = self.number()?;
        let mut is_empty = flags & HAS_EXPRESSIONS != 0;
        for _ in 0..count {
            if flags & HAS_EXPRESSIONS == 0 {
                self.number()?;
            } else {
                is_empty &= self.is_null()?;
            }
        }
        Some(Segment {
            bytes: begin.get(..begin.len() - self.0.len())?,
            place: start.map(|start| start..start + count),
            is_empty,
        })
    }

    /// Where an active segment begins, if that is a constant.
    fn constant(&mut self) -> Option<Option<u64>> {
        const CONSTANT: u8 = 0x41;
        const GLOBAL: u8 = 0x23;
        let kind = self.byte()?;
        // It is written as a signed number; places in a table are so few that nothing is negative.
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                break;
            }
        }
        self.end()?;
        match kind {
            CONSTANT => Some(Some(number)),
            GLOBAL => Some(None),
            _ => None,
        }
    }

    /// Whether an expression says that nothing stands there.
    fn is_null(&mut self) -> Option<bool> {
        const NULL: u8 = 0xd0;
        const FUNCTION: u8 = 0xd2;
        let kind = self.byte()?;
        self.number()?;
        self.end()?;
        match kind {
            NULL => Some(true),
            FUNCTION => Some(false),
            _ => None,
        }
    }

    /// The end of an expression.
    fn end(&mut self) -> Option<()> {
        const END: u8 = 0x0b;
        (self.byte()? == END).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two functions from place 1 on.
    const TWO: &[u8] = &[0, 0x41, 1, 0x0b, 2, 7, 8];

    fn elements(segments: &[&[u8]]) -> Vec<u8> {
        let count = u8::try_from(segments.len()).unwrap();
        let content = [&[count][..], &segments.concat()].concat();
        module(&[(ELEMENT_SECTION, &content)])
    }

    #[test]
    fn only_what_puts_nothing_where_nothing_is_is_dropped() {
        let null_behind: &[u8] = &[4, 0x41, 3, 0x0b, 2, 0xd0, 0x70, 0x0b, 0xd0, 0x70, 0x0b];
        let null_over: &[u8] = &[4, 0x41, 2, 0x0b, 1, 0xd0, 0x70, 0x0b];
        let null_somewhere: &[u8] = &[4, 0x23, 0, 0x0b, 1, 0xd0, 0x70, 0x0b];
        let function: &[u8] = &[4, 0x41, 9, 0x0b, 2, 0xd2, 7, 0x0b, 0xd0, 0x70, 0x0b];
        for (segments, left) in [
            (&[TWO, null_behind][..], &[TWO][..]),
            (&[TWO, null_over], &[TWO, null_over]),
            (&[TWO, null_somewhere], &[TWO, null_somewhere]),
            (&[null_behind, TWO, function], &[TWO, function]),
            (&[TWO], &[TWO]),
        ] {
            let less = without_empty(&elements(segments)).unwrap();
            assert_eq!(less, elements(left), "{segments:x?}");
        }
    }

    #[test]
    fn a_segment_of_another_kind_is_refused() {
        assert_eq!(without_empty(&elements(&[&[0, 0x7f, 1, 0x0b, 0]])), None);
    }
}

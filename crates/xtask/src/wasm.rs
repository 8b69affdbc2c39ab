//! Looks into a built WebAssembly file.

use crate::error::Error;
use std::{fs, path::Path};

/// Refuses a file that imports anything from a module called `env`. Nothing provides such an
/// import: it is what the linker makes, without a word, of a function that is declared but does
/// not exist, and the page would die at start.
pub fn check_imports(file: &Path) -> Result<(), Error> {
    let bytes = fs::read(file).map_err(|source| Error::file("read", file, source))?;
    let Some(imports) = imports(&bytes) else {
        return Err(Error::Other(format!(
            "{} is not WebAssembly as expected.",
            file.display()
        )));
    };
    let lost: Vec<_> = imports
        .iter()
        .filter(|(module, _)| module == "env")
        .map(|(_, name)| name.as_str())
        .collect();
    if lost.is_empty() {
        return Ok(());
    }
    Err(Error::Other(format!(
        "{} needs functions that nothing provides: {}. A crate declares them without defining \
         them for wasm32.",
        file.display(),
        lost.join(", ")
    )))
}

/// Module and name of every import; `None` if this is not a WebAssembly module.
fn imports(bytes: &[u8]) -> Option<Vec<(String, String)>> {
    const IMPORT_SECTION: u8 = 2;
    let mut reader = Reader(bytes.strip_prefix(b"\0asm\x01\0\0\0")?);
    while !reader.0.is_empty() {
        let section = reader.byte()?;
        let size = reader.number()?;
        let content = reader.take(size)?;
        if section == IMPORT_SECTION {
            return Reader(content).imports();
        }
    }
    Some(Vec::new())
}

/// Reads the binary format's parts one after the other.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn take(&mut self, size: u64) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(usize::try_from(size).ok()?)?;
        self.0 = rest;
        Some(taken)
    }

    /// An unsigned LEB128 number.
    fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn name(&mut self) -> Option<String> {
        let size = self.number()?;
        String::from_utf8(self.take(size)?.to_vec()).ok()
    }

    fn limits(&mut self) -> Option<()> {
        let has_maximum = self.byte()? & 1 == 1;
        self.number()?;
        if has_maximum {
            self.number()?;
        }
        Some(())
    }

    fn imports(mut self) -> Option<Vec<(String, String)>> {
        let count = self.number()?;
        let mut found = Vec::new();
        for _ in 0..count {
            found.push((self.name()?, self.name()?));
            match self.byte()? {
                // A function or its type.
                0 => drop(self.number()?),
                // A table: the kind of its elements, then its size.
                1 => {
                    self.byte()?;
                    self.limits()?;
                }
                // A memory.
                2 => self.limits()?,
                // A global: its type and whether it changes.
                3 => drop(self.take(2)?),
                // An exception tag.
                4 => {
                    self.byte()?;
                    self.number()?;
                }
                _ => return None,
            }
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::imports;

    fn module(section: &[u8]) -> Vec<u8> {
        let mut bytes = b"\0asm\x01\0\0\0".to_vec();
        // A custom section before it, as wasm-bindgen leaves them.
        bytes.extend([0, 2, 1, b'x', 2, u8::try_from(section.len()).unwrap()]);
        bytes.extend(section);
        bytes
    }

    #[test]
    fn every_kind_of_import_is_read() {
        let mut section = vec![4];
        for kind in [&[0, 5][..], &[1, 0x70, 1, 1, 9], &[2, 0, 1], &[3, 0x7f, 0]] {
            section.extend([3]);
            section.extend(b"env");
            section.extend([1, b'f']);
            section.extend(kind);
        }
        let found = imports(&module(&section)).unwrap();
        assert_eq!(found, vec![("env".to_owned(), "f".to_owned()); 4]);
    }

    #[test]
    fn anything_else_is_refused() {
        assert_eq!(imports(b"<!doctype html>"), None);
        assert_eq!(imports(&module(&[9])), None);
        assert_eq!(imports(b"\0asm\x01\0\0\0"), Some(Vec::new()));
    }
}

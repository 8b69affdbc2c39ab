//! Looks into a built WebAssembly file.

mod elements;
mod passage;

pub use elements::drop_empty_elements;
pub use passage::{passage, without_exports};

use crate::error::Error;
use std::{collections::BTreeMap, fs, path::Path};

/// What the compiler makes use of, for programs of Binaryen. A file that they have joined of others
/// does not say it.
pub const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Refuses a file that imports anything from a module called `env`. Nothing provides such an
/// import: it is what the linker makes, without a word, of a function that is declared but does
/// not exist, and the page would die at start.
pub fn check_imports(file: &Path) -> Result<(), Error> {
    let bytes = fs::read(file).map_err(|source| Error::file("read", file, source))?;
    let imports = imports(&bytes).ok_or_else(|| no_wasm(file))?;
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

/// The names that `file`, which holds `bytes`, imports from `module`.
pub fn import_names(file: &Path, bytes: &[u8], module: &str) -> Result<Vec<String>, Error> {
    let mut imports = imports(bytes).ok_or_else(|| no_wasm(file))?;
    imports.retain(|(from, _)| from == module);
    Ok(imports.into_iter().map(|(_, name)| name).collect())
}

/// `bytes` of `file` with other names for what it imports from `module`.
pub fn rename_imports(
    file: &Path,
    bytes: &[u8],
    module: &str,
    names: &BTreeMap<String, String>,
) -> Result<Vec<u8>, Error> {
    renamed(bytes, module, names).ok_or_else(|| no_wasm(file))
}

fn renamed(bytes: &[u8], module: &str, names: &BTreeMap<String, String>) -> Option<Vec<u8>> {
    let mut out = bytes.get(..8)?.to_vec();
    for (section, content) in sections(bytes)? {
        let mut content = content.to_vec();
        if section == IMPORT_SECTION {
            let imports = Reader(&content).imports()?;
            let mut written = Vec::new();
            put_number(&mut written, imports.len());
            for import in imports {
                let new = names.get(&import.name).filter(|_| import.module == module);
                for name in [&import.module, new.unwrap_or(&import.name)] {
                    put_number(&mut written, name.len());
                    written.extend(name.as_bytes());
                }
                written.extend(import.what);
            }
            content = written;
        }
        out.push(section);
        put_number(&mut out, content.len());
        out.extend(content);
    }
    Some(out)
}

/// Writes an unsigned LEB128 number.
fn put_number(out: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        out.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// What a file consists of, in bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Kinds {
    /// Functions.
    pub code: u64,
    /// Constants and texts.
    pub data: u64,
    /// Types, imports, exports, tables.
    pub other: u64,
}

/// What `file` consists of.
pub fn kinds(file: &Path) -> Result<Kinds, Error> {
    let bytes = fs::read(file).map_err(|source| Error::file("read", file, source))?;
    let mut kinds = Kinds::default();
    for (section, content) in sections(&bytes).ok_or_else(|| no_wasm(file))? {
        let kind = match section {
            CODE_SECTION => &mut kinds.code,
            DATA_SECTION => &mut kinds.data,
            _ => &mut kinds.other,
        };
        *kind += content.len() as u64;
    }
    Ok(kinds)
}

/// How many bytes of `file` are left when what nobody loads is taken out, its functions' names above all.
pub fn loaded_bytes(file: &Path) -> Result<u64, Error> {
    const CUSTOM_SECTION: u8 = 0;
    let bytes = fs::read(file).map_err(|source| Error::file("read", file, source))?;
    let mut loaded = sections(&bytes).ok_or_else(|| no_wasm(file))?;
    loaded.retain(|(section, _)| *section != CUSTOM_SECTION);
    Ok(loaded.iter().map(|(_, content)| content.len() as u64).sum())
}

/// The functions that `file` defines: their names, where it still has them, and their bytes.
pub fn functions(file: &Path) -> Result<Vec<(String, u64)>, Error> {
    let bytes = fs::read(file).map_err(|source| Error::file("read", file, source))?;
    named_functions(&bytes).ok_or_else(|| no_wasm(file))
}

fn no_wasm(file: &Path) -> Error {
    Error::Other(format!(
        "{} is not WebAssembly as expected.",
        file.display()
    ))
}

const IMPORT_SECTION: u8 = 2;
const CODE_SECTION: u8 = 10;
const DATA_SECTION: u8 = 11;

/// The sections of a module; `None` if it is none.
fn sections(bytes: &[u8]) -> Option<Vec<(u8, &[u8])>> {
    let mut reader = Reader(bytes.strip_prefix(b"\0asm\x01\0\0\0")?);
    let mut sections = Vec::new();
    while !reader.0.is_empty() {
        let section = reader.byte()?;
        let size = reader.number()?;
        sections.push((section, reader.take(size)?));
    }
    Some(sections)
}

/// Module and name of every import; `None` if this is not a WebAssembly module.
fn imports(bytes: &[u8]) -> Option<Vec<(String, String)>> {
    let mut sections = sections(bytes)?.into_iter();
    let imports = sections.find(|(section, _)| *section == IMPORT_SECTION);
    let Some((_, content)) = imports else {
        return Some(Vec::new());
    };
    let imports = Reader(content).imports()?;
    let names = imports.into_iter().map(|it| (it.module, it.name));
    Some(names.collect())
}

fn named_functions(bytes: &[u8]) -> Option<Vec<(String, u64)>> {
    let sections = sections(bytes)?;
    let content = |wanted: u8| {
        let mut sections = sections.iter();
        sections
            .find(|(section, _)| *section == wanted)
            .map(|it| it.1)
    };
    // Functions are numbered from the imported ones on.
    let imported = match content(IMPORT_SECTION) {
        Some(imports) => Reader(imports).imports()?,
        None => Vec::new(),
    };
    let imported = imported.iter().filter(|it| it.is_function).count() as u64;
    let customs = sections.iter().filter(|(section, _)| *section == 0);
    let names = customs.filter_map(|(_, content)| Reader(content).function_names());
    let names: BTreeMap<u64, String> = names.flatten().collect();
    let mut code = Reader(content(CODE_SECTION).unwrap_or(&[0]));
    let mut functions = Vec::new();
    for number in 0..code.number()? {
        let size = code.number()?;
        code.take(size)?;
        let name = names.get(&(imported + number)).cloned();
        functions.push((name.unwrap_or_default(), size));
    }
    Some(functions)
}

/// What a module imports.
struct Import<'a> {
    module: String,
    name: String,
    is_function: bool,
    /// Its kind and type, as they stand in the file.
    what: &'a [u8],
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

    /// The names of functions, by their numbers, if this is the section that holds them.
    fn function_names(mut self) -> Option<Vec<(u64, String)>> {
        const FUNCTIONS: u8 = 1;
        if self.name()? != "name" {
            return None;
        }
        while !self.0.is_empty() {
            let kind = self.byte()?;
            let size = self.number()?;
            let mut names = Reader(self.take(size)?);
            if kind == FUNCTIONS {
                let count = names.number()?;
                let name = |_| Some((names.number()?, names.name()?));
                return (0..count).map(name).collect();
            }
        }
        None
    }

    fn imports(mut self) -> Option<Vec<Import<'a>>> {
        let count = self.number()?;
        let mut found = Vec::new();
        for _ in 0..count {
            let (module, name) = (self.name()?, self.name()?);
            let begin = self.0;
            let kind = self.byte()?;
            match kind {
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
            found.push(Import {
                module,
                name,
                is_function: kind == 0,
                what: begin.get(..begin.len() - self.0.len())?,
            });
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::imports;
    use std::collections::BTreeMap;

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
    fn only_the_named_imports_of_a_module_are_renamed() {
        let import = |module: &[u8], name: &[u8]| {
            let size = |it: &[u8]| u8::try_from(it.len()).unwrap();
            let mut import = vec![size(module)];
            import.extend(module);
            import.push(size(name));
            import.extend(name);
            import.extend([0, 5]);
            import
        };
        let section = |first: &[u8]| {
            let mut section = vec![3];
            section.extend(import(b"js", first));
            section.extend(import(b"js", b"other"));
            section.extend(import(b"env", b"long_name"));
            section
        };
        let names = BTreeMap::from([("long_name".to_owned(), "a".to_owned())]);
        let renamed = super::renamed(&module(&section(b"long_name")), "js", &names).unwrap();
        assert_eq!(renamed, module(&section(b"a")));
    }

    #[test]
    fn functions_are_told_by_name_and_size() {
        let mut bytes = b"\0asm\x01\0\0\0".to_vec();
        // One function is imported, two are defined, of which one has a name.
        bytes.extend([2, 7, 1, 1, b'm', 1, b'f', 0, 0]);
        bytes.extend([10, 8, 2, 2, 0, 0x0b, 3, 0, 1, 0x0b]);
        bytes.extend([0, 13, 4]);
        bytes.extend(b"name");
        bytes.extend([1, 6, 1, 2, 3]);
        bytes.extend(b"two");
        let found = super::named_functions(&bytes).unwrap();
        assert_eq!(found, [(String::new(), 2), ("two".to_owned(), 3)]);
    }

    #[test]
    fn anything_else_is_refused() {
        assert_eq!(imports(b"<!doctype html>"), None);
        assert_eq!(imports(&module(&[9])), None);
        assert_eq!(imports(b"\0asm\x01\0\0\0"), Some(Vec::new()));
    }
}

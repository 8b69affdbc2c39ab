//! What joins files of one program: all of them take their memory, table and globals from another
//! module, and a file that is made of several would otherwise do so once for each.

use super::{IMPORT_SECTION, Reader, no_wasm, put_number, sections};
use crate::error::Error;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

const EXPORT_SECTION: u8 = 7;

/// A module that takes what any of `files` takes from `module` from one called `from`, and gives it
/// on under the same names: joined with the files under the name of `module`, it is the one place
/// that takes it.
pub fn passage(files: &[PathBuf], module: &str, from: &str) -> Result<Vec<u8>, Error> {
    let mut taken = BTreeMap::new();
    for file in files {
        let bytes = fs::read(file).map_err(|source| Error::file("read", file, source))?;
        taken.extend(taken_from(&bytes, module).ok_or_else(|| no_wasm(file))?);
    }
    Ok(passing_on(&taken, from))
}

/// What a module takes from `module`: its kind and type, as they stand in the file, by its name.
fn taken_from(bytes: &[u8], module: &str) -> Option<BTreeMap<String, Vec<u8>>> {
    let mut taken = BTreeMap::new();
    for (section, content) in sections(bytes)? {
        if section == IMPORT_SECTION {
            let imports = Reader(content).imports()?.into_iter();
            let imports = imports.filter(|import| import.module == module);
            taken.extend(imports.map(|import| (import.name, import.what.to_vec())));
        }
    }
    Some(taken)
}

fn passing_on(taken: &BTreeMap<String, Vec<u8>>, from: &str) -> Vec<u8> {
    let (mut imports, mut exports) = (Vec::new(), Vec::new());
    put_number(&mut imports, taken.len());
    put_number(&mut exports, taken.len());
    // Each kind is numbered on its own.
    let mut numbers = BTreeMap::<u8, usize>::new();
    for (name, what) in taken {
        put_name(&mut imports, from);
        put_name(&mut imports, name);
        imports.extend(what);
        let kind = what.first().copied().unwrap_or_default();
        let number = numbers.entry(kind).or_default();
        put_name(&mut exports, name);
        exports.push(kind);
        put_number(&mut exports, *number);
        *number += 1;
    }
    module(&[(IMPORT_SECTION, &imports), (EXPORT_SECTION, &exports)])
}

/// What `file` holds, without what it gives to others.
pub fn without_exports(file: &Path) -> Result<Vec<u8>, Error> {
    let bytes = fs::read(file).map_err(|source| Error::file("read", file, source))?;
    let mut kept = sections(&bytes).ok_or_else(|| no_wasm(file))?;
    kept.retain(|(section, _)| *section != EXPORT_SECTION);
    Ok(module(&kept))
}

pub(super) fn module(sections: &[(u8, &[u8])]) -> Vec<u8> {
    let mut bytes = b"\0asm\x01\0\0\0".to_vec();
    for (section, content) in sections {
        bytes.push(*section);
        put_number(&mut bytes, content.len());
        bytes.extend(*content);
    }
    bytes
}

fn put_name(out: &mut Vec<u8>, name: &str) {
    put_number(out, name.len());
    out.extend(name.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_given_on_under_its_names() {
        let imports = [
            &[3][..],
            b"\x01s\x01t\x01\x70\x00\x05",
            b"\x01s\x01g\x03\x7f\x01",
            b"\x01x\x01g\x03\x7f\x01",
        ];
        let file = module(&[(IMPORT_SECTION, &imports.concat())]);
        let taken = taken_from(&file, "s").unwrap();
        let imports = [
            &[2][..],
            b"\x01m\x01g\x03\x7f\x01",
            b"\x01m\x01t\x01\x70\x00\x05",
        ];
        let exports = [&[2][..], b"\x01g\x03\x00", b"\x01t\x01\x00"];
        let expected = [
            (IMPORT_SECTION, &imports.concat()[..]),
            (EXPORT_SECTION, &exports.concat()),
        ];
        assert_eq!(passing_on(&taken, "m"), module(&expected));
    }
}

//! Short sums over files, to see whether anything changed.

use crate::error::Error;
use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
};

/// A sum over the names and contents of all files at `inputs` (files or folders, relative to
/// `root`), and over `also`.
pub fn of_inputs(root: &Path, inputs: &[PathBuf], also: &str) -> Result<u64, Error> {
    let mut sum = DefaultHasher::new();
    also.hash(&mut sum);
    for input in inputs {
        for file in files(&root.join(input))? {
            let content = fs::read(&file).map_err(|source| Error::file("read", &file, source))?;
            file.strip_prefix(root).unwrap_or(&file).hash(&mut sum);
            content.hash(&mut sum);
        }
    }
    Ok(sum.finish())
}

/// A sum over the names and sizes of all files in `folder`: enough to see that somebody removed
/// or replaced what was built.
pub fn of_outputs(folder: &Path) -> Result<u64, Error> {
    let mut sum = DefaultHasher::new();
    for file in files(folder)? {
        let size = fs::metadata(&file)
            .map_err(|source| Error::file("read", &file, source))?
            .len();
        file.hash(&mut sum);
        size.hash(&mut sum);
    }
    Ok(sum.finish())
}

/// All files at `path`, in order; none if it does not exist.
pub fn files(path: &Path) -> Result<Vec<PathBuf>, Error> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Err(source) if source.kind() == std::io::ErrorKind::NotFound => continue,
            entries => entries.map_err(|source| Error::file("list", &folder, source))?,
        };
        for entry in entries {
            let path = entry
                .map_err(|source| Error::file("list", &folder, source))?
                .path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_changes_with_content_name_and_tools() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("in/deep")).unwrap();
        fs::write(root.join("in/deep/a"), "one").unwrap();
        let inputs = [PathBuf::from("in"), PathBuf::from("absent")];
        let first = of_inputs(root, &inputs, "tools 1").unwrap();
        assert_eq!(first, of_inputs(root, &inputs, "tools 1").unwrap());
        assert_ne!(first, of_inputs(root, &inputs, "tools 2").unwrap());
        fs::write(root.join("in/deep/a"), "two").unwrap();
        let second = of_inputs(root, &inputs, "tools 1").unwrap();
        assert_ne!(first, second);
        fs::rename(root.join("in/deep/a"), root.join("in/deep/b")).unwrap();
        assert_ne!(second, of_inputs(root, &inputs, "tools 1").unwrap());
    }
}

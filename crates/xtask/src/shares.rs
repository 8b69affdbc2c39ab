//! Files, and work on them, shared among as many programs as there are cores.

use crate::error::Error;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// `files` in at most as many shares as there are cores, each of about the same size.
pub fn among_cores(files: &[PathBuf]) -> Result<Vec<Vec<&Path>>, Error> {
    let mut sized: Vec<(u64, &Path)> = Vec::new();
    for file in files {
        sized.push((size_of(file)?, file));
    }
    Ok(sized_among_cores(sized))
}

/// The same of anything whose sizes are known.
pub fn sized_among_cores<T>(mut sized: Vec<(u64, T)>) -> Vec<Vec<T>> {
    // The large ones first, so that none of them is what is left in the end.
    sized.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    shared(sized, cores)
}

/// How many bytes `file` has.
pub fn size_of(file: &Path) -> Result<u64, Error> {
    let known = fs::metadata(file).map_err(|source| Error::file("read", file, source))?;
    Ok(known.len())
}

/// What has a size, the largest first, in so many shares of about the same size.
fn shared<T>(sized: Vec<(u64, T)>, count: usize) -> Vec<Vec<T>> {
    let count = count.min(sized.len());
    let mut shares: Vec<(u64, Vec<T>)> = (0..count).map(|_| (0, Vec::new())).collect();
    for (size, one) in sized {
        if let Some((all, share)) = shares.iter_mut().min_by_key(|(all, _)| *all) {
            *all += size;
            share.push(one);
        }
    }
    shares.into_iter().map(|(_, share)| share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_in_one_of_few_shares_of_about_the_same_size() {
        let files = [(9, "a"), (5, "b"), (4, "c"), (3, "d"), (1, "e")];
        let sized: Vec<_> = files.map(|(size, name)| (size, Path::new(name))).to_vec();
        let names = |count| shared(sized.clone(), count);
        assert_eq!(
            names(2),
            [
                ["a", "d"].map(Path::new).to_vec(),
                ["b", "c", "e"].map(Path::new).to_vec()
            ]
        );
        assert_eq!(names(9).len(), 5);
        assert_eq!(names(1).concat().len(), 5);
    }
}

//! Files shared among as many programs as there are cores.

use crate::error::Error;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// `files` in at most as many shares as there are cores, each of about the same size.
pub fn among_cores(files: &[PathBuf]) -> Result<Vec<Vec<&Path>>, Error> {
    // The large ones first, so that none of them is what is left in the end.
    let mut sized: Vec<(u64, &Path)> = Vec::new();
    for file in files {
        let size = fs::metadata(file).map_err(|source| Error::file("read", file, source))?;
        sized.push((size.len(), file));
    }
    sized.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(shared(&sized, cores))
}

/// `sized` files, the largest first, in so many shares of about the same size.
fn shared<'a>(sized: &[(u64, &'a Path)], count: usize) -> Vec<Vec<&'a Path>> {
    let mut shares: Vec<(u64, Vec<&Path>)> = vec![(0, Vec::new()); count.min(sized.len())];
    for (size, file) in sized {
        if let Some((all, share)) = shares.iter_mut().min_by_key(|(all, _)| *all) {
            *all += size;
            share.push(file);
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
        let names = |count| shared(&sized, count);
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

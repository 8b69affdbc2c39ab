//! Work that only one run at a time may do.

use crate::error::Error;
use std::{
    fs::{File, TryLockError},
    path::Path,
};

/// Waits until no other run has the lock at `path`, and says so when there is something to wait
/// for. It is held until the file is dropped; the system lets go of it however this program ends.
pub fn hold(path: &Path) -> Result<File, Error> {
    let file = match try_hold(path)? {
        Ok(held) => return Ok(held),
        Err(taken) => taken,
    };
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    println!("{name}: waiting for another run …");
    file.lock()
        .map_err(|source| Error::file("lock", path, source))?;
    Ok(file)
}

/// The same without waiting: the lock, or the file that another run has locked.
pub fn try_hold(path: &Path) -> Result<Result<File, File>, Error> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|source| Error::file("create", folder, source))?;
    }
    let file = File::create(path).map_err(|source| Error::file("create", path, source))?;
    match file.try_lock() {
        Ok(()) => Ok(Ok(file)),
        Err(TryLockError::WouldBlock) => Ok(Err(file)),
        Err(TryLockError::Error(source)) => Err(Error::file("lock", path, source)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{sync::mpsc, thread, time::Duration};

    #[test]
    fn a_second_run_waits_for_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.lock");
        let first = hold(&path).unwrap();
        assert!(try_hold(&path).unwrap().is_err());
        let (told, hears) = mpsc::channel();
        let second = thread::spawn({
            let path = path.clone();
            move || {
                let lock = hold(&path);
                told.send(()).unwrap();
                lock.is_ok()
            }
        });
        let soon = Duration::from_millis(200);
        assert!(hears.recv_timeout(soon).is_err(), "it did not wait");
        drop(first);
        assert!(hears.recv_timeout(Duration::from_secs(10)).is_ok());
        assert!(second.join().unwrap());
    }
}

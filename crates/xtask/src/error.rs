//! What can stop a command, each as a sentence that says what happened and what to do.

use crate::process::ProcessError;
use std::{
    fmt, io,
    path::{Path, PathBuf},
};

/// Why a command of this program ended early.
#[derive(Debug)]
pub enum Error {
    /// The command line asks for something that does not exist.
    Usage(String),
    /// A program that was run did not do what was asked of it.
    Process(ProcessError),
    /// A file could not be used.
    File {
        /// What was being done with it: "read", "write", …
        doing: &'static str,
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Something is missing that this program may not or cannot install.
    Missing(String),
    /// Anything else, already as a sentence.
    Other(String),
}

impl Error {
    /// A file could not be used.
    pub fn file(doing: &'static str, path: &Path, source: io::Error) -> Self {
        Self::File {
            doing,
            path: path.to_owned(),
            source,
        }
    }
}

impl From<ProcessError> for Error {
    fn from(error: ProcessError) -> Self {
        Self::Process(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) | Self::Missing(text) | Self::Other(text) => f.write_str(text),
            Self::Process(error) => error.fmt(f),
            Self::File {
                doing,
                path,
                source,
            } => {
                write!(f, "cannot {doing} {}: {source}", path.display())
            }
        }
    }
}

impl std::error::Error for Error {}

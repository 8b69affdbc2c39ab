//! Where tools are looked for, and how one that is missing is installed.
//!
//! A tool is taken from PATH if it has exactly the wanted version, else from a folder of this
//! person's cache that is named by tool and version, and where a lock file says what belongs to it by
//! the sum of that. Into that folder it is moved only once it is complete, so an interrupted
//! installation is never mistaken for a whole one.

use crate::{error::Error, fingerprint, lock, process::Run};
use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// The folder that holds installed tools, shared by all copies of this repository.
pub fn cache() -> Result<PathBuf, Error> {
    let base = env::var_os("XDG_CACHE_HOME")
        .or_else(|| env::var_os("LOCALAPPDATA"))
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .or_else(|| env::home_dir().map(|home| home.join(".cache")))
        .ok_or_else(|| {
            Error::Missing(
                "No home folder is known: set XDG_CACHE_HOME to a folder for tools.".into(),
            )
        })?;
    Ok(base.join("kikitori").join("tools"))
}

/// The first file called `name` on PATH.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?)
        .map(|dir| dir.join(&file))
        .find(|path| path.is_file())
}

/// The version that `program --version` tells, if it tells one.
pub fn version_of(program: &Path) -> Option<String> {
    let text = Run::new(program).arg("--version").capture().ok()?;
    version_in(&text)
}

/// The first word that begins with a digit and ends as a number: `trunk 0.21.14`,
/// `wasm-opt version 132 (version_132)`, `Chromium 156.0.8078.79 built on Debian`.
fn version_in(text: &str) -> Option<String> {
    text.split_whitespace()
        .find(|word| word.starts_with(|first: char| first.is_ascii_digit()))
        .map(str::to_owned)
}

/// A crate whose programs are used as tools.
pub struct Crate<'a> {
    /// Its name in the registry.
    pub package: &'a str,
    /// Exactly this one.
    pub version: &'a str,
    /// What its programs need beyond its defaults.
    pub features: &'a [&'a str],
    /// Whether its defaults are of use here. Where they are only about downloads over TLS, they cost
    /// a library in C.
    pub default_features: bool,
    /// Whether to use the lock file that the crate was published with.
    pub locked: bool,
}

/// A folder of the cache that is either absent or complete.
pub struct Slot {
    /// Where the complete tool is.
    pub whole: PathBuf,
    partial: PathBuf,
    /// Where what is compiled lies meanwhile. It outlives an interruption.
    pub build: PathBuf,
}

impl Slot {
    /// The place of `tool` at `version`.
    pub fn new(tool: &str, version: &str) -> Result<Self, Error> {
        let cache = cache()?;
        let name = format!("{tool}-{version}");
        Ok(Self {
            whole: cache.join(&name),
            partial: cache.join(format!("{name}.partial")),
            build: cache.join(format!("{name}.build")),
        })
    }

    /// The place of what the lock file in `folder` says, which has `tool` at `version`. Where anything
    /// else in that file is another one, it is another place.
    pub fn of_lock(tool: &str, version: &str, folder: &Path) -> Result<Self, Error> {
        let sum = fingerprint::of_inputs(folder, &["package-lock.json".into()], "")?;
        Self::new(tool, &format!("{version}-{sum:016x}"))
    }

    /// Whether the tool is there, whole.
    pub fn is_filled(&self) -> bool {
        self.whole.is_dir()
    }

    /// Installs a crate's programs here. What was compiled before an interruption is used by the
    /// next try.
    pub fn fill_from_crate(&self, wanted: &Crate) -> Result<(), Error> {
        self.fill(|partial| {
            let mut run = Run::new("cargo").args(["install", wanted.package, "--version"]);
            run = run.arg(format!("={}", wanted.version));
            run = run.arg("--root").arg(partial);
            run = run.arg("--target-dir").arg(&self.build);
            // Compiled for minutes to run for seconds: optimising them, or linking Trunk with the
            // fat LTO of its own profile, costs far more than it ever gives back.
            for (setting, value) in [
                ("OPT_LEVEL", "0"),
                ("LTO", "false"),
                ("CODEGEN_UNITS", "16"),
            ] {
                run = run.env(&format!("CARGO_PROFILE_RELEASE_{setting}"), value);
            }
            if !wanted.default_features {
                run = run.arg("--no-default-features");
            }
            if !wanted.features.is_empty() {
                run = run.arg("--features").arg(wanted.features.join(","));
            }
            if wanted.locked {
                run = run.arg("--locked");
            }
            Ok(run.show()?)
        })?;
        // Some hundred megabytes that nothing needs any more.
        let _ = fs::remove_dir_all(&self.build);
        Ok(())
    }

    /// Installs an npm package here.
    pub fn fill_from_npm(&self, name: &str, version: &str) -> Result<(), Error> {
        let npm = npm("install")?;
        self.fill(|partial| {
            let npm = npm.arg("--prefix").arg(partial);
            Ok(npm.arg(format!("{name}@{version}")).show()?)
        })
    }

    /// Installs here what the lock file in `folder` says, and nothing that differs from it. What is
    /// `optional` may be what a package has for this kind of machine.
    pub fn fill_from_npm_lock(&self, folder: &Path, optional: bool) -> Result<(), Error> {
        let npm = npm("ci")?;
        let files = ["package.json", "package-lock.json"].map(|name| {
            let path = folder.join(name);
            let content = fs::read(&path).map_err(|source| Error::file("read", &path, source))?;
            Ok::<_, Error>((name, content))
        });
        let files = files.into_iter().collect::<Result<Vec<_>, _>>()?;
        self.fill(|partial| {
            for (name, content) in files {
                let path = partial.join(name);
                fs::write(&path, content).map_err(|source| Error::file("write", &path, source))?;
            }
            // No script of a package has anything to do here.
            let mut npm = npm.arg("--ignore-scripts");
            if !optional {
                npm = npm.arg("--omit=optional");
            }
            Ok(npm.arg("--prefix").arg(partial).show()?)
        })
    }

    /// Lets `install` put the tool into a folder that becomes this one once it is complete.
    pub fn fill(&self, install: impl FnOnce(&Path) -> Result<(), Error>) -> Result<(), Error> {
        // A second run waits for the first, and finds the tool then.
        let _lock = lock::hold(&self.whole.with_added_extension("lock"))?;
        if self.is_filled() {
            return Ok(());
        }
        // Left from an installation that was interrupted.
        if self.partial.exists() {
            fs::remove_dir_all(&self.partial)
                .map_err(|source| Error::file("remove", &self.partial, source))?;
        }
        fs::create_dir_all(&self.partial)
            .map_err(|source| Error::file("create", &self.partial, source))?;
        install(&self.partial)?;
        fs::rename(&self.partial, &self.whole)
            .map_err(|source| Error::file("rename", &self.partial, source))
    }
}

/// npm, about to do what `command` says.
pub fn npm(command: &str) -> Result<Run, Error> {
    if on_path("npm").is_none() {
        return Err(Error::Missing(
            "npm is missing: install Node.js 18 or later (with npm), then run this again.".into(),
        ));
    }
    Ok(Run::new("npm").args([command, "--no-audit", "--no-fund", "--loglevel=error"]))
}

#[cfg(test)]
mod tests {
    use super::{Slot, version_in};
    use std::fs;

    #[test]
    fn what_another_package_of_a_lock_changes_is_installed_anew() {
        let root = tempfile::tempdir().unwrap();
        let place = |copy: &str, react: &str| {
            let folder = root.path().join(copy);
            fs::create_dir_all(&folder).unwrap();
            let lock = format!("vite 8.3.8, react {react}");
            fs::write(folder.join("package-lock.json"), lock).unwrap();
            Slot::of_lock("npm-tests", "8.3.8", &folder).unwrap().whole
        };
        let first = place("one", "19.3.1");
        let name = first.file_name().unwrap().to_str().unwrap();
        assert!(name.starts_with("npm-tests-8.3.8-"), "{name}");
        // All copies of the repository share it.
        assert_eq!(place("another", "19.3.1"), first);
        assert_ne!(place("one", "19.3.2"), first);
    }

    #[test]
    fn versions_are_read_from_what_tools_print() {
        let told = |text| version_in(text).unwrap_or_default();
        assert_eq!(told("trunk 0.21.14\n"), "0.21.14");
        assert_eq!(told("wasm-opt version 132 (version_132)"), "132");
        assert_eq!(
            told("Chromium 156.0.8078.79 built on Debian"),
            "156.0.8078.79"
        );
        assert_eq!(told("no digits here"), "");
    }
}

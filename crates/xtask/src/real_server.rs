//! `cargo xtask real-server`: the model client against servers that nobody here wrote.
//!
//! The package `llama-cpp-python` has the sources of llama.cpp in it. Of these llama.cpp's own
//! server is built, and over the same libraries runs the package's, which is another program. No
//! check of `cargo xtask test` needs them: nobody should wait for a C++ build.

use crate::{
    error::Error,
    install::{Slot, on_path},
    page::seconds,
    process::Run,
    tools::Steps,
    workspace::{REAL_SERVER, Workspace},
};
use std::{
    ffi::OsString,
    fs,
    num::NonZero,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

/// The package with the sources; `tests/real_server/source.txt` has its hash.
const PACKAGE: &str = "llama-cpp-python";
const VERSION: &str = "0.3.36";

/// The oldest Python that the pinned packages run on, as `3.MINOR`.
const PYTHON_MINOR: u32 = 11;

/// The longest that all checks may take. One of them takes three minutes at most.
const LIMIT: Duration = Duration::from_secs(30 * 60);

/// How llama.cpp is compiled: fast, as its model is tiny, with all that a server of text needs,
/// and without anything that would be fetched or found on some machines only.
const SETTINGS: [&str; 18] = [
    "-DCMAKE_BUILD_TYPE=Debug",
    "-DCMAKE_C_FLAGS_DEBUG=-O0",
    "-DCMAKE_CXX_FLAGS_DEBUG=-O0",
    "-DCMAKE_BUILD_RPATH_USE_ORIGIN=ON",
    "-DBUILD_SHARED_LIBS=ON",
    "-DGGML_BLAS=OFF",
    "-DGGML_CPU_REPACK=OFF",
    "-DGGML_LLAMAFILE=OFF",
    "-DGGML_METAL=OFF",
    "-DGGML_NATIVE=OFF",
    "-DGGML_OPENMP=OFF",
    "-DLLAMA_ALL_WARNINGS=OFF",
    "-DLLAMA_BUILD_APP=OFF",
    "-DLLAMA_BUILD_EXAMPLES=OFF",
    "-DLLAMA_BUILD_TESTS=OFF",
    "-DLLAMA_BUILD_UI=OFF",
    "-DLLAMA_OPENSSL=OFF",
    "-DLLAMA_USE_PREBUILT_UI=OFF",
];

/// Installs the servers if need be, starts each with a model of random weights, and checks what
/// the model client makes of it.
pub fn real_server(workspace: &Workspace) -> Result<(), Error> {
    let begun = Instant::now();
    let servers = servers(workspace)?;
    println!("the checks: building …");
    let package = ["--package", REAL_SERVER];
    workspace.cargo().arg("build").args(package).show()?;
    Run::new(servers.join("bin").join("llama-server"))
        .arg("--version")
        .show()?;
    workspace
        .cargo()
        .args(["run", "--quiet"])
        .args(package)
        .arg("--")
        .arg("--llama-server")
        .arg(servers.join("bin").join("llama-server"))
        .arg("--libraries")
        .arg(servers.join("bin"))
        .arg("--python")
        .arg(python_in(&servers))
        .arg("--work")
        .arg(workspace.target.join("real-server"))
        .limit(LIMIT)
        .show()?;
    println!("All in {}.", seconds(begun.elapsed()));
    Ok(())
}

/// The folder with both servers, after building them if need be.
fn servers(workspace: &Workspace) -> Result<PathBuf, Error> {
    if cfg!(windows) {
        return Err(Error::Missing(
            "This runs on Linux and macOS only.".to_owned(),
        ));
    }
    let minor = python_minor()?;
    // Python's packages are installed for one Python, and are of no use to the next.
    let slot = Slot::new(PACKAGE, &format!("{VERSION}-python3.{minor}"))?;
    let step = Steps::of(1).next(&format!("llama.cpp, from {PACKAGE} {VERSION}"));
    if !slot.is_filled() {
        for (program, package) in [("c++", "g++ or clang"), ("tar", "tar")] {
            if on_path(program).is_none() {
                return Err(Error::Missing(format!(
                    "`{program}` is missing: install {package}, then run this again."
                )));
            }
        }
        step.installing("about 5 minutes on two cores");
        slot.fill(|partial| build(workspace, partial, &slot.build))?;
        // Some hundred megabytes that nothing needs any more.
        let _ = fs::remove_dir_all(&slot.build);
    }
    step.ready();
    Ok(slot.whole)
}

/// The minor version of the Python 3 on PATH.
fn python_minor() -> Result<u32, Error> {
    let program = "import sys, venv, ensurepip; print(*sys.version_info[:2])";
    let version = Run::new("python3").args(["-c", program]).capture();
    let minor = version.ok().and_then(|text| minor_in(&text));
    minor.filter(|minor| *minor >= PYTHON_MINOR).ok_or_else(|| {
        Error::Missing(format!(
            "Python 3.{PYTHON_MINOR} or later with its module venv is needed (in Debian and \
             Ubuntu: python3-venv). Install it, then run this again."
        ))
    })
}

/// `3 11` is 11; no other Python than 3 has one.
fn minor_in(text: &str) -> Option<u32> {
    text.trim().strip_prefix("3 ")?.parse().ok()
}

fn python_in(folder: &Path) -> PathBuf {
    folder.join("python").join("bin").join("python")
}

/// Builds llama.cpp's server into `partial/bin` and installs the other one beside it. What was
/// compiled before an interruption stays in `build` and is used by the next try.
fn build(workspace: &Workspace, partial: &Path, build: &Path) -> Result<(), Error> {
    let pins = workspace.root.join("tests").join("real_server");
    Run::new("python3")
        .args(["-m", "venv"])
        .arg(partial.join("python"))
        .show()?;
    let python = python_in(partial);
    let pip = |arguments: &[&str]| {
        Run::new(&python)
            .args(["-m", "pip", "--disable-pip-version-check"])
            .args(arguments)
    };
    pip(&["install", "--quiet", "--requirement"])
        .arg(pins.join("requirements.txt"))
        .show()?;

    let source = build.join(format!("{}-{VERSION}", PACKAGE.replace('-', "_")));
    if !source.is_dir() {
        pip(&["download", "--quiet", "--no-deps", "--no-build-isolation"])
            .args(["--no-binary", PACKAGE, "--require-hashes"])
            .arg("--dest")
            .arg(build)
            .arg("--requirement")
            .arg(pins.join("source.txt"))
            .show()?;
        let archive = source.with_added_extension("tar.gz");
        Run::new("tar")
            .arg("-xzf")
            .arg(&archive)
            .arg("-C")
            .arg(build)
            .show()?;
    }

    // CMake and ninja came with the requirements.
    let cmake = python.with_file_name("cmake");
    let mut ninja = OsString::from("-DCMAKE_MAKE_PROGRAM=");
    ninja.push(python.with_file_name("ninja"));
    let objects = build.join("objects");
    Run::new(&cmake)
        .args(["-G", "Ninja"])
        .arg(ninja)
        .arg("-S")
        .arg(source.join("vendor").join("llama.cpp"))
        .arg("-B")
        .arg(&objects)
        .args(SETTINGS)
        .show()?;
    let jobs = thread::available_parallelism().map_or(2, NonZero::get);
    Run::new(&cmake)
        .arg("--build")
        .arg(&objects)
        .args(["--target", "llama-server", "--parallel", &jobs.to_string()])
        .show()?;

    // The server in Python, without compiling all of it once more.
    pip(&["install", "--quiet", "--no-deps", "--no-build-isolation"])
        .env("CMAKE_ARGS", "-DLLAMA_BUILD=OFF")
        .arg(&source)
        .show()?;
    let (built, bin) = (objects.join("bin"), partial.join("bin"));
    fs::rename(&built, &bin).map_err(|source| Error::file("move", &built, source))
}

#[cfg(test)]
mod tests {
    use super::{PACKAGE, VERSION, minor_in};

    #[test]
    fn the_pinned_source_is_the_one_that_is_unpacked() {
        let pinned = include_str!("../../../tests/real_server/source.txt");
        assert!(pinned.contains(&format!("{PACKAGE}=={VERSION} --hash=sha256:")));
    }

    #[test]
    fn a_python_tells_its_version() {
        assert_eq!(minor_in("3 11\n"), Some(11));
        assert_eq!(minor_in("2 7\n"), None);
        assert_eq!(minor_in(""), None);
    }
}

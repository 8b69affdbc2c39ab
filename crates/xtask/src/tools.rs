//! What must be installed to build the page and to test it, in the versions that were tried
//! together.

use crate::{
    browser::{self, Browser},
    clang,
    error::Error,
    install::{self, Crate, Slot},
    process::Run,
    workspace::{WASM, Workspace, read},
};
use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
};

/// 0.22 needs a newer compiler than the one in rust-toolchain.toml.
const TRUNK: &str = "0.21.14";
/// Debian's own wasm-opt (108) breaks the page: it then dies at start.
const BINARYEN: &str = "132";
/// Cuts the page's program into parts. It has to fit the macro that marks where, which comes with
/// Leptos.
const WASM_SPLIT: &str = "0.2.4";
/// The accessibility checks that the end-to-end tests inject into the page.
const AXE: &str = "4.14.1";
/// What reads PDFs on the help desk's page. It is shipped with the page, so its version and
/// checksum are in a lock file.
const PDF_JS: &str = "pdfjs-dist";
/// Where that lock file is.
pub const PDF_READER: &str = "web/desk/pdf";

/// The MCP server that the end-to-end tests talk to.
const MCP_SERVER: &str = "@modelcontextprotocol/server-everything";
/// Where its lock file is.
const MCP_TESTS: &str = "tests/mcp";
/// Where the lock file of what sites are built with is.
const NPM_TESTS: &str = "tests/npm";

/// In how many steps they are found or installed.
pub const PAGE_STEPS: usize = 7;

/// What building the page needs, found or installed.
pub struct PageTools {
    /// The program that bundles the page.
    pub trunk: PathBuf,
    /// Binaryen's library for Node, where its programs are npm's too.
    pub binaryen: Option<PathBuf>,
    /// The folder of pdf.js, in the version that the help desk's lock file holds.
    pub pdf_js: PathBuf,
    /// Runs wasm tests in a browser; of the same version as the wasm-bindgen in Cargo.lock.
    pub test_runner: PathBuf,
    /// PATH, with the tools of the cache before everything else.
    pub path: OsString,
    /// All versions in one line: when it changes, the page is built anew.
    pub versions: String,
}

/// What the tests need beyond that.
pub struct TestTools {
    /// What building the page needs.
    pub page: PageTools,
    /// The browser and its driver.
    pub browser: Browser,
    /// axe-core, as one script.
    pub axe: PathBuf,
    /// The MCP server's program, for Node.
    pub mcp_server: PathBuf,
    /// The folder of what sites are built with that take the widget from npm.
    pub npm_tests: PathBuf,
}

/// Finds or installs axe-core, which looks at pages for what keeps people out: one script. It is one step.
pub fn axe(steps: &mut Steps) -> Result<PathBuf, Error> {
    let step = steps.next(&format!("axe-core {AXE}"));
    let slot = Slot::new("axe-core", AXE)?;
    if !slot.is_filled() {
        step.installing("seconds");
        slot.fill_from_npm("axe-core", AXE)?;
    }
    step.ready();
    let package = slot.whole.join("node_modules").join("axe-core");
    Ok(package.join("axe.min.js"))
}

/// Finds or installs what building the page needs.
pub fn for_page(workspace: &Workspace) -> Result<PageTools, Error> {
    page_tools(workspace, &mut Steps::of(PAGE_STEPS))
}

/// Finds or installs what the tests need.
pub fn for_tests(workspace: &Workspace) -> Result<TestTools, Error> {
    let mut steps = Steps::of(PAGE_STEPS + 5);
    let page = page_tools(workspace, &mut steps)?;

    let components = steps.next("rustfmt and clippy");
    if missing_components() {
        components.installing("seconds");
        Run::new("rustup")
            .args(["component", "add", "rustfmt", "clippy"])
            .dir(&workspace.root)
            .show()?;
    }
    components.ready();

    let step = steps.next("Chromium, its driver and a Japanese font");
    let browser = match browser::find()? {
        Some(browser) => browser,
        None => {
            step.installing("about a minute");
            browser::install()?
        }
    };
    step.ready();

    let axe = axe(&mut steps)?;

    let folder = workspace.root.join(MCP_TESTS);
    let version = locked_npm_version(&folder.join("package-lock.json"), MCP_SERVER)?;
    let step = steps.next(&format!("MCP's server-everything {version}"));
    let slot = Slot::of_lock("mcp-server-everything", &version, &folder)?;
    if !slot.is_filled() {
        step.installing("seconds");
        slot.fill_from_npm_lock(&folder, false)?;
    }
    step.ready();
    let package = slot.whole.join("node_modules").join(MCP_SERVER);

    let folder = workspace.root.join(NPM_TESTS);
    let version = locked_npm_version(&folder.join("package-lock.json"), "vite")?;
    let step = steps.next(&format!("Vite {version} and what sites are built with"));
    let slot = Slot::of_lock("npm-tests", &version, &folder)?;
    if !slot.is_filled() {
        step.installing("seconds");
        slot.fill_from_npm_lock(&folder, true)?;
    }
    step.ready();
    Ok(TestTools {
        page,
        browser,
        axe,
        mcp_server: package.join("dist").join("index.js"),
        npm_tests: slot.whole,
    })
}

/// The same, as the first of `steps`.
pub fn page_tools(workspace: &Workspace, steps: &mut Steps) -> Result<PageTools, Error> {
    let mut dirs = Vec::new();

    let step = steps.next(&format!("Rust's {WASM} target"));
    if !has_wasm_target(workspace) {
        step.installing("seconds");
        Run::new("rustup")
            .args(["target", "add", WASM])
            .dir(&workspace.root)
            .show()?;
    }
    step.ready();

    let bindgen = workspace.locked_version("wasm-bindgen")?;
    let step = steps.next(&format!("wasm-bindgen {bindgen}"));
    // Not with its own lock file: that names a version of a crate which the registry lacks.
    let wanted = Crate {
        package: "wasm-bindgen-cli",
        version: &bindgen,
        features: &[],
        default_features: false,
        locked: false,
    };
    let test_runner = wanted.find(
        "wasm-bindgen-test-runner",
        &step,
        "about a minute on two cores",
        &mut dirs,
    )?;

    let step = steps.next(&format!("Trunk {TRUNK}"));
    let wanted = Crate {
        package: "trunk",
        version: TRUNK,
        features: &[],
        default_features: false,
        locked: true,
    };
    let trunk = wanted.find("trunk", &step, "about 3 minutes on two cores", &mut dirs)?;

    let step = steps.next(&format!("wasm-split {WASM_SPLIT}"));
    let wanted = Crate {
        package: "wasm_split_cli_support",
        version: WASM_SPLIT,
        features: &["build-binary"],
        default_features: true,
        locked: true,
    };
    wanted.find(
        "wasm-split-cli",
        &step,
        "less than a minute on two cores",
        &mut dirs,
    )?;

    let step = steps.next(&format!("binaryen {BINARYEN} (wasm-opt)"));
    let slot = Slot::new("binaryen", BINARYEN)?;
    let modules = slot.whole.join("node_modules");
    // Where this program is run by one of its own, what is installed is on the path already.
    if !is_on_path("wasm-opt", BINARYEN) {
        if !slot.is_filled() {
            step.installing("seconds");
            slot.fill_from_npm("binaryen", BINARYEN)?;
        }
        dirs.push(modules.join(".bin"));
    }
    let library = modules.join("binaryen/index.js");
    let binaryen = library.is_file().then_some(library);
    step.ready();

    let step = steps.next("clang for WebAssembly");
    if !clang::is_there() {
        step.installing("about a minute");
        clang::install()?;
    }
    step.ready();

    let folder = workspace.root.join(PDF_READER);
    let version = locked_npm_version(&folder.join("package-lock.json"), PDF_JS)?;
    let step = steps.next(&format!("pdf.js {version}"));
    let slot = Slot::of_lock(PDF_JS, &version, &folder)?;
    if !slot.is_filled() {
        step.installing("seconds");
        slot.fill_from_npm_lock(&folder, false)?;
    }
    step.ready();
    let pdf_js = slot.whole.join("node_modules").join(PDF_JS);

    let old = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(dirs.into_iter().chain(env::split_paths(&old)))
        .map_err(|error| Error::Other(format!("PATH cannot be extended: {error}")))?;
    let versions = format!(
        "trunk {TRUNK}, wasm-bindgen {bindgen}, wasm-split {WASM_SPLIT}, binaryen {BINARYEN}"
    );
    Ok(PageTools {
        trunk,
        binaryen,
        pdf_js,
        test_runner,
        path,
        versions,
    })
}

impl Crate<'_> {
    /// Where `program` of this crate is, after installing it if need be.
    pub fn find(
        &self,
        program: &str,
        step: &Step,
        time: &str,
        dirs: &mut Vec<PathBuf>,
    ) -> Result<PathBuf, Error> {
        if let Some(path) = install::on_path(program)
            && install::version_of(&path).as_deref() == Some(self.version)
        {
            step.ready();
            return Ok(path);
        }
        let slot = Slot::new(self.package, self.version)?;
        if !slot.is_filled() {
            step.installing(time);
            slot.fill_from_crate(self)?;
        }
        step.ready();
        let bin = slot.whole.join("bin");
        let path = bin.join(format!("{program}{}", env::consts::EXE_SUFFIX));
        dirs.push(bin);
        Ok(path)
    }
}

/// The version of `package` that an npm lock file holds.
fn locked_npm_version(lock: &Path, package: &str) -> Result<String, Error> {
    let unreadable = |what: &str| {
        Error::Other(format!(
            "{} {what}: restore it from the repository.",
            lock.display()
        ))
    };
    let value: serde_json::Value = serde_json::from_str(&read(lock)?)
        .map_err(|error| unreadable(&format!("is not valid JSON ({error})")))?;
    let version = value
        .get("packages")
        .and_then(|packages| packages.get(format!("node_modules/{package}")))
        .and_then(|found| found.get("version"))
        .and_then(serde_json::Value::as_str);
    version
        .map(str::to_owned)
        .ok_or_else(|| unreadable(&format!("names no version of {package}")))
}

fn is_on_path(program: &str, version: &str) -> bool {
    install::on_path(program)
        .and_then(|path| install::version_of(&path))
        .as_deref()
        == Some(version)
}

fn has_wasm_target(workspace: &Workspace) -> bool {
    // Asked of the compiler, not of rustup: a distribution's own Rust may have the target too.
    Run::new("rustc")
        .args(["--print", "target-libdir", "--target", WASM])
        .dir(&workspace.root)
        .capture()
        .is_ok_and(|text| Path::new(text.trim()).is_dir())
}

fn missing_components() -> bool {
    ["fmt", "clippy"].iter().any(|command| {
        Run::new("cargo")
            .args([*command, "--version"])
            .capture()
            .is_err()
    })
}

/// Numbers the steps of an installation for the person who waits.
pub struct Steps {
    done: usize,
    all: Option<usize>,
}

impl Steps {
    /// `all` of them, none done.
    pub fn of(all: usize) -> Self {
        Self {
            done: 0,
            all: Some(all),
        }
    }

    /// Steps of which only those are told that take time: all were told before.
    pub fn unless_ready() -> Self {
        Self { done: 0, all: None }
    }

    /// The next one, which is about `what`.
    pub fn next(&mut self, what: &str) -> Step {
        self.done += 1;
        Step {
            name: match self.all {
                Some(all) => format!("[{}/{all}] {what}", self.done),
                None => what.to_owned(),
            },
            tells_ready: self.all.is_some(),
        }
    }
}

/// One of them.
pub struct Step {
    name: String,
    tells_ready: bool,
}

impl Step {
    /// It is not there yet, and takes so much time.
    pub fn installing(&self, time: &str) {
        println!("{}: installing, {time} …", self.name);
    }

    /// It is there.
    pub fn ready(&self) {
        if self.tells_ready {
            println!("{}: ready", self.name);
        }
    }
}

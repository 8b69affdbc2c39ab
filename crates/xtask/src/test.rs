//! `cargo xtask test`: every check, one after the other, up to the first that fails.

mod ahead;
mod count;

use crate::{
    error::Error,
    page,
    process::{Run, Running},
    size, test_client,
    tools::{self, PageTools, TestTools},
    workspace::{BROWSER_ROOMS, WASM, Workspace},
};
use ahead::PageAhead;
pub use count::{Count, counted, counted_with_second_try};
use std::{
    cell::Cell,
    fs,
    path::PathBuf,
    thread::available_parallelism,
    time::{Duration, Instant},
};

/// One check of the whole.
struct Stage {
    /// What `--only` calls it.
    name: &'static str,
    /// What it checks.
    about: &'static str,
    needs: Needs,
    /// Whether it runs tests, so that none at all would be a fault.
    counts: bool,
    run: fn(&Checks) -> Result<Count, Error>,
}

/// What must be installed for a stage.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Needs {
    Rust,
    Page,
    Browser,
}

const STAGES: [Stage; 8] = [
    Stage {
        name: "fmt",
        about: "formatting",
        needs: Needs::Rust,
        counts: false,
        run: |checks| checks.plain(&["fmt", "--all", "--check"]),
    },
    Stage {
        name: "clippy",
        about: "lints, natively",
        needs: Needs::Rust,
        counts: false,
        run: |checks| checks.clippy(),
    },
    Stage {
        name: "clippy-wasm",
        about: "lints of the browser's rooms and of the core, for wasm32",
        needs: Needs::Page,
        counts: false,
        run: |checks| checks.clippy_wasm(),
    },
    Stage {
        name: "native",
        about: "native tests and documentation examples",
        needs: Needs::Rust,
        counts: true,
        run: |checks| checks.native(),
    },
    Stage {
        name: "browser",
        about: "the tests of rooms that only a browser runs, in Chromium",
        needs: Needs::Browser,
        counts: true,
        run: |checks| checks.browser(),
    },
    Stage {
        name: "page",
        about: "the page builds and imports nothing that is not there",
        needs: Needs::Page,
        counts: false,
        run: |checks| checks.page(),
    },
    Stage {
        name: "size",
        about: "what visitors load is within its limits",
        needs: Needs::Page,
        counts: false,
        run: |checks| checks.size(),
    },
    Stage {
        name: "e2e",
        about: "end to end: Chromium, proxy, IndexedDB",
        needs: Needs::Browser,
        counts: true,
        run: |checks| checks.end_to_end(),
    },
];

/// The longest that tests in a browser may take before browser, driver and all are stopped.
const BROWSER_LIMIT: Duration = Duration::from_secs(10 * 60);
/// The same for the end-to-end tests.
const END_TO_END_LIMIT: Duration = Duration::from_secs(45 * 60);

/// Flags with which Chromium runs in a container, as root, and keeps to itself. The last leaves out what
/// every start pays for and no test looks at: pages of the browser's own window, and a renderer in reserve.
const CHROMIUM_FLAGS: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=PreloadTopChromeWebUI,WebUIOmniboxPopup,SpareRendererForSitePerProcess",
];

/// The same for the end-to-end tests. Programs and scripts are compiled once and quickly, and only what runs of
/// them is looked through: what V8 does to have them run faster later takes more of the processor in a test's
/// seconds than it gives back. The visitor wants no
/// motion: to draw what breathes while somebody waits, sixty times a second and without a graphics card,
/// was a sixth of what Chromium did.
fn end_to_end_flags() -> String {
    const MORE: &str = "--js-flags=--liftoff-only,--no-opt,--no-maglev,--max-lazy,--wasm-lazy-validation --force-prefers-reduced-motion";
    format!("{} {MORE}", CHROMIUM_FLAGS.join(" "))
}

/// How many of them run at once: more than there are processors, as each of them waits now and then.
fn threads() -> usize {
    available_parallelism().map_or(2, usize::from) + 2
}

/// The names of all stages, for `--only`.
pub fn stage_names() -> String {
    STAGES.map(|stage| stage.name).join(", ")
}

/// Runs all stages, or the one called `only`.
pub fn test(workspace: &Workspace, only: Option<&str>) -> Result<(), Error> {
    let stages: Vec<&Stage> = STAGES
        .iter()
        .filter(|stage| only.is_none_or(|name| name == stage.name))
        .collect();
    let Some(needs) = stages.iter().map(|stage| stage.needs).max() else {
        return Err(Error::Usage(format!(
            "There is no stage called {}: choose one of {}.",
            only.unwrap_or_default(),
            stage_names()
        )));
    };
    let begun = Instant::now();
    let checks = Checks {
        workspace,
        tools: match needs {
            Needs::Rust => Tools::None,
            Needs::Page => Tools::Page(tools::for_page(workspace)?),
            Needs::Browser => Tools::Tests(tools::for_tests(workspace)?),
        },
        page_ahead: Cell::new(None),
    };
    // Its programs are linked on one core each, and many tests use but one: it is built beside all that needs
    // none of it.
    if only.is_none() {
        checks.page_ahead.set(Some(PageAhead::start(workspace)?));
    }
    let mut all = Count::default();
    for (index, stage) in stages.iter().enumerate() {
        let place = format!("{} of {}, {}", index + 1, stages.len(), stage.name);
        println!("\n== {place}: {}", stage.about);
        let begun = Instant::now();
        let result = (stage.run)(&checks).and_then(|count| match count {
            Count { passed: 0, .. } if stage.counts => {
                Err(Error::Other("Not one test ran.".to_owned()))
            }
            count => Ok(count),
        });
        let took = page::seconds(begun.elapsed());
        match result {
            Ok(count) => {
                println!("== {place}: passed in {took}{}", count.told(stage.counts));
                all.add(count);
            }
            Err(error) => {
                return Err(Error::Other(format!(
                    "== {place}: FAILED after {took}: {error}\n\
                     To run only this again: cargo xtask test --only {}",
                    stage.name
                )));
            }
        }
    }
    println!(
        "\n{}{} stages passed in {}: {} tests passed, {} ignored.",
        all.told_unsteady(),
        stages.len(),
        page::seconds(begun.elapsed()),
        all.passed,
        all.ignored
    );
    Ok(())
}

/// What the stages work with.
struct Checks<'a> {
    workspace: &'a Workspace,
    tools: Tools,
    page_ahead: Cell<Option<PageAhead>>,
}

enum Tools {
    None,
    Page(PageTools),
    Tests(TestTools),
}

impl Checks<'_> {
    fn page_tools(&self) -> Result<&PageTools, Error> {
        match &self.tools {
            Tools::Page(page) | Tools::Tests(TestTools { page, .. }) => Ok(page),
            Tools::None => Err(Error::Other(
                "This stage was not given its tools.".to_owned(),
            )),
        }
    }

    fn test_tools(&self) -> Result<&TestTools, Error> {
        match &self.tools {
            Tools::Tests(tools) => Ok(tools),
            _ => Err(Error::Other(
                "This stage was not given its tools.".to_owned(),
            )),
        }
    }

    fn plain(&self, arguments: &[&str]) -> Result<Count, Error> {
        self.workspace.cargo().args(arguments).show()?;
        Ok(Count::default())
    }

    fn clippy(&self) -> Result<Count, Error> {
        let run = self.natively("clippy").arg("--all-targets");
        run.args(["--", "-D", "warnings"]).show()?;
        Ok(Count::default())
    }

    /// Cargo's `command` for all rooms that run natively: for the same ones each time, as what they have in
    /// common is compiled anew where others are chosen that want more or less of it.
    fn natively(&self, command: &str) -> Run {
        let run = self.workspace.cargo().args([command, "--workspace"]);
        let without = |run: Run, room| run.args(["--exclude", room]);
        BROWSER_ROOMS.into_iter().fold(run, without)
    }

    fn clippy_wasm(&self) -> Result<Count, Error> {
        let mut run = self
            .workspace
            .cargo()
            .args(["clippy", "--target", WASM, "--all-targets"]);
        for room in BROWSER_ROOMS {
            run = run.args(["--package", room]);
        }
        run.args(["--", "-D", "warnings"]).show()?;
        Ok(Count::default())
    }

    fn native(&self) -> Result<Count, Error> {
        counted(self.natively("test"))
    }

    fn browser(&self) -> Result<Count, Error> {
        let tools = self.test_tools()?;
        let settings = self.webdriver_settings(tools)?;
        let packages = [
            "--package",
            "kikitori-browser",
            "--package",
            "kikitori-host-form",
        ];
        let tests = [&["test", "--target", WASM], &packages[..]].concat();
        // Built first, so that the time limit is the tests' own.
        self.workspace
            .cargo()
            .args(tests.clone())
            .arg("--no-run")
            .show()?;
        let run = self
            .workspace
            .cargo()
            .args(tests)
            .env(
                "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER",
                &tools.page.test_runner,
            )
            .env("CHROMEDRIVER", &tools.browser.driver)
            .env("WASM_BINDGEN_USE_BROWSER", "1")
            .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", settings)
            // Seconds for one binary's tests, and for the driver to start.
            .env("WASM_BINDGEN_TEST_TIMEOUT", "180")
            .env("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", "30");
        counted(run.limit(BROWSER_LIMIT))
    }

    fn webdriver_settings(&self, tools: &TestTools) -> Result<PathBuf, Error> {
        let folder = self.workspace.notes();
        let path = folder.join("webdriver.json");
        let settings = serde_json::json!({
            "goog:chromeOptions": { "binary": tools.browser.chromium, "args": CHROMIUM_FLAGS },
        });
        fs::create_dir_all(&folder).map_err(|source| Error::file("create", &folder, source))?;
        fs::write(&path, settings.to_string())
            .map_err(|source| Error::file("write", &path, source))?;
        Ok(path)
    }

    /// The page's programs are linked on one core each. Where the end-to-end tests come next, they are
    /// compiled on another meanwhile.
    fn page(&self) -> Result<Count, Error> {
        let beside = match &self.tools {
            Tools::Tests(_) => Some(self.compile_end_to_end().start()?),
            Tools::None | Tools::Page(_) => None,
        };
        match self.page_ahead.take() {
            Some(ahead) => ahead.finish()?,
            None => page::build(self.workspace, self.page_tools()?)?,
        }
        beside.map_or(Ok(()), Running::finish)?;
        Ok(Count::default())
    }

    fn size(&self) -> Result<Count, Error> {
        // Nothing to do when the stage before this one ran.
        page::build(self.workspace, self.page_tools()?)?;
        size::check(self.workspace)?;
        Ok(Count::default())
    }

    fn end_to_end_tests(&self) -> Run {
        self.natively("test").args(["--test", "e2e"])
    }

    fn compile_end_to_end(&self) -> Run {
        self.end_to_end_tests().arg("--no-run")
    }

    fn end_to_end(&self) -> Result<Count, Error> {
        let tools = self.test_tools()?;
        // Nothing to do when the stage before this one ran.
        page::build(self.workspace, &tools.page)?;
        let client = test_client::build(self.workspace, &tools.page)?;
        self.compile_end_to_end().show()?;
        let artefacts = artefacts(self.workspace)?;
        let begun = Instant::now();
        counted_with_second_try(|arguments| {
            let run = self.end_to_end_tests().arg("--no-fail-fast");
            let run = run.arg("--").args(arguments);
            let mut run = with_browser(run, self.workspace, tools)
                .env("KIKITORI_TEST_CLIENT", &client)
                .env("KIKITORI_ARTEFACTS", &artefacts)
                .env("KIKITORI_CHROMIUM_FLAGS", end_to_end_flags())
                .env("RUST_TEST_THREADS", threads().to_string());
            if let Some(engine) = &tools.browser.engine {
                run = run.env("KIKITORI_CHROMIUM_ENGINE", engine);
            }
            run.limit(END_TO_END_LIMIT.saturating_sub(begun.elapsed()))
        })
    }
}

/// The folder where end-to-end tests put their pictures.
pub fn artefacts(workspace: &Workspace) -> Result<PathBuf, Error> {
    let folder = workspace.root.join("artefacts");
    fs::create_dir_all(&folder).map_err(|source| Error::file("create", &folder, source))?;
    Ok(folder)
}

/// Tells `run` where the built page and the browser are.
pub fn with_browser(run: Run, workspace: &Workspace, tools: &TestTools) -> Run {
    run.env("KIKITORI_DIST", workspace.dist())
        .env("KIKITORI_BROWSER", "chromium")
        .env("KIKITORI_CHROMIUM", &tools.browser.chromium)
        .env("KIKITORI_CHROMEDRIVER", &tools.browser.driver)
        .env("KIKITORI_CHROMIUM_FLAGS", CHROMIUM_FLAGS.join(" "))
        .env("KIKITORI_AXE", &tools.axe)
        .env("KIKITORI_MCP_SERVER", &tools.mcp_server)
        .env("KIKITORI_NPM_TESTS", &tools.npm_tests)
}

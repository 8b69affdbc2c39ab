//! A real browser with a profile that outlives it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

use serde_json::{Value, json};
use thirtyfour::error::WebDriverResult;
use thirtyfour::prelude::*;
use thirtyfour::{Capabilities, WindowHandle};

use crate::chromium::Chromium;
use crate::program::{self, Driver, Program, TIME_ZONE};
use crate::shared_browser;

/// What a visitor's browser has on disk: what it stored is still there for the next browser. Removed
/// when the test is done with it.
pub struct Profile {
    folder: PathBuf,
    /// Whether its browser may be one that other tests have had.
    may_share: bool,
    stored: Arc<Mutex<Stored>>,
}

/// Where a profile's browsers have stored something.
#[derive(Default)]
enum Stored {
    /// There was none yet.
    #[default]
    Nowhere,
    /// In this folder.
    In(PathBuf),
    /// In the folder of a browser that was closed. It runs until it is known whether this profile has
    /// another one, which is to find what a browser that has ended leaves, or another test takes it.
    ByShared(Chromium),
}

impl Profile {
    /// A fresh one.
    pub fn new() -> Self {
        Self {
            folder: new_folder("profile"),
            may_share: true,
            stored: Arc::default(),
        }
    }

    /// A fresh one for a browser that starts with it: one to be killed from outside, or to be measured.
    pub fn of_its_own() -> Self {
        let mut own = Self::new();
        own.may_share = false;
        own
    }

    /// Where downloads go.
    pub fn downloads(&self) -> PathBuf {
        self.folder.join("downloads")
    }

    /// Its folder as text.
    pub fn path(&self) -> &str {
        self.folder.to_str().unwrap()
    }

    /// Its next Chromium, and whether other tests have that too.
    async fn next(&self, options: &Options) -> (Chromium, bool) {
        let stored = std::mem::take(&mut *self.stored.lock().unwrap());
        let (chromium, shared) = match stored {
            Stored::Nowhere if self.may_share && shared_browser::fits(options) => {
                (shared_browser::take(options).await, true)
            }
            stored => {
                let folder = match stored {
                    Stored::Nowhere => self.folder.clone(),
                    Stored::In(folder) => folder,
                    Stored::ByShared(closed) => closed.end(),
                };
                (Chromium::start(folder, options).await, false)
            }
        };
        *self.stored.lock().unwrap() = Stored::In(chromium.folder().to_owned());
        (chromium, shared)
    }
}

/// A folder that no other test has, with one for downloads in it.
pub(crate) fn new_folder(what: &str) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::SeqCst);
    let name = format!("kikitori-e2e-{what}-{}-{number}", std::process::id());
    let path = room().join(name);
    std::fs::create_dir_all(path.join("downloads")).unwrap();
    path
}

/// Where browsers keep what they store: in memory where there is much of it, as they make and delete many small
/// files for each test.
fn room() -> &'static Path {
    const IN_MEMORY: &str = "/dev/shm";
    const ENOUGH_KIB: u64 = 3 * 1024 * 1024;
    static ROOM: LazyLock<PathBuf> = LazyLock::new(|| {
        let left = Command::new("df")
            .args(["--output=avail", IN_MEMORY])
            .output();
        let left = left.ok().and_then(|it| String::from_utf8(it.stdout).ok());
        let left = left.and_then(|it| it.split_whitespace().last()?.parse::<u64>().ok());
        let room = match left.is_some_and(|it| it >= ENOUGH_KIB) {
            true => PathBuf::from(IN_MEMORY),
            false => std::env::temp_dir(),
        };
        remove_what_is_left(&room);
        room
    });
    &ROOM
}

/// Browsers are kept for the next test, so the last ones of a run outlive it: the next run ends them.
fn remove_what_is_left(room: &Path) {
    let entries = std::fs::read_dir(room).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(rest) = name.strip_prefix("kikitori-e2e-") else {
            continue;
        };
        let process = rest.rsplit('-').nth(1).unwrap_or_default();
        if !process.is_empty() && !Path::new("/proc").join(process).exists() {
            kill_processes_of(entry.path().to_str().unwrap());
            let _best_effort = std::fs::remove_dir_all(entry.path());
        }
    }
}

impl Default for Profile {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        let remove = |folder: &Path| {
            kill_processes_of(folder.to_str().unwrap());
            let _best_effort = std::fs::remove_dir_all(folder);
        };
        remove(&self.folder);
        match std::mem::take(&mut *self.stored.lock().unwrap()) {
            Stored::Nowhere => {}
            Stored::In(folder) => remove(&folder),
            Stored::ByShared(closed) => shared_browser::give_back(closed),
        }
    }
}

/// How a browser is to be.
#[derive(Clone)]
pub struct Options {
    /// Window width and height in CSS pixels.
    pub size: (u32, u32),
    /// The languages it prefers.
    pub languages: &'static str,
    /// Whether it asks for dark pages.
    pub dark: bool,
    /// A script that runs before the page's own.
    pub before_page: Option<String>,
    /// Further flags.
    pub flags: Vec<String>,
    /// Whether all of Chromium is there, as people have it: with what asks for permissions, for one.
    /// The others have its engine alone, which starts and draws with less work.
    pub whole: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            size: (1280, 800),
            languages: "en",
            dark: false,
            before_page: None,
            flags: Vec::new(),
            whole: false,
        }
    }
}

/// A line on the console.
#[derive(Debug)]
pub struct ConsoleLine {
    /// Whether it tells of something that is wrong.
    pub is_error: bool,
    /// What it says.
    pub text: String,
}

/// A running browser with one window.
pub struct Browser {
    /// The window.
    pub driver: WebDriver,
    program: Program,
    process: Driver,
    /// Itself, if it is a Chromium, and whether other tests have it too.
    chromium: Option<(Chromium, bool)>,
    /// Where the profile looks for what was stored.
    stored: Arc<Mutex<Stored>>,
}

impl Browser {
    /// Starts one on `profile`, or has one that is as if it had just been started.
    pub async fn open(profile: &Profile, options: &Options) -> Self {
        // The driver's HTTP client shares the proxy's TLS library, which wants its provider named
        // once in a process; a second time is refused and changes nothing.
        let _named_before = rustls::crypto::ring::default_provider().install_default();
        let program = Program::chosen();
        let (chromium, capabilities) = match program {
            Program::Chromium => {
                let (chromium, is_shared) = profile.next(options).await;
                let capabilities = chromium.capabilities();
                (Some((chromium, is_shared)), capabilities)
            }
            Program::Firefox => (None, program::firefox(profile, options)),
            Program::WebKit => (None, program::webkit(options)),
        };
        let process = program.start(profile, options).await;
        let address = format!("http://127.0.0.1:{}", process.port);
        let Value::Object(capabilities) = capabilities else {
            panic!("no capabilities: {capabilities}");
        };
        let capabilities = Capabilities::from(capabilities);
        let driver = WebDriver::new(address, capabilities).await.unwrap();
        if let Some((_, true)) = chromium {
            shared_browser::forget(&driver).await.unwrap();
        }
        let browser = Self {
            driver,
            program,
            process,
            chromium,
            stored: profile.stored.clone(),
        };
        match program {
            Program::Chromium => browser.prepare(profile, options).await,
            Program::Firefox | Program::WebKit => browser.fit(options).await,
        }
        browser
    }

    /// Goes on in a second tab. Gives both, the first one first.
    pub async fn second_tab(&self) -> (WindowHandle, WindowHandle) {
        let first = self.driver.window().await.unwrap();
        let second = self.driver.new_tab().await.unwrap();
        self.driver.switch_to_window(second.clone()).await.unwrap();
        (first, second)
    }

    /// Gives the page the wanted room, by the window's size.
    async fn fit(&self, options: &Options) {
        assert!(
            options.before_page.is_none() && options.flags.is_empty(),
            "only Chromium knows scripts before the page's and flags"
        );
        let (width, height) = options.size;
        let frame = "return [window.outerWidth - window.innerWidth, window.outerHeight - window.innerHeight];";
        let (mut right, mut bottom) = (0, 0);
        // How much the frame takes is known once there is a window.
        for _ in 0..2 {
            let driver = &self.driver;
            driver
                .set_window_rect(0, 0, width + right, height + bottom)
                .await
                .unwrap();
            let found = driver.execute(frame, vec![]).await.unwrap();
            (right, bottom) = found.convert().unwrap();
        }
    }

    async fn prepare(&self, profile: &Profile, options: &Options) {
        let scheme = if options.dark { "dark" } else { "light" };
        let (width, height) = options.size;
        self.tell(
            "Emulation.setDeviceMetricsOverride",
            json!({
                "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600,
            }),
        )
        .await;
        self.tell(
            "Emulation.setEmulatedMedia",
            json!({
                "features": [{"name": "prefers-color-scheme", "value": scheme}],
            }),
        )
        .await;
        self.tell(
            "Emulation.setTimezoneOverride",
            json!({"timezoneId": TIME_ZONE}),
        )
        .await;
        self.tell(
            "Browser.setDownloadBehavior",
            json!({
                "behavior": "allow", "downloadPath": profile.downloads(),
            }),
        )
        .await;
        if let Some(script) = &options.before_page {
            self.tell(
                "Page.addScriptToEvaluateOnNewDocument",
                json!({"source": script}),
            )
            .await;
        }
    }

    /// Whether what is written to the page's console can be heard.
    pub fn tells_console(&self) -> bool {
        self.program != Program::WebKit
    }

    /// Whether it knows DevTools commands.
    pub fn takes_commands(&self) -> bool {
        self.program == Program::Chromium
    }

    /// What was written to the console since the last time this was asked.
    pub async fn console(&self) -> WebDriverResult<Vec<ConsoleLine>> {
        if self.program == Program::Chromium {
            let entries = self.driver.browser_log().await?.into_iter();
            return Ok(entries
                .map(|entry| ConsoleLine {
                    is_error: entry.level == "SEVERE",
                    text: entry.message,
                })
                .collect());
        }
        let lines = self.process.take_lines().into_iter();
        Ok(lines
            .map(|text| ConsoleLine {
                is_error: self.program.is_console_error(&text),
                text,
            })
            .collect())
    }

    /// Sends a DevTools command, which only Chromium knows.
    pub async fn tell(&self, command: &str, parameters: serde_json::Value) {
        self.ask(command, parameters).await;
    }

    /// The same, with what is answered.
    pub async fn ask(&self, command: &str, parameters: serde_json::Value) -> serde_json::Value {
        self.driver
            .cdp()
            .send_raw(command, parameters)
            .await
            .unwrap()
    }

    /// Shows the tab with this number, in the order in which they were opened.
    pub async fn show_tab(&self, number: usize) {
        let tabs = self.driver.windows().await.unwrap();
        let tab = tabs.into_iter().nth(number).unwrap();
        self.driver.switch_to_window(tab).await.unwrap();
    }

    /// Kills the browser's processes at once, as a crash or a power cut would.
    pub fn kill(self) {
        if let Some((killed, _)) = self.chromium {
            kill_processes_of(killed.folder().to_str().unwrap());
            killed.end();
        }
        // The driver would be asked to end the session of a browser that is gone. What this fails
        // for is that the session has ended.
        let _ended = self.driver.leak();
    }

    /// Lets it end in peace, or be another test's.
    pub async fn close(self) {
        let ended = self.driver.quit().await;
        match self.chromium {
            Some((shared, true)) if ended.is_ok() => {
                *self.stored.lock().unwrap() = Stored::ByShared(shared);
            }
            Some((own, _)) => {
                own.end();
            }
            None => {}
        }
    }
}

/// Sends SIGKILL to every process that was started with this profile.
pub(crate) fn kill_processes_of(profile: &str) {
    let of_chromium = format!("--user-data-dir={profile}");
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Ok(id) = entry.file_name().to_string_lossy().parse::<u32>() else {
            continue;
        };
        let command = std::fs::read(Path::new("/proc").join(id.to_string()).join("cmdline"));
        let named = command.is_ok_and(|command| {
            command
                .split(|byte| *byte == 0)
                .any(|part| part == of_chromium.as_bytes() || part == profile.as_bytes())
        });
        if named {
            let _may_be_gone = std::process::Command::new("kill")
                .args(["-9", &id.to_string()])
                .status();
        }
    }
}

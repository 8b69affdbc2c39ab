//! A real browser with a profile that outlives it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::json;
use thirtyfour::WindowHandle;
use thirtyfour::error::WebDriverResult;
use thirtyfour::prelude::*;

use crate::program::{Driver, Program, TIME_ZONE};

/// A browser's folder on disk: what it stored is still there for the next browser. Removed when
/// the test is done with it.
pub struct Profile(PathBuf);

impl Profile {
    /// A fresh one.
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::SeqCst);
        let name = format!("kikitori-e2e-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(path.join("downloads")).unwrap();
        Self(path)
    }

    /// Where downloads go.
    pub fn downloads(&self) -> PathBuf {
        self.0.join("downloads")
    }

    /// Its folder as text.
    pub fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Default for Profile {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        kill_processes_of(self.path());
        let _best_effort = std::fs::remove_dir_all(&self.0);
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
}

impl Default for Options {
    fn default() -> Self {
        Self {
            size: (1280, 800),
            languages: "en",
            dark: false,
            before_page: None,
            flags: Vec::new(),
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
    profile: String,
}

impl Browser {
    /// Starts one on `profile`.
    pub async fn open(profile: &Profile, options: &Options) -> Self {
        // The driver's HTTP client shares the proxy's TLS library, which wants its provider named
        // once in a process; a second time is refused and changes nothing.
        let _named_before = rustls::crypto::ring::default_provider().install_default();
        let program = Program::chosen();
        let process = program.start(profile, options).await;
        let address = format!("http://127.0.0.1:{}", process.port);
        let driver = WebDriver::new(address, program.capabilities(profile, options))
            .await
            .unwrap();
        let browser = Self {
            driver,
            program,
            process,
            profile: profile.path().to_owned(),
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
        kill_processes_of(&self.profile);
        // The driver would be asked to end the session of a browser that is gone. What this fails
        // for is that the session has ended.
        let _ended = self.driver.leak();
    }

    /// Lets it end in peace.
    pub async fn close(self) {
        let _already_gone = self.driver.quit().await;
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

//! A real Chromium with a profile that outlives it.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::json;
use thirtyfour::prelude::*;
use thirtyfour::{ChromiumLikeCapabilities, LoggingPrefsLogLevel};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::setting;

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

/// A running browser with one window.
pub struct Browser {
    /// The window.
    pub driver: WebDriver,
    _chromedriver: Child,
    profile: String,
}

impl Browser {
    /// Starts one on `profile`.
    pub async fn open(profile: &Profile, options: &Options) -> Self {
        // The driver's HTTP client shares the proxy's TLS library, which wants its provider named
        // once in a process; a second time is refused and changes nothing.
        let _named_before = rustls::crypto::ring::default_provider().install_default();
        let (chromedriver, port) = start_chromedriver().await;
        let mut capabilities = DesiredCapabilities::chrome();
        capabilities
            .set_binary(&setting("KIKITORI_CHROMIUM"))
            .unwrap();
        for flag in setting("KIKITORI_CHROMIUM_FLAGS").split_whitespace() {
            capabilities.add_arg(flag).unwrap();
        }
        let (width, height) = options.size;
        for argument in [
            format!("--user-data-dir={}", profile.path()),
            format!("--window-size={width},{height}"),
            format!("--lang={}", options.languages),
            format!("--accept-lang={}", options.languages),
        ] {
            capabilities.add_arg(&argument).unwrap();
        }
        for flag in &options.flags {
            capabilities.add_arg(flag).unwrap();
        }
        capabilities
            .set_browser_log_level(LoggingPrefsLogLevel::All)
            .unwrap();
        let driver = WebDriver::new(format!("http://127.0.0.1:{port}"), capabilities)
            .await
            .unwrap();
        let browser = Self {
            driver,
            _chromedriver: chromedriver,
            profile: profile.path().to_owned(),
        };
        browser.prepare(profile, options).await;
        browser
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
            json!({"timezoneId": "Asia/Tokyo"}),
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

    /// Sends a DevTools command.
    pub async fn tell(&self, command: &str, parameters: serde_json::Value) {
        self.driver
            .cdp()
            .send_raw(command, parameters)
            .await
            .unwrap();
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

/// ChromeDriver takes a free port for IPv4 and then wants the same one for IPv6; where another
/// program has that, it ends. So it is started again, a few times.
async fn start_chromedriver() -> (Child, u16) {
    for _ in 0..5 {
        if let Some(started) = try_to_start_chromedriver().await {
            return started;
        }
    }
    panic!("chromedriver ended five times without saying its port");
}

async fn try_to_start_chromedriver() -> Option<(Child, u16)> {
    let mut child = Command::new(setting("KIKITORI_CHROMEDRIVER"))
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let found = tokio::time::timeout(Duration::from_secs(30), async {
        loop {
            let line = lines.next_line().await.unwrap()?;
            let port = line
                .split("on port ")
                .nth(1)
                .and_then(|rest| rest.trim_end_matches('.').trim().parse().ok());
            if let Some(port) = port.filter(|port| *port != 0) {
                return Some(port);
            }
        }
    });
    let port = found.await.expect("chromedriver did not say its port")?;
    // Someone has to read what else it says, or it stops when the pipe is full.
    tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
    Some((child, port))
}

/// Sends SIGKILL to every process that was started with this profile.
pub(crate) fn kill_processes_of(profile: &str) {
    let argument = format!("--user-data-dir={profile}");
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Ok(id) = entry.file_name().to_string_lossy().parse::<u32>() else {
            continue;
        };
        let command = std::fs::read(Path::new("/proc").join(id.to_string()).join("cmdline"));
        let named = command.is_ok_and(|command| {
            command
                .split(|byte| *byte == 0)
                .any(|part| part == argument.as_bytes())
        });
        if named {
            let _may_be_gone = std::process::Command::new("kill")
                .args(["-9", &id.to_string()])
                .status();
        }
    }
}

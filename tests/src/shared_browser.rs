//! Chromiums that outlive the test that started them: starting one takes longer than most tests.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::Mutex;
use std::time::Duration;

use serde_json::json;
use thirtyfour::error::WebDriverResult;
use thirtyfour::prelude::*;

use crate::browser::Options;
use crate::setting;

/// Those that no test has now.
static IDLE: Mutex<Vec<SharedBrowser>> = Mutex::new(Vec::new());

/// How long one may take to start.
const PATIENCE: Duration = Duration::from_secs(30);

/// What ChromeDriver gives to a Chromium that it starts itself.
const AS_CHROMEDRIVER: [&str; 13] = [
    "--allow-pre-commit-input",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-client-side-phishing-detection",
    "--disable-default-apps",
    "--disable-hang-monitor",
    "--disable-popup-blocking",
    "--disable-prompt-on-repost",
    "--enable-automation",
    "--no-service-autorun",
    "--password-store=basic",
    "--test-type=webdriver",
    "--use-mock-keychain",
];

/// Runs a browser until it is told to let it end, or until nobody is left who could tell: then it is
/// killed, and what it stored is removed.
const KEEPER: &str = r#"
"$@" >"$FOLDER/said" 2>&1 &
if read -r _; then
    kill "$!"
    wait "$!"
else
    kill -9 "$!"
    wait "$!"
    # Its other processes end a moment later.
    rm -rf "$FOLDER" || { sleep 1; rm -rf "$FOLDER"; }
fi
"#;

/// A Chromium that runs, with a folder of its own. Ended, and the folder removed, when it is dropped,
/// or when the process of the tests ends.
pub(crate) struct SharedBrowser {
    keeper: Child,
    folder: PathBuf,
    port: u16,
}

impl SharedBrowser {
    /// Whether one can be as these want it: what is not told to it while it runs is told when it starts.
    pub(crate) fn fits(options: &Options) -> bool {
        options.flags.is_empty() && options.languages == Options::default().languages
    }

    /// One that no other test has.
    pub(crate) async fn take() -> Self {
        let idle = IDLE.lock().unwrap().pop();
        match idle {
            Some(idle) => idle,
            None => Self::start().await,
        }
    }

    async fn start() -> Self {
        let folder = crate::browser::new_folder("shared");
        let flags = setting("KIKITORI_CHROMIUM_FLAGS");
        let (width, height) = Options::default().size;
        let languages = Options::default().languages;
        let keeper = std::process::Command::new("sh")
            .args(["-c", KEEPER, "keeper"])
            .arg(setting("KIKITORI_CHROMIUM"))
            .args(flags.split_whitespace())
            .args(AS_CHROMEDRIVER)
            .arg(format!("--user-data-dir={}", folder.display()))
            .arg(format!("--window-size={width},{height}"))
            .args([
                format!("--lang={languages}"),
                format!("--accept-lang={languages}"),
            ])
            .args(["--remote-debugging-port=0", "about:blank"])
            .env("FOLDER", &folder)
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut started = Self {
            keeper,
            folder,
            port: 0,
        };
        started.port = started.hear_port().await;
        started
    }

    /// The browser writes where its debugger listens.
    async fn hear_port(&self) -> u16 {
        let pause = Duration::from_millis(20);
        let file = self.folder.join("DevToolsActivePort");
        for _ in 0..PATIENCE.as_millis() / pause.as_millis() {
            let said = std::fs::read_to_string(&file).unwrap_or_default();
            // The second line is there when the first one is whole.
            if let Some((port, _)) = said.split_once('\n') {
                return port.parse().unwrap();
            }
            tokio::time::sleep(pause).await;
        }
        let said = std::fs::read_to_string(self.folder.join("said"));
        panic!("Chromium does not start: {said:?}");
    }

    /// Where it stores.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// What a driver is told to be led to it.
    pub(crate) fn capabilities(&self) -> serde_json::Value {
        json!({
            "browserName": "chrome",
            "goog:chromeOptions": { "debuggerAddress": format!("127.0.0.1:{}", self.port) },
            "goog:loggingPrefs": { "browser": "ALL" },
        })
    }

    /// Leaves nothing of what the test before stored or showed.
    pub(crate) async fn forget(driver: &WebDriver) -> WebDriverResult<()> {
        let fresh = driver.new_tab().await?;
        for window in driver.windows().await? {
            if window != fresh {
                driver.switch_to_window(window).await?;
                driver.close_window().await?;
            }
        }
        driver.switch_to_window(fresh).await?;
        for (command, parameters) in [
            (
                "Storage.clearDataForOrigin",
                json!({"origin": "*", "storageTypes": "all"}),
            ),
            ("Network.clearBrowserCache", json!({})),
            ("Browser.resetPermissions", json!({})),
        ] {
            driver.cdp().send_raw(command, parameters).await?;
        }
        driver.browser_log().await?;
        Ok(())
    }

    /// Has it for whoever needs one next.
    pub(crate) fn give_back(self) {
        IDLE.lock().unwrap().push(self);
    }

    /// Lets it end in peace, and gives the folder where it has stored.
    pub(crate) fn end(mut self) -> PathBuf {
        let folder = std::mem::take(&mut self.folder);
        let mut told = self.keeper.stdin.take().unwrap();
        // It may have been killed with the browser.
        let _gone = told.write_all(b"end\n");
        self.keeper.wait().unwrap();
        folder
    }
}

impl Drop for SharedBrowser {
    fn drop(&mut self) {
        // Nobody is left who could tell the keeper anything.
        drop(self.keeper.stdin.take());
        let _ended = self.keeper.wait();
    }
}

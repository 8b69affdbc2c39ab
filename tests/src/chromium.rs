//! A Chromium that the tests start themselves, and lead a driver to.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::json;

use crate::browser::Options;
use crate::setting;

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

/// A Chromium that runs, and the folder where it stores. Ended, and the folder removed, when it is
/// dropped, or when the process of the tests ends.
pub(crate) struct Chromium {
    keeper: Child,
    folder: PathBuf,
    languages: &'static str,
    is_whole: bool,
    port: u16,
}

impl Chromium {
    /// One that stores in `folder`, which may hold what another one has left there.
    pub(crate) async fn start(folder: PathBuf, options: &Options) -> Self {
        // Where one listened that was killed.
        let _none_before = std::fs::remove_file(folder.join(PORT));
        let flags = setting("KIKITORI_CHROMIUM_FLAGS");
        let (width, height) = options.size;
        let languages = options.languages;
        let keeper = std::process::Command::new("sh")
            .args(["-c", KEEPER, "keeper"])
            .arg(program(options))
            .args(flags.split_whitespace())
            .args(AS_CHROMEDRIVER)
            .arg(format!("--user-data-dir={}", folder.display()))
            .arg(format!("--window-size={width},{height}"))
            .args([
                format!("--lang={languages}"),
                format!("--accept-lang={languages}"),
            ])
            .args(&options.flags)
            .args(["--remote-debugging-port=0", "about:blank"])
            .env("FOLDER", &folder)
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut started = Self {
            keeper,
            folder,
            languages,
            is_whole: options.whole,
            port: 0,
        };
        started.port = started.hear_port().await;
        started
    }

    /// The browser writes where its debugger listens.
    async fn hear_port(&self) -> u16 {
        let pause = Duration::from_millis(20);
        let file = self.folder.join(PORT);
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

    /// Whether it was started as these want it.
    pub(crate) fn is_as(&self, options: &Options) -> bool {
        (self.languages, self.is_whole) == (options.languages, options.whole)
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

/// The engine alone, where it is there and no more is wanted. It does not know all flags.
fn program(options: &Options) -> String {
    let engine = std::env::var("KIKITORI_CHROMIUM_ENGINE").ok();
    let engine = engine.filter(|_| !options.whole && options.flags.is_empty());
    engine.unwrap_or_else(|| setting("KIKITORI_CHROMIUM"))
}

/// The file in which it says where its debugger listens.
const PORT: &str = "DevToolsActivePort";

impl Drop for Chromium {
    fn drop(&mut self) {
        // Nobody is left who could tell the keeper anything.
        drop(self.keeper.stdin.take());
        let _ended = self.keeper.wait();
    }
}

//! The browsers that the tests can drive, and everything that is of one of them alone: how its
//! driver is started, what it is told about itself, and where its console goes.

use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::process::{Child, Command};

use crate::browser::{Options, Profile};
use crate::setting;

/// Where the pages' time is.
pub const TIME_ZONE: &str = "Asia/Tokyo";

/// How long a driver may take to start.
const PATIENCE: Duration = Duration::from_secs(30);

/// Which browser the tests drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// Chromium, or Chrome.
    Chromium,
    /// Firefox.
    Firefox,
    /// WebKitGTK's MiniBrowser: the engine of Safari.
    WebKit,
}

impl Program {
    /// The one that `KIKITORI_BROWSER` names; Chromium unless it names another.
    pub fn chosen() -> Self {
        match std::env::var("KIKITORI_BROWSER").as_deref() {
            Err(_) | Ok("chromium") => Self::Chromium,
            Ok("firefox") => Self::Firefox,
            Ok("webkit") => Self::WebKit,
            Ok(other) => panic!("no browser is called {other}"),
        }
    }

    /// Starts its driver.
    pub async fn start(self, profile: &Profile, options: &Options) -> Driver {
        // A driver looks for free ports and then takes them; where another program was faster, it
        // ends. So it is started again, a few times.
        for _ in 0..5 {
            let started = match self {
                Self::Chromium => {
                    let mut command = Command::new(setting("KIKITORI_CHROMEDRIVER"));
                    command.arg("--port=0");
                    start_and_hear_port(command).await
                }
                Self::Firefox => {
                    let mut command = Command::new(setting("KIKITORI_GECKODRIVER"));
                    command.args(["--port", "0", "--websocket-port", "0"]);
                    command.env("TZ", TIME_ZONE);
                    start_and_hear_port(command).await
                }
                Self::WebKit => start_webkit(profile, options).await,
            };
            if let Some(driver) = started {
                return driver;
            }
        }
        panic!("the driver of {self:?} ended five times");
    }

    /// Whether a line that the driver passes on is an error on the page's console.
    pub fn is_console_error(self, line: &str) -> bool {
        match self {
            // What its own modules say begins with their name instead.
            Self::Firefox => {
                line.starts_with("console.error: \"") || line.starts_with("JavaScript error: http")
            }
            // Chromium's driver is asked instead, and WebKit's does not tell.
            Self::Chromium | Self::WebKit => false,
        }
    }
}

/// A driver's process, and what is written by it and by the browser that it starts.
pub struct Driver {
    /// Where it listens.
    pub port: u16,
    lines: Lines,
    // Ended when this is dropped, the display after the driver.
    _processes: Vec<Child>,
}

impl Driver {
    /// What was written so far, since the last time this was asked.
    pub fn take_lines(&self) -> Vec<String> {
        std::mem::take(&mut self.lines.lock().unwrap())
    }
}

type Lines = Arc<Mutex<Vec<String>>>;

/// Starts a driver that chooses a free port and says which.
async fn start_and_hear_port(mut command: Command) -> Option<Driver> {
    let mut child = start(&mut command);
    let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
    let found = tokio::time::timeout(PATIENCE, async {
        loop {
            if let Some(port) = port_in(&said.next_line().await.unwrap()?) {
                return Some(port);
            }
        }
    });
    let port = found.await.expect("the driver did not say its port")?;
    let lines = Lines::default();
    keep(said.into_inner(), &lines);
    keep(child.stderr.take().unwrap(), &lines);
    Some(Driver {
        port,
        lines,
        _processes: vec![child],
    })
}

/// `ChromeDriver was started successfully on port 45123.`, or `… Listening on 127.0.0.1:45123`.
fn port_in(line: &str) -> Option<u16> {
    let rest = line
        .split_once("on port ")
        .or_else(|| line.split_once("Listening on 127.0.0.1:"))?
        .1;
    let port = rest.trim_end_matches('.').trim().parse().ok();
    port.filter(|port| *port != 0)
}

/// WebKit's driver, on a display of its own: the browser has no other way to do without a screen.
async fn start_webkit(profile: &Profile, options: &Options) -> Option<Driver> {
    let mut command = Command::new(setting("KIKITORI_XVFB"));
    command.args(["-displayfd", "1", "-nolisten", "tcp"]);
    command.args(["-screen", "0", "1600x1200x24"]);
    let mut screen = start(&mut command);
    let mut said = BufReader::new(screen.stdout.take().unwrap()).lines();
    let display = tokio::time::timeout(PATIENCE, said.next_line()).await;
    let display = display.expect("Xvfb did not say its display").unwrap()?;

    // It has to be given a port.
    let free = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let mut command = Command::new(setting("KIKITORI_WEBKIT_DRIVER"));
    command.arg(format!("--port={port}"));
    command.env("DISPLAY", format!(":{display}"));
    // Its languages are the system's.
    let language = match options.languages {
        "ja" => "ja_JP.UTF-8",
        _ => "en_US.UTF-8",
    };
    command.env("LANG", language);
    for (name, folder) in [("CONFIG", "config"), ("CACHE", "cache"), ("DATA", "data")] {
        command.env(
            format!("XDG_{name}_HOME"),
            format!("{}/{folder}", profile.path()),
        );
    }
    // Where downloads go is a setting of the desktop.
    let config = format!("{}/config", profile.path());
    std::fs::create_dir_all(&config).unwrap();
    let downloads = format!("XDG_DOWNLOAD_DIR=\"{}\"\n", profile.downloads().display());
    std::fs::write(format!("{config}/user-dirs.dirs"), downloads).unwrap();
    let mut driver = start(&mut command);
    for _ in 0..300 {
        if driver.try_wait().unwrap().is_some() {
            return None;
        }
        if std::net::TcpStream::connect(("127.0.0.1", port)).is_ok() {
            let lines = Lines::default();
            keep(driver.stdout.take().unwrap(), &lines);
            keep(driver.stderr.take().unwrap(), &lines);
            return Some(Driver {
                port,
                lines,
                _processes: vec![driver, screen],
            });
        }
        tokio::time::sleep(PATIENCE / 300).await;
    }
    panic!("the driver does not listen");
}

fn start(command: &mut Command) -> Child {
    command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

/// Keeps what is written. Somebody has to read it in any case: a program stops when the pipe is
/// full.
fn keep(from: impl AsyncRead + Unpin + Send + 'static, lines: &Lines) {
    let lines = Arc::clone(lines);
    tokio::spawn(async move {
        let mut from = BufReader::new(from).lines();
        while let Ok(Some(line)) = from.next_line().await {
            lines.lock().unwrap().push(line);
        }
    });
}

/// What Firefox's driver is told to start.
pub(crate) fn firefox(profile: &Profile, options: &Options) -> Value {
    // Otherwise no window is narrower than 450 pixels.
    let folder = format!("{}/chrome", profile.path());
    std::fs::create_dir_all(&folder).unwrap();
    let narrow = "#main-window { min-width: 0 !important }";
    std::fs::write(format!("{folder}/userChrome.css"), narrow).unwrap();
    json!({
        "browserName": "firefox",
        "moz:firefoxOptions": {
            "binary": setting("KIKITORI_FIREFOX"),
            "args": ["-headless", "-profile", profile.path()],
            "prefs": {
                "intl.accept_languages": options.languages,
                "layout.css.prefers-color-scheme.content-override": u8::from(!options.dark),
                "devtools.console.stdout.content": true,
                // Its own troubles are not the page's.
                "devtools.console.stdout.chrome": false,
                "toolkit.legacyUserProfileCustomizations.stylesheets": true,
                "browser.download.folderList": 2,
                "browser.download.dir": profile.downloads(),
            },
        },
    })
}

/// What WebKit's driver is told to start.
pub(crate) fn webkit(options: &Options) -> Value {
    let mut arguments = vec![
        "--automation".to_owned(),
        format!("--time-zone={TIME_ZONE}"),
    ];
    if options.dark {
        arguments.push("--dark-mode".to_owned());
    }
    json!({
        "browserName": "MiniBrowser",
        "webkitgtk:browserOptions": { "binary": setting("KIKITORI_WEBKIT"), "args": arguments },
    })
}

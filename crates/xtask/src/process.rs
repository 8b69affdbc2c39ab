//! Running other programs: what is run is shown, what goes wrong is said in a sentence.

mod running;

use crate::group::Group;
pub use running::{Running, side_by_side, until_stopped};
use std::{
    ffi::OsStr,
    fmt,
    io::{self, BufRead, BufReader, Write},
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    sync::{OnceLock, mpsc},
    time::{Duration, Instant},
};

/// The environment variable with the endpoint's key unless another is asked for.
pub const KEY: &str = "KIKITORI_API_KEY";

/// The variable that the person named instead.
static NAMED_KEY: OnceLock<String> = OnceLock::new();

/// Keeps one more environment variable from the programs that are run: build scripts and
/// installers, which are other people's code, have no business with a key. Only the first call
/// counts.
pub fn hide_key(name: &str) {
    let _ = NAMED_KEY.set(name.to_owned());
}

/// How often a running program is looked at, to see whether it ended, ran out of time, or the
/// person pressed Ctrl-C.
const POLL: Duration = Duration::from_millis(50);

/// How long the end of a program's output may take to arrive after the program has ended.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// A program that did not do what was asked of it.
#[derive(Debug)]
pub enum ProcessError {
    /// The program is not there, or may not be run.
    NotStarted {
        /// The program as it was called.
        what: String,
        /// What the system said.
        source: io::Error,
    },
    /// It ran and ended with an error; its own words were already shown.
    Failed {
        /// The program as it was called.
        what: String,
        /// How it ended.
        status: ExitStatus,
        /// What it wrote to standard error, when that was not shown.
        stderr: String,
    },
    /// It ran longer than it may, and was stopped with everything it had started.
    TimedOut {
        /// The program as it was called.
        what: String,
        /// How long it was given.
        limit: Duration,
    },
    /// The person asked to stop (Ctrl-C, or a termination signal).
    Interrupted,
    /// It could not be watched any more.
    Io {
        /// The program as it was called.
        what: String,
        /// What the system said.
        source: io::Error,
    },
}

impl fmt::Display for ProcessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStarted { what, source } => {
                write!(f, "`{what}` could not be started: {source}")
            }
            Self::Failed {
                what,
                status,
                stderr,
            } => {
                write!(f, "`{what}` failed ({status})")?;
                if stderr.trim().is_empty() {
                    Ok(())
                } else {
                    write!(f, ":\n{}", stderr.trim())
                }
            }
            Self::TimedOut { what, limit } => {
                write!(
                    f,
                    "`{what}` took longer than {} seconds and was stopped",
                    limit.as_secs()
                )
            }
            Self::Interrupted => write!(f, "stopped, as asked"),
            Self::Io { what, source } => write!(f, "`{what}`: {source}"),
        }
    }
}

impl std::error::Error for ProcessError {}

/// A program about to be run.
pub struct Run {
    command: Command,
    what: String,
    limit: Duration,
    shown: bool,
}

impl Run {
    /// Prepares `program`. What Cargo told *this* program about itself is not passed on: it would
    /// make build scripts run again that a plain `cargo build` by hand had already run. Nor is
    /// the endpoint's key.
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        let program = program.as_ref();
        let mut command = Command::new(program);
        for (name, _) in std::env::vars_os() {
            let leaks = name.to_str().is_some_and(|name| {
                name == "CARGO"
                    || name == "LD_LIBRARY_PATH"
                    || name.starts_with("CARGO_PKG_")
                    || name.starts_with("CARGO_MANIFEST_")
                    || name == "CARGO_PRIMARY_PACKAGE"
            });
            if leaks {
                command.env_remove(name);
            }
        }
        for name in [KEY].into_iter().chain(NAMED_KEY.get().map(String::as_str)) {
            command.env_remove(name);
        }
        let what = Path::new(program)
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Self {
            command,
            what,
            limit: Duration::from_secs(3600),
            shown: true,
        }
    }

    /// Adds one argument.
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.what.push(' ');
        self.what.push_str(&arg.as_ref().to_string_lossy());
        self.command.arg(arg);
        self
    }

    /// Adds arguments.
    pub fn args<I: IntoIterator<Item = S>, S: AsRef<OsStr>>(self, args: I) -> Self {
        args.into_iter().fold(self, Self::arg)
    }

    /// Sets one environment variable.
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Hides one environment variable from it.
    pub fn without(mut self, name: &str) -> Self {
        self.command.env_remove(name);
        self
    }

    /// Lets it have the key in the environment variable `name` after all.
    pub fn with_key(mut self, name: &str) -> Self {
        if let Some(key) = std::env::var_os(name) {
            self.command.env(name, key);
        }
        self
    }

    /// Whether it runs without the environment variable `name`.
    #[cfg(test)]
    pub fn is_without(&self, name: &str) -> bool {
        let mut set = self.command.get_envs();
        set.any(|(known, value)| known == name && value.is_none())
    }

    /// The folder to run in.
    pub fn dir(mut self, dir: &Path) -> Self {
        self.command.current_dir(dir);
        self
    }

    /// The longest it may take; an hour unless said.
    pub fn limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// Keeps its output from the terminal: what a test has a program say about tests would be read
    /// as the outcome of tests that ran.
    #[cfg(test)]
    pub fn unseen(mut self) -> Self {
        self.shown = false;
        self
    }

    /// Runs it with its output on the terminal.
    pub fn show(self) -> Result<(), ProcessError> {
        self.watch(|_| ())
    }

    /// Runs it with its output on the terminal, and also hands every line of its standard output
    /// to `line`.
    pub fn watch(mut self, mut line: impl FnMut(&str)) -> Result<(), ProcessError> {
        self.command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut group =
            Group::start(&mut self.command).map_err(|source| ProcessError::NotStarted {
                what: self.what.clone(),
                source,
            })?;
        let lines = read_lines(&mut group.child);
        let deadline = Instant::now() + self.limit;
        let mut hand_on = |text: &str| {
            line(text.trim_end());
            if self.shown {
                show(text);
            }
        };
        let status = loop {
            // A grandchild may keep the pipe open after the child ended: the child's end decides.
            match lines.recv_timeout(POLL) {
                Ok(text) => hand_on(&text),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => std::thread::sleep(POLL),
            }
            let ended = group.child.try_wait().map_err(|source| ProcessError::Io {
                what: self.what.clone(),
                source,
            })?;
            if let Some(status) = ended {
                break status;
            }
            if group.interrupted() {
                return Err(ProcessError::Interrupted);
            }
            if Instant::now() >= deadline {
                return Err(ProcessError::TimedOut {
                    what: self.what,
                    limit: self.limit,
                });
            }
        };
        // What is still running holds the pipe open; without it, the end of the output comes.
        drop(group);
        while let Ok(text) = lines.recv_timeout(LAST_WORDS) {
            hand_on(&text);
        }
        if status.success() {
            Ok(())
        } else {
            Err(ProcessError::Failed {
                what: self.what,
                status,
                stderr: String::new(),
            })
        }
    }

    /// Runs it unseen and returns what it wrote to standard output.
    pub fn capture(mut self) -> Result<String, ProcessError> {
        let output = self
            .command
            .stdin(Stdio::null())
            .output()
            .map_err(|source| ProcessError::NotStarted {
                what: self.what.clone(),
                source,
            })?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            Err(ProcessError::Failed {
                what: self.what,
                status: output.status,
                stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            })
        }
    }

    /// Becomes that program where the system can do so, so that signals reach it and nothing
    /// stands between; elsewhere runs it and waits.
    pub fn hand_over(mut self) -> Result<(), ProcessError> {
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            let source = self.command.exec();
            Err(ProcessError::NotStarted {
                what: self.what,
                source,
            })
        }
        #[cfg(not(unix))]
        {
            let status = self
                .command
                .status()
                .map_err(|source| ProcessError::NotStarted {
                    what: self.what.clone(),
                    source,
                })?;
            if status.success() {
                Ok(())
            } else {
                Err(ProcessError::Failed {
                    what: self.what,
                    status,
                    stderr: String::new(),
                })
            }
        }
    }
}

fn read_lines(child: &mut Child) -> mpsc::Receiver<String> {
    let (send, receive) = mpsc::channel();
    if let Some(stdout) = child.stdout.take() {
        std::thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            let mut bytes = Vec::new();
            while matches!(reader.read_until(b'\n', &mut bytes), Ok(read) if read > 0) {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                bytes.clear();
                if send.send(text).is_err() {
                    break;
                }
            }
        });
    }
    receive
}

fn show(text: &str) {
    let mut out = io::stdout().lock();
    // A closed terminal is no reason to stop half-way.
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let error = Run::new("kikitori-no-such-program")
            .arg("--now")
            .capture()
            .unwrap_err();
        assert!(
            error
                .to_string()
                .contains("`kikitori-no-such-program --now` could not be started")
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_hangs_is_stopped_with_what_it_started() {
        let begun = Instant::now();
        let mut seen = Vec::new();
        let result = Run::new("sh")
            .args(["-c", "sleep 60 & echo $!; wait"])
            .unseen()
            .limit(Duration::from_millis(400))
            .watch(|line| seen.push(line.to_owned()));
        assert!(matches!(result, Err(ProcessError::TimedOut { .. })));
        assert!(begun.elapsed() < Duration::from_secs(10));
        let grandchild = seen.first().unwrap().clone();
        std::thread::sleep(Duration::from_millis(200));
        let state = std::fs::read_to_string(format!("/proc/{grandchild}/stat")).unwrap_or_default();
        assert!(
            state.is_empty() || state.contains(" Z "),
            "still running: {state}"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_key_reaches_only_the_program_that_is_to_have_it() {
        // A variable that every process has stands in for the key.
        hide_key("HOME");
        let home = || Run::new("sh").args(["-c", "echo ${HOME-hidden}"]);
        assert_eq!(home().capture().unwrap().trim(), "hidden");
        let known = std::env::var("HOME").unwrap();
        assert_eq!(home().with_key("HOME").capture().unwrap().trim(), known);
        assert!(home().is_without(KEY));
    }

    #[cfg(unix)]
    #[test]
    fn output_is_handed_on_line_by_line() {
        let mut seen = Vec::new();
        Run::new("sh")
            .args(["-c", "printf 'one\\ntwo\\n'"])
            .unseen()
            .watch(|line| seen.push(line.to_owned()))
            .unwrap();
        assert_eq!(seen, ["one", "two"]);
    }
}

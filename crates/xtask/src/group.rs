//! A program together with everything it starts, stopped together.

use std::{
    io,
    process::{Child, Command, Stdio},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// How long a program that is asked to stop may take before it is stopped.
const GRACE: Duration = Duration::from_secs(2);
/// How often it is looked whether it has.
const LOOK: Duration = Duration::from_millis(20);

/// Set once the person pressed Ctrl-C or the system asked this program to end. Kept for the whole
/// life of the program: a signal between two runs stops the second.
fn asked_to_stop() -> io::Result<&'static AtomicBool> {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(stop) = STOP.get() {
        return Ok(stop);
    }
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(STOP.get_or_init(|| stop))
}

/// A running program and all it starts. When this is dropped, all of it is stopped.
pub struct Group {
    /// The program itself.
    pub child: Child,
    stop: &'static AtomicBool,
}

impl Group {
    /// Starts `command` in a group of its own, so that a browser started by a driver started by a
    /// test ends too.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let stop = asked_to_stop()?;
        let child = command.spawn()?;
        Ok(Self { child, stop })
    }

    /// Whether the person asked to stop meanwhile.
    pub fn interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // Who starts groups of its own, as this program does, ends those when it is asked to stop.
        if matches!(self.child.try_wait(), Ok(None)) {
            self.send("TERM");
            let asked = Instant::now();
            while asked.elapsed() < GRACE && matches!(self.child.try_wait(), Ok(None)) {
                std::thread::sleep(LOOK);
            }
        }
        // Also after a good end: what the program left running behind it ends with it.
        self.send("KILL");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Group {
    /// Sends a signal to all of it.
    #[cfg(unix)]
    fn send(&self, signal: &str) {
        let kill = format!("kill -s {signal} -- -{}", self.child.id());
        let _ = Command::new("sh")
            .args(["-c", &kill])
            .stderr(Stdio::null())
            .status();
    }

    #[cfg(not(unix))]
    fn send(&self, _: &str) {}
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_is_stopped_may_stop_what_it_has_started() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("asked");
        let says = |text: &str| fs::read_to_string(&file).is_ok_and(|it| it == text);
        let script = format!(
            "trap 'echo stopped > {file}; exit' TERM; echo begun > {file}; sleep 60 & wait",
            file = file.display()
        );
        let group = Group::start(Command::new("sh").args(["-c", &script])).unwrap();
        while !says("begun\n") {
            std::thread::sleep(LOOK);
        }
        drop(group);
        assert!(says("stopped\n"));
    }
}

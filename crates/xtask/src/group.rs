//! A program together with everything it starts, stopped together.

use std::{
    io,
    process::{Child, Command, Stdio},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

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
        // Also after a good end: what the program left running behind it ends with it.
        #[cfg(unix)]
        {
            let kill = format!("kill -s KILL -- -{}", self.child.id());
            let _ = Command::new("sh")
                .args(["-c", &kill])
                .stderr(Stdio::null())
                .status();
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

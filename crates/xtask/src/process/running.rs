//! A program that runs beside what this one does next.

use super::{POLL, ProcessError, Run};
use crate::group::Group;
use std::{
    collections::VecDeque,
    fs::File,
    process::{ExitStatus, Stdio},
};

/// The program, stopped with everything it started when this is dropped.
pub struct Running {
    group: Group,
    what: String,
}

impl Run {
    /// Starts it with all that it writes in `file`.
    pub fn start_into(mut self, file: &File) -> Result<Running, ProcessError> {
        let handles = file.try_clone().and_then(|it| Ok((it, file.try_clone()?)));
        let (out, errors) = handles.map_err(|source| ProcessError::Io {
            what: self.what.clone(),
            source,
        })?;
        self.command.stdout(out).stderr(errors);
        self.start()
    }

    /// Starts it with its output on the terminal, or where it was sent.
    pub fn start(mut self) -> Result<Running, ProcessError> {
        self.command.stdin(Stdio::null());
        match Group::start(&mut self.command) {
            Ok(group) => Ok(Running {
                group,
                what: self.what,
            }),
            Err(source) => Err(ProcessError::NotStarted {
                what: self.what,
                source,
            }),
        }
    }
}

impl Running {
    /// Waits until the program has done what it was started for.
    pub fn finish(self) -> Result<(), ProcessError> {
        let (what, status) = until_one_ends(&mut [self])?;
        succeeded(what, status)
    }

    fn ended(&mut self) -> Result<Option<ExitStatus>, ProcessError> {
        if self.group.interrupted() {
            return Err(ProcessError::Interrupted);
        }
        let child = &mut self.group.child;
        child.try_wait().map_err(|source| ProcessError::Io {
            what: self.what.clone(),
            source,
        })
    }
}

/// Runs programs that use one core each, as many at a time as there are cores.
pub fn side_by_side(runs: impl IntoIterator<Item = Run>) -> Result<(), ProcessError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut running = VecDeque::new();
    for run in runs {
        if running.len() == cores {
            running.pop_front().map_or(Ok(()), Running::finish)?;
        }
        running.push_back(run.start()?);
    }
    running.into_iter().try_for_each(Running::finish)
}

/// Lets programs run that are of use only together, until the person asks to stop: then all of them
/// end. An end of one by itself is a failure.
pub fn until_stopped(mut all: Vec<Running>) -> Result<(), ProcessError> {
    match until_one_ends(&mut all) {
        Err(ProcessError::Interrupted) => Ok(()),
        Err(error) => Err(error),
        Ok((what, status)) => Err(ProcessError::Failed {
            what,
            status,
            stderr: String::new(),
        }),
    }
}

fn until_one_ends(all: &mut [Running]) -> Result<(String, ExitStatus), ProcessError> {
    loop {
        for running in all.iter_mut() {
            if let Some(status) = running.ended()? {
                return Ok((running.what.clone(), status));
            }
        }
        std::thread::sleep(POLL);
    }
}

fn succeeded(what: String, status: ExitStatus) -> Result<(), ProcessError> {
    match status.success() {
        true => Ok(()),
        false => Err(ProcessError::Failed {
            what,
            status,
            stderr: String::new(),
        }),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Run {
        Run::new("sh").args(["-c", script])
    }

    #[test]
    fn a_program_beside_this_one_is_waited_for() {
        assert!(shell("exit 0").start().unwrap().finish().is_ok());
        let failed = shell("exit 3").start().unwrap().finish().unwrap_err();
        assert!(matches!(failed, ProcessError::Failed { .. }), "{failed}");
    }

    #[test]
    fn what_a_program_writes_is_kept_for_later() {
        let kept = tempfile::NamedTempFile::new().unwrap();
        let run = shell("echo out; echo error >&2")
            .start_into(kept.as_file())
            .unwrap();
        run.finish().unwrap();
        assert_eq!(
            std::fs::read_to_string(kept.path()).unwrap(),
            "out\nerror\n"
        );
    }

    #[test]
    fn programs_side_by_side_are_all_run_and_each_has_to_succeed() {
        let several = |script| (0..5).map(move |_| shell(script));
        assert!(side_by_side(several("exit 0")).is_ok());
        let failed = side_by_side(several("exit 0").chain([shell("exit 3")])).unwrap_err();
        assert!(matches!(failed, ProcessError::Failed { .. }), "{failed}");
    }

    #[test]
    fn when_one_of_several_ends_the_others_are_stopped() {
        let other = shell("sleep 60").start().unwrap();
        let id = other.group.child.id();
        let ended = until_stopped(vec![other, shell("exit 0").start().unwrap()]).unwrap_err();
        assert!(matches!(ended, ProcessError::Failed { .. }), "{ended}");
        let state = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        assert!(state.is_empty() || state.contains(" Z "), "{state}");
    }
}

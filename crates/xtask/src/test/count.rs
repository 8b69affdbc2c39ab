//! How many tests ran, as their own output tells.

use crate::{
    error::Error,
    process::{ProcessError, Run},
};

/// Tests that may need a second try. One that does is to be mended; with more, something is wrong
/// that they have in common.
const MOST_UNSTEADY: usize = 2;

/// How many tests ran.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Those that passed.
    pub passed: u64,
    /// Those that were left out.
    pub ignored: u64,
    /// Those that passed at the second try only.
    pub unsteady: Vec<String>,
}

impl Count {
    /// Adds those of `other`.
    pub fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.ignored += other.ignored;
        self.unsteady.extend(other.unsteady);
    }

    /// What is said of a stage that `counts` tests.
    pub fn told(&self, counts: bool) -> String {
        if counts {
            format!(", {} tests", self.passed)
        } else {
            String::new()
        }
    }

    /// What is said of the tests that passed at the second try only; nothing when there are none.
    pub fn told_unsteady(&self) -> String {
        let lines = self.unsteady.iter();
        let lines =
            lines.map(|name| format!("UNSTEADY: {name} failed once and has to be mended\n"));
        lines.collect()
    }
}

/// What the output of tests tells.
#[derive(Debug, Default)]
struct Tally {
    begun: u64,
    passed: u64,
    ignored: u64,
    failed: Vec<String>,
}

impl Tally {
    fn read(&mut self, line: &str) {
        let number = |word: Option<&str>| word.and_then(|it| it.parse().ok()).unwrap_or(0);
        if let Some(begun) = line.strip_prefix("running ") {
            // `running 3 tests`
            self.begun += number(begun.split_whitespace().next());
        } else if let Some(name) = line
            .strip_prefix("test ")
            .and_then(|it| it.strip_suffix(" ... FAILED"))
        {
            self.failed.push(name.to_owned());
        } else if let Some(result) = line.strip_prefix("test result: ") {
            // `ok. 3 passed; 0 failed; 1 ignored; …`
            let counts = result.split_once(". ").map_or("", |(_, counts)| counts);
            for part in counts.split(';') {
                let mut words = part.split_whitespace();
                let number: u64 = number(words.next());
                match words.next() {
                    Some("passed") => self.passed += number,
                    Some("ignored") => self.ignored += number,
                    _ => {}
                }
            }
        }
    }

    /// Whether every test that was begun has come to its end.
    fn is_whole(&self) -> bool {
        self.begun == self.passed + self.ignored + self.failed.len() as u64
    }
}

/// Runs `run`, whose output tells of tests.
pub fn counted(run: Run) -> Result<Count, Error> {
    let mut tally = Tally::default();
    run.watch(|line| tally.read(line))?;
    Ok(Count {
        passed: tally.passed,
        ignored: tally.ignored,
        unsteady: Vec::new(),
    })
}

/// The same where tests that fail are run once more: `make` makes the run, with these arguments
/// for the tests. Those that pass then are named.
pub fn counted_with_second_try(make: impl Fn(&[String]) -> Run) -> Result<Count, Error> {
    let mut tally = Tally::default();
    match make(&[]).watch(|line| tally.read(line)) {
        Err(ProcessError::Failed { .. }) if !tally.failed.is_empty() && tally.is_whole() => {}
        Err(error) => return Err(error.into()),
        Ok(()) => {
            return Ok(Count {
                passed: tally.passed,
                ignored: tally.ignored,
                unsteady: Vec::new(),
            });
        }
    }
    let failed = tally.failed;
    if failed.len() > MOST_UNSTEADY {
        return Err(Error::Other(format!(
            "{} tests failed: {}. Up to {MOST_UNSTEADY} are run once more.",
            failed.len(),
            failed.join(", ")
        )));
    }
    println!("\nOnce more: {}", failed.join(", "));
    let exactly = ["--exact".to_owned()];
    let again = counted(make(&[&exactly[..], &failed[..]].concat()))?;
    if again.passed < failed.len() as u64 {
        let failed = failed.join(", ");
        return Err(Error::Other(format!("Not run once more: {failed}.")));
    }
    Ok(Count {
        passed: tally.passed + failed.len() as u64,
        ignored: tally.ignored,
        unsteady: failed,
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn says(lines: &str, status: u8) -> Run {
        let script = format!("printf '%b' '{lines}'; exit {status}");
        Run::new("sh").args(["-c", &script]).unseen()
    }

    const FIRST: &str = "running 1 test\\ntest a ... ok\\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured\\n";
    const ONE_FAILS: &str = "running 3 tests\\ntest b ... ok\\ntest c ... FAILED\\ntest d ... ignored\\ntest result: FAILED. 1 passed; 1 failed; 1 ignored\\n";

    #[test]
    fn results_are_added_up() {
        let count = counted(says(&FIRST.repeat(2), 0)).unwrap();
        assert_eq!((count.passed, count.ignored), (2, 0));
        assert!(counted(says(ONE_FAILS, 101)).is_err());
    }

    #[test]
    fn a_test_that_passes_at_the_second_try_counts_and_is_named() {
        let count = counted_with_second_try(|arguments| match arguments {
            [] => says(&[FIRST, ONE_FAILS].concat(), 101),
            again => {
                assert_eq!(again, ["--exact", "c"]);
                says("running 1 test\\ntest result: ok. 1 passed; 0 failed\\n", 0)
            }
        });
        let count = count.unwrap();
        assert_eq!((count.passed, count.ignored), (3, 1));
        assert_eq!(count.unsteady, ["c"]);
        assert!(count.told_unsteady().contains("UNSTEADY: c"));
    }

    #[test]
    fn a_test_that_fails_again_or_is_not_found_again_fails_the_stage() {
        let nothing = "running 0 tests\\ntest result: ok. 0 passed; 0 failed\\n";
        for (again, status) in [(ONE_FAILS, 101), (nothing, 0)] {
            let count = counted_with_second_try(|arguments| match arguments {
                [] => says(ONE_FAILS, 101),
                _ => says(again, status),
            });
            assert!(count.is_err(), "{again}");
        }
    }

    #[test]
    fn many_failures_and_a_file_that_died_are_not_tried_again() {
        let many = "running 3 tests\\ntest a ... FAILED\\ntest b ... FAILED\\ntest c ... FAILED\\ntest result: FAILED. 0 passed; 3 failed\\n";
        let died = [ONE_FAILS, "running 2 tests\\ntest e ... ok\\n"].concat();
        for output in [many, &died] {
            let count = counted_with_second_try(|arguments| {
                assert!(arguments.is_empty(), "{output}");
                says(output, 101)
            });
            assert!(count.is_err(), "{output}");
        }
    }
}

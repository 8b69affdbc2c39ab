//! How many tests ran, as their own output tells.

use crate::{error::Error, process::Run};

/// How many tests ran.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Those that passed.
    pub passed: u64,
    /// Those that were left out.
    pub ignored: u64,
}

impl Count {
    /// Adds those of `other`.
    pub fn add(&mut self, other: &Self) {
        self.passed += other.passed;
        self.ignored += other.ignored;
    }

    /// Adds what a line like `test result: ok. 3 passed; 0 failed; 1 ignored; …` tells.
    fn read(&mut self, line: &str) {
        let Some(result) = line.strip_prefix("test result: ok. ") else {
            return;
        };
        for part in result.split(';') {
            let mut words = part.split_whitespace();
            let number = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
            match words.next() {
                Some("passed") => self.passed += number,
                Some("ignored") => self.ignored += number,
                _ => {}
            }
        }
    }

    /// What is said of a stage that `counts` tests.
    pub fn told(&self, counts: bool) -> String {
        if counts {
            format!(", {} tests", self.passed)
        } else {
            String::new()
        }
    }
}

/// Runs `run`, whose output tells of tests.
pub fn counted(run: Run) -> Result<Count, Error> {
    let mut count = Count::default();
    run.watch(|line| count.read(line))?;
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::Count;

    #[test]
    fn results_are_added_up() {
        let mut count = Count::default();
        count.read("running 3 tests");
        count.read("test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 7 filtered out");
        count.read(
            "test result: ok. 2 passed; 0 failed; 0 ignored; 0 filtered out; finished in 0.1s",
        );
        assert_eq!(
            count,
            Count {
                passed: 5,
                ignored: 1
            }
        );
    }
}

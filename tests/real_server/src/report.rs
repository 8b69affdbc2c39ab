//! The table of checks, row by row as they are made.

use std::future::Future;
use std::time::{Duration, Instant};

/// The longest that one check may take.
const LIMIT: Duration = Duration::from_secs(180);

/// What was seen, or what is wrong.
pub type Outcome = Result<String, String>;

/// Counts the checks and prints a row for each.
#[derive(Debug, Default)]
pub struct Report {
    passed: u32,
    failed: u32,
}

impl Report {
    /// Says what the next rows are about.
    pub fn title(&self, title: &str) {
        println!("\n{title}");
    }

    /// Makes a check and prints its row.
    pub async fn check(&mut self, name: &str, check: impl Future<Output = Outcome>) {
        let begun = Instant::now();
        let outcome = tokio::time::timeout(LIMIT, check).await;
        let outcome = outcome.unwrap_or_else(|_| {
            let seconds = LIMIT.as_secs();
            Err(format!("not over after {seconds} seconds"))
        });
        let took = begun.elapsed().as_secs_f64();
        let (mark, text) = match outcome {
            Ok(text) => {
                self.passed += 1;
                ("ok", text)
            }
            Err(text) => {
                self.failed += 1;
                ("FAILED", text)
            }
        };
        println!("{mark:<6} {took:>6.2} s  {name:<52} {text}");
    }

    /// The last line; whether every check was passed.
    pub fn end(&self) -> bool {
        let Self { passed, failed } = self;
        println!("\n{passed} checks passed, {failed} failed.");
        *failed == 0 && *passed > 0
    }
}

/// A sentence as an error, unless `is_so`.
///
/// # Errors
/// What `otherwise` says.
pub fn ensure(is_so: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if is_so { Ok(()) } else { Err(otherwise()) }
}

/// An error as the text of a row.
pub fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

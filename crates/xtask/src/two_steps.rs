//! Work in two steps, where the second of one goes on beside the first of the next.

use crate::error::Error;
use std::{
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
};

/// A step.
pub type Step<'a> = Box<dyn FnOnce() -> Result<(), Error> + Send + 'a>;

/// A module of the page on its way.
pub struct Work<'a> {
    /// Has Cargo compile it, which does one thing at a time in a target folder, and at the end of each
    /// of them keeps one core busy.
    pub compile: Step<'a>,
    /// Makes of that what the page loads.
    pub finish: Step<'a>,
}

/// Compiles one after the other and finishes one after the other, both in this order: each is finished
/// beside the compilation of those that follow. The first failure is the answer, and nothing more is
/// begun after it.
pub fn in_turn(works: Vec<Work<'_>>) -> Result<(), Error> {
    let has_failed = AtomicBool::new(false);
    thread::scope(|scope| {
        let (compiled, next) = mpsc::channel::<Step<'_>>();
        let finishing = scope.spawn(|| {
            let mut left = next.into_iter();
            let result = left.try_for_each(|finish| match has_failed.load(Ordering::SeqCst) {
                true => Ok(()),
                false => finish(),
            });
            if result.is_err() {
                has_failed.store(true, Ordering::SeqCst);
            }
            result
        });
        let mut result = Ok(());
        for work in works {
            if has_failed.load(Ordering::SeqCst) {
                break;
            }
            result = (work.compile)();
            if result.is_err() {
                has_failed.store(true, Ordering::SeqCst);
                break;
            }
            // It is taken unless another one could not be finished, which is told below.
            let _ = compiled.send(work.finish);
        }
        drop(compiled);
        let finished = finishing
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        result.and(finished)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// Works that note what is done, of which the `steps` called so fail.
    fn noted(names: &[&'static str], failing: &[&str]) -> (Vec<String>, Result<(), String>) {
        let notes = Mutex::new(Vec::new());
        let step = |what: &'static str, name: &'static str| -> Step<'_> {
            let (notes, step) = (&notes, format!("{what} {name}"));
            let fails = failing.contains(&step.as_str());
            Box::new(move || {
                notes.lock().unwrap().push(step.clone());
                match fails {
                    true => Err(Error::Other(step)),
                    false => Ok(()),
                }
            })
        };
        let works = names.iter().map(|name| Work {
            compile: step("compile", name),
            finish: step("finish", name),
        });
        let result = in_turn(works.collect()).map_err(|error| error.to_string());
        (notes.into_inner().unwrap(), result)
    }

    /// Those of one kind, in their order.
    fn of<'a>(what: &str, notes: &'a [String]) -> Vec<&'a str> {
        let notes = notes.iter().filter_map(|it| it.strip_prefix(what));
        notes.map(str::trim).collect()
    }

    #[test]
    fn all_is_compiled_and_finished_in_order() {
        let (notes, result) = noted(&["a", "b", "c"], &[]);
        assert_eq!(result, Ok(()));
        assert_eq!(of("compile", &notes), ["a", "b", "c"]);
        assert_eq!(of("finish", &notes), ["a", "b", "c"]);
        for name in ["a", "b", "c"] {
            let at = |what: &str| notes.iter().position(|it| *it == format!("{what} {name}"));
            assert!(at("compile") < at("finish"), "{notes:?}");
        }
    }

    #[test]
    fn one_is_finished_beside_the_compilation_of_the_next() {
        let (tell, told) = mpsc::channel();
        let works = vec![
            Work {
                compile: Box::new(|| Ok(())),
                finish: Box::new(move || {
                    tell.send(()).unwrap();
                    Ok(())
                }),
            },
            Work {
                // It would wait for ever if nothing else went on.
                compile: Box::new(move || {
                    told.recv().unwrap();
                    Ok(())
                }),
                finish: Box::new(|| Ok(())),
            },
        ];
        in_turn(works).unwrap();
    }

    #[test]
    fn what_fails_is_told_and_nothing_is_begun_after_it() {
        let (notes, result) = noted(&["a", "b", "c"], &["compile b"]);
        assert_eq!(result, Err("compile b".to_owned()));
        assert_eq!(of("compile", &notes), ["a", "b"]);
        assert!(!of("finish", &notes).contains(&"b"));

        let (notes, result) = noted(&["a", "b"], &["finish a"]);
        assert_eq!(result, Err("finish a".to_owned()));
        assert!(!of("finish", &notes).contains(&"b"));
    }
}

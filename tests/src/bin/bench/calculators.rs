//! What an expression costs, beside math.js: the best-known calculator of this kind for pages.

use std::hint::black_box;
use std::time::{Duration, Instant};

use axum::Router;
use kikitori_tools::calculator::calculate;

use crate::expressions::kinds;
use crate::{load, measured};

/// How many times as fast the calculator should be.
const AIM: f64 = 10.0;
/// The time that one kind is calculated natively.
const ROUND: Duration = Duration::from_millis(200);

/// Microseconds for an expression, natively.
fn native(expressions: &[String]) -> f64 {
    let (begin, mut count) = (Instant::now(), 0);
    while begin.elapsed() < ROUND {
        for text in expressions {
            black_box(calculate(text).unwrap().to_string());
        }
        count += expressions.len();
    }
    begin.elapsed().as_secs_f64() * 1e6 / count as f64
}

/// Prints it, and fails where the aim is missed.
pub async fn print() {
    let result = measured("calculator", Router::new()).await;
    println!(
        "µs for an expression       in Chromium    math.js  times as fast      aim  from a script   natively"
    );
    let mut missed = Vec::new();
    for (at, kind) in kinds().into_iter().enumerate() {
        let of = |what: &str| result[at][what].as_f64().unwrap();
        assert_eq!(result[at]["kind"], kind.name);
        let (own, peer, crossing) = (of("kikitori"), of("mathjs"), of("crossing"));
        let (ratio, natively) = (peer / own, native(&kind.expressions));
        let example = &kind.expressions[0];
        println!(
            "{:<26} {own:11.2} {peer:10.2} {ratio:14.1} {AIM:8} {crossing:14.2} {natively:10.2}  {example}",
            kind.name
        );
        if ratio < AIM {
            missed.push(kind.name);
        }
    }
    println!(
        "(from text to text, each where it runs; \"from a script\" has the way of both texts between \
         script and module too; 1,000 expressions of each kind, the first shown)"
    );
    load();
    if !missed.is_empty() {
        eprintln!("below the aim: {}", missed.join(", "));
        std::process::exit(1);
    }
}

//! How much a turn of a long interview writes. `cargo xtask bench` prints it.

#[path = "../tests/support/mod.rs"]
mod support;

use support::{Turn, turns};

fn main() {
    println!(
        "bytes written in a turn       turn 5    turn 50       mean      worst        aim   batches"
    );
    for answer_bytes in [23, 23_000] {
        let turns = turns(answer_bytes);
        let at = |turn: usize| turns.get(turn).copied().unwrap_or_default().bytes;
        let answered: &[Turn] = &turns;
        let all: usize = answered.iter().map(|turn| turn.bytes).sum();
        let worst = answered.iter().map(|turn| turn.bytes).max();
        let batches = answered.iter().map(|turn| turn.commits).max();
        println!(
            "  answers of {answer_bytes:6} bytes {:10} {:10} {:10} {:10} {:10} {:9}",
            at(5),
            at(50),
            all / answered.len().max(1),
            worst.unwrap_or_default(),
            2 * answer_bytes + 3_000,
            batches.unwrap_or_default(),
        );
    }
    println!("  (mean and worst of 51 answers, whole states included where they are written)");
}

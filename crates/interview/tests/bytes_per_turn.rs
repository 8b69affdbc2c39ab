//! What a turn writes: in proportion to the answer, however long the interview is.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use support::turns;

#[test]
fn every_turn_writes_twice_the_answer_and_a_little_in_three_batches() {
    for answer_bytes in [23, 23_000] {
        // The first two greet and plan.
        let turns = turns(answer_bytes).split_off(2);
        for (number, turn) in turns.iter().enumerate() {
            let number = number + 2;
            // The answer, its review with the next agent's start, the question.
            assert!(turn.commits <= 3, "{} in turn {number}", turn.commits);
            assert!(
                turn.bytes <= 2 * answer_bytes + 3_000,
                "{} bytes for {answer_bytes} in turn {number}",
                turn.bytes
            );
        }
        let (early, late) = (turns[3].bytes, turns[48].bytes);
        // Counters grow by a digit and questions differ in wording.
        assert!(late < early + early / 10, "{early} early, {late} late");
    }
}

//! What a turn writes: in proportion to the answer, however long the interview is.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::support;

use support::turns;

#[test]
fn every_turn_writes_twice_the_answer_and_a_little_in_two_batches() {
    for answer_bytes in [23, 23_000] {
        let turns = turns(answer_bytes);
        for (number, turn) in turns.iter().enumerate() {
            // The answer, then what was heard of it with the next question.
            assert!(turn.commits <= 2, "{} in turn {number}", turn.commits);
            assert!(
                turn.bytes <= 2 * answer_bytes + 3_000,
                "{} bytes for {answer_bytes} in turn {number}",
                turn.bytes
            );
        }
        let (early, late) = (turns[5].bytes, turns[50].bytes);
        // Counters grow by a digit and questions differ in wording.
        assert!(late < early + early / 10, "{early} early, {late} late");
    }
}

//! What a form of ten fields takes of a model: calls, round trips and tokens, beside the same form
//! with an Interviewer that has a Reviewer check each answer before it asks on. `cargo xtask bench`
//! prints it.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::panic,
    reason = "what is indexed is this file's own form"
)]

#[path = "../tests/support/mod.rs"]
mod support;

mod literal;
mod rounds;

use literal::{ANSWERS, FORM, Taken, literal};
use support::{interview_of, recorded, respond, say};

fn main() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &ANSWERS);
    let state = interview.orchestrator().state();
    let done = state.form.fields.iter();
    let accepted = done.filter(|field| state.is_done(&field.field_id)).count();
    let ours = Taken::of(sent.borrow().iter());
    let theirs = literal();
    println!(
        "a form of ten fields            calls  an answer  one after the other  prompt tokens  shared prefix"
    );
    let mut counted = rounds::Counted::start(FORM, respond);
    for answer in ANSWERS {
        counted.answer(answer);
    }
    let rounds = counted.rounds_an_answer();
    row("hear and ask in one call", &ours, accepted, rounds);
    let form = literal::form_with_reviewers();
    let (model, sent) = recorded(respond);
    say(&mut interview_of(&form, model), &ANSWERS);
    let reviewed = Taken::of_each(&sent.borrow());
    let mut counted = rounds::Counted::start(&form, respond);
    for answer in ANSWERS {
        counted.answer(answer);
    }
    let rounds = counted.rounds_an_answer();
    row(
        "the same, two fields with a Reviewer",
        &reviewed,
        accepted,
        rounds,
    );
    // Three that wait for each other: that is its shape.
    row("Interviewer, Reviewer, Interviewer", &theirs, accepted, 300);
    println!(
        "  {} % of the tokens",
        ours.tokens * 100 / theirs.tokens.max(1)
    );
}

fn row(name: &str, taken: &Taken, accepted: usize, round_trips: usize) {
    let each = taken.calls * 10 / accepted.max(1);
    println!(
        "  {name:36} {:4} {:8}.{} {:17}.{:02} {:14} {:12} %",
        taken.calls,
        each / 10,
        each % 10,
        round_trips / 100,
        round_trips % 100,
        taken.tokens,
        taken.shared * 100 / taken.tokens.max(1),
    );
}

//! What an interview costs beside the same form filled in by three calls an answer.
#![allow(clippy::unwrap_used)]

#[path = "../examples/literal/mod.rs"]
mod literal;
use crate::support;

use literal::{ANSWERS, FORM, Taken, literal};
use support::*;

#[test]
fn with_two_reviewers_a_form_takes_at_most_two_thirds_and_each_agents_requests_begin_alike() {
    let (model, sent) = recorded(respond);
    let form = literal::form_with_reviewers();
    let mut interview = interview_of(&form, model);
    say(&mut interview, &ANSWERS);
    let ours = Taken::of_each(&sent.borrow());
    let theirs = literal();
    assert!(
        ours.tokens * 3 <= theirs.tokens * 2,
        "{} of {}",
        ours.tokens,
        theirs.tokens
    );
    let alike = ours.shared * 100 / ours.tokens;
    assert!(alike >= 75, "{alike} % of {} tokens", ours.tokens);
    // One more call for each review, beside the one that asks on.
    assert_eq!(ours.calls, ANSWERS.len() + 1 + 2);
}

#[test]
fn a_form_takes_at_most_half_the_tokens_of_the_literal_way_and_its_requests_begin_alike() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &ANSWERS);
    let ours = Taken::of(sent.borrow().iter());
    let theirs = literal();
    assert!(
        ours.tokens * 2 <= theirs.tokens,
        "{} of {} tokens",
        ours.tokens,
        theirs.tokens
    );
    let alike = ours.shared * 100 / ours.tokens;
    assert!(alike >= 80, "{alike} % of {} tokens", ours.tokens);
    // One call for each answer, and one for the first question.
    assert_eq!(ours.calls, ANSWERS.len() + 1);
}

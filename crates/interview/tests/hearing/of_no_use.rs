//! Replies of the Interviewer that nothing can be heard of.

use super::*;

#[test]
fn after_the_second_refusal_what_is_good_stands_and_code_asks() {
    let (model, _) = recorded(|request| match said_last(request).is_empty() {
        true => respond(request),
        false => {
            let entries = vec![entry("name", "Ada", None), entry("bags", "Ada", Some("?"))];
            calls("ask", asking(request, entries))
        }
    });
    let mut interview = interview_of(FORM, model);
    assert_eq!(say(&mut interview, &["Ada"]), Pause::Answer);
    assert_eq!(values(&interview)[0].as_deref(), Some("Ada"));
    assert_eq!(
        told(&interview),
        "“Ada” was not taken for “Bags”. No number can be told from that: give it in digits.\nPlease fill in: Bags"
    );
    let chat = interview.orchestrator().state().chat();
    let last = chat.last().unwrap();
    assert_eq!(last.field_id.as_ref().unwrap().as_str(), "bags");
    assert_eq!(outcomes(&interview).len(), 2);
}

#[test]
fn a_model_that_is_of_no_use_ends_in_a_typed_failure() {
    let (model, _) = recorded(|request| match said_last(request).is_empty() {
        true => respond(request),
        false => calls(
            "ask",
            json!({"message": "?", "question": "Ada?", "asks": "invented"}),
        ),
    });
    let mut interview = interview_of(FORM, model);
    for _ in 0..3 {
        assert_eq!(say(&mut interview, &["Ada"]), Pause::Answer);
        assert_eq!(told(&interview), "Please fill in: Name");
    }
    assert!(matches!(say(&mut interview, &["Ada"]), Pause::Failed(_)));
    assert_eq!(values(&interview), [None, None, None, None]);
}

#[test]
fn plain_text_is_the_question_where_there_is_nothing_to_hear() {
    let (model, sent) = recorded(|request| match said_last(request).is_empty() {
        true => says("Hello. What is your name?"),
        false => says("Noted. How many bags?"),
    });
    let mut interview = interview_of(FORM, model);
    block_on(interview.advance()).unwrap();
    assert_eq!(told(&interview), "Hello. What is your name?");
    // What was said is not noted: nobody is told so, the model is asked for a call, in words and then
    // by its schema, and then code asks.
    let pause = say(&mut interview, &["Ada"]);
    assert_eq!(
        (told(&interview).as_str(), pause),
        (
            "Nothing was taken from “Ada”: please say it in another way, or put it into the form.\nPlease fill in: Name",
            Pause::Answer
        )
    );
    assert_eq!(values(&interview), [None, None, None, None]);
    assert!(interview.orchestrator().outline()[0].current);
    assert_eq!(sent.borrow().len(), 4);
}

#[test]
fn a_model_that_slips_into_plain_text_once_is_asked_for_its_call() {
    let (model, sent) = recorded(|request| {
        let last = request.messages.iter().rev();
        let slipped = last
            .clone()
            .any(|it| matches!(it, Message::Assistant(reply) if reply.content.is_some()));
        match said_last(request).is_empty() || slipped {
            true => respond(request),
            false => says("I have noted that. And your PIN?"),
        }
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &["Ada"]);
    assert_eq!(values(&interview)[0].as_deref(), Some("Ada"));
    assert_eq!(told(&interview), "Please tell me: Bags");
    assert_eq!(sent.borrow().len(), 3);
}

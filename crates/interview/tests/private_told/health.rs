//! What is told of somebody's health in passing, where a private field asks about that.

use super::*;

const FORM: &str = r#"{"id": "f", "title": "F", "fields": [
    {"id": "family", "label": "Who comes", "required": true},
    {"id": "ill", "label": "Medical or special needs", "required": false, "private": true,
     "answer": {"type": "longText", "maxLength": 300}},
    {"id": "more", "label": "Anything else", "required": false}]}"#;

#[test]
fn what_is_told_of_health_in_passing_is_asked_about_before_a_model_reads_it() {
    const TOLD: &str = "Me and the two boys, Tom has asthma, from the 14th if we can.";
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &[TOLD]);
    assert!(!holds(&sent, "asthma"));
    assert_eq!(given_back(&interview), Some(TOLD));
    let asked = told(&interview);
    assert!(
        asked.starts_with("“Tom has asthma”\nIs that your answer to “Medical or special needs”?"),
        "{asked}"
    );
    say(
        &mut interview,
        &["That is my answer to “Medical or special needs”"],
    );
    assert_eq!(
        value_of(&interview, "ill").as_deref(),
        Some("Tom has asthma")
    );
    let rest = given_back(&interview).unwrap().to_owned();
    assert_eq!(rest, "Me and the two boys, from the 14th if we can.");
    say(&mut interview, &[&rest]);
    assert!(
        holds(&sent, "from the 14th"),
        "{:?} {:?}",
        told(&interview),
        given_back(&interview)
    );
    assert!(!holds(&sent, "asthma"));
}

#[test]
fn what_is_told_later_comes_to_what_is_recorded() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(
        &mut interview,
        &[
            "Tom has asthma",
            "That is my answer to “Medical or special needs”",
            "Tom and I",
            "and Mali is diabetic",
            "That is my answer to “Medical or special needs”",
        ],
    );
    assert_eq!(
        value_of(&interview, "ill").as_deref(),
        Some("Tom has asthma; and Mali is diabetic")
    );
    assert!(!holds(&sent, "asthma") && !holds(&sent, "diabetic"));
}

#[test]
fn who_sends_it_once_more_is_not_asked_again() {
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    const TOLD: &str = "Tom, who has asthma, and I";
    say(&mut interview, &[TOLD, TOLD]);
    assert!(holds(&sent, TOLD));
    // The private question is next.
    const NEXT: &str = "with his asthma no tents please";
    say(&mut interview, &["I would rather not say", NEXT]);
    assert!(
        holds(&sent, NEXT),
        "{:?} {:?}",
        told(&interview),
        given_back(&interview)
    );
}

#[test]
fn what_stands_in_several_places_is_given_back_to_be_taken_out() {
    const TOLD: &str = "Tom has asthma, we are four, Mali is diabetic";
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &[TOLD]);
    assert!(!holds(&sent, "asthma"));
    assert_eq!(given_back(&interview), Some(TOLD));
    assert!(told(&interview).contains("take that out"));
}

#[test]
fn where_another_field_asks_about_health_openly_all_of_it_is_read() {
    const OPEN: &str = r#"{"id": "f", "title": "F", "fields": [
        {"id": "pain", "label": "Symptoms", "required": true},
        {"id": "ill", "label": "Illnesses in the family", "required": false, "private": true}]}"#;
    let (model, sent) = recorded(respond);
    let mut interview = interview_of(OPEN, model);
    say(&mut interview, &["my asthma is worse at night"]);
    assert!(holds(&sent, "asthma"));
}

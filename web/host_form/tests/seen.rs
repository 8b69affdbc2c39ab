//! What of a page is seen, and by which words.

use kikitori_form::page_form::{Reason, TakenForm, take_over};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{Page, entries, writes};

fn taken(html: &str) -> TakenForm {
    let page = Page::new(html);
    take_over(&page.form().read()).unwrap()
}

const STARS: &str = "<style>.drawn{display:none}</style><form id=host>
    <fieldset><legend>Cleanliness</legend>
    <input type=radio class=drawn name=stars id=s2 value=2><label for=s2 title='Good'>★</label>
    <input type=radio class=drawn name=stars id=s1 value=1><label for=s1 title='Bad'>★</label></fieldset>
    <fieldset><legend>Course</legend>
    <label><input type=radio class=drawn name=course value=dye><img alt=Dyeing src='data:,'></label>
    <label><input type=radio class=drawn name=course value=clay><img alt=Pottery src='data:,'></label></fieldset>
    <label for=size>Size</label><select id=size name=size class=drawn><option value=''>Choose<option>S<option>M</select><span>Choose ▾</span>
    <input type=checkbox id=terms name=terms class=drawn required><label for=terms>I accept the terms</label>
    <label for=cv>CV *</label><input type=file id=cv name=cv class=drawn><button type=button>Browse …</button>
    <input type=checkbox id=more class=drawn><label for=more>More …</label>
    <div class=drawn><label for=diet>Diet</label><select id=diet name=diet><option value=v>Vegan</select></div>
    <label for=word>Word</label><input id=word name=word class=drawn></form>";

#[wasm_bindgen_test]
async fn what_is_chosen_by_a_label_that_is_shown_is_asked_for_and_filled() {
    let page = Page::new(STARS);
    let form = page.form();
    let taken = take_over(&form.read()).unwrap();
    let labels = taken.form.fields.iter();
    let labels: Vec<&str> = labels.map(|it| it.label.in_language("en")).collect();
    assert_eq!(
        labels,
        ["Cleanliness", "Course", "Size", "I accept the terms"]
    );
    let said =
        serde_json::json!({"stars": "Good", "course": "Pottery", "size": "M", "terms": true});
    form.fill(&writes(&taken, &said, "en")).await;
    let sent = entries(&form);
    for (name, value) in [
        ("stars", "2"),
        ("course", "clay"),
        ("size", "M"),
        ("terms", "on"),
    ] {
        assert!(
            sent.contains(&(name.to_owned(), value.to_owned())),
            "{name}"
        );
    }
}

#[wasm_bindgen_test]
fn a_file_behind_a_label_that_is_shown_is_told_and_what_is_hidden_with_its_label_is_not() {
    let taken = taken(STARS);
    assert_eq!(taken.left_to_person(), ["CV"]);
    let reasons = taken.left_alone.iter();
    let reasons: Vec<(&str, Reason)> = reasons.map(|it| (it.label.as_str(), it.reason)).collect();
    for told in [
        ("More …", Reason::NotShown),
        ("Diet", Reason::NotShown),
        ("Word", Reason::NotShown),
    ] {
        assert!(reasons.contains(&told), "{told:?} in {reasons:?}");
    }
}

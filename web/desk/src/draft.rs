//! An example that is taken along from another screen.

use kikitori_parts::draft::QuestionBox;
use kikitori_parts::page::Page;
use leptos::prelude::*;

/// An example on its way here from another screen.
#[derive(Clone, Copy)]
struct TakenAlong(StoredValue<Option<String>>);

fn taken_along(page: Page) -> StoredValue<Option<String>> {
    let TakenAlong(example) = page.kept(|| TakenAlong(StoredValue::new(None)));
    example
}

/// Has the help desk show `example` in the question's box when it is shown next.
pub fn take_along(page: Page, example: &str) {
    taken_along(page).set_value(Some(example.to_owned()));
}

/// Shows the example that was taken along in `question`, if there is one.
pub fn come_back(page: Page, question: QuestionBox) {
    let example = taken_along(page).try_update_value(Option::take);
    if let Some(example) = example.flatten() {
        question.show_example(example);
    }
}

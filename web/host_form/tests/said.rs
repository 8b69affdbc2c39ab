//! What a page says of what its form holds.

use std::cell::Cell;
use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use kikitori_form::page_form::{ControlRef, Put, Write};
use kikitori_host_form::{FillProblem, Filled, HostForm};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::Page;

/// A control that a server has marked, and one that the page's script marks when it holds "robin".
const PAGE: &str = "<form id=host>
     <label>Town <input name=town aria-invalid=true aria-describedby=served></label>
     <p id=served>We need your town</p>
     <label>Nick <input name=nick aria-describedby='hint wrong'></label>
     <p id=hint>Three letters or more</p><p id=wrong></p></form>
     <script>const form = document.getElementById('host');
     const wrong = document.getElementById('wrong');
     form.nick.addEventListener('change', () => {
       const isTaken = form.nick.value === 'robin';
       form.nick.setAttribute('aria-invalid', isTaken);
       wrong.textContent = isTaken ? 'This name is taken' : '';
     });</script>";

fn control(form: &HostForm, name: &str) -> ControlRef {
    let read = form.read();
    let refs = ControlRef::all(&read.controls);
    let mut all = refs.into_iter().zip(read.controls);
    all.find(|(_, it)| it.name == name).unwrap().0
}

async fn filled(form: &HostForm, name: &str, text: &str) -> Result<Filled, FillProblem> {
    let write = Write {
        control: control(form, name),
        put: Put::Text(vec![text.to_owned()]),
    };
    form.fill(&[write]).await[0].result.clone()
}

#[wasm_bindgen_test]
async fn what_describes_an_input_tells_what_is_wrong_as_far_as_it_is_new() {
    let page = Page::new(PAGE);
    let form = page.form();
    let refused = |message: &str| {
        Err(FillProblem::Invalid {
            message: message.to_owned(),
        })
    };
    let held = Ok(Filled::AsWritten);
    for (name, said, expected) in [
        ("nick", "robin", refused("This name is taken")),
        ("nick", "wren", held.clone()),
        // Nobody says it of what stands there now.
        ("town", "Bern", held),
    ] {
        assert_eq!(filled(&form, name, said).await, expected, "{name}: {said}");
    }
}

#[wasm_bindgen_test]
async fn what_the_page_says_later_is_heard() {
    let page = Page::new(PAGE);
    let form = page.form();
    let nick = control(&form, "nick");
    form.note_said();
    filled(&form, "nick", "wren").await.unwrap();
    assert_eq!(form.complaints(&[&nick]), [None]);
    let told = Rc::new(Cell::new(0));
    let count = Rc::clone(&told);
    let watch = form.watch(move || count.set(count.get() + 1));
    let input = page.element("[name=nick]");
    input.set_attribute("aria-invalid", "true").unwrap();
    page.element("#wrong")
        .set_text_content(Some("A bird has it"));
    TimeoutFuture::new(400).await;
    assert_eq!(told.get(), 1);
    let said = Some("A bird has it".to_owned());
    assert_eq!(form.complaints(&[&nick]), [said]);
    drop(watch);
}

#[wasm_bindgen_test]
async fn what_is_marked_by_a_class_alone_is_told_with_the_words_beside_it() {
    let page = Page::new(
        "<style>.invalid-feedback{display:none} .is-invalid ~ .invalid-feedback{display:block}</style>
         <form id=host><div><label>Nick <input name=nick></label></div>
         <div><label for=town>Town</label><input id=town name=town><div class=invalid-feedback>We do not deliver there</div></div></form>
         <script>const town = document.getElementById('host').town;
         town.addEventListener('change', () => town.classList.toggle('is-invalid', town.value === 'Bern'));</script>",
    );
    let form = page.form();
    let message = "We do not deliver there".to_owned();
    let refused = Err(FillProblem::Invalid { message });
    assert_eq!(filled(&form, "town", "Bern").await, refused);
    assert_eq!(filled(&form, "town", "Basel").await, Ok(Filled::AsWritten));
    assert_eq!(filled(&form, "nick", "wren").await, Ok(Filled::AsWritten));
}

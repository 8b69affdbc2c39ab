//! Forms as other people's pages write them: read, filled and followed in a real browser.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod boxes;
mod said;
mod seen;
mod support;

use std::cell::Cell;
use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use kikitori_form::FieldId;
use kikitori_form::page_form::{Put, Reason, Write, take_over};
use kikitori_host_form::{FillProblem, Filled, HostForm, HostFormError};
use support::{Page, entries};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Element, HtmlElement};

wasm_bindgen_test_configure!(run_in_browser);

macro_rules! forms {
    ($($name:ident)*) => {$(
        #[wasm_bindgen_test]
        async fn $name() {
            support::is_read_and_filled(stringify!($name)).await;
        }
    )*};
}

forms! {
    bootstrap5
    tailwind
    govuk
    rails_simple_form
    django_as_p
    django_crispy
    laravel
    contact_form_7
    hubspot
    material
    react_controlled
    vue_v_model
    japanese
    donation
    login
    traps
    django_admin
    woocommerce
    rails_twins
    angular_material
    japanese_dl
    antrag_tabelle
    step_slider
    vuetify
    intl_tel
    gravity_forms
    outside_controls
    shop_checkout
}

#[wasm_bindgen_test]
fn a_form_that_is_not_there_is_told() {
    let document = support::document();
    let none = HostForm::find(&document, "nowhere").unwrap_err();
    assert_eq!(none, HostFormError::NotFound("nowhere".to_owned()));
    let page = Page::new("<section id=host></section>");
    let other = HostForm::find(&document, "host").unwrap_err();
    assert_eq!(
        other.to_string(),
        "What has the id \"host\" on this page is a section, not a form."
    );
    drop(page);
}

#[wasm_bindgen_test]
async fn a_value_that_is_only_set_does_not_reach_a_controlled_input() {
    let page = Page::of("react_controlled");
    let nick = page.element("[name=nick]");
    js_sys::Reflect::set(&nick, &"value".into(), &"Robin".into()).unwrap();
    let init = web_sys::EventInit::new();
    init.set_bubbles(true);
    for name in ["input", "change"] {
        let event = web_sys::Event::new_with_event_init_dict(name, &init).unwrap();
        nick.dispatch_event(&event).unwrap();
    }
    // The page saw the value before the event, takes it for nothing new and puts its own back.
    let form = page.form();
    assert!(entries(&form).contains(&("nick".to_owned(), String::new())));
    let outcomes = form.fill(&[text(&form, "nick", "Robin")]).await;
    assert_eq!(outcomes[0].result, Ok(Filled::AsWritten));
    assert!(entries(&form).contains(&("nick".to_owned(), "Robin".to_owned())));
}

fn write(form: &HostForm, field: &str, put: Put) -> Write {
    let taken = take_over(&form.read()).unwrap();
    let id = FieldId::new(field).unwrap();
    let found = taken.fields.iter().find(|it| it.id == id).unwrap();
    let control = found.target.controls()[0].clone();
    Write { control, put }
}

fn text(form: &HostForm, field: &str, text: &str) -> Write {
    write(form, field, Put::Text(vec![text.to_owned()]))
}

#[wasm_bindgen_test]
async fn a_control_that_is_drawn_anew_by_each_answer_is_still_filled() {
    let page = Page::of("react_controlled");
    let form = page.form();
    form.fill(&[write(&form, "alerts", Put::Checked(true))])
        .await;
    let often = text(&form, "often", "daily");
    let before = page.element("[name=often]");
    // The box draws another input in the place of the one that was read.
    form.fill(&[write(&form, "alerts", Put::Checked(false))])
        .await;
    let both = [write(&form, "alerts", Put::Checked(true)), often];
    let outcomes = form.fill(&both).await;
    assert_eq!(outcomes[1].result, Ok(Filled::AsWritten));
    assert_ne!(page.element("[name=often]"), before);
    assert!(entries(&form).contains(&("often".to_owned(), "daily".to_owned())));
}

#[wasm_bindgen_test]
fn of_a_disabled_fieldset_only_what_stands_in_its_legend_is_asked() {
    let page = Page::new(
        "<form id=host><fieldset disabled>
         <legend><label>By post <input type=checkbox name=post></label></legend>
         <label>Street <input name=street required></label>
         <label>Month <input type=month name=month></label></fieldset>
         <label>Month of birth <input type=month name=birth required></label>
         <label>Week <input type=week name=week></label></form>",
    );
    let taken = take_over(&page.form().read()).unwrap();
    let asked = taken.fields.iter().map(|it| it.id.as_str());
    assert_eq!(asked.collect::<Vec<_>>(), ["post"]);
    // What has no kind of answer here is the person's; what is disabled is nobody's.
    assert_eq!(taken.left_to_person(), ["Month of birth"]);
}

#[wasm_bindgen_test]
async fn what_the_page_itself_says_of_an_answer_is_told() {
    let page = Page::new(
        "<form id=host><label>Nick <input name=nick></label></form>
         <script>const form = document.getElementById('host');
         form.nick.addEventListener('change', () => {
           form.nick.setCustomValidity(form.nick.value === 'robin' ? 'This name is taken.' : '');
         });</script>",
    );
    let form = page.form();
    for (nick, expected) in [
        ("robin", Err("This name is taken.")),
        ("wren", Ok(Filled::AsWritten)),
    ] {
        let outcomes = form.fill(&[text(&form, "nick", nick)]).await;
        let expected = expected.map_err(|message| FillProblem::Invalid {
            message: message.to_owned(),
        });
        assert_eq!(outcomes[0].result, expected, "{nick}");
    }
}

#[wasm_bindgen_test]
async fn a_choice_among_radio_buttons_is_taken_back_and_the_page_hears_of_it() {
    let page = Page::new(
        "<form id=host><fieldset><legend>Way</legend>
         <label><input type=radio name=way value=post>By post</label>
         <label><input type=radio name=way value=van>By van</label></fieldset></form>
         <script>const form = document.getElementById('host');
         form.addEventListener('change', () => { form.dataset.heard = form.way.value; });</script>",
    );
    let form = page.form();
    let way = |on| write(&form, "way", Put::Checked(on));
    form.fill(&[way(true)]).await;
    assert!(entries(&form).contains(&("way".to_owned(), "post".to_owned())));
    form.fill(&[way(false)]).await;
    assert_eq!(entries(&form), []);
    let heard = page.element("#host").get_attribute("data-heard");
    assert_eq!(heard.as_deref(), Some(""));
}

#[wasm_bindgen_test]
async fn what_does_not_take_is_told() {
    let page = Page::new(
        "<form id=host><label>A<input name=a pattern='[0-9]+' required></label>
         <label>B<input name=b maxlength=3></label><label>C<input name=c></label>
         <label>D<input name=d></label><label>E<input name=e aria-errormessage=why></label>
         <p id=why>Not that one</p><label>F<select name=f><option>x</select></label>
         <label>P<input name=p></label></form>
         <script>const form = document.getElementById('host');
         form.c.addEventListener('input', () => { form.c.value = ''; });
         form.d.addEventListener('input', () => { form.d.value = form.d.value.toUpperCase() + '!'; });
         form.e.addEventListener('change', () => form.e.setAttribute('aria-invalid', 'true'));
         </script>",
    );
    let form = page.form();
    let mut writes: Vec<Write> = ["a", "b", "c", "d", "e"]
        .map(|it| text(&form, it, "word"))
        .to_vec();
    writes.push(text(&form, "f", "x"));
    writes.push(text(&form, "p", "secret"));
    page.element("[name=p]")
        .set_attribute("type", "password")
        .unwrap();
    let outcomes = form.fill(&writes).await;
    let results: Vec<_> = outcomes.into_iter().map(|it| it.result).collect();
    assert!(matches!(&results[0], Err(FillProblem::Invalid { message }) if !message.is_empty()));
    assert_eq!(results[1], Err(FillProblem::TooLong { max: 3 }));
    let reads = String::new();
    assert_eq!(results[2], Err(FillProblem::Refused { reads }));
    let reads = "WORD!".to_owned();
    assert_eq!(results[3], Ok(Filled::AsFormatted { reads }));
    let message = "Not that one".to_owned();
    assert_eq!(results[4], Err(FillProblem::Invalid { message }));
    assert_eq!(results[5], Err(FillProblem::OtherKind));
    // It is another control now, and one that nothing is written into.
    assert_eq!(results[6], Err(FillProblem::Gone));
    assert!(entries(&form).contains(&("p".to_owned(), String::new())));
}

#[wasm_bindgen_test]
async fn what_is_left_alone_is_not_written_even_if_somebody_asks() {
    let page = Page::new("<form id=host><label>A<input name=a></label></form>");
    let form = page.form();
    let write = text(&form, "a", "word");
    page.element("input")
        .set_attribute("autocomplete", "cc-number")
        .unwrap();
    let outcomes = form.fill(&[write]).await;
    let left = FillProblem::LeftAlone(Reason::PaymentCard);
    assert_eq!(outcomes[0].result, Err(left));
    assert_eq!(entries(&form), [("a".to_owned(), String::new())]);
}

#[wasm_bindgen_test]
async fn a_password_that_is_shown_is_neither_read_nor_asked_for_nor_filled() {
    for attributes in ["name=a", "id=a", "name=a id=b", "name='' id=''"] {
        let page = Page::new(&format!(
            "<form id=host><label>Name <input name=name></label>
             <label>Secret <input type=password class=it {attributes}></label></form>"
        ));
        let form = page.form();
        form.read();
        let input = page.element(".it");
        js_sys::Reflect::set(&input, &"value".into(), &"s3cret".into()).unwrap();
        input.set_attribute("type", "text").unwrap();
        let read = form.read();
        let taken = take_over(&read).unwrap();
        assert_eq!(taken.fields.len(), 1, "{attributes}");
        assert_eq!(taken.left_alone[0].reason, Reason::Password, "{attributes}");
        let values = read.controls.iter().map(|it| it.value.as_str());
        assert_eq!(values.collect::<Vec<_>>(), ["", ""], "{attributes}");
        // Where the page draws it anew, too.
        input.set_outer_html(&format!("<input value=s3cret {attributes}>"));
        let drawn_anew = take_over(&form.read()).unwrap();
        assert_eq!(drawn_anew.fields.len(), 1, "{attributes}");
    }
}

#[wasm_bindgen_test]
fn what_a_calendar_fills_in_is_the_persons_until_it_holds_a_day() {
    let page = Page::new(
        "<form id=host><label>Name <input name=name></label>
         <label>Arrival <input name=from readonly required></label></form>",
    );
    let form = page.form();
    let left = |form: &HostForm| {
        let taken = take_over(&form.read()).unwrap();
        taken.left_to_person().join(", ")
    };
    assert_eq!(left(&form), "Arrival");
    let input = page.element("[name=from]");
    js_sys::Reflect::set(&input, &"value".into(), &"2027-03-01".into()).unwrap();
    assert_eq!(left(&form), "");
}

#[wasm_bindgen_test]
async fn a_mask_that_makes_another_number_of_an_answer_has_not_taken_it() {
    let page = Page::new(
        "<form id=host><label>Price<input name=price></label><button>Send</button></form>
         <script>const price = document.getElementById('host').price;
         price.addEventListener('input', () => {
           price.value = (price.value.replace(/[^0-9]/g, '') / 100).toFixed(2).replace('.', ',');
         });</script>",
    );
    let form = page.form();
    for (written, reads, is_taken) in [("1200", "12,00", false), ("12.50", "12,50", true)] {
        let outcomes = form.fill(&[text(&form, "price", written)]).await;
        let reads = reads.to_owned();
        let expected = match is_taken {
            true => Ok(Filled::AsFormatted { reads }),
            false => Err(FillProblem::NotTaken { reads }),
        };
        assert_eq!(outcomes[0].result, expected, "{written}");
    }
}

#[wasm_bindgen_test]
async fn nothing_that_is_filled_sends_the_form() {
    let page = Page::new(
        "<form id=host onsubmit='this.dataset.sent = 1; return false'>
         <label>A<input name=a></label><label><input type=checkbox name=b>B</label>
         <button>Send</button></form>",
    );
    let form = page.form();
    let writes = [
        text(&form, "a", "word"),
        write(&form, "b", Put::Checked(true)),
    ];
    form.fill(&writes).await;
    form.show_for_review();
    let focused = support::document().active_element().unwrap();
    assert_eq!(focused, page.element("button"));
    assert!(!page.element("form").has_attribute("data-sent"));
    // The site's own way is the person's click.
    let button: HtmlElement = wasm_bindgen::JsCast::unchecked_into(page.element("button"));
    button.click();
    assert!(page.element("form").has_attribute("data-sent"));
}

#[wasm_bindgen_test]
fn what_is_scrolled_away_in_the_page_or_in_a_part_of_it_is_no_trap() {
    let page = Page::new(
        "<div id=part style='height: 200px; overflow: auto'>
         <div id=inner style='height: 6000px; overflow: auto'><div style='height: 9000px'>
         <form id=host style='position: relative'><label>First <input name=first></label>
         <label>Trap <input name=trap style='position: absolute; top: -9999px'></label>
         </form></div></div></div>",
    );
    let form = page.form();
    for (inner, part) in [(0, 0), (2000, 0), (0, 5000), (2500, 5000)] {
        page.element("#inner").set_scroll_top(inner);
        page.element("#part").set_scroll_top(part);
        let taken = take_over(&form.read()).unwrap();
        let asked: Vec<&str> = taken.fields.iter().map(|it| it.id.as_str()).collect();
        assert_eq!(asked, ["first"], "scrolled by {inner} and {part}");
        assert_eq!(taken.left_alone[0].reason, Reason::Honeypot);
    }
}

#[wasm_bindgen_test]
fn the_first_control_that_is_not_accepted_is_shown_for_review() {
    let page = Page::of("login");
    page.form().show_for_review();
    let focused = support::document().active_element().unwrap();
    assert_eq!(focused, page.element("#user"));
}

#[wasm_bindgen_test]
async fn changes_are_told_once_they_are_over_and_no_longer_than_asked() {
    let page = Page::of("govuk");
    let form = page.form();
    let told = Rc::new(Cell::new(0));
    let count = Rc::clone(&told);
    let watch = form.watch(move || count.set(count.get() + 1));
    let has_address = |form: &HostForm| {
        let taken = take_over(&form.read()).unwrap();
        taken
            .fields
            .iter()
            .any(|it| it.id.as_str() == "contactByEmail")
    };
    assert!(!has_address(&form));
    let contact: HtmlElement = wasm_bindgen::JsCast::unchecked_into(page.element("#contact"));
    contact.click();
    TimeoutFuture::new(400).await;
    assert_eq!(told.get(), 1);
    assert!(has_address(&form));
    // The same nodes again are no change.
    let group = page.element("#by-email");
    let html = group.inner_html();
    group.set_inner_html(&html);
    TimeoutFuture::new(400).await;
    assert_eq!(told.get(), 1);
    drop(watch);
    let late: Element = page.element("#issued-day");
    late.remove();
    TimeoutFuture::new(400).await;
    assert_eq!(told.get(), 1);
}

#[wasm_bindgen_test]
fn what_was_typed_before_is_an_answer_and_secrets_are_not_read() {
    let page = Page::of("login");
    for (field, typed) in [("user", "robin"), ("pass", "secret"), ("otp", "123456")] {
        let input = page.element(&format!("[name={field}]"));
        js_sys::Reflect::set(&input, &"value".into(), &typed.into()).unwrap();
    }
    let read = page.form().read();
    let values: Vec<&str> = read.controls.iter().map(|it| it.value.as_str()).collect();
    assert_eq!(values, ["robin", "", "", "", "on", ""]);
    let taken = take_over(&read).unwrap();
    let standing = taken.answered(&support::context("en"));
    assert_eq!(standing.len(), 1);
    assert_eq!(standing[0].field.as_str(), "user");
}

#[wasm_bindgen_test]
fn where_a_browser_puts_a_slider_or_a_list_itself_is_no_answer() {
    let page = Page::new(
        "<form id=host><label>Score <input type=range name=score min=0 max=10></label>
         <label>Rate <input type=range name=rate min=0 max=10 step=4 value=5></label>
         <p id=late></p>
         <label>Size <select name=size required><option value='' disabled>Choose<option>S<option>M</select></label>
         <label>Place <select name=place><optgroup label=Full disabled><option>A</optgroup><option>B<option>C</select></label>
         <label>Way <select name=way><option selected>Van<option selected>Post<option>Air</select></label>
         <label>Hour <select name=hour size=3><option>9<option>10</select></label></form>
         <script>const slider = document.createElement('input');
         // As frameworks make one: its bounds come when it has a value.
         Object.assign(slider, {type: 'range', name: 'age', ariaLabel: 'Age', min: 18, max: 40});
         document.getElementById('late').append(slider);</script>",
    );
    let form = page.form();
    let answered = || {
        let standing = take_over(&form.read())
            .unwrap()
            .answered(&support::context("en"));
        let one = |it: &kikitori_form::page_form::Standing| format!("{} {}", it.field, it.input);
        standing.iter().map(one).collect::<Vec<_>>()
    };
    assert_eq!(answered(), [""; 0]);
    for (name, value) in [("score", "7"), ("age", "20"), ("size", "M"), ("hour", "9")] {
        let control = page.element(&format!("[name={name}]"));
        js_sys::Reflect::set(&control, &"value".into(), &value.into()).unwrap();
    }
    assert_eq!(
        answered(),
        ["score \"7\"", "age \"20\"", "size \"M\"", "hour \"9\""]
    );
}

#[wasm_bindgen_test]
fn a_star_in_the_legend_around_a_day_in_three_selects_makes_it_required() {
    let page = Page::new(
        "<form id=host><fieldset><legend>Date de naissance *</legend>
         <select name=n_jour aria-label=Jour><option>1<option>2</select>
         <select name=n_mois aria-label=Mois><option value=0>janvier<option value=1>février</select>
         <select name=n_annee aria-label=Année><option>2000<option>2001</select></fieldset></form>",
    );
    let taken = take_over(&page.form().read()).unwrap();
    let asked = taken.form.fields.iter();
    let asked = asked.map(|it| (it.label.in_language("en"), it.required));
    assert_eq!(asked.collect::<Vec<_>>(), [("Date de naissance", true)]);
}

#[wasm_bindgen_test]
fn a_drawn_box_that_has_to_be_filled_in_is_told_until_what_is_behind_it_is() {
    let page = Page::new(
        "<form id=host><label>Name <input name=name></label>
         <div><label id=kind-label>Kind<span aria-hidden=true> *</span></label>
         <div><div role=combobox tabindex=0 id=kind aria-labelledby='kind-label kind'><span>&#8203;</span></div>
         <input aria-hidden=true tabindex=-1 style='opacity: 0' name=kind required value=''></div></div>
         <div><label id=size-label>Size</label>
         <div><div role=combobox tabindex=0 aria-labelledby=size-label></div>
         <input aria-hidden=true tabindex=-1 style='opacity: 0' name=size required value=''></div></div>
         <p><span id=plan>Plan *</span><span role=combobox tabindex=0 aria-labelledby=plan>choose</span></p>
         <div contenteditable aria-label='Story *'></div>
         <div contenteditable aria-label='Notes'></div>
         <p><button type=button role=checkbox id=rules aria-required=true></button>
         <input type=checkbox aria-hidden=true tabindex=-1 style='opacity: 0' required>
         <label for=rules>Rules</label></p></form>",
    );
    let form = page.form();
    let left = || {
        let taken = take_over(&form.read()).unwrap();
        assert_eq!(taken.fields[0].id.as_str(), "name");
        taken.left_to_person().join(", ")
    };
    assert_eq!(left(), "Kind, Size, Plan, Story, Rules");
    page.element("#kind").set_text_content(Some("Suite"));
    let behind = page.element("[name=kind]");
    js_sys::Reflect::set(&behind, &"value".into(), &"suite".into()).unwrap();
    assert_eq!(left(), "Size, Plan, Story, Rules");
}

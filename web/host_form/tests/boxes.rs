//! Boxes that a page has built itself: lists that offer what is typed, masks, elements of its own.

use kikitori_form::page_form::{Put, Reason, Write, take_over};
use kikitori_host_form::{FillProblem, Filled, HostForm};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{Page, entries};
use crate::text;

/// Three boxes that look up what is typed. The first keeps its text and chooses in a list behind it, the second
/// shows what was chosen beside itself and is empty then, and the third takes away what is no option of it.
const LOOKUPS: &str = "<form id=host>
    <label for=land>Country</label><input id=land role=combobox aria-autocomplete=list aria-controls=lands>
    <ul id=lands role=listbox hidden></ul>
    <select name=nation style='display:none'><option value=''></option><option value=ch>Switzerland</option></select>
    <div><div id=shown></div><label for=fruit>Fruit</label>
    <input id=fruit role=combobox aria-autocomplete=list aria-controls=fruits></div>
    <div id=fruits role=listbox hidden></div><input type=hidden name=kind>
    <label for=size>Size</label><input id=size name=size role=combobox aria-autocomplete=list></form>
    <script>
    const by = (id) => document.getElementById(id);
    const offers = (box, list, all, choose) => box.addEventListener('input', () => setTimeout(() => {
      const typed = box.value.toLowerCase();
      list.replaceChildren(...all.filter((it) => it.toLowerCase().includes(typed)).map((it) => {
        const option = document.createElement('div');
        option.setAttribute('role', 'option');
        option.textContent = it;
        option.addEventListener('click', () => { list.hidden = true; choose(it); });
        return option;
      }));
      list.hidden = !typed;
    }, 150));
    offers(by('land'), by('lands'), ['Sweden', 'Switzerland'], (it) => {
      by('land').value = it;
      by('host').elements.nation.value = 'ch';
    });
    offers(by('fruit'), by('fruits'), ['Pear', 'Apple'], (it) => {
      by('shown').textContent = it;
      by('fruit').value = '';
      by('host').elements.kind.value = it;
    });
    by('size').addEventListener('focusout', () => { by('size').value = ''; });
    </script>";

fn write(form: &HostForm, label: &str, put: &[&str]) -> Write {
    let taken = take_over(&form.read()).unwrap();
    let mut all = taken.fields.iter().zip(&taken.form.fields);
    let field = all.find(|(_, it)| it.label.in_language("en") == label);
    let (field, _) = field.unwrap_or_else(|| panic!("{label} is not asked for"));
    Write {
        control: field.target.controls()[0].clone(),
        put: Put::Text(put.iter().map(|it| (*it).to_owned()).collect()),
    }
}

#[wasm_bindgen_test]
async fn what_is_looked_up_is_chosen_from_the_list_that_the_page_offers() {
    let page = Page::new(LOOKUPS);
    let form = page.form();
    let writes = [
        ("Country", "switzerland"),
        ("Fruit", "Apple"),
        ("Size", "XXS"),
    ];
    let writes = writes.map(|(label, said)| write(&form, label, &[said]));
    let results: Vec<_> = form
        .fill(&writes)
        .await
        .into_iter()
        .map(|it| it.result)
        .collect();
    let reads = "Switzerland".to_owned();
    assert_eq!(results[0], Ok(Filled::AsFormatted { reads }));
    assert_eq!(results[1], Ok(Filled::AsWritten));
    let reads = String::new();
    assert_eq!(results[2], Err(FillProblem::Refused { reads }));
    let sent = entries(&form);
    for (name, value) in [("nation", "ch"), ("kind", "Apple"), ("size", "")] {
        let told = (name.to_owned(), value.to_owned());
        assert!(sent.contains(&told), "{told:?} in {sent:?}");
    }
    // What is shown beside a box counts as what it holds.
    let read = form.read();
    let fruit = read.controls.iter().find(|it| it.id == "fruit").unwrap();
    assert_eq!(fruit.value, "Apple");
}

#[wasm_bindgen_test]
async fn a_mask_gets_the_way_to_write_a_number_that_it_takes_and_else_what_stood_there() {
    let page = Page::new(
        "<form id=host><label>Phone <input name=phone maxlength=14 value='(555) 000-0000'></label></form>
         <script>const phone = document.getElementById('host').phone;
         phone.addEventListener('input', () => {
           const digits = phone.value.replace(/\\D/g, '').slice(0, 10);
           phone.value = digits.replace(/(\\d{3})(\\d{3})(\\d+)/, '($1) $2-$3');
         });</script>",
    );
    let form = page.form();
    let fill = async |ways: &[&str]| {
        let write = write(&form, "Phone", ways);
        form.fill(&[write]).await.remove(0).result
    };
    let reads = "(555) 123-4567".to_owned();
    let taken = fill(&["+15551234567", "5551234567"]).await;
    assert_eq!(
        taken,
        Ok(Filled::AsFormatted {
            reads: reads.clone()
        })
    );
    assert_eq!(entries(&form), [("phone".to_owned(), reads.clone())]);
    let refused = fill(&["+4930123456789", "030123456789"]).await;
    assert!(
        matches!(refused, Err(FillProblem::Refused { .. })),
        "{refused:?}"
    );
    assert_eq!(entries(&form), [("phone".to_owned(), reads)]);
}

#[wasm_bindgen_test]
async fn a_page_that_takes_an_answer_when_its_box_is_left_hears_that() {
    let page = Page::new(
        "<form id=host><label>Town <input name=town></label>
         <label>Day <select name=day><option value=''><option>Monday</select></label>
         <label><input type=checkbox name=news> Newsletter</label></form>
         <script>window.left = [];
         const form = document.getElementById('host');
         form.addEventListener('focusout', ({ target }) => window.left.push(target.name));
         form.town.onblur = () => window.left.push('blur of ' + form.town.name);</script>",
    );
    let form = page.form();
    let options = vec![kikitori_form::page_form::PageOption {
        value: "Monday".to_owned(),
        text: "Monday".to_owned(),
    }];
    let day = Write {
        put: Put::Options(options),
        ..write(&form, "Day", &[])
    };
    let news = Write {
        put: Put::Checked(true),
        ..write(&form, "Newsletter", &[])
    };
    form.fill(&[text(&form, "town", "Bern"), day, news]).await;
    let window = web_sys::window().unwrap();
    let left = js_sys::Reflect::get(&window, &"left".into()).unwrap();
    let left: Vec<String> = js_sys::Array::from(&left)
        .iter()
        .filter_map(|it| it.as_string())
        .collect();
    assert_eq!(left, ["blur of town", "town", "day", "news"]);
}

#[wasm_bindgen_test]
fn what_a_page_covers_is_a_password_and_what_it_draws_as_its_own_element_is_the_persons() {
    let page = Page::new(
        "<form id=host><label>Name <input name=name></label>
         <label>Memorable word <input name=memo style='-webkit-text-security: disc'></label>
         <x-town name=town label=Town required></x-town><x-town name=via label=Via></x-town></form>
         <script>if (!customElements.get('x-town')) customElements.define('x-town', class extends HTMLElement {
           static formAssociated = true;
           internals = this.attachInternals();
           get value() { return this.said ?? ''; }
         });</script>",
    );
    let form = page.form();
    let taken = take_over(&form.read()).unwrap();
    assert_eq!(taken.fields.len(), 1);
    let left = |form: &HostForm| {
        let taken = take_over(&form.read()).unwrap();
        taken.left_to_person().join(", ")
    };
    let covered = taken
        .left_alone
        .iter()
        .find(|it| it.label == "Memorable word");
    assert_eq!(covered.unwrap().reason, Reason::Password);
    assert_eq!(left(&form), "Town");
    js_sys::Reflect::set(&page.element("x-town"), &"said".into(), &"Bern".into()).unwrap();
    assert_eq!(left(&form), "");
}

#[wasm_bindgen_test]
fn controls_with_one_id_have_the_names_that_stand_beside_them() {
    let page = Page::new(
        "<form><label for=email>Search by e-mail</label><input id=email name=q></form>
         <form id=host><label for=email>Your e-mail</label><input id=email name=email type=email>
         <label class=error for=town>This field is required.</label>
         <label for=town>Town</label><input id=town name=town>
         <fieldset><legend>Lunch</legend><p><input type=radio id=yes name=lunch value=y><label for=yes>Yes</label></p>
         <p><input type=radio id=no name=lunch value=n><label for=no>No</label></p></fieldset>
         <fieldset><legend>Dinner</legend><p><input type=radio id=yes name=dinner value=y><label for=yes>Yes</label></p>
         <p><input type=radio id=no name=dinner value=n><label for=no>No, thanks</label></p></fieldset></form>",
    );
    let read = page.form().read();
    let names = read.controls.iter().map(|it| it.label.as_str());
    let names: Vec<&str> = names.collect();
    assert_eq!(
        names,
        [
            "Your e-mail",
            "Town",
            "Yes",
            "No No, thanks",
            "Yes",
            "No, thanks"
        ]
    );
}

#[wasm_bindgen_test]
fn what_proves_a_person_by_itself_or_did_is_nobodys_task() {
    for (captcha, left) in [
        ("<div class=g-recaptcha></div>", true),
        ("<div class=g-recaptcha data-size=invisible></div>", false),
        ("<button class=g-recaptcha>Send</button>", false),
        (
            "<div class=h-captcha><textarea name=h-captcha-response hidden>ok</textarea></div>",
            false,
        ),
    ] {
        let page = Page::new(&format!(
            "<form id=host><label>Name <input name=name></label>{captcha}</form>"
        ));
        let read = page.form().read();
        let captchas = read.controls.iter().filter(|it| it.required);
        assert_eq!(captchas.count() == 1, left, "{captcha}");
    }
}

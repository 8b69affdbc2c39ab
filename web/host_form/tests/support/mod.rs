//! A fixture's page within the page of the tests, and what is made of it.

use jiff::civil::date;
use js_sys::{Array, Reflect};
use kikitori_form::page_form::{TakenForm, Write, take_over};
use kikitori_form::values::{CheckContext, check};
use kikitori_host_form::{HostForm, Outcome};
use serde_json::{Value as Json, json};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, FormData};

/// A page that goes with this value.
pub struct Page {
    root: Element,
}

pub fn document() -> Document {
    web_sys::window().unwrap().document().unwrap()
}

impl Page {
    /// The page of a fixture.
    pub fn of(name: &str) -> Self {
        Self::new(kikitori_fixtures::HostForm::of(name).html)
    }

    /// A page of this HTML, whose scripts run.
    pub fn new(html: &str) -> Self {
        // A test that failed could not take its page away.
        if let Some(left) = document().query_selector("[data-page]").unwrap() {
            left.remove();
        }
        let root = document().create_element("div").unwrap();
        root.set_attribute("data-page", "").unwrap();
        root.set_inner_html(html);
        document().body().unwrap().append_child(&root).unwrap();
        let page = Self { root };
        // What is set as HTML does not run by itself. A function of its own keeps one page's names
        // from the next one's.
        for script in Array::from(&page.root.query_selector_all("script").unwrap()).iter() {
            let script: Element = script.unchecked_into();
            let again = document().create_element("script").unwrap();
            let text = script.text_content().unwrap();
            again.set_text_content(Some(&format!("(() => {{{text}}})();")));
            script.replace_with_with_node_1(&again).unwrap();
        }
        page
    }

    pub fn form(&self) -> HostForm {
        HostForm::find(&document(), "host").unwrap()
    }

    pub fn element(&self, selector: &str) -> Element {
        let found = self.root.query_selector(selector).unwrap();
        found.unwrap_or_else(|| panic!("no {selector} is there"))
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.root.remove();
    }
}

/// What a server would receive.
pub fn entries(form: &HostForm) -> Vec<(String, String)> {
    let data = FormData::new_with_form(form.element()).unwrap();
    let entry = |entry: JsValue| {
        let entry = Array::from(&entry);
        let value = entry.get(1);
        // A file that nobody chose has a name without letters.
        let value = value.as_string().unwrap_or_else(|| {
            let name = Reflect::get(&value, &"name".into()).unwrap();
            format!("file {:?}", name.as_string().unwrap())
        });
        (entry.get(0).as_string().unwrap(), value)
    };
    Array::from(&data).iter().map(entry).collect()
}

pub fn context(language: &str) -> CheckContext<'_> {
    CheckContext {
        today: date(2026, 11, 25),
        language,
        country: (language == "ja").then_some("JP"),
        fold: &|text| text.to_lowercase(),
        fits: &kikitori_form::values::no_patterns,
    }
}

/// What is put where when somebody says this.
pub fn writes(taken: &TakenForm, said: &Json, language: &str) -> Vec<Write> {
    let mut writes = Vec::new();
    for (id, said) in said.as_object().unwrap() {
        let field = taken.form.fields.iter().find(|it| it.id.as_str() == id);
        let field = field.unwrap_or_else(|| panic!("{id} is not asked for"));
        let checked = check(&field.answer, said, &context(language));
        let value = checked.unwrap_or_else(|it| panic!("{id}: {it:?}")).value;
        writes.extend(taken.writes(&field.id, &value).unwrap());
    }
    writes
}

fn problems(outcomes: &[Outcome]) -> Vec<String> {
    let failed = outcomes.iter().filter(|it| it.result.is_err());
    failed
        .map(|it| format!("{}: {:?}", it.control, it.result))
        .collect()
}

/// Reads a fixture's form, fills it, and compares both with what is expected.
pub async fn is_read_and_filled(name: &str) {
    let page = Page::of(name);
    let expected = kikitori_fixtures::HostForm::of(name).expected();
    let form = page.form();
    let read = form.read();
    let taken = take_over(&read).unwrap();
    let writes = writes(&taken, &expected["answers"], &read.language);
    let outcomes = form.fill(&writes).await;
    let sent: Vec<Json> = entries(&form).iter().map(|it| json!(it)).collect();
    let found = json!({
        "answers": expected["answers"],
        "page": read,
        "filled": sent,
        "asked": taken.form.fields.iter().map(|it| json!(it)).collect::<Vec<_>>(),
        "leftAlone": taken.left_alone.iter().map(|it| json!([it.label, it.reason, it.required])).collect::<Vec<_>>(),
        "person": taken.left_to_person(),
        "problems": problems(&outcomes),
    });
    for key in ["page", "filled"] {
        assert_eq!(
            found[key], expected[key],
            "{name}: all of it is FOUND {found} FOUND"
        );
    }
    assert_eq!(problems(&outcomes), [""; 0], "{name}");
}

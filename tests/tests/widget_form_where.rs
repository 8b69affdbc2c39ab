//! Where a form stands that is filled in for its visitor, and what was put into it before anything followed it.

use kikitori_e2e::WidgetElement;
use serde_json::json;

use crate::widget_form::host_with;

/// A form in a shadow root, beside its element and a button that opens it; outside stands another with its id.
const IN_SHADOW: &str = "<section id=\"around\"></section><div id=\"signup\">No form</div>
    <script>const root = document.getElementById('around').attachShadow({mode: 'open'});
    const text = (name, label) => {
      const input = Object.assign(document.createElement('input'), {name, id: name, required: true});
      const named = Object.assign(document.createElement('label'), {htmlFor: name, textContent: label});
      return [named, input];
    };
    const form = Object.assign(document.createElement('form'), {id: 'signup'});
    form.append(...text('name', 'Your name'), ...text('town', 'Town'));
    const opens = Object.assign(document.createElement('button'), {textContent: 'Fill in'});
    opens.dataset.kikitoriOpen = 'talk';
    const talk = document.createElement('kikitori-form');
    for (const [name, value] of Object.entries({id: 'talk', for: 'signup', lang: 'en', mode: 'slider'}))
      talk.setAttribute(name, value);
    root.append(form, opens, talk);
    document.getElementById = ((by) => (id) => by(id) ?? root.getElementById(id))(document.getElementById.bind(document));
    </script>";

#[tokio::test(flavor = "multi_thread")]
async fn a_form_beside_the_element_in_a_shadow_root_is_found_and_filled() {
    let (host, _site, browser, _profile) = host_with(IN_SHADOW).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    page.wait_for("document.getElementById('talk')?.isOpen === false")
        .await
        .unwrap();
    let root = "document.getElementById('around').shadowRoot";
    page.value(&format!("{root}.querySelector('button').click()"))
        .await
        .unwrap();
    page.wait_for("document.getElementById('talk').isOpen")
        .await
        .unwrap();
    talk.answer("Ada Lovelace").await.unwrap();
    let name = format!("{root}.querySelector('form').elements.name.value");
    page.wait_for(&format!("{name} === 'Ada Lovelace'"))
        .await
        .unwrap();
    // What is put in by hand there counts as well.
    let town = format!("{root}.querySelector('form').elements.town");
    page.value(&format!(
        "(document.getElementById('talk').close(), {town}.focus(), 1)"
    ))
    .await
    .unwrap();
    browser
        .driver
        .action_chain()
        .send_keys("Bern")
        .perform()
        .await
        .unwrap();
    page.value(&format!("({town}.blur(), 1)")).await.unwrap();
    page.wait_for("document.getElementById('talk').getData().town === 'Bern'")
        .await
        .unwrap();
    browser.close().await;
}

/// An input whose framework writes what is typed to where a page's own value stands, as React does.
const CONTROLLED: &str =
    "<form id=\"signup\"><label>Your name <input name=\"name\" required></label>
    <label>Your age <input name=\"age\" type=\"number\" required></label></form>
    <kikitori-form id=\"talk\" for=\"signup\" lang=\"en\" mode=\"slider\"></kikitori-form>
    <script>for (const it of document.getElementById('signup').elements)
      it.addEventListener('input', () => it.setAttribute('value', it.value));</script>";

#[tokio::test(flavor = "multi_thread")]
async fn what_was_typed_into_a_controlled_input_before_anything_followed_it_is_an_answer() {
    let (host, _site, browser, _profile) = host_with(CONTROLLED).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    page.wait_for("customElements.get('kikitori-form')")
        .await
        .unwrap();
    page.value("document.querySelector('[name=age]').focus()")
        .await
        .unwrap();
    browser
        .driver
        .action_chain()
        .send_keys("36")
        .perform()
        .await
        .unwrap();
    let own = "document.querySelector('[name=age]').defaultValue === '36'";
    page.wait_for(own).await.unwrap();
    page.value("talk.open()").await.unwrap();
    talk.asks_for("name").await.unwrap();
    page.wait_for("talk.getData().age === 36").await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_form_is_asked_for_before_the_whole_interview_is_there() {
    let body = "<form id=\"signup\"><label>Your name <input name=\"name\" required></label>
        <label>Town <input name=\"town\" required></label></form>
        <kikitori-form id=\"talk\" for=\"signup\" lang=\"en\"></kikitori-form>";
    let (host, _site, browser, _profile) = host_with(body).await;
    let held = format!("{}/?held", host.origin());
    browser.driver.goto(&held).await.unwrap();
    let talk = WidgetElement::shown_in(&browser, "talk");
    let page = &talk.page;
    let question = talk.within(".turn-text");
    page.wait_for(&format!("{question}?.textContent && window.goOn"))
        .await
        .unwrap();
    page.value("goOn()").await.unwrap();
    talk.answer("Ada Lovelace").await.unwrap();
    page.wait_for("document.querySelector('[name=name]').value === 'Ada Lovelace'")
        .await
        .unwrap();
    assert_eq!(
        page.value("talk.getData()").await.unwrap(),
        json!({"name": "Ada Lovelace"})
    );
    browser.close().await;
}

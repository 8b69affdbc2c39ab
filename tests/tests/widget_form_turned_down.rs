//! An answer that the page's own form does not take: what the page says of it is told in the interview, and
//! the field is asked for again.

use kikitori_e2e::WidgetElement;
use serde_json::json;

use crate::widget_form::{ENTRIES, SIGNUP, host_with, reviewed};

/// As a site's scripts do it: one says so at once, one after it has asked a server.
const JOIN: &str = r#"<kikitori-form id="talk" for="join" lang="en"></kikitori-form>
<form id="join" action="/sent" method="post">
  <p><label>Nickname <input name="nick" required></label></p>
  <p><label for="code">Code</label> <input id="code" name="code" required aria-describedby="hint wrong"></p>
  <p id="hint">It is in our letter.</p><p id="wrong"></p>
  <p><label for="town">Town</label> <input id="town" name="town" required aria-invalid="true" aria-describedby="served"></p>
  <p id="served">We need your town.</p>
  <p><button>Join</button></p>
</form>"#;

const SCRIPTS: &str = r#"(() => {
  const {nick, code} = join.elements;
  nick.addEventListener('change', () => nick.setCustomValidity(nick.value === 'robin' ? 'This name is taken.' : ''));
  code.addEventListener('input', () => { code.removeAttribute('aria-invalid'); wrong.textContent = ''; });
  code.addEventListener('change', () => setTimeout(() => {
    if (code.value !== 'x1') return;
    code.setAttribute('aria-invalid', 'true');
    wrong.textContent = 'No letter has this code';
  }, 700));
  return 1;
})()"#;

/// What is asked last.
fn asks(talk: &WidgetElement<'_>, words: &str) -> String {
    let words = json!(words);
    let last = "told.findLast(it => it.name === 'question').detail.text";
    let waits = talk.within(".session-main[data-state=\"answer\"][data-step]");
    format!("{waits} && {last}.includes({words})")
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_page_says_of_an_answer_is_put_right_in_the_interview() {
    let (host, _site, browser, _profile) = host_with(JOIN).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    page.value(SCRIPTS).await.unwrap();
    talk.asks_for("nick").await.unwrap();
    talk.answer("robin").await.unwrap();
    let taken = "does not take “robin” for “Nickname”. It says: This name is taken.\n";
    page.wait_for(&asks(&talk, taken)).await.unwrap();
    assert_eq!(page.value("join.elements.nick.value").await.unwrap(), "");
    // Nor does the conversation show it as an answer any more.
    let gone = talk.within(".accepted[data-field=\"nick\"].replaced del");
    assert_eq!(
        page.value(&format!("{gone}?.textContent")).await.unwrap(),
        "robin"
    );
    page.picture("turned-down").await.unwrap();
    talk.say("wren").await.unwrap();
    talk.asks_for("code").await.unwrap();
    talk.answer("x1").await.unwrap();
    talk.asks_for("town").await.unwrap();
    // The server's word comes while the next question waits already.
    let wrong = "does not take “x1” for “Code”. It says: No letter has this code.\n";
    page.wait_for(&asks(&talk, wrong)).await.unwrap();
    talk.say("x2").await.unwrap();
    talk.asks_for("town").await.unwrap();
    // What a server has marked before is not said of what is put in now.
    talk.answer("Bern").await.unwrap();
    talk.confirm().await.unwrap();
    assert_eq!(reviewed(page).await, json!({"problems": [], "left": []}));
    let expected = json!([["nick", "wren"], ["code", "x2"], ["town", "Bern"]]);
    assert_eq!(page.value(ENTRIES).await.unwrap(), expected);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_insists_reads_why_when_they_look_the_form_over() {
    let (host, _site, browser, _profile) = host_with(SIGNUP).await;
    // As the browser tells it, and as a page's own words do.
    for says in [
        "it.setCustomValidity(isWrong ? 'Surname first, with a comma.' : '')",
        "it.setAttribute('aria-invalid', isWrong); why.textContent = isWrong ? 'Surname first, with a comma.' : ''; it.setAttribute('aria-describedby', 'why')",
    ] {
        let talk = WidgetElement::open(&browser, &host, "talk").await;
        let page = &talk.page;
        page.value("(talk.reset(), signup.insertAdjacentHTML('beforeend', '<p id=why></p>'), 1)")
            .await
            .unwrap();
        page.value(&format!("(signup.elements.name.addEventListener('input', ({{target: it}}) => {{ const isWrong = !it.value.includes(','); {says}; }}), 1)"))
            .await
            .unwrap();
        talk.asks_for("name").await.unwrap();
        talk.answer("Ada Lovelace").await.unwrap();
        for (before, name) in [("Ada Lovelace", "Ada King"), ("Ada King", "Ada")] {
            let said =
                format!("“{before}” for “Full name”. It says: Surname first, with a comma.\n");
            page.wait_for(&asks(&talk, &said)).await.unwrap();
            talk.say(name).await.unwrap();
        }
        page.wait_for("talk.getData().name === 'Ada'")
            .await
            .unwrap();
        talk.asks_for("email").await.unwrap();
        talk.answer("ada@example.org").await.unwrap();
        talk.answer("By post").await.unwrap();
        talk.confirm().await.unwrap();
        let review = reviewed(page).await;
        let problem = &review["problems"][0];
        assert_eq!(
            [&problem["field"], &problem["said"]],
            ["name", "Surname first, with a comma."],
            "{problem}"
        );
        let note = talk.within("[part=\"review\"]");
        let note = page.value(&format!("{note}.innerText")).await.unwrap();
        let why = "Look at these again: Full name (Surname first, with a comma.)";
        assert!(note.as_str().unwrap().contains(why), "{note}");
    }
    browser.close().await;
}

/// What is typed into this number is cut to four digits: no way to write a longer one fits it.
const SHORT_NUMBERS: &str = r#"<kikitori-form id="talk" for="join" lang="en"></kikitori-form>
<form id="join" action="/sent" method="post">
  <p><label>Phone <input name="phone" type="tel" required value="0000"></label></p>
  <p><label>Town <input name="town" required></label></p>
</form>
<script>const {phone} = document.getElementById('join').elements;
phone.addEventListener('input', () => { phone.value = phone.value.replace(/\D/g, '').slice(0, 4); });</script>"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_number_that_the_page_makes_another_one_of_is_asked_for_again() {
    let (host, _site, browser, _profile) = host_with(SHORT_NUMBERS).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    let page = &talk.page;
    // As a site has it for the visitor that it knows, it would be told at once.
    page.value("(join.elements.phone.value = '', talk.reload(), 1)")
        .await
        .unwrap();
    talk.answer("+81 90 1234 5678").await.unwrap();
    page.wait_for(&asks(&talk, "for “Phone”. It says: 8190"))
        .await
        .unwrap();
    assert_eq!(page.value("join.elements.phone.value").await.unwrap(), "");
    browser.close().await;
}

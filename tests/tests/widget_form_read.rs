//! What of a page's form counts as answered, and how answers stand in it that it wants in its own way.

use kikitori_e2e::WidgetElement;
use serde_json::json;

use crate::widget_form::host_with;

#[tokio::test(flavor = "multi_thread")]
async fn where_a_browser_puts_a_slider_or_a_list_is_asked_for_and_not_recorded() {
    let body = r#"<kikitori-form id="talk" for="poll" lang="en"></kikitori-form>
<form id="poll" action="/sent" method="post">
  <p><label>Full name <input name="name" required></label></p>
  <p><label>Score <input type="range" name="score" min="0" max="10" required></label></p>
  <p><label>Size <select name="size" required><option value="" disabled>Choose a size</option><option>Small</option><option>Large</option></select></label></p>
  <p><button>Send</button></p>
</form>"#;
    let (host, _site, browser, _profile) = host_with(body).await;
    let talk = WidgetElement::open(&browser, &host, "talk").await;
    talk.answer("Ada Lovelace").await.unwrap();
    talk.asks_for("score").await.unwrap();
    let data = talk.page.value("talk.getData()").await.unwrap();
    assert_eq!(data, json!({"name": "Ada Lovelace"}));
    talk.answer("7").await.unwrap();
    talk.asks_for("size").await.unwrap();
    browser.close().await;
}

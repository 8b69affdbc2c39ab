//! The browser's processes are killed after every stored step of an interview; each time the
//! interview is resumed and ends as an unbroken one does.

use kikitori_e2e::{KillingGround, Model, Page, killed_after_each};
use serde_json::Value;
use thirtyfour::error::WebDriverResult;

const FORM: &str = r#"{
  "id": "visit", "title": "Visit",
  "fields": [
    {"id": "name", "label": "Full name", "intent": "What to call you", "required": true},
    {"id": "trouble", "label": "Trouble", "intent": "What brings you here", "required": true, "facts": [
      {"key": "what", "fact": "what hurts", "doneCriteria": "names the trouble"},
      {"key": "since", "fact": "since when", "doneCriteria": "names a date or a span of time"}
    ]}
  ]
}"#;
const ANSWERS: [&str; 3] = ["Ada Lovelace", "My back hurts", "Since yesterday"];

/// All of the interview's own batches write the session's head; drafts, which are written in their
/// own time, do not.
const COUNTED: &str = "/^head\\//";

/// The place beside the application has none.
const NO_ICON: [&str; 1] = ["favicon.ico"];

/// From wherever the page is to the downloaded form.
async fn finish(ground: &KillingGround) -> WebDriverResult<Value> {
    // Home looks for sessions after it is shown, so the database tells before whether there is one.
    ground.step_aside().await?;
    let has_session = !ground.page().stored("head/").await?.is_empty();
    let page = Page::open(ground.browser(), &ground.site.url()).await?;
    if has_session {
        page.click("session-open").await?;
    } else {
        page.load_form(&ground.profile, FORM).await?;
    }
    loop {
        match page.settled().await?.as_str() {
            "answer" => {
                let given = page.answers_given().await?;
                page.answer(ANSWERS[given]).await?;
            }
            "confirm" => page.click("confirm").await?,
            "done" => break,
            other => panic!("the page is {other}"),
        }
        // A confirmation takes a moment to be stored.
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let mut submission = page.download(&ground.profile).await?;
    submission["submittedAt"] = Value::Null;
    Ok(submission)
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_whenever_the_browser_is_killed() {
    let open = async || KillingGround::open(Model::Scripted, COUNTED).await;
    let ground = open().await;
    let unbroken = finish(&ground).await.unwrap();
    let batches = ground.stored_batches().await.unwrap();
    ground.page().console_is_clean(&NO_ICON).await.unwrap();
    ground.close().await;
    assert_eq!(unbroken["fields"][0]["value"], "Ada Lovelace");
    assert!(batches > 8, "only {batches} batches");
    let journey = async |ground: &KillingGround| finish(ground).await.map(drop);
    let resume = async |ground: &KillingGround, fatal: usize| {
        let resumed = finish(ground).await.unwrap();
        assert_eq!(resumed, unbroken, "killed after batch {fatal}");
        ground.page().console_is_clean(&NO_ICON).await.unwrap();
    };
    killed_after_each(batches, open, journey, resume).await;
    println!("killed after each of {batches} stored batches, and resumed each time");
}

//! The finished form on paper.

use kikitori_e2e::{Browser, Model, Options, Page, Paper, Profile, Site, setting};
use serde_json::json;

const FORM: &str = r#"{"id": "move", "title": {"en": "Moving quote", "ja": "引越しの見積もり"}, "fields": [
    {"id": "name", "label": {"en": "Full name", "ja": "お名前"}, "required": true, "answer": {"type": "shortText"}},
    {"id": "day", "label": {"en": "Moving day", "ja": "引越しの日"}, "required": true, "answer": {"type": "date"}},
    {"id": "at", "label": {"en": "Pick-up", "ja": "集荷"}, "required": true, "answer": {"type": "dateTime"}},
    {"id": "notes", "label": {"en": "Notes", "ja": "備考"}, "required": false},
    {"id": "items", "label": {"en": "Items", "ja": "品目"}, "required": true, "answer": {"type": "group", "fields": [
        {"id": "item", "label": {"en": "Item", "ja": "品名"}, "required": true, "answer": {"type": "shortText"}},
        {"id": "count", "label": {"en": "Count", "ja": "数"}, "required": true, "answer": {"type": "integer", "min": 1}}]}}
]}"#;

/// What has a browser print is noted, and no dialog opened.
const PRINTS: &str = "window.prints = 0; window.print = () => { window.prints += 1; };";

/// What stands on the paper, and what of the page must not.
struct Expected {
    name: &'static str,
    /// The rows of the file for spreadsheets, from the field on.
    rows: &'static [&'static str],
    texts: &'static [&'static str],
    not: &'static [&'static str],
}

async fn on_paper(languages: &'static str, width: u32, expected: Expected) {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let options = Options {
        size: (width, 800),
        languages,
        // Paper is white, whatever the screen is.
        dark: true,
        before_page: Some(PRINTS.to_owned()),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let page = Page::begin_with(&browser, &site, &profile, FORM)
        .await
        .unwrap();
    page.fill_in_by_hand().await.unwrap();
    page.put("name", expected.name).await.unwrap();
    page.put("day", "2016-10-14").await.unwrap();
    page.put("at", "2016-10-14T09:05").await.unwrap();
    page.put_cell(1, "item", "A-1").await.unwrap();
    page.put_cell(1, "count", "2").await.unwrap();
    page.press("[data-testid=\"add-line\"]").await.unwrap();
    page.put_cell(2, "item", "B-2").await.unwrap();
    page.put_cell(2, "count", "1").await.unwrap();
    page.press("[data-testid=\"plain-check\"]").await.unwrap();
    page.is_on("review").await.unwrap();
    page.click("confirm").await.unwrap();
    page.is_on("done").await.unwrap();
    page.press("[data-testid=\"print\"]").await.unwrap();
    page.wait_for("window.prints === 1").await.unwrap();
    let csv = page.download_csv(&profile).await.unwrap();
    let rows = csv.strip_prefix('\u{feff}').unwrap().lines();
    // Before them stand the form, the time and the place.
    let of_field = |row: &str| {
        let cells: Vec<&str> = row.splitn(6, ',').collect();
        cells[5].to_owned()
    };
    assert_eq!(
        rows.map(of_field).collect::<Vec<_>>(),
        expected.rows,
        "{csv}"
    );
    // Whatever is open beside it or over it.
    page.press("[data-testid=\"inspector-toggle\"]")
        .await
        .unwrap();
    page.wait_for("document.querySelector('[data-testid=\"inspector\"]')")
        .await
        .unwrap();
    let paper = Paper::print(&browser, &site).await;
    let file = format!("{}/paper-{languages}.pdf", setting("KIKITORI_ARTEFACTS"));
    std::fs::create_dir_all(setting("KIKITORI_ARTEFACTS")).unwrap();
    std::fs::write(file, &paper.pdf).unwrap();
    let text = paper.text();
    assert_eq!(paper.pages.len(), 1, "{text}");
    // Line ends and the spaces between pieces are the paper's.
    let packed: String = text.split_whitespace().collect();
    for expected in expected.texts {
        let expected: String = expected.split_whitespace().collect();
        assert!(packed.contains(&expected), "{expected} is not in {text}");
    }
    for unwanted in expected.not {
        let unwanted: String = unwanted.split_whitespace().collect();
        assert!(!packed.contains(&unwanted), "{unwanted} is in {text}");
    }
    // As it looks: ink on white.
    let media =
        json!({"media": "print", "features": [{"name": "prefers-color-scheme", "value": "dark"}]});
    browser.tell("Emulation.setEmulatedMedia", media).await;
    page.picture(&format!("paper-{languages}")).await.unwrap();
    let colours = "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector('.over-title')).color]";
    assert_eq!(
        page.value(colours).await.unwrap(),
        json!(["rgb(255, 255, 255)", "rgb(27, 32, 37)"])
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_form_is_one_page_of_what_was_answered_also_with_the_activity_beside_it() {
    let texts: &[&str] = &[
        "Moving quote",
        "Full name",
        "Ada Lovelace",
        "14 October 2016",
        "09:05",
        "Not provided",
        "A-1",
        "B-2",
        "Time zone",
    ];
    let expected = Expected {
        name: "Ada Lovelace",
        rows: &[
            "field,line,label,outcome,value,text,missing,original",
            "name,,Full name,answered,Ada Lovelace,Ada Lovelace,,",
            "day,,Moving day,answered,2016-10-14,14 October 2016,,",
            "at,,Pick-up,answered,2016-10-14T09:05,\"14 October 2016, 09:05 (Japan Standard Time)\",,",
            "notes,,Notes,skipped,,,,",
            "items.item,1,Items,answered,A-1,A-1,,",
            "items.count,1,Items,answered,2,2,,",
            "items.item,2,Items,answered,B-2,B-2,,",
            "items.count,2,Items,answered,1,1,,",
        ],
        texts,
        not: &[
            "Download", "Activity", "Tokens", "Change", "Correct", "Delete",
        ],
    };
    on_paper("en", 1280, expected).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_form_in_japanese_is_one_page_also_with_the_activity_over_it() {
    let texts: &[&str] = &[
        "引越しの見積もり",
        "お名前",
        // Its owner may read nothing but the form's own language.
        "Full name",
        "Moving day",
        "山田花子",
        "2016年10月14日",
        "未回答",
        "A-1",
        "B-2",
        "タイムゾーン",
    ];
    let expected = Expected {
        name: "山田花子",
        rows: &[
            "field,line,label,outcome,value,text,missing,original",
            "name,,お名前,answered,山田花子,山田花子,,",
            "day,,引越しの日,answered,2016-10-14,2016年10月14日,,",
            "at,,集荷,answered,2016-10-14T09:05,2016年10月14日 09:05（日本標準時）,,",
            "notes,,備考,skipped,,,,",
            "items.item,1,品目,answered,A-1,A-1,,",
            "items.count,1,品目,answered,2,2,,",
            "items.item,2,品目,answered,B-2,B-2,,",
            "items.count,2,品目,answered,1,1,,",
        ],
        texts,
        not: &["ダウンロード", "実行記録", "トークン", "訂正", "削除"],
    };
    on_paper("ja", 360, expected).await;
}

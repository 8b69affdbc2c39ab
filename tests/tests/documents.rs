//! The documents that the help desk answers from: files of many kinds, and a set that the site
//! ships.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::get;
use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, setting};
use serde_json::{Value, json};
use thirtyfour::common::print::PrintParameters;
use thirtyfour::error::WebDriverResult;

const ANSWERED: &str = "document.querySelector('main').dataset.state === 'answered'";

/// Adds a file and waits until it is listed.
async fn add(
    page: &Page<'_>,
    profile: &Profile,
    name: &str,
    content: &[u8],
) -> WebDriverResult<()> {
    page.choose_file("document-file", profile, name, content)
        .await?;
    let quoted = json!(name);
    page.wait_for(&format!("[...document.querySelectorAll('[data-testid=\"document\"]')].some(it => it.textContent.includes({quoted}))")).await
}

/// Asks, and returns the answer, the heading and the passage that its first source opens, and the
/// sentence that is marked there.
async fn answer_and_source(page: &Page<'_>, question: &str) -> WebDriverResult<[String; 4]> {
    page.ask(question).await?;
    page.wait_for(ANSWERED).await?;
    let answer = page.text_of("answer").await?;
    page.click("citation").await?;
    page.wait_for("document.querySelector('dialog[open] mark')?.textContent")
        .await?;
    let text = async |selector: &str| {
        // A passage under no heading has none.
        let script = format!("document.querySelector('dialog[open] {selector}')?.textContent");
        let text = page.value(&script).await?;
        WebDriverResult::Ok(text.as_str().unwrap_or_default().to_owned())
    };
    let found = [
        answer,
        text("h2").await?,
        text(".passage").await?,
        text("mark").await?,
    ];
    page.click("close-source").await?;
    Ok(found)
}

const HTML: &str = r#"<!doctype html>
<html><head>
<meta charset="CHARSET">
<title>Kettle</title>
<style>@import url("/__test/fetched/style");</style>
<link rel="stylesheet" href="/__test/fetched/sheet">
<script>window.ran = "inline"</script>
<script src="/__test/fetched/script"></script>
</head><body onload="window.ran = 'onload'">
<nav>Home, kettle descaling</nav>
<h1>Kettle</h1>
<h2>Descaling 手入れ</h2>
<p style="color: red">Descale the kettle
   every <b>40 boils</b>. 水垢は月に一度
   <ruby>取<rt>と</rt></ruby>り除きます。</p>
<img src="/__test/fetched/image" onerror="window.ran = 'onerror'">
<iframe src="/__test/fetched/frame"></iframe>
<p hidden>Descale the kettle every 7 boils.</p>
<p style="display:none">Descale the kettle every 8 boils.</p>
<table><tr><th>Boil</th><td>95 degrees</td></tr><tr><th>Warm</th><td>60 degrees</td></tr></table>
</body></html>"#;

#[tokio::test(flavor = "multi_thread")]
async fn an_html_document_is_read_and_neither_run_nor_loaded() {
    let fetched = Arc::new(Mutex::new(Vec::new()));
    let log = fetched.clone();
    let beside = Router::new().route(
        "/__test/fetched/{what}",
        get(async move |Path(what): Path<String>| {
            log.lock().unwrap().push(what);
            StatusCode::NOT_FOUND
        }),
    );
    let dist = PathBuf::from(setting("KIKITORI_DIST"));
    let site = Site::serving(dist, Model::Scripted, beside).await;
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    let source = HTML.replace("CHARSET", "utf-8");
    add(&page, &profile, "kettle.html", source.as_bytes())
        .await
        .unwrap();
    let [answer, heading, passage, marked] =
        answer_and_source(&page, "How often do I descale the kettle?")
            .await
            .unwrap();
    assert!(
        answer.contains("Descale the kettle every 40 boils."),
        "{answer}"
    );
    assert_eq!(heading, "Kettle › Descaling 手入れ");
    assert_eq!(marked, "Descale the kettle every 40 boils.");
    assert!(
        passage.contains("水垢は月に一度取り除きます。"),
        "{passage}"
    );
    // Cells of a table, which have no text between them.
    assert!(
        passage.contains("Boil95 degreesWarm60 degrees"),
        "{passage}"
    );
    assert!(
        !passage.contains("7 boils") && !passage.contains("8 boils"),
        "{passage}"
    );
    assert_eq!(page.value("window.ran ?? null").await.unwrap(), Value::Null);
    assert_eq!(*fetched.lock().unwrap(), [""; 0]);
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn old_japanese_encodings_are_read_and_what_cannot_be_told_is_refused() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    let encoded = |name: &str, text: &str| {
        let encoding = encoding_rs::Encoding::for_label(name.as_bytes()).unwrap();
        encoding.encode(text).0.into_owned()
    };
    let shift_jis = encoded("shift_jis", &HTML.replace("CHARSET", "Shift_JIS"));
    add(&page, &profile, "kettle.htm", &shift_jis)
        .await
        .unwrap();
    let euc = encoded("euc-jp", "洗濯機の糸くずは、使うたびに捨ててください。\n");
    add(&page, &profile, "washer.txt", &euc).await.unwrap();
    let sources = [
        ("水垢はいつ取り除きますか？", "水垢は月に一度取り除きます。"),
        (
            "洗濯機の糸くずはいつ捨てますか？",
            "洗濯機の糸くずは、使うたびに捨ててください。",
        ),
    ];
    for (question, sentence) in sources {
        let [.., marked] = answer_and_source(&page, question).await.unwrap();
        assert_eq!(marked, sentence);
    }
    let refused = [
        (
            "печи.txt",
            encoded("windows-1251", "Проверка печей"),
            "save it as UTF-8",
        ),
        (
            "picture.md",
            vec![0xff, 0xd8, 0, 1],
            "could not be read as text",
        ),
        ("empty.html", b"<p> </p>".to_vec(), "no text"),
        ("large.txt", vec![b'a'; 4 * 1024 * 1024 + 1], "too large"),
    ];
    for (name, content, reason) in refused {
        page.choose_file("document-file", &profile, name, &content)
            .await
            .unwrap();
        let said = "document.querySelector('[data-testid=\"document-error\"]').textContent";
        let (name, reason) = (json!(name), json!(reason));
        page.wait_for(&format!(
            "{said}.includes({name}) && {said}.includes({reason})"
        ))
        .await
        .unwrap();
    }
    page.picture("documents-refused").await.unwrap();
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

/// What the browser prints of a page, as PDF.
async fn printed(browser: &Browser, html: &str) -> Vec<u8> {
    let url = format!("data:text/html;charset=utf-8,{}", percent_encoded(html));
    browser.driver.goto(url).await.unwrap();
    let parameters = PrintParameters::default();
    browser.driver.print_page(parameters).await.unwrap()
}

fn percent_encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

/// A page in the way of older Japanese programs: text in Shift_JIS, in a font that is not in the
/// file and says nothing of Unicode.
fn pdf_without_unicode(text: &str) -> Vec<u8> {
    let bytes = encoding_rs::SHIFT_JIS.encode(text).0;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let content = format!("BT /F1 12 Tf 72 700 Td <{hex}> Tj ET");
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>".to_owned(),
        format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()),
        "<< /Type /Font /Subtype /Type0 /BaseFont /MS-Mincho /Encoding /90ms-RKSJ-H /DescendantFonts [6 0 R] >>".to_owned(),
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /MS-Mincho /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /DW 1000 /FontDescriptor 7 0 R >>".to_owned(),
        "<< /Type /FontDescriptor /FontName /MS-Mincho /Flags 4 /FontBBox [0 -136 1000 859] /ItalicAngle 0 /Ascent 859 /Descent -140 /CapHeight 700 /StemV 80 >>".to_owned(),
    ];
    let mut file = "%PDF-1.4\n".to_owned();
    let mut places = String::new();
    for (number, object) in (1..).zip(&objects) {
        places += &format!("{:010} 00000 n \n", file.len());
        file += &format!("{number} 0 obj\n{object}\nendobj\n");
    }
    let (count, start) = (objects.len() + 1, file.len());
    file += &format!(
        "xref\n0 {count}\n0000000000 65535 f \n{places}trailer << /Size {count} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    );
    file.into_bytes()
}

#[tokio::test(flavor = "multi_thread")]
async fn pdfs_are_read_with_their_headings_and_pages_in_both_languages() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let document = "<h1>Coffee machine</h1><p>It makes coffee.</p><h2 style='break-before: page'>Descaling お手入れ</h2><p>Descale the machine every 200 cups, because hard water leaves a crust in its pipes that no rinsing takes away again.</p><p>給水タンクは週に一度、ぬるま湯で洗ってください。</p>";
    let printed = printed(&browser, document).await;
    let nothing = self::printed(&browser, "<hr>").await;
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    let loaded =
        "performance.getEntriesByType('resource').filter(it => it.name.includes('/pdf/')).length";
    assert_eq!(
        page.value(loaded).await.unwrap(),
        0,
        "nothing of it is loaded before"
    );
    add(&page, &profile, "coffee.PDF", &printed).await.unwrap();
    let old = pdf_without_unicode("炊飯器の内ぶたは毎日洗います。");
    add(&page, &profile, "rice.pdf", &old).await.unwrap();
    let sources = [
        (
            "How often do I descale the machine?",
            "Coffee machine › Descaling お手入れ › p. 2",
            "Descale the machine every 200 cups, because hard water leaves a crust in its pipes that no rinsing takes away again.",
        ),
        (
            "給水タンクは？",
            "Coffee machine › Descaling お手入れ › p. 2",
            "給水タンクは週に一度、ぬるま湯で洗ってください。",
        ),
        (
            "炊飯器の内ぶたはいつ洗いますか？",
            "p. 1",
            "炊飯器の内ぶたは毎日洗います。",
        ),
    ];
    for (question, place, sentence) in sources {
        let [_, heading, _, marked] = answer_and_source(&page, question).await.unwrap();
        assert_eq!((heading.as_str(), marked.as_str()), (place, sentence));
    }
    let refused = [
        ("nothing.pdf", nothing, "holds no text"),
        (
            "broken.pdf",
            b"%PDF-1.7 and no more".to_vec(),
            "Save the document as text or HTML",
        ),
    ];
    for (name, content, reason) in refused {
        page.choose_file("document-file", &profile, name, &content)
            .await
            .unwrap();
        let reason = json!(reason);
        page.wait_for(&format!("document.querySelector('[data-testid=\"document-error\"]').textContent.includes({reason})")).await.unwrap();
    }
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

type Files = Arc<Mutex<BTreeMap<String, String>>>;

/// A site whose owner ships these files in the help desk's folder, and may change them.
async fn site_with(files: &Files) -> Site {
    let one = async |State(files): State<Files>, Path(name): Path<String>| {
        let content = files.lock().unwrap().get(&name).cloned();
        content.ok_or(StatusCode::NOT_FOUND)
    };
    let list = async |State(files): State<Files>| {
        let content = files.lock().unwrap().get("documents.json").cloned();
        content.ok_or(StatusCode::NOT_FOUND)
    };
    let beside = Router::new()
        .route("/desk/documents.json", get(list))
        .route("/desk/texts/{name}", get(one))
        .with_state(files.clone());
    let dist = PathBuf::from(setting("KIKITORI_DIST"));
    Site::serving(dist, Model::Scripted, beside).await
}

fn put(files: &Files, name: &str, content: &str) {
    files
        .lock()
        .unwrap()
        .insert(name.to_owned(), content.to_owned());
}

const LIST: &str = r#"{"documents": [
  {"name": "toaster", "title": "Toaster manual", "language": "en", "file": "texts/toaster.html"},
  {"name": "tosuta", "title": "トースターの説明書", "language": "ja", "file": "texts/tosuta.md"},
  {"name": "warranty", "title": "Warranty", "file": "texts/warranty.txt"}
], "questions": [{"text": "How long do I toast?", "language": "en"}]}"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_set_that_the_site_ships_is_searched_by_language_and_follows_its_files() {
    let files = Files::default();
    put(&files, "documents.json", LIST);
    put(
        &files,
        "toaster.html",
        "<h1>Toaster</h1><p>Toast for two minutes.</p>",
    );
    put(&files, "tosuta.md", "# トースター\n\n二分間焼きます。\n");
    put(&files, "warranty.txt", "The warranty lasts three years.\n");
    let (site, profile) = (site_with(&files).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let url = format!("{}desk/", site.url());
    let page = Page::open(&browser, &url).await.unwrap();
    let listed = "[...document.querySelectorAll('[data-testid=\"site-document\"]')].map(it => it.innerText.replaceAll('\\n', ' '))";
    let lists = async |page: &Page<'_>, expected: &[&str]| {
        let expected = json!(expected);
        page.wait_for(&format!(
            "JSON.stringify({listed}) === JSON.stringify({expected})"
        ))
        .await
        .unwrap();
    };
    lists(&page, &["Toaster manual 1 passage", "Warranty 1 passage"]).await;
    assert_eq!(
        page.text_of("searched").await.unwrap(),
        "Answers come from this site's 2 documents."
    );
    assert_eq!(
        page.text_of("example").await.unwrap(),
        "How long do I toast?"
    );
    page.click("example").await.unwrap();
    page.wait_for(ANSWERED).await.unwrap();
    assert!(
        page.text_of("answer")
            .await
            .unwrap()
            .contains("Toast for two minutes.")
    );

    // The file has changed, and another is gone for now: it is searched as it was.
    put(
        &files,
        "toaster.html",
        "<h1>Toaster</h1><p>Toast for four minutes.</p>",
    );
    files.lock().unwrap().remove("warranty.txt");
    let page = Page::open(&browser, &url).await.unwrap();
    // The stored answer is shown first.
    page.wait_for(ANSWERED).await.unwrap();
    lists(&page, &["Toaster manual 1 passage", "Warranty 1 passage"]).await;
    let [answer, ..] = answer_and_source(&page, "How long do I toast?")
        .await
        .unwrap();
    assert!(answer.contains("four minutes"), "{answer}");
    let [answer, ..] = answer_and_source(&page, "How long does the warranty last?")
        .await
        .unwrap();
    assert!(answer.contains("three years"), "{answer}");

    // The other language has its own documents, also after a reload.
    page.click("language").await.unwrap();
    lists(&page, &["トースターの説明書 1 箇所", "Warranty 1 箇所"]).await;
    let page = Page::open(&browser, &url).await.unwrap();
    page.wait_for(ANSWERED).await.unwrap();
    let [_, _, passage, _] = answer_and_source(&page, "何分間焼きますか？")
        .await
        .unwrap();
    assert_eq!(passage, "二分間焼きます。");
    page.click("language").await.unwrap();

    // What is shipped no longer is forgotten.
    put(
        &files,
        "documents.json",
        r#"{"documents": [{"name": "toaster", "title": "Toaster manual", "file": "texts/toaster.html"}]}"#,
    );
    let page = Page::open(&browser, &url).await.unwrap();
    lists(&page, &["Toaster manual 1 passage"]).await;
    let keys = page.stored_keys().await.unwrap();
    let kept: Vec<_> = keys
        .iter()
        .filter(|key| key.starts_with("desk/shipped/"))
        .collect();
    assert_eq!(kept, ["desk/shipped/toaster"]);
    page.console_is_clean(&["404"]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn own_documents_stand_in_for_the_sites_or_are_searched_besides_them() {
    let files = Files::default();
    put(&files, "documents.json", LIST);
    put(
        &files,
        "toaster.html",
        "<h1>Toaster</h1><p>Toast for two minutes.</p>",
    );
    put(&files, "warranty.txt", "The warranty lasts three years.\n");
    let (site, profile) = (site_with(&files).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    add(
        &page,
        &profile,
        "receipt.md",
        b"# Receipt\n\nThe toaster was bought in March.\n",
    )
    .await
    .unwrap();
    let searched = async |expected: &str| {
        let expected = json!(expected);
        page.wait_for(&format!(
            "document.querySelector('[data-testid=\"searched\"]').textContent === {expected}"
        ))
        .await
        .unwrap();
    };
    searched("Answers come from your document.").await;
    let titles = async || {
        page.value("[...document.querySelectorAll('[data-testid=\"statement\"]')].map(it => it.textContent).join()").await.unwrap().as_str().unwrap().to_owned()
    };
    page.ask("How long does the warranty last, and when was the toaster bought?")
        .await
        .unwrap();
    page.wait_for(ANSWERED).await.unwrap();
    assert!(titles().await.contains("March") && !titles().await.contains("three years"));
    page.picture("documents-own").await.unwrap();
    // The choice is there after a reload as well.
    let page = Page::open(&browser, &format!("{}desk/", site.url()))
        .await
        .unwrap();
    page.wait_for(ANSWERED).await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"search-both\"]')")
        .await
        .unwrap();
    page.click("search-both").await.unwrap();
    searched("Answers come from your document and this site's 2 documents.").await;
    page.picture("documents-both").await.unwrap();
    page.click("ask").await.unwrap();
    page.wait_for(
        "document.querySelector('[data-testid=\"answer\"]')?.textContent.includes('three years')",
    )
    .await
    .unwrap();
    assert!(titles().await.contains("March"));
    page.click("remove-document").await.unwrap();
    page.click("remove-document-confirm").await.unwrap();
    searched("Answers come from this site's 2 documents.").await;
    page.console_is_clean(&[]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_the_set_is_said() {
    let files = Files::default();
    let (site, profile) = (site_with(&files).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let url = format!("{}desk/", site.url());
    let page = Page::open(&browser, &url).await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"searched\"]').textContent === 'There is nothing to answer from yet.'").await.unwrap();
    page.ask("How long do I toast?").await.unwrap();
    page.wait_for("document.querySelector('[data-testid=\"trouble\"]').textContent.includes('Add a document below')").await.unwrap();
    page.picture("documents-none").await.unwrap();
    let cases = [
        (
            r#"{"documents": 1}"#,
            "site-error",
            "expected an object with a list",
        ),
        (
            r#"{"documents": [{"name": "a", "title": "A", "file": "../a.md"}]}"#,
            "site-error",
            "document 1: expected a file in the list's folder",
        ),
        (
            r#"{"documents": [{"name": "a", "title": "Gone", "file": "texts/gone.md"}]}"#,
            "site-document",
            "could not be loaded (the server answers 404)",
        ),
    ];
    for (list, place, expected) in cases {
        put(&files, "documents.json", list);
        let page = Page::open(&browser, &url).await.unwrap();
        let expected = json!(expected);
        page.wait_for(&format!(
            "document.querySelector('[data-testid=\"{place}\"]')?.textContent.includes({expected})"
        ))
        .await
        .unwrap();
    }
    let searched = page.text_of("searched").await.unwrap();
    assert_eq!(searched, "There is nothing to answer from yet.");
    page.picture("documents-missing").await.unwrap();
    page.console_is_clean(&["404"]).await.unwrap();
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn documents_of_one_name_are_kept_side_by_side_and_an_unreadable_one_is_named() {
    let (site, profile) = (Site::start(Model::Scripted).await, Profile::new());
    let browser = Browser::open(&profile, &Options::default()).await;
    let url = format!("{}desk/", site.url());
    let page = Page::open(&browser, &url).await.unwrap();
    let coffee = "# Coffee machine\n\nDescale the machine every 200 cups.\n";
    let listed = "[...document.querySelectorAll('[data-testid=\"document\"] .document-name')].map(it => it.textContent).join()";
    add(&page, &profile, "README.md", coffee.as_bytes())
        .await
        .unwrap();
    let kettle = "# Kettle\n\nIt holds two litres.\n";
    page.choose_file("document-file", &profile, "README.md", kettle.as_bytes())
        .await
        .unwrap();
    let both = format!("{listed} === 'README (2).md,README.md'");
    page.wait_for(&both).await.unwrap();
    // The same once more.
    page.choose_file("document-file", &profile, "README.md", kettle.as_bytes())
        .await
        .unwrap();
    add(&page, &profile, "other.md", b"Other words.")
        .await
        .unwrap();
    assert_eq!(
        page.value(listed).await.unwrap(),
        "README (2).md,README.md,other.md"
    );
    let broken = json!({"version": 2, "body": "\"not a document\""});
    page.store_record("desk/document/other.md", broken)
        .await
        .unwrap();
    let page = Page::open(&browser, &url).await.unwrap();
    page.wait_for("[...document.querySelectorAll('[data-testid=\"document\"]')].some(it => it.textContent.includes('cannot be read'))")
        .await
        .unwrap();
    page.picture("documents-unreadable").await.unwrap();
    page.ask("How often do I descale the machine?")
        .await
        .unwrap();
    page.wait_for(ANSWERED).await.unwrap();
    let answer = page.text_of("answer").await.unwrap();
    assert!(answer.contains("every 200 cups"), "{answer}");
    browser.close().await;
}

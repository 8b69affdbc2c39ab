//! Documents of many kinds: HTML, texts in old encodings, PDFs.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::routing::get;
use kikitori_e2e::{Browser, Model, Options, Page, Profile, Site, setting};
use serde_json::{Value, json};
use thirtyfour::common::print::PrintParameters;

use super::{add, answer_and_source};
use crate::parts::{is_missing, site_with_faulty};

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

#[tokio::test(flavor = "multi_thread")]
async fn a_pdf_is_kept_until_what_reads_it_comes() {
    let (site, status) = site_with_faulty("split_pdf").await;
    let profile = Profile::new();
    let browser = Browser::open(&profile, &Options::default()).await;
    let old = pdf_without_unicode("炊飯器の内ぶたは毎日洗います。");
    for (system, input) in [("desk", "document-file"), ("agent", "agent-file")] {
        status.store(404, Ordering::SeqCst);
        let page = Page::open(&browser, &format!("{}{system}/", site.url()))
            .await
            .unwrap();
        let name = format!("{system}.pdf");
        page.choose_file(input, &profile, &name, &old)
            .await
            .unwrap();
        is_missing(&page, "broken").await;
        // It is tried again with one that is added later, too, and says so once more.
        page.choose_file(input, &profile, "later.pdf", &old)
            .await
            .unwrap();
        is_missing(&page, "broken").await;
        status.store(200, Ordering::SeqCst);
        page.click("part-again").await.unwrap();
        for name in [&name, "later.pdf"] {
            page.wait_for(&format!("[...document.querySelectorAll('[data-testid=\"document\"]')].some(it => it.textContent.includes('{name}'))"))
                .await
                .unwrap();
        }
        page.wait_for("!document.querySelector('[data-testid=\"part-missing\"]')")
            .await
            .unwrap();
    }
    browser.close().await;
}

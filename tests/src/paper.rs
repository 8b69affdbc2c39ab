//! The page on paper: as a PDF, read by the same reader as the page reads PDFs with.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use crate::{Browser, Page, Site};

/// The text on each page of paper.
pub struct Paper {
    /// Page by page.
    pub pages: Vec<String>,
    /// The file.
    pub pdf: Vec<u8>,
}

impl Paper {
    /// Prints what `browser` shows on A4.
    pub async fn print(browser: &Browser, site: &Site) -> Self {
        let a4 = json!({"paperWidth": 8.27, "paperHeight": 11.69, "printBackground": true});
        let cdp = browser.driver.cdp();
        let printed = cdp.send_raw("Page.printToPDF", a4).await.unwrap();
        let encoded = printed["data"].as_str().unwrap().to_owned();
        let pdf = BASE64_STANDARD.decode(&encoded).unwrap();
        let reader = json!(format!("{}desk/pdf/read.js", site.url()));
        let encoded = json!(encoded);
        let script = format!(
            "const done = arguments[0]; const worker = new Worker({reader}, {{type: 'module'}}); worker.onmessage = event => event.data === 'started' || done(event.data); worker.onerror = () => done('not loaded'); worker.postMessage(Uint8Array.from(atob({encoded}), it => it.charCodeAt(0)));"
        );
        let page = Page::shown_in(browser);
        let read = page.async_value(&script).await.unwrap();
        let read: Value = serde_json::from_str(read.as_str().unwrap()).unwrap();
        let pages = read["pages"].as_array().unwrap().iter().map(|pieces| {
            let pieces = pieces.as_array().unwrap().iter();
            let texts = pieces.map(|piece| {
                let end = if piece["endsLine"] == true { "\n" } else { "" };
                format!("{}{end}", piece["text"].as_str().unwrap())
            });
            texts.collect::<String>()
        });
        Self {
            pages: pages.collect(),
            pdf,
        }
    }

    /// All of it.
    pub fn text(&self) -> String {
        self.pages.join("\n")
    }
}

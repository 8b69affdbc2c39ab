//! Documents as this browser's parsers and decoders read them.
#![allow(clippy::unwrap_used, clippy::panic)]

use kikitori_browser::{GetError, PdfError, decode_strictly, get, html_blocks, pdf_pages};
use kikitori_search::{Block, encoding, nfkc};
use unicode_normalization::UnicodeNormalization;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn html_is_taken_apart_as_the_browser_parses_it() {
    let cases: [(&str, &[Block]); 7] = [
        (
            "<title>T</title><p>One<p>two &amp; &#x8a9e;<br>three",
            &[
                Block::heading(1, "T"),
                Block::text("One"),
                Block::text("two & 語\nthree"),
            ],
        ),
        (
            "<h2>A</h2><ul><li>one<li>two</ul><dl><dt>k<dd>v</dl>",
            &[
                Block::heading(2, "A"),
                Block::text("one"),
                Block::text("two"),
                Block::text("k"),
                Block::text("v"),
            ],
        ),
        (
            "<table><tr><th>key<td>does<tr><td>Enter<td>sends</table>",
            &[Block::text("key | does"), Block::text("Enter | sends")],
        ),
        (
            "<p hidden>no</p><div style='color:red; DISPLAY : none'>no</div><!-- no --><p aria-hidden=true>no</p><style>no</style><p style=visibility:hidden>no</p><noscript>no</noscript><p>yes</p>",
            &[Block::text("yes")],
        ),
        (
            "<script>document.title = 'ran'</script><template><p>no</p></template><textarea>no</textarea>yes",
            &[Block::text("yes")],
        ),
        (
            "<pre>\n  a &lt; b\n    c\n</pre>",
            &[Block::text("  a < b\n    c")],
        ),
        ("", &[]),
    ];
    for (source, expected) in cases {
        assert_eq!(html_blocks(source), expected, "{source}");
    }
    let title = web_sys::window().unwrap().document().unwrap().title();
    assert_ne!(title, "ran");
}

#[wasm_bindgen_test]
fn a_document_of_great_depth_is_read() {
    let deep = format!("{}deep{}", "<div>".repeat(5_000), "</div>".repeat(5_000));
    assert_eq!(html_blocks(&deep), [Block::text("deep")]);
}

#[wasm_bindgen_test]
fn bytes_are_decoded_strictly_by_the_webs_names() {
    assert_eq!(
        decode_strictly("x-sjis", &[0x90, 0x85]).as_deref(),
        Some("水")
    );
    assert_eq!(
        decode_strictly("euc-jp", &[0xbf, 0xe5]).as_deref(),
        Some("水")
    );
    assert_eq!(decode_strictly("utf-8", &[0xff]), None);
    assert_eq!(decode_strictly("no such encoding", b"a"), None);
    let mail = b"\x1b$B?e\x1b(B";
    let read = encoding::decode(mail, None, decode_strictly);
    assert_eq!(read.as_deref(), Some("水"));
}

/// The library's tables stand in for the browser's function in native tests.
#[wasm_bindgen_test]
fn what_is_searched_for_is_the_same_here_as_in_native_tests() {
    // The library may know a younger Unicode than the browser does.
    let known = js_sys::RegExp::new("^\\p{Assigned}$", "u");
    let mut compared = 0;
    for letter in (0..0x3_0000_u32).filter_map(char::from_u32) {
        let text = letter.to_string();
        if known.test(&text) {
            let expected: String = text.nfkc().collect();
            assert_eq!(nfkc(&text), expected, "{letter:?}");
            compared += 1;
        }
    }
    assert!(compared > 100_000, "only {compared}");
    for text in ["ｶﾞｷﾞ ﾊﾟ", "e\u{301}か\u{3099}", "㈱①ﬁＡ⼊"] {
        let expected: String = text.nfkc().collect();
        assert_eq!(nfkc(text), expected);
    }
}

#[wasm_bindgen_test]
async fn a_part_that_is_not_there_is_an_error() {
    let absent = "/there/is/no/such/file";
    let Err(error) = get(absent, 10).await else {
        panic!("{absent} is there")
    };
    assert_eq!(error, GetError::Status(404));
    let read = pdf_pages(absent, b"%PDF").await;
    assert_eq!(read, Err(PdfError::NotLoaded));
}

#[wasm_bindgen_test]
async fn what_reads_pdfs_is_waited_for_apart_from_what_it_reads() {
    let started = "self.postMessage('started')";
    let said = |answer: &str| format!("self.postMessage(JSON.stringify({answer}))");
    let workers = [
        (format!("{started};{}", said("{pages: []}")), Ok(Vec::new())),
        (said("{pages: []}"), Ok(Vec::new())),
        (said("{problem: 'NotLoaded'}"), Err(PdfError::NotLoaded)),
        ("throw new Error()".to_owned(), Err(PdfError::NotLoaded)),
        (
            format!("{started};throw new Error()"),
            Err(PdfError::Broken),
        ),
    ];
    for (does, expected) in workers {
        let script = format!("data:text/javascript,self.onmessage=()=>{{{does}}}");
        assert_eq!(pdf_pages(&script, b"%PDF").await, expected, "{does}");
    }
}

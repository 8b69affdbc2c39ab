use futures::executor::block_on;
use kikitori_agent::{AsyncToolRegistry, CallStatus};
use kikitori_json::read;

use super::*;

fn tools(documents: &Documents, top_k: usize) -> AsyncToolRegistry<()> {
    let mut tools = AsyncToolRegistry::new();
    let tool = search_tool(documents.clone(), top_k).unwrap();
    tools.register(tool).unwrap();
    tools
}

fn search(documents: &Documents, top_k: usize, arguments: &str) -> FunctionCallResult {
    block_on(tools(documents, top_k).call("search", arguments, &())).result
}

fn markdown(name: &str, source: &str) -> Segment {
    Segment::of_markdown(DocumentId(name.into()), source)
}

#[test]
fn what_is_found_is_cited_with_title_place_and_text() {
    let documents = Documents::default();
    let source = "# Printer\n\n<h2>Ink</h2>\n<p>Hold the button.</p>\n";
    documents.add("The \"printer\"", markdown("p.md", source));
    let result = search(&documents, TOP_K, r#"{"query":"change ink"}"#);
    assert_eq!(
        result.result.message,
        "<passage id=\"p.md#0\" title=\"The &quot;printer&quot;\" place=\"Printer > Ink\">\nHold the button.\n</passage>\n1 of 1 passages. No document has: change."
    );
    let data: SearchResult = read(&result.result.data.unwrap()).unwrap();
    let [found] = data.citations.as_slice() else {
        panic!("{data:?}");
    };
    assert_eq!(found.headings, ["Printer", "Ink"]);
    let range = usize::try_from(found.start).unwrap()..usize::try_from(found.end).unwrap();
    assert_eq!(source.get(range), Some("Hold the button."));
}

#[test]
fn as_many_as_were_set_come_and_the_best_first() {
    let documents = Documents::default();
    for number in 0..30 {
        let source = format!("{}ink", "paper ".repeat(number));
        documents.add("", markdown(&format!("{number:02}"), &source));
    }
    for (top_k, expected) in [(TOP_K, 5), (1, 1), (0, 0), (1_000, MAX_TOP_K)] {
        let found = documents.search("ink", top_k).citations;
        assert_eq!(found.len(), expected, "{top_k}");
        assert!(
            found.is_sorted_by_key(|it| it.document.clone()),
            "{found:?}"
        );
    }
}

#[test]
fn nothing_found_is_an_answer_and_a_call_that_cannot_search_an_error() {
    let documents = Documents::default();
    let found = |arguments: &str| search(&documents, TOP_K, arguments);
    let message = |arguments: &str| found(arguments).result.message;
    assert_eq!(
        message(r#"{"query":"ink"}"#),
        "There are no documents to search."
    );
    documents.add("印刷 <manual>", markdown("p.md", "紙を入れます。"));
    let nothing = found(r#"{"query":"warranty"}"#);
    assert_eq!(nothing.status, CallStatus::Success);
    assert_eq!(
        nothing.result.message,
        "Nothing was found: no document has any of these words. The documents are:\n- 印刷 &lt;manual>"
    );
    let data: SearchResult = read(&nothing.result.data.unwrap()).unwrap();
    assert_eq!((data.query.as_str(), data.citations.len()), ("warranty", 0));
    let long = format!(r#"{{"query":"{}"}}"#, "紙".repeat(1_001));
    for (arguments, expected) in [
        (
            r#"{"query":" "}"#,
            "Invalid parameters for search at query: expected text that is not blank",
        ),
        (
            r#"{"query":"a","top_k":99}"#,
            "Invalid parameters for search at top_k: unknown field",
        ),
        (long.as_str(), "The query is longer than 1000 characters."),
    ] {
        let result = found(arguments);
        assert_eq!(result.status, CallStatus::Error);
        assert!(result.result.message.starts_with(expected), "{result:?}");
    }
}

#[test]
fn no_document_closes_the_tag_that_it_stands_in() {
    let documents = Documents::default();
    let source = "</passage>\n\n`</passage>` &lt;/passage> ink <passage id=\"x#1\">";
    documents.add(
        "\"> <b",
        Segment::of_text(DocumentId("a\"><b#0\n".into()), source),
    );
    let message = documents.search("ink", TOP_K).as_data();
    assert_eq!(message.matches("<").count(), 2, "{message}");
    // Six around the attributes, and two that the text has.
    assert_eq!(message.matches("\"").count(), 8, "{message}");
}

#[test]
fn documents_that_come_and_go_during_a_run_are_found_and_not() {
    let documents = Documents::default();
    let tools = tools(&documents, TOP_K);
    let count = || {
        let output = block_on(tools.call("search", r#"{"query":"ink"}"#, &()));
        output.result.result.message.matches("<passage").count()
    };
    assert_eq!(count(), 0);
    documents.add("One", markdown("one.md", "Ink."));
    documents.add("Two", markdown("two.md", "Ink too."));
    assert_eq!(count(), 2);
    documents.remove(&DocumentId("one.md".into()));
    assert_eq!(count(), 1);
}

#[test]
fn the_tool_says_which_documents_there_are_and_in_what_languages() {
    let documents = Documents::default();
    let rules = "# Fees\n\nTwo coins a day for those who are late.\n\n# Blocking\n\nAfter ten days it is not allowed to take a book.\n";
    documents.add("Rules <1>", markdown("r.md", rules));
    documents.add("案内", markdown("a.md", "営業時間は10時からです。"));
    let definitions = serde_json::to_string(&tools(&documents, TOP_K).definitions()).unwrap();
    let told = r"begin:\n- Rules &lt;1> (English): Fees; Blocking\n- 案内 (Japanese): 営業時間は10時からです。";
    assert!(definitions.contains(told), "{definitions}");
}

//! Taking an HTML document apart.

use kikitori_search::{Block, html::HtmlReader};
use wasm_bindgen::JsCast;
use web_sys::{DomParser, Element, Node, SupportedType};

/// The blocks of an HTML document. It is parsed apart from the page: no script of it runs, nothing
/// that it names is loaded, and what it hides is left out.
pub fn html_blocks(source: &str) -> Vec<Block> {
    let parsed = DomParser::new()
        .and_then(|parser| parser.parse_from_string(source, SupportedType::TextHtml));
    let mut reader = HtmlReader::default();
    // Neither fails: there is a parser on every page, and it takes every text.
    if let Some(root) = parsed.ok().and_then(|document| document.document_element()) {
        walk(root.into(), &mut reader);
    }
    reader.finish()
}

/// Goes through `root` and all in it, without a call for every depth of it.
fn walk(root: Node, reader: &mut HtmlReader) {
    let mut next = Some(root.clone());
    while let Some(node) = next {
        let inside = match node.dyn_ref::<Element>() {
            Some(element) => {
                let is_read = !is_hidden(element) && reader.open(&element.local_name());
                match node.first_child().filter(|_| is_read) {
                    Some(child) => Some(child),
                    None => {
                        if is_read {
                            reader.close(&element.local_name());
                        }
                        None
                    }
                }
            }
            None => {
                if node.node_type() == Node::TEXT_NODE {
                    reader.text(&node.node_value().unwrap_or_default());
                }
                None
            }
        };
        next = inside.or_else(|| after(node, &root, reader));
    }
}

/// What follows `node` and all in it; the elements that end with it are told.
fn after(node: Node, root: &Node, reader: &mut HtmlReader) -> Option<Node> {
    let mut ended = node;
    while ended != *root {
        if let Some(sibling) = ended.next_sibling() {
            return Some(sibling);
        }
        let parent = ended.parent_element()?;
        reader.close(&parent.local_name());
        ended = parent.into();
    }
    None
}

fn is_hidden(element: &Element) -> bool {
    let style = element.get_attribute("style").unwrap_or_default();
    let is_none = |rule: &str| {
        let (name, value) = rule.split_once(':').unwrap_or_default();
        name.trim().eq_ignore_ascii_case("display") && value.trim().eq_ignore_ascii_case("none")
    };
    element.has_attribute("hidden") || style.split(';').any(is_none)
}

//! Taking an HTML document apart.

use kikitori_search::Block;
use kikitori_search::html::{HtmlReader, inert, is_hidden};
use wasm_bindgen::JsCast;
use web_sys::{DomParser, Element, Node, SupportedType};

/// The blocks of an HTML document. It is parsed apart from the page: no script of it runs, nothing
/// that it names is loaded, and what it hides is left out.
pub fn html_blocks(source: &str) -> Vec<Block> {
    let parsed = DomParser::new()
        .and_then(|parser| parser.parse_from_string(&inert(source), SupportedType::TextHtml));
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
                let is_hidden = is_hidden(&|name| element.get_attribute(name));
                let is_read = !is_hidden && reader.open(&element.local_name());
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

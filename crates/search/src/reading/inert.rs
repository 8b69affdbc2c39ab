//! What of an HTML document is hidden, and how it is parsed without its styles and handlers: a page
//! that allows none of others is told of each one, also where nobody sees the document.

/// What names of attributes begin with that would do something.
const INERT: &str = "data-inert-";
/// What the attribute `style` is called in a document that was made inert.
pub const STYLE: &str = "data-inert-style";
/// Elements in which there are no tags but their own end.
const RAW: [&str; 7] = [
    "script", "textarea", "title", "xmp", "iframe", "noembed", "noframes",
];

/// The document without its `<style>` elements, and with other names for event handlers and for
/// `style` attributes, by which [`is_hidden`] knows these.
///
/// ```
/// use kikitori_search::html::inert;
/// let document = "<style>p { color: red }</style><p style='top:0'>style='x'</p>";
/// assert_eq!(inert(document), "<p data-inert-style='top:0'>style='x'</p>");
/// ```
pub fn inert(source: &str) -> String {
    let mut made = String::with_capacity(source.len());
    let mut rest = source;
    while let Some((text, from)) = rest.find('<').and_then(|at| rest.split_at_checked(at)) {
        made.push_str(text);
        rest = if from.starts_with("<!--") {
            let end = from.find("-->").map_or(from.len(), |at| at + "-->".len());
            take(from, end, &mut made)
        } else if from
            .chars()
            .nth(1)
            .is_some_and(|it| it.is_ascii_alphabetic())
        {
            element(from, &mut made)
        } else {
            take(from, 1, &mut made)
        };
    }
    made.push_str(rest);
    made
}

/// Takes so much of the beginning, and answers the rest.
fn take<'a>(from: &'a str, length: usize, made: &mut String) -> &'a str {
    let (taken, rest) = from.split_at_checked(length).unwrap_or((from, ""));
    made.push_str(taken);
    rest
}

/// Takes the tag that `from` begins with, and what is in it if that is no markup.
fn element<'a>(from: &'a str, made: &mut String) -> &'a str {
    let is_end = |it: char| it.is_ascii_whitespace() || it == '/' || it == '>';
    let name_end = from.find(is_end).unwrap_or(from.len());
    let name = from.get(1..name_end).unwrap_or_default();
    let name = name.to_ascii_lowercase();
    let mut tag = String::new();
    let mut rest = take(from, name_end, &mut tag);
    loop {
        let gap = rest.find(|it: char| !it.is_ascii_whitespace() && it != '/');
        rest = take(rest, gap.unwrap_or(rest.len()), &mut tag);
        if rest.is_empty() || rest.starts_with('>') {
            break;
        }
        rest = attribute(rest, &mut tag);
    }
    rest = take(rest, 1, &mut tag);
    let is_style = name == "style";
    if !is_style {
        made.push_str(&tag);
    }
    if !is_style && !RAW.contains(&name.as_str()) {
        return rest;
    }
    let inside = end_tag(rest, &name).unwrap_or(rest.len());
    if !is_style {
        return take(rest, inside, made);
    }
    let after = rest.get(inside..).unwrap_or_default();
    let end = after.find('>').map_or(after.len(), |at| at + 1);
    after.get(end..).unwrap_or_default()
}

/// Takes an attribute with its value, under another name if it is a style or a handler.
fn attribute<'a>(from: &'a str, tag: &mut String) -> &'a str {
    let is_end = |it: char| it.is_ascii_whitespace() || "/>=".contains(it);
    // An attribute can begin with `=`.
    let first = from.chars().next().map_or(0, char::len_utf8);
    let end = from.get(first..).and_then(|it| it.find(is_end));
    let (name, rest) = from
        .split_at_checked(end.map_or(from.len(), |end| first + end))
        .unwrap_or((from, ""));
    let lower = name.to_ascii_lowercase();
    if lower == "style" || lower.starts_with("on") {
        tag.push_str(INERT);
        tag.push_str(&lower);
    } else {
        tag.push_str(name);
    }
    let sign = rest.trim_ascii_start();
    if !sign.starts_with('=') {
        return rest;
    }
    let value = sign.get(1..).unwrap_or_default().trim_ascii_start();
    let value = take(rest, rest.len() - value.len(), tag);
    let quote = value.chars().next().filter(|it| matches!(it, '"' | '\''));
    let end = match quote {
        Some(quote) => value
            .get(1..)
            .and_then(|it| it.find(quote))
            .map(|at| at + 2),
        None => value.find(|it: char| it.is_ascii_whitespace() || it == '>'),
    };
    take(value, end.unwrap_or(value.len()), tag)
}

/// Where the element `name` ends.
fn end_tag(text: &str, name: &str) -> Option<usize> {
    let mut ends = text.match_indices("</").map(|(at, _)| at);
    ends.find(|at| {
        let own = text.get(at + 2..at + 2 + name.len());
        own.is_some_and(|own| own.eq_ignore_ascii_case(name))
    })
}

/// Whether an element of a document that was made inert is hidden from who looks at it, by what its
/// own attributes say.
///
/// ```
/// use kikitori_search::html::is_hidden;
/// let attribute = |name: &str| (name == "aria-hidden").then(|| "true".to_owned());
/// assert!(is_hidden(&attribute));
/// ```
pub fn is_hidden(attribute: &dyn Fn(&str) -> Option<String>) -> bool {
    let style = attribute(STYLE).unwrap_or_default();
    let hides = |rule: &str| {
        let (name, value) = rule.split_once(':').unwrap_or_default();
        let (name, value) = (name.trim(), value.trim());
        let value = value.split('!').next().unwrap_or_default().trim_end();
        (name.eq_ignore_ascii_case("display") && value.eq_ignore_ascii_case("none"))
            || (name.eq_ignore_ascii_case("visibility") && value.eq_ignore_ascii_case("hidden"))
    };
    let is_aria = |value: String| value.trim().eq_ignore_ascii_case("true");
    attribute("hidden").is_some()
        || attribute("aria-hidden").is_some_and(is_aria)
        || style.split(';').any(hides)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn styles_are_taken_out_and_everything_else_stays() {
        for (source, expected) in [
            ("<STYLE media=print>a > b {}</Style >x", "x"),
            ("<style>never closed", ""),
            (
                "<p STYLE = 'a>b' class=\"style\">",
                "<p data-inert-style = 'a>b' class=\"style\">",
            ),
            (
                "<p style>1 < 2 style=3",
                "<p data-inert-style>1 < 2 style=3",
            ),
            ("<a b='<p style=1>'>", "<a b='<p style=1>'>"),
            (
                "<!-- <style>x</style> --><br/>",
                "<!-- <style>x</style> --><br/>",
            ),
            (
                "<script>'<p style=1>'</script><p style=1>",
                "<script>'<p style=1>'</script><p data-inert-style=1>",
            ),
            (
                "<textarea><style></textarea><styled style=\"あ",
                "<textarea><style></textarea><styled data-inert-style=\"あ",
            ),
            (
                "<p onClick=x once>",
                "<p data-inert-onclick=x data-inert-once>",
            ),
            ("", ""),
        ] {
            assert_eq!(inert(source), expected, "{source}");
        }
    }

    #[test]
    fn an_element_is_hidden_by_its_own_attributes() {
        for (name, value, expected) in [
            ("hidden", "", true),
            ("aria-hidden", "true", true),
            ("aria-hidden", "false", false),
            (STYLE, "color:red; DISPLAY : none !important", true),
            (STYLE, "visibility:hidden", true),
            (STYLE, "display:block", false),
            ("title", "hidden", false),
        ] {
            let attribute = |asked: &str| (asked == name).then(|| value.to_owned());
            assert_eq!(is_hidden(&attribute), expected, "{name}={value}");
        }
    }

    proptest! {
        #[test]
        fn a_document_without_styles_stays_as_it_is(source in "([a-mp-z<>/='\" あ]|<p |<!--|-->|</p>){0,30}") {
            prop_assert_eq!(inert(&source), source);
        }
    }
}

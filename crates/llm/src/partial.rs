//! A look into JSON text that is still streaming in, for showing it early.

/// The value of the top-level string member `key` as far as it has arrived.
///
/// For display only: whether the text is valid JSON is decided when all of it is there.
///
/// ```
/// use kikitori_llm::partial::string_member;
/// assert_eq!(string_member(r#"{"message":"Hel"#, "message").as_deref(), Some("Hel"));
/// assert_eq!(string_member(r#"{"mess"#, "message"), None);
/// ```
pub fn string_member(json: &str, key: &str) -> Option<String> {
    let mut chars = json.chars().peekable();
    let mut depth = 0usize;
    let mut last_string: Option<String> = None;
    while let Some(c) = chars.next() {
        match c {
            '{' | '[' => {
                depth += 1;
                last_string = None;
            }
            '}' | ']' => depth = depth.saturating_sub(1),
            ',' => last_string = None,
            '"' => {
                let (text, _closed) = read_string(&mut chars);
                last_string = Some(text);
            }
            ':' if depth == 1 && last_string.as_deref() == Some(key) => {
                while chars.next_if(|c| c.is_whitespace()).is_some() {}
                return match chars.next() {
                    Some('"') => Some(read_string(&mut chars).0),
                    _ => None,
                };
            }
            _ => {}
        }
    }
    None
}

/// Reads up to the closing quote, or to the end; an escape that is cut off is left out.
fn read_string(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> (String, bool) {
    let mut text = String::new();
    while let Some(c) = chars.next() {
        match c {
            '"' => return (text, true),
            '\\' => match read_escape(chars) {
                Some(c) => text.push(c),
                None => return (text, false),
            },
            c => text.push(c),
        }
    }
    (text, false)
}

fn read_escape(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<char> {
    Some(match chars.next()? {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'u' => {
            let high = read_hex(chars)?;
            if (0xD800..0xDC00).contains(&high) {
                if chars.next()? != '\\' || chars.next()? != 'u' {
                    return Some(char::REPLACEMENT_CHARACTER);
                }
                let low = read_hex(chars)?;
                let code = 0x10000 + ((high - 0xD800) << 10) + low.wrapping_sub(0xDC00);
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            } else {
                char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
        }
        other => other,
    })
}

fn read_hex(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<u32> {
    let mut code = 0;
    for _ in 0..4 {
        code = code * 16 + chars.next()?.to_digit(16)?;
    }
    Some(code)
}

#[cfg(test)]
mod tests {
    use super::string_member;

    #[test]
    fn every_prefix_shows_a_prefix_of_the_whole() {
        let whole = r#"{"a":{"message":"no"},"message":"Hi \"you\" \ud83d\ude00\n日本","z":1}"#;
        let shown = string_member(whole, "message").unwrap();
        assert_eq!(shown, "Hi \"you\" \u{1F600}\n日本");
        for (at, _) in whole.char_indices() {
            if let Some(early) = string_member(whole.get(..at).unwrap(), "message") {
                assert!(shown.starts_with(&early), "{early:?}");
            }
        }
    }
}

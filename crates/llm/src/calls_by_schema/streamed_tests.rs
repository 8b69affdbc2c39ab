use super::{StreamedCall, arguments_as_written};
use crate::protocol::delta::Delta;

/// What is shown of `text` in these pieces: the tool, and what was added up.
fn shown(pieces: &[&str]) -> (Option<String>, String) {
    let mut call = StreamedCall::default();
    let (mut named, mut all) = (None, String::new());
    for delta in pieces.iter().filter_map(|piece| call.push(piece)) {
        match delta {
            Delta::Text(piece) => all.push_str(&piece),
            Delta::Arguments { tool, piece, .. } => {
                named = Some(tool);
                all.push_str(&piece);
            }
        }
    }
    (named, all)
}

#[test]
fn however_it_is_cut_the_arguments_are_shown_as_they_were_written() {
    let ask = Some("ask");
    for (text, tool, expected) in [
        (
            r#"{"name":"ask","arguments":{"m":"a } \" {"}}"#,
            ask,
            r#"{"m":"a } \" {"}"#,
        ),
        (
            " {\n \"name\" : \"ask\" ,\n \"arguments\" : {\"m\": [{}]} }\n",
            ask,
            r#"{"m": [{}]}"#,
        ),
        (r#"{"name":"ask","arguments":{}}"#, ask, "{}"),
        (r#"{"text":"Good {m\u006frning}"}"#, None, "Good {morning}"),
        (r#"{"arguments":{},"name":"ask"}"#, None, ""),
        (r#"{"name":"a\"b","arguments":{}}"#, None, ""),
        (r#"{"name":"ask","arguments":"{}"}"#, None, ""),
        ("I would ask.", None, ""),
        ("", None, ""),
    ] {
        let expected = (tool.map(str::to_owned), expected.to_owned());
        let characters: Vec<&str> = text.split("").collect();
        assert_eq!(shown(&characters), expected, "{text}");
        for (at, _) in text.char_indices() {
            let (head, rest) = text.split_at(at);
            assert_eq!(shown(&[head, rest]), expected, "{text} at {at}");
        }
        if tool.is_some() {
            assert_eq!(arguments_as_written(text), Some(expected.1.as_str()));
        }
    }
}

#[test]
fn a_head_that_does_not_end_is_not_kept_for_ever() {
    let mut call = StreamedCall::default();
    assert_eq!(call.push("{\"name\":\""), None);
    for _ in 0..1_000 {
        assert_eq!(call.push("name"), None);
    }
    assert_eq!(call.push("\",\"arguments\":{}}"), None);
}

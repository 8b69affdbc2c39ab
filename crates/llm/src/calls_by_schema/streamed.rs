//! The call in a reply's text while it arrives.

use crate::partial::PartialText;
use crate::protocol::delta::Delta;

/// A name or what stands before the arguments is never as long as this.
const LONGEST_HEAD: usize = 512;

/// Finds the tool's name and its arguments in `{"name": …, "arguments": …}`, which arrives piece by
/// piece. Members in another order are not found until the reply is whole.
#[derive(Debug)]
pub(crate) struct StreamedCall(State);

#[derive(Debug)]
enum State {
    /// What has come before it is known what it is.
    Head(String),
    Arguments {
        tool: String,
        value: ValueEnd,
    },
    /// `{"text": …}`
    Text(PartialText),
    /// Nothing more is of interest.
    Over,
}

impl Default for StreamedCall {
    fn default() -> Self {
        Self(State::Head(String::new()))
    }
}

impl StreamedCall {
    /// Takes the next piece of the text; answers what of it is shown.
    pub(crate) fn push(&mut self, piece: &str) -> Option<Delta> {
        match &mut self.0 {
            State::Head(head) => {
                head.push_str(piece);
                let head = std::mem::take(head);
                self.read_head(head)
            }
            State::Arguments { .. } => self.read_arguments(piece),
            State::Text(text) => said(text.push(piece)),
            State::Over => None,
        }
    }

    fn read_head(&mut self, head: String) -> Option<Delta> {
        match Head::of(&head) {
            Ok(Head::Call { tool, arguments }) => {
                let (tool, value) = (tool.to_owned(), ValueEnd::default());
                self.0 = State::Arguments { tool, value };
                self.read_arguments(arguments)
            }
            Ok(Head::Text) => {
                let mut text = PartialText::at("text");
                let first = text.push(&head);
                self.0 = State::Text(text);
                said(first)
            }
            Err(Stop::Ended) if head.len() < LONGEST_HEAD => {
                self.0 = State::Head(head);
                None
            }
            Err(_) => {
                self.0 = State::Over;
                None
            }
        }
    }

    fn read_arguments(&mut self, piece: &str) -> Option<Delta> {
        let State::Arguments { tool, value } = &mut self.0 else {
            return None;
        };
        let end = value.end_in(piece);
        let added = piece.get(..end.unwrap_or(piece.len())).unwrap_or_default();
        let delta = Delta::Arguments {
            position: 0,
            tool: tool.clone(),
            piece: added.to_owned(),
        };
        let is_something = !added.is_empty();
        if end.is_some() {
            self.0 = State::Over;
        }
        is_something.then_some(delta)
    }
}

fn said(text: String) -> Option<Delta> {
    (!text.is_empty()).then_some(Delta::Text(text))
}

/// The arguments in `text`, a whole reply, as they were written.
pub(crate) fn arguments_as_written(text: &str) -> Option<&str> {
    let Ok(Head::Call { arguments, .. }) = Head::of(text) else {
        return None;
    };
    arguments.get(..ValueEnd::default().end_in(arguments)?)
}

/// What a reply begins with.
enum Head<'a> {
    /// A call of `tool`; `arguments` is the rest.
    Call {
        tool: &'a str,
        arguments: &'a str,
    },
    Text,
}

/// Why it is not known what a reply begins with.
enum Stop {
    /// There is not enough of it.
    Ended,
    /// It is something else.
    Differs,
}

impl<'a> Head<'a> {
    fn of(text: &'a str) -> Result<Self, Stop> {
        let rest = after(text, "{")?;
        match after(rest, "\"text\"") {
            Ok(_) => return Ok(Self::Text),
            Err(Stop::Ended) => return Err(Stop::Ended),
            Err(Stop::Differs) => {}
        }
        let rest = after(after(after(rest, "\"name\"")?, ":")?, "\"")?;
        let (tool, rest) = rest.split_once('"').ok_or(Stop::Ended)?;
        if tool.contains('\\') {
            return Err(Stop::Differs);
        }
        let rest = after(after(after(rest, ",")?, "\"arguments\"")?, ":")?;
        let arguments = rest.trim_start();
        match arguments.chars().next() {
            None => Err(Stop::Ended),
            Some('{') => Ok(Self::Call { tool, arguments }),
            Some(_) => Err(Stop::Differs),
        }
    }
}

/// What follows `token`, with which `text` must begin but for white space.
fn after<'a>(text: &'a str, token: &str) -> Result<&'a str, Stop> {
    let text = text.trim_start();
    match text.strip_prefix(token) {
        Some(rest) => Ok(rest),
        None if token.starts_with(text) => Err(Stop::Ended),
        None => Err(Stop::Differs),
    }
}

/// Finds where an object ends.
#[derive(Debug, Default)]
struct ValueEnd {
    depth: usize,
    in_string: bool,
    is_escaped: bool,
}

impl ValueEnd {
    /// Where in `piece`, which comes next, the value ends, if it does.
    fn end_in(&mut self, piece: &str) -> Option<usize> {
        piece
            .char_indices()
            .find(|(_, character)| self.ends_with(*character))
            .map(|(at, character)| at + character.len_utf8())
    }

    fn ends_with(&mut self, character: char) -> bool {
        if self.is_escaped {
            self.is_escaped = false;
            return false;
        }
        match character {
            '\\' if self.in_string => self.is_escaped = true,
            '"' => self.in_string = !self.in_string,
            '{' | '[' if !self.in_string => self.depth += 1,
            '}' | ']' if !self.in_string => self.depth = self.depth.saturating_sub(1),
            _ => return false,
        }
        self.depth == 0
    }
}

#[cfg(test)]
#[path = "streamed_tests.rs"]
mod tests;

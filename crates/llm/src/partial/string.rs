//! A JSON string that arrives character by character.

/// Reads a string behind its opening quote.
#[derive(Debug, Default)]
pub(super) struct StringReader {
    escape: Escape,
    /// The first half of a character that JSON writes as two escapes.
    high: Option<u32>,
}

#[derive(Debug, Default, Clone, Copy)]
enum Escape {
    #[default]
    None,
    /// A backslash has come.
    Begun,
    /// `\u` and so many of its four digits.
    Digits { code: u32, count: u8 },
}

impl StringReader {
    /// Takes the next character and hands on what it means, at most two characters. Whether it is
    /// the closing quote.
    pub(super) fn push(&mut self, character: char, mut means: impl FnMut(char)) -> bool {
        match self.escape {
            Escape::None if character == '\\' => self.escape = Escape::Begun,
            Escape::None => {
                self.end_half(&mut means);
                if character == '"' {
                    return true;
                }
                means(character);
            }
            Escape::Begun if character == 'u' => {
                self.escape = Escape::Digits { code: 0, count: 0 };
            }
            Escape::Begun => {
                self.escape = Escape::None;
                self.end_half(&mut means);
                means(match character {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    'b' => '\u{8}',
                    'f' => '\u{c}',
                    other => other,
                });
            }
            Escape::Digits { code, count } => {
                let Some(digit) = character.to_digit(16) else {
                    // No escape after all; such a reply is refused once it is whole.
                    self.escape = Escape::None;
                    self.end_half(&mut means);
                    means(char::REPLACEMENT_CHARACTER);
                    return character == '"';
                };
                let (code, count) = (code * 16 + digit, count + 1);
                self.escape = Escape::Digits { code, count };
                if count == 4 {
                    self.escape = Escape::None;
                    self.unit(code, means);
                }
            }
        }
        false
    }

    /// Takes a UTF-16 code unit.
    fn unit(&mut self, unit: u32, mut means: impl FnMut(char)) {
        match (self.high.take(), unit) {
            (Some(high), 0xDC00..0xE000) => {
                let code = 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00);
                means(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            (high, unit) => {
                if high.is_some() {
                    means(char::REPLACEMENT_CHARACTER);
                }
                if (0xD800..0xDC00).contains(&unit) {
                    self.high = Some(unit);
                } else {
                    means(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
                }
            }
        }
    }

    /// A first half that nothing follows means no character.
    fn end_half(&mut self, means: &mut impl FnMut(char)) {
        if self.high.take().is_some() {
            means(char::REPLACEMENT_CHARACTER);
        }
    }
}

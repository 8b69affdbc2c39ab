//! From text to tokens, as Python takes them.

use std::borrow::Cow;

use num_bigint::BigInt;

use super::error::{CalculatorError, Construct, Limit, SyntaxProblem};
use super::evaluate::check_bits;
use super::number::Number;

/// No integer of more digits fits into the bits that are allowed.
const MAX_DIGITS: usize = 1_234;
/// Every integer of so many digits fits into 64 bits.
const SURE_DIGITS: usize = 18;
/// How much of a name is told.
const MAX_NAME: usize = 40;

/// One token.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    Number(Number),
    Plus,
    Minus,
    Times,
    Divide,
    FloorDivide,
    Modulo,
    Power,
    Open,
    Close,
    End,
    /// What is no arithmetic.
    Other(Construct),
}

/// Takes tokens from a text. Up to what is refused a text is ASCII, so columns are bytes.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// Parentheses that are open: in them a line may end.
    pub open: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        let text = text.trim_end_matches(|it: char| it.is_ascii_whitespace());
        let begun = text.trim_start_matches(|it: char| it.is_ascii_whitespace());
        Self {
            text,
            at: text.len() - begun.len(),
            open: 0,
        }
    }

    /// The next token and the column that it begins at.
    pub fn next(&mut self) -> Result<(Token, usize), CalculatorError> {
        let is_space = |it: u8| match it {
            b' ' | b'\t' | b'\x0c' => true,
            b'\r' | b'\n' => self.open > 0,
            _ => false,
        };
        self.at += count(self.bytes(), is_space);
        let column = self.at + 1;
        let Some(first) = self.bytes().first().copied() else {
            return Ok((Token::End, column));
        };
        let second = self.bytes().get(1).copied();
        let is_fraction = first == b'.' && second.is_some_and(|it| it.is_ascii_digit());
        if first.is_ascii_digit() || is_fraction {
            return Ok((self.number(column)?, column));
        }
        let (token, length) = match (first, second) {
            (b'*', Some(b'*')) => (Token::Power, 2),
            (b'/', Some(b'/')) => (Token::FloorDivide, 2),
            (b'+', _) => (Token::Plus, 1),
            (b'-', _) => (Token::Minus, 1),
            (b'*', _) => (Token::Times, 1),
            (b'/', _) => (Token::Divide, 1),
            (b'%', _) => (Token::Modulo, 1),
            (b'(', _) => (Token::Open, 1),
            (b')', _) => (Token::Close, 1),
            _ => (Token::Other(self.other(first, second, column)?), 1),
        };
        self.at += length;
        Ok((token, column))
    }

    fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// What stands here that is no arithmetic.
    fn other(
        &self,
        first: u8,
        second: Option<u8>,
        column: usize,
    ) -> Result<Construct, CalculatorError> {
        let construct = match (first, second) {
            (b'=', Some(b'=')) | (b'!', Some(b'=')) => Construct::Comparison,
            // Shifts are operators on bits, as `~` is.
            (b'<', Some(b'<')) => Construct::Operator('<'),
            (b'>', Some(b'>')) => Construct::Operator('>'),
            (b'<' | b'>', _) => Construct::Comparison,
            (b'=', _) | (b':', Some(b'=')) => Construct::Assignment,
            (b'&' | b'|' | b'^' | b'~' | b'@', _) => Construct::Operator(char::from(first)),
            (b'"' | b'\'', _) => Construct::Text,
            (b'[' | b']' | b'{' | b'}', _) => Construct::Collection,
            (b',', _) => Construct::Comma,
            (b'.', _) => Construct::Attribute,
            (b'#', _) => Construct::Comment,
            (b'\n' | b'\r' | b';' | b'\\', _) => Construct::Statement,
            _ => return self.letter(column),
        };
        Ok(construct)
    }

    /// A name, or a character of other writing.
    fn letter(&self, column: usize) -> Result<Construct, CalculatorError> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let is_part = |it: char| it.is_alphanumeric() || it == '_';
        let end = rest.find(|it| !is_part(it)).unwrap_or(rest.len());
        let (name, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        let first = rest.chars().next().unwrap_or_default();
        let instead = match first {
            '×' | '✕' | '⋅' | '·' | '∗' | '＊' => "*",
            '÷' | '∕' | '／' => "/",
            '−' | '–' | '—' | '－' => "-",
            '＋' => "+",
            '（' => "(",
            '）' => ")",
            '％' => "%",
            '０'..='９' => "the digits 0 to 9",
            '\u{a0}' | '\u{3000}' => "a plain space",
            _ => "",
        };
        if !instead.is_empty() {
            return Ok(Construct::Sign {
                found: first,
                instead,
            });
        }
        // Prefixes of text, such as `f"…"`.
        if name.len() <= 2 && after.starts_with(['"', '\'']) && !name.is_empty() {
            return Ok(Construct::Text);
        }
        let name: String = name.chars().take(MAX_NAME).collect();
        if name.is_empty() {
            return Err(syntax(column, SyntaxProblem::Character));
        }
        match after.trim_start().starts_with('(') {
            true => Ok(Construct::Call(name)),
            false => Ok(Construct::Name(name)),
        }
    }

    fn number(&mut self, column: usize) -> Result<Token, CalculatorError> {
        let text = self.bytes();
        if let Some((length, value)) = plain_integer(text) {
            self.at += length;
            return Ok(Token::Number(Number::Int(value)));
        }
        let radix = match text.get(..2) {
            Some(b"0x" | b"0X") => 16,
            Some(b"0o" | b"0O") => 8,
            Some(b"0b" | b"0B") => 2,
            _ => 10,
        };
        let wrong = || syntax(column, SyntaxProblem::Number);
        let (length, number) = if radix == 10 {
            decimal(text, column)?
        } else {
            let digits = text.get(2..).unwrap_or_default();
            // An underscore may stand before the first digit too.
            let first = usize::from(digits.first() == Some(&b'_'));
            let part = digits_at(digits.get(first..).unwrap_or_default(), radix);
            let end = first + part.ok_or_else(wrong)?;
            let digits = digits.get(..end).unwrap_or_default();
            (end + 2, integer(digits, radix, column)?)
        };
        self.at += length;
        match self.bytes().first() {
            Some(b'j' | b'J') => Err(CalculatorError::Refused {
                column,
                construct: Construct::Imaginary,
            }),
            Some(next) if next.is_ascii_alphanumeric() || *next == b'_' || !next.is_ascii() => {
                Err(wrong())
            }
            _ => Ok(Token::Number(number)),
        }
    }
}

/// The integer that `text` begins with and its length, where nothing but digits belongs to it, so few
/// that 64 bits are enough: as most numbers are.
fn plain_integer(text: &[u8]) -> Option<(usize, i64)> {
    let (mut value, mut length) = (0_i64, 0);
    for byte in text {
        match byte {
            b'0'..=b'9' if length < SURE_DIGITS => {
                value = value * 10 + i64::from(byte - b'0');
                length += 1;
            }
            b'0'..=b'9' | b'.' | b'_' | b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => return None,
            _ => break,
        }
    }
    let is_padded = length > 1 && text.first() == Some(&b'0');
    (length > 0 && !is_padded).then_some((length, value))
}

/// The integer or float that `text` begins with, and its length.
fn decimal(text: &[u8], column: usize) -> Result<(usize, Number), CalculatorError> {
    let from = |at: usize| text.get(at..).unwrap_or_default();
    let mut end = digits_at(text, 10).unwrap_or(0);
    let mut is_float = false;
    if from(end).first() == Some(&b'.') {
        is_float = true;
        end += 1;
        end += digits_at(from(end), 10).unwrap_or(0);
    }
    if let Some(b'e' | b'E') = from(end).first() {
        let sign = usize::from(matches!(from(end + 1).first(), Some(b'+' | b'-')));
        let digits = digits_at(from(end + 1 + sign), 10);
        let digits = digits.ok_or_else(|| syntax(column, SyntaxProblem::Number))?;
        is_float = true;
        end += 1 + sign + digits;
    }
    let digits = text.get(..end).unwrap_or_default();
    if is_float {
        let value = plain(digits).parse();
        let value = value.map_err(|_| syntax(column, SyntaxProblem::Number))?;
        return Ok((end, Number::Float(value)));
    }
    let zeros = count(digits, |it| matches!(it, b'0' | b'_'));
    // `0_0` is zero, but `0_1` is nothing. An imaginary number may begin with zeros.
    let is_imaginary = matches!(from(end).first(), Some(b'j' | b'J'));
    if zeros > 0 && zeros < digits.len() && !is_imaginary {
        return Err(syntax(column, SyntaxProblem::LeadingZero));
    }
    Ok((end, integer(digits, 10, column)?))
}

fn integer(digits: &[u8], radix: u32, column: usize) -> Result<Number, CalculatorError> {
    if let Some(value) = small_integer(digits, radix) {
        return Ok(Number::Int(value));
    }
    let plain = plain(digits);
    let digits = plain.trim_start_matches('0');
    // A binary digit is a bit, so that no radix allows more of them than there may be bits.
    let max = if radix == 10 {
        MAX_DIGITS
    } else {
        super::MAX_BITS as usize
    };
    if digits.len() > max {
        let limit = Limit::Bits;
        return Err(CalculatorError::Limit { column, limit });
    }
    let value = BigInt::parse_bytes(digits.as_bytes(), radix);
    let value = value.ok_or_else(|| syntax(column, SyntaxProblem::Number))?;
    check_bits(&value).map_err(|limit| CalculatorError::Limit { column, limit })?;
    Ok(value.into())
}

/// The integer, if 64 bits are enough for it.
fn small_integer(digits: &[u8], radix: u32) -> Option<i64> {
    let digits = digits.iter().filter(|it| **it != b'_');
    digits.copied().try_fold(0_i64, |value, digit| {
        let digit = char::from(digit).to_digit(radix)?;
        value
            .checked_mul(i64::from(radix))?
            .checked_add(i64::from(digit))
    })
}

/// Digits with single underscores between them: how many bytes, or none where there is no digit.
fn digits_at(text: &[u8], radix: u32) -> Option<usize> {
    let is_digit = |at: usize| {
        text.get(at)
            .is_some_and(|it| char::from(*it).is_digit(radix))
    };
    if !is_digit(0) {
        return None;
    }
    let mut end = 1;
    loop {
        match text.get(end) {
            Some(b'_') if is_digit(end + 1) => end += 2,
            Some(_) if is_digit(end) => end += 1,
            _ => return Some(end),
        }
    }
}

/// Digits without what stands between them.
fn plain(digits: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(digits) {
        Ok(text) if !digits.contains(&b'_') => Cow::Borrowed(text),
        _ => {
            let digits = digits.iter().filter(|it| **it != b'_');
            Cow::Owned(digits.map(|it| char::from(*it)).collect())
        }
    }
}

fn count(text: &[u8], is_it: impl Fn(u8) -> bool) -> usize {
    text.iter().take_while(|it| is_it(**it)).count()
}

pub(super) fn syntax(column: usize, problem: SyntaxProblem) -> CalculatorError {
    CalculatorError::Syntax { column, problem }
}

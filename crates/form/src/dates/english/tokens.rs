//! English text in words and numbers.

use super::super::numeric::part;

/// A word of a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A word, without a possessive `'s`.
    Name(&'a str),
    /// 14, or fourteen.
    Number(i64),
    /// 14th, or first.
    Ordinal(i64),
    /// Numbers with separators.
    Written(&'a str),
}

/// The words of `text`, which is plain; those that say nothing about the day are left out.
pub(super) fn tokens(text: &str) -> Option<Vec<Token<'_>>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    for word in text.split([' ', ',', '(', ')']) {
        let word = word.trim_end_matches(['.', '!', '\'']);
        let word = word.trim_start_matches('\'');
        let word = word.strip_suffix("'s").unwrap_or(word);
        match word {
            "" | "the" | "of" | "on" | "and" => {}
            _ => push(&mut tokens, word)?,
        }
    }
    Some(tokens)
}

fn push<'a>(tokens: &mut Vec<Token<'a>>, word: &'a str) -> Option<()> {
    if let Some(token) = numeral(word) {
        tokens.push(token);
        return Some(());
    }
    if word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        tokens.push(Token::Name(word));
        return Some(());
    }
    let written = |byte: u8| byte.is_ascii_digit() || b"-/.".contains(&byte);
    if word.bytes().all(written) {
        tokens.push(Token::Written(word));
        return Some(());
    }
    // 14-mar-2025, twenty-first.
    let (first, rest) = word.split_once('-')?;
    match (numeral(first), numeral(rest)) {
        (Some(Token::Number(tens @ (20 | 30))), Some(Token::Ordinal(ones @ 1..=9))) => {
            tokens.push(Token::Ordinal(tens + ones));
        }
        (Some(Token::Number(tens @ (20 | 30 | 40 | 50))), Some(Token::Number(ones @ 1..=9)))
            if !first.starts_with(|it: char| it.is_ascii_digit()) =>
        {
            tokens.push(Token::Number(tens + ones));
        }
        _ => {
            for part in word.split('-') {
                match numeral(part) {
                    Some(token) => tokens.push(token),
                    None if part.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
                        tokens.push(Token::Name(part));
                    }
                    None => return None,
                }
            }
        }
    }
    Some(())
}

pub(super) fn numeral(word: &str) -> Option<Token<'_>> {
    if let Some((number, _)) = part(word) {
        return Some(Token::Number(number));
    }
    for suffix in ["st", "nd", "rd", "th"] {
        if let Some((number, _)) = word.strip_suffix(suffix).and_then(part) {
            return Some(Token::Ordinal(number));
        }
    }
    let number = match word {
        "a" | "an" | "one" => 1,
        "two" => 2,
        "three" => 3,
        "four" => 4,
        "five" => 5,
        "six" => 6,
        "seven" => 7,
        "eight" => 8,
        "nine" => 9,
        "ten" => 10,
        "eleven" => 11,
        "twelve" => 12,
        "thirteen" => 13,
        "fourteen" => 14,
        "fifteen" => 15,
        "sixteen" => 16,
        "seventeen" => 17,
        "eighteen" => 18,
        "nineteen" => 19,
        "twenty" => 20,
        "thirty" => 30,
        "forty" => 40,
        "fifty" => 50,
        _ => return ordinal(word).map(Token::Ordinal),
    };
    Some(Token::Number(number))
}

fn ordinal(word: &str) -> Option<i64> {
    Some(match word {
        "first" => 1,
        "second" => 2,
        "third" => 3,
        "fourth" => 4,
        "fifth" => 5,
        "sixth" => 6,
        "seventh" => 7,
        "eighth" => 8,
        "ninth" => 9,
        "tenth" => 10,
        "eleventh" => 11,
        "twelfth" => 12,
        "thirteenth" => 13,
        "fourteenth" => 14,
        "fifteenth" => 15,
        "sixteenth" => 16,
        "seventeenth" => 17,
        "eighteenth" => 18,
        "nineteenth" => 19,
        "twentieth" => 20,
        "thirtieth" => 30,
        _ => return None,
    })
}

//! Addresses and phone numbers in a text, by where they stand.

use std::ops::Range;

use crate::text::{is_han, is_kana, narrow};

/// The first e-mail address.
pub fn email(text: &str) -> Option<Range<usize>> {
    let chars: Vec<(usize, char)> = text.char_indices().map(|(at, c)| (at, narrow(c))).collect();
    let in_local = |c: char| is_address_letter(c) || "._%+-'".contains(c);
    let in_domain = |c: char| is_address_letter(c) || ".-".contains(c);
    let signs = chars.iter().enumerate().filter(|(_, (_, c))| *c == '@');
    signs.map(|(at, _)| at).find_map(|at| {
        let (before, after) = (chars.get(..at)?, chars.get(at + 1..)?);
        let local = before
            .iter()
            .rev()
            .take_while(|(_, c)| in_local(*c))
            .count();
        let mut local = before.get(at - local..)?;
        while let Some(((_, '.' | '\''), rest)) = local.split_first() {
            local = rest;
        }
        let domain = after.iter().take_while(|(_, c)| in_domain(*c)).count();
        let mut domain = after.get(..domain)?;
        while let Some(((_, '.' | '-'), rest)) = domain.split_last() {
            domain = rest;
        }
        let written: String = domain.iter().map(|(_, c)| *c).collect();
        let parts: Vec<&str> = written.split('.').collect();
        let fits = parts.len() >= 2
            && parts.iter().all(|part| !part.is_empty())
            && parts.last().is_some_and(|top| top.chars().count() >= 2);
        let (start, (end, last)) = (local.first()?.0, *domain.last()?);
        let width = text.get(end..)?.chars().next().unwrap_or(last).len_utf8();
        fits.then_some(start..end + width)
    })
}

/// Letters of any alphabet; Japanese stands directly beside addresses and is not part of them.
fn is_address_letter(c: char) -> bool {
    c.is_alphanumeric() && !is_kana(c) && !is_han(c)
}

/// The first phone number: seven to fifteen digits with the usual marks between.
pub fn phone(text: &str) -> Option<Range<usize>> {
    let mut number: Option<Range<usize>> = None;
    let mut digits = 0;
    let ends = std::iter::once((text.len(), '\n'));
    for (at, c) in text.char_indices().chain(ends) {
        let (narrowed, end) = (narrow(c), at + c.len_utf8());
        let is_digit = narrowed.is_ascii_digit();
        let begins = number.is_none() && (is_digit || narrowed == '+' || narrowed == '(');
        let joins = " -().\u{2010}\u{2011}\u{2012}\u{2013}\u{2212}\u{30FC}".contains(narrowed);
        match &mut number {
            _ if begins => number = Some(at..end),
            Some(range) if is_digit || narrowed == ')' => range.end = end,
            Some(_) if joins => {}
            _ => {
                if (7..=15).contains(&digits) {
                    return number;
                }
                number = None;
                digits = 0;
            }
        }
        digits += usize::from(is_digit);
    }
    None
}

/// The first address of a web page.
pub fn url(text: &str) -> Option<Range<usize>> {
    let mut at = 0;
    for piece in text.split_inclusive(|c: char| {
        c.is_whitespace() || is_kana(c) || is_han(c) || "<>「」()、。,".contains(c)
    }) {
        let start = at;
        at += piece.len();
        let word = piece.trim_end_matches(|c: char| {
            c.is_whitespace() || is_kana(c) || is_han(c) || "<>「」()、。,.;!?".contains(c)
        });
        if is_url(word) {
            return Some(start..start + word.len());
        }
    }
    None
}

fn is_url(word: &str) -> bool {
    let lower = word.to_lowercase();
    let rest = lower
        .strip_prefix("https://")
        .or_else(|| lower.strip_prefix("http://"))
        .unwrap_or(&lower);
    let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let parts: Vec<&str> = host.split('.').collect();
    let is_part =
        |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '-');
    !word.contains('@')
        && parts.len() >= 2
        && parts.iter().all(is_part)
        && parts
            .last()
            .is_some_and(|top| top.len() >= 2 && top.chars().all(char::is_alphabetic))
}

//! Sums in a text, as the calculator takes them.

use crate::text::narrow;

/// Words for operators, longer ones first, in both languages.
const OPERATORS: [(&str, &str); 19] = [
    ("divided by", "/"),
    ("to the power of", "**"),
    ("multiplied by", "*"),
    ("plus", "+"),
    ("minus", "-"),
    ("times", "*"),
    ("×", "*"),
    ("✕", "*"),
    ("÷", "/"),
    ("−", "-"),
    ("^", "**"),
    ("足す", "+"),
    ("たす", "+"),
    ("プラス", "+"),
    ("引く", "-"),
    ("ひく", "-"),
    ("掛ける", "*"),
    ("かける", "*"),
    ("割る", "/"),
];
/// Words for the number of the answer before.
const BEFORE: [&str; 4] = ["that", "it", "それ", "その"];

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Number(String),
    Operator(String),
    Open,
    Close,
    Percent,
    Word(String),
    Other,
}

/// The sums that `text` asks for. `before` is the number that "that" means.
pub fn sums(text: &str, before: Option<&str>) -> Vec<String> {
    let tokens = in_words(tokens(&with_operators(text, before)), before);
    let is_sum = |it: &Token| {
        matches!(
            it,
            Token::Number(_) | Token::Operator(_) | Token::Open | Token::Close
        )
    };
    let runs = tokens.split(|it| !is_sum(it));
    runs.filter_map(sum).collect()
}

/// The numbers in `text`.
pub fn numbers(text: &str) -> Vec<String> {
    let numbers = tokens(text).into_iter().filter_map(|it| match it {
        Token::Number(number) => Some(number),
        _ => None,
    });
    numbers.collect()
}

fn with_operators(text: &str, before: Option<&str>) -> String {
    let mut plain: String = text.to_lowercase().chars().map(narrow).collect();
    for (word, operator) in OPERATORS {
        plain = plain.replace(word, &format!(" {operator} "));
    }
    if let Some(number) = before {
        for word in BEFORE.iter().filter(|it| !it.is_ascii()) {
            plain = plain.replace(word, &format!(" {number} "));
        }
    }
    plain
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut left = text.chars().map(narrow).peekable();
    while let Some(first) = left.next() {
        match first {
            '0'..='9' => {
                let mut number = first.to_string();
                while let Some(next) = left.next_if(|it| matches!(it, '0'..='9' | '.' | ',')) {
                    number.push(next);
                }
                let ends = |it: char| matches!(it, '.' | ',');
                let has_rest = number.ends_with(ends);
                let number = number.trim_end_matches(ends).replace(',', "");
                tokens.push(Token::Number(number));
                if has_rest {
                    tokens.push(Token::Other);
                }
            }
            '*' | '/' => {
                let is_double = left.next_if_eq(&first).is_some();
                let operator = if is_double {
                    first.to_string().repeat(2)
                } else {
                    first.into()
                };
                tokens.push(Token::Operator(operator));
            }
            '+' | '-' => tokens.push(Token::Operator(first.into())),
            '(' => tokens.push(Token::Open),
            ')' => tokens.push(Token::Close),
            '%' => tokens.push(Token::Percent),
            it if it.is_alphabetic() => {
                let mut word = it.to_string();
                while let Some(next) = left.next_if(|it| it.is_alphabetic()) {
                    word.push(next);
                }
                tokens.push(Token::Word(word));
            }
            it if it.is_whitespace() => {}
            _ => tokens.push(Token::Other),
        }
    }
    tokens
}

/// Puts sums in the place of "17% of 4380", "4380 の 17%", "twice that", "half of it" and "3の2倍".
fn in_words(tokens: Vec<Token>, before: Option<&str>) -> Vec<Token> {
    use Token::{Number, Percent, Word};
    let number = |token: Option<&Token>| match (token, before) {
        (Some(Number(number)), _) => Some(number.clone()),
        (Some(Word(word)), Some(before)) if BEFORE.contains(&word.as_str()) => {
            Some(before.to_owned())
        }
        _ => None,
    };
    let product = |one: String, other: &str| {
        [
            Token::Other,
            Number(one),
            Token::Operator("*".into()),
            Number(other.to_owned()),
        ]
    };
    let mut sums = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let next = |ahead: usize| tokens.get(at + ahead);
        match (token, next(1), next(2), next(3)) {
            (Number(share), Some(Percent), Some(Word(of)), whole) if of == "of" => {
                if let Some(whole) = number(whole) {
                    sums.extend(product(whole, share));
                    sums.extend([Token::Operator("/".into()), Number("100".into())]);
                    at += 4;
                    continue;
                }
            }
            (Number(whole), Some(Word(of)), Some(Number(share)), Some(Percent))
                if of.ends_with('の') =>
            {
                sums.extend(product(whole.clone(), share));
                sums.extend([Token::Operator("/".into()), Number("100".into())]);
                at += 4;
                continue;
            }
            (Number(one), Some(Word(of)), Some(Number(times)), Some(Word(word)))
                if of.ends_with('の') && word.starts_with('倍') =>
            {
                sums.extend(product(one.clone(), times));
                at += 4;
                continue;
            }
            (Word(word), one, _, _) if word == "twice" || word == "double" => {
                if let Some(one) = number(one) {
                    sums.extend(product(one, "2"));
                    at += 2;
                    continue;
                }
            }
            (Word(half), Some(Word(of)), one, _) if half == "half" && of == "of" => {
                if let Some(one) = number(one) {
                    sums.extend([Token::Other, Number(one), Token::Operator("/".into())]);
                    sums.push(Number("2".into()));
                    at += 3;
                    continue;
                }
            }
            _ => {}
        }
        match number(Some(token)) {
            Some(number) => sums.push(Number(number)),
            None => sums.push(token.clone()),
        }
        at += 1;
    }
    sums
}

/// The sum in a run of numbers, operators and parentheses, if it is one.
fn sum(run: &[Token]) -> Option<String> {
    let is_operator = |it: &Token| matches!(it, Token::Operator(_));
    let mut run = run;
    // A minus may begin it; what hangs over at the end was punctuation.
    while let [Token::Operator(first), rest @ ..] = run
        && first != "-"
    {
        run = rest;
    }
    while let [rest @ .., Token::Operator(_) | Token::Open] = run {
        run = rest;
    }
    let mut depth = 0_i32;
    for token in run {
        depth += match token {
            Token::Open => 1,
            Token::Close => -1,
            _ => 0,
        };
        if depth < 0 {
            return None;
        }
    }
    let numbers = run
        .iter()
        .filter(|it| matches!(it, Token::Number(_)))
        .count();
    if depth != 0 || numbers < 2 || !run.iter().any(is_operator) {
        return None;
    }
    let mut text = String::new();
    let mut was_number = false;
    for token in run {
        // Numbers side by side are no sum.
        let is_number = matches!(token, Token::Number(_));
        if is_number && was_number {
            return None;
        }
        was_number = is_number;
        match token {
            Token::Number(number) => text.push_str(number),
            Token::Operator(operator) => text.push_str(&format!(" {operator} ")),
            Token::Open => text.push('('),
            Token::Close => text.push(')'),
            Token::Percent | Token::Word(_) | Token::Other => return None,
        }
    }
    Some(text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_as_people_write_them() {
        for (text, before, expected) in [
            ("What is 2+2?", None, vec!["2 + 2"]),
            (
                "What is 17% of 4,380, and 2**40 - 1?",
                None,
                vec!["4380 * 17 / 100", "2 ** 40 - 1"],
            ),
            (
                "(1200 + 350) * 12, please.",
                None,
                vec!["(1200 + 350) * 12"],
            ),
            ("7 × 8 ÷ 2", None, vec!["7 * 8 / 2"]),
            ("How much is 12 divided by 5?", None, vec!["12 / 5"]),
            (
                "4,380 の 17% と、2**40 - 1 はいくつですか？",
                None,
                vec!["4380 * 17 / 100", "2 ** 40 - 1"],
            ),
            ("３足す４は？", None, vec!["3 + 4"]),
            ("And twice that?", Some("8"), vec!["8 * 2"]),
            ("Half of it?", Some("8"), vec!["8 / 2"]),
            ("それの3倍は？", Some("8"), vec!["8 * 3"]),
            ("And twice that?", None, vec![]),
            ("Is it open on 24 hours, 7 days?", None, vec![]),
            ("How do I download the result?", None, vec![]),
            ("(((", None, vec![]),
            ("1 +", None, vec![]),
            ("", None, vec![]),
        ] {
            assert_eq!(sums(text, before), expected, "{text}");
        }
    }
}

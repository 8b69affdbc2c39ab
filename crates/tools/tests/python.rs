//! The calculator beside Python itself, on generated expressions.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

use kikitori_tools::calculator::{CalculatorError, MAX_BITS, calculate};

const EXPRESSIONS: usize = 120_000;

/// The answer in the words of `evaluate.py`.
fn answer(text: &str) -> String {
    match calculate(text) {
        Ok(value) => value.to_string(),
        Err(CalculatorError::Syntax { .. } | CalculatorError::Refused { .. }) => {
            "no arithmetic".into()
        }
        Err(CalculatorError::ZeroDivision { .. }) => "ZeroDivisionError".into(),
        Err(CalculatorError::Overflow { .. }) => "OverflowError".into(),
        Err(CalculatorError::Complex { .. }) => "Complex".into(),
        Err(CalculatorError::Limit { .. }) => "Limit".into(),
    }
}

/// A number as somebody may write it: small and round ones most often, and what lies around the
/// edges of 64 bits, of floats and of what floats hold exactly.
fn number(random: &mut fastrand::Rng) -> String {
    let digits = |random: &mut fastrand::Rng, most: usize| -> String {
        let count = random.usize(1..=most);
        let first = random.char('1'..='9');
        let rest = (1..count).map(|_| random.digit(10));
        std::iter::once(first).chain(rest).collect()
    };
    match random.u8(0..22) {
        0..=5 => random.u8(0..12).to_string(),
        6 | 7 => random.i32(0..100_000).to_string(),
        8 => digits(random, 25),
        9 => digits(random, 120),
        10 => {
            let edges = [
                1_u128 << 53,
                1 << 63,
                1 << 64,
                (1 << 54) + 2,
                u128::from(u64::MAX),
                u128::MAX,
            ];
            let edge = edges[random.usize(0..edges.len())];
            (edge - 3 + random.u128(0..3)).to_string()
        }
        11 => format!("0x{:x}", random.u64(..)),
        12 => format!("1_{:03}_{:03}", random.u16(0..1000), random.u16(0..1000)),
        13 | 14 => format!("{}.{}", random.u8(0..20), digits(random, 2)),
        15 => format!("{}.{}", digits(random, 18), digits(random, 18)),
        16 => format!("0.{}", digits(random, 6)),
        17 => format!("{}e{}", digits(random, 3), random.i16(-330..312)),
        18 => format!("{:?}", f64::from_bits(random.u64(..)).abs())
            .replace("NaN", "2.5")
            .replace("inf", "1e400"),
        19 => [
            "0.0", ".5", "2.", "1e308", "5e-324", "1e-5", "1e16", "0.1", "1e400",
        ][random.usize(0..9)]
        .into(),
        20 => format!("{}.0", random.u8(0..5)),
        _ => format!("{}5", ["0.", "1.", "2.", "10."][random.usize(0..4)]),
    }
}

fn expression(random: &mut fastrand::Rng, depth: usize) -> String {
    if depth == 0 || random.u8(0..6) == 0 {
        return number(random);
    }
    match random.u8(0..12) {
        0 | 1 => format!("({})", expression(random, depth - 1)),
        2 => format!("-{}", expression(random, depth - 1)),
        3 => format!("+{}", expression(random, depth - 1)),
        4 => {
            // Powers that stay small enough to be seen.
            let base = expression(random, depth.min(2) - 1);
            let exponents = [
                "0", "1", "2", "3", "-1", "-2", "0.5", "-0.5", "1.0", "17", "-40",
            ];
            format!("({base})**{}", exponents[random.usize(0..exponents.len())])
        }
        _ => {
            let operators = ["+", "-", "*", "/", "//", "%", "**"];
            let operator = operators[random.usize(0..operators.len())];
            let space = if random.bool() { " " } else { "" };
            let (left, right) = (expression(random, depth - 1), expression(random, depth - 1));
            format!("{left}{space}{operator}{space}{right}")
        }
    }
}

/// Characters of expressions in any order: nearly all of them are none.
fn scrambled(random: &mut fastrand::Rng) -> String {
    let letters = b"0123456789..__ee+-**//%() 01j";
    let count = random.usize(1..9);
    (0..count)
        .map(|_| char::from(letters[random.usize(0..letters.len())]))
        .collect()
}

/// `values` of small exponents and divisors: where rounding, signs and the smallest floats meet.
fn edge(random: &mut fastrand::Rng) -> String {
    let (left, right) = (number(random), number(random));
    let signs = ["", "-"];
    let mut sign = || signs[random.usize(0..2)];
    let (first, second) = (sign(), sign());
    let operators = ["/", "//", "%", "*", "**", "+", "-"];
    let operator = operators[random.usize(0..operators.len())];
    format!("({first}{left}) {operator} ({second}{right})")
}

/// What Python says to each of them.
fn of_python<T: std::borrow::Borrow<str>>(expressions: &[T]) -> Vec<String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/evaluate.py");
    let mut python = Command::new("python3")
        .args([script, &MAX_BITS.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("this test compares with python3, 3.10 or newer, which has to be installed");
    let mut stdin = python.stdin.take().unwrap();
    let lines = expressions.join("\n") + "\n";
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = python.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "python3 failed");
    let answers = String::from_utf8(output.stdout).unwrap();
    answers.lines().map(str::to_owned).collect()
}

/// Expressions with their answers, for where there is no Python: in a browser.
const KEPT: &str = include_str!("expressions.txt");

#[test]
fn the_answers_that_browsers_are_held_to_are_those_of_python() {
    let kept = KEPT.lines().map(|it| it.split_once('\t').unwrap());
    let (expressions, answers): (Vec<&str>, Vec<&str>) = kept.unzip();
    assert_eq!(of_python(&expressions), answers);
    let ours: Vec<String> = expressions.iter().map(|it| answer(it)).collect();
    assert_eq!(ours, answers);
}

#[test]
fn values_and_kinds_of_errors_are_those_of_python() {
    let mut random = fastrand::Rng::with_seed(0x6b69_6b69);
    let expressions: Vec<String> = (0..EXPRESSIONS)
        .map(|number| match number % 10 {
            0 => scrambled(&mut random),
            1..=4 => edge(&mut random),
            _ => {
                let depth = random.usize(1..6);
                expression(&mut random, depth)
            }
        })
        .collect();
    let answers = of_python(&expressions);
    assert_eq!(answers.len(), expressions.len());
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (text, python) in expressions.iter().zip(&answers) {
        let ours = answer(text);
        if ours != *python {
            wrong.push(format!("{text}\n  Python {python}\n  ours   {ours}"));
        }
        let is_kind = python.starts_with(|it: char| it.is_ascii_alphabetic());
        let kind = match python.as_str() {
            "inf" | "nan" => "inf or nan",
            kind if is_kind => kind,
            value if value.contains(['.', 'e']) => "float",
            value if value.len() > 20 => "integer beyond 64 bits",
            _ => "integer",
        };
        *kinds.entry(kind).or_default() += 1;
    }
    eprintln!("{kinds:?}");
    let shown = wrong.iter().take(20).cloned().collect::<Vec<_>>();
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        shown.join("\n")
    );
    for kind in [
        "integer",
        "integer beyond 64 bits",
        "float",
        "inf or nan",
        "ZeroDivisionError",
        "OverflowError",
        "Complex",
        "Limit",
        "no arithmetic",
    ] {
        let count = kinds.get(kind).copied().unwrap_or_default();
        assert!(count >= 500, "only {count} of the kind {kind}: {kinds:?}");
    }
}

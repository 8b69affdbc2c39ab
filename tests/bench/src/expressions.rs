//! Arithmetic as people and models write it, which Kikitori's calculator and math.js both read.

use fastrand::Rng;

/// What is measured together.
pub struct Kind {
    /// What the page calls it.
    pub name: &'static str,
    /// The expressions, in the calculator's spelling; math.js has `^` for `**`.
    pub expressions: Vec<String>,
}

/// Writes an expression.
type Write = fn(&mut Rng) -> String;

/// Expressions of each kind.
const EACH: usize = 1_000;

/// The expressions, the same each time.
pub fn kinds() -> Vec<Kind> {
    let kinds: [(&str, Write); 4] = [
        ("sums", sum),
        ("prices", price),
        ("nested", |random| nested(random, 4)),
        ("powers", power),
    ];
    kinds
        .into_iter()
        .map(|(name, write)| {
            let mut random = Rng::with_seed(1);
            let expressions = (0..EACH).map(|_| write(&mut random)).collect();
            Kind { name, expressions }
        })
        .collect()
}

/// `12 + 7 - 30`
fn sum(random: &mut Rng) -> String {
    let mut text = random.u32(1..1_000).to_string();
    for _ in 0..random.usize(1..4) {
        let operator = one_of(random, &["+", "-", "*"]);
        text += &format!(" {operator} {}", random.u32(1..1_000));
    }
    text
}

/// `(12.50 * 3 + 4.95 * 2) * 1.08`
fn price(random: &mut Rng) -> String {
    let mut items = Vec::new();
    for _ in 0..random.usize(1..6) {
        let (whole, part) = (random.u32(1..200), random.u32(0..100));
        items.push(format!("{whole}.{part:02} * {}", random.u32(1..13)));
    }
    format!("({}) * 1.{:02}", items.join(" + "), random.u32(0..26))
}

/// Parentheses within parentheses; nothing is divided by zero.
fn nested(random: &mut Rng, depth: usize) -> String {
    if depth == 0 {
        return random.u32(1..100).to_string();
    }
    let (left, right) = (nested(random, depth - 1), nested(random, depth - 1));
    match one_of(random, &["+", "-", "*", "/"]) {
        "/" => format!("({left} / {})", random.u32(1..100)),
        operator => format!("({left} {operator} {right})"),
    }
}

/// `1200 * (1 + 0.035) ** 12 - 300`
fn power(random: &mut Rng) -> String {
    let (sum, rate) = (random.u32(100..10_000), random.u32(1..90));
    let (years, less) = (random.u32(2..31), random.u32(1..500));
    format!("{sum} * (1 + 0.0{rate:02}) ** {years} - {less}")
}

fn one_of<'a>(random: &mut Rng, all: &[&'a str]) -> &'a str {
    random.choice(all).copied().unwrap_or_default()
}

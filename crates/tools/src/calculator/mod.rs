//! Arithmetic as Python does it, and nothing else.
//!
//! A text is taken apart into tokens, read as an [`Expression`] that can hold nothing but numbers
//! and operators, and evaluated under limits. Nothing in it is ever run.

mod arithmetic;
mod convert;
mod error;
mod evaluate;
mod number;
mod parse;
#[cfg(any(test, target_family = "wasm"))]
mod power;
mod token;
mod tool;

pub use error::{CalculatorError, Construct, Limit, Overflow, SyntaxProblem};
pub use evaluate::{MAX_BITS, MAX_FUEL};
pub use number::Number;
pub use parse::{Expression, MAX_BYTES, MAX_DEPTH, MAX_NODES};
pub use tool::{CalculatorArgs, calculator_tool};

/// What `text` comes to: numbers, parentheses, `+ - * / // % **` and signs, with Python's meaning
/// and precedence. Integers are exact.
///
/// # Errors
/// [`CalculatorError`], which says what is wrong, and where.
///
/// ```
/// use kikitori_tools::calculator::calculate;
/// let cases = [
///     ("-2**2", "-4"),
///     ("2**100 // 3", "422550200076076467165567735125"),
///     ("7 % -3", "-2"),
///     ("0.1 + 0.2", "0.30000000000000004"),
/// ];
/// for (text, expected) in cases {
///     assert_eq!(calculate(text).unwrap().to_string(), expected);
/// }
/// let error = calculate("1 + sqrt(2)").unwrap_err();
/// assert!(error.to_string().starts_with("Column 5: the call of `sqrt`"));
/// ```
pub fn calculate(text: &str) -> Result<Number, CalculatorError> {
    Expression::parse(text)?.evaluate()
}

#[cfg(test)]
mod tests;

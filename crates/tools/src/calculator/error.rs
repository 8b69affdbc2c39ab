//! Why there is no result.

use std::fmt;

use thiserror::Error;

use super::evaluate::{MAX_BITS, MAX_FUEL};
use super::parse::{MAX_BYTES, MAX_DEPTH, MAX_NODES};

/// Why an expression has no result. The texts are written for the model, which may try again.
/// `column` counts characters from 1. Kinds that Python has bear Python's names.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CalculatorError {
    /// It is no expression.
    #[error("SyntaxError at column {column}: {problem}")]
    Syntax {
        /// Where.
        column: usize,
        /// What is wrong.
        problem: SyntaxProblem,
    },
    /// It may be an expression, but not of arithmetic.
    #[error(
        "Column {column}: {construct} is not calculated, only numbers, parentheses and + - * / // % **"
    )]
    Refused {
        /// Where.
        column: usize,
        /// What stands there.
        construct: Construct,
    },
    /// A division by zero, or zero to a negative power.
    #[error("ZeroDivisionError at column {column}: division by zero")]
    ZeroDivision {
        /// Where the operator is.
        column: usize,
    },
    /// A number that a float cannot hold.
    #[error("OverflowError at column {column}: {overflow}")]
    Overflow {
        /// Where the operator is.
        column: usize,
        /// Which number.
        overflow: Overflow,
    },
    /// A power that is no real number.
    #[error(
        "Column {column}: a negative number to a power that is no integer is a complex number, which is not calculated"
    )]
    Complex {
        /// Where the operator is.
        column: usize,
    },
    /// It takes more than a calculation may.
    #[error("Column {column}: {limit}")]
    Limit {
        /// Where it came to too much.
        column: usize,
        /// Of what.
        limit: Limit,
    },
}

/// What keeps a text from being an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SyntaxProblem {
    /// The text ends where a number belongs.
    #[error("the expression ends where a number is expected")]
    Ended,
    /// An operator or a closing parenthesis stands where a number belongs.
    #[error("a number or an opening parenthesis is expected")]
    NoOperand,
    /// Two numbers beside each other.
    #[error("an operator is expected; to multiply, write *")]
    NoOperator,
    /// A parenthesis that nothing closes.
    #[error("a closing parenthesis is missing")]
    NotClosed,
    /// A parenthesis that nothing opened.
    #[error("this parenthesis closes none")]
    NotOpened,
    /// A number that Python does not read either.
    #[error("this is no number: underscores stand between digits, and letters not at all")]
    Number,
    /// An integer such as `012`.
    #[error("an integer does not begin with 0")]
    LeadingZero,
    /// A letter or sign that belongs to nothing.
    #[error("this character belongs to no expression")]
    Character,
}

/// What is no arithmetic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Construct {
    /// A name or a keyword, cut where it is long.
    Name(String),
    /// The call of a name, cut where it is long.
    Call(String),
    /// The call of something else.
    CallOfValue,
    /// An attribute.
    Attribute,
    /// `==`, `<` and the like.
    Comparison,
    /// `=` or `:=`.
    Assignment,
    /// Text in quotes.
    Text,
    /// `[` or `{`.
    Collection,
    /// `,`.
    Comma,
    /// An operator on bits, or on matrices.
    Operator(char),
    /// An imaginary number.
    Imaginary,
    /// A comment.
    Comment,
    /// A second line or statement.
    Statement,
    /// A sign of other writing that stands for one of Python's.
    Sign {
        /// What was written.
        found: char,
        /// What Python writes.
        instead: &'static str,
    },
}

impl fmt::Display for Construct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "the name `{name}`"),
            Self::Call(name) => write!(f, "the call of `{name}`"),
            Self::CallOfValue => f.write_str("the call of a value (to multiply, write *)"),
            Self::Attribute => f.write_str("an attribute"),
            Self::Comparison => f.write_str("a comparison"),
            Self::Assignment => f.write_str("an assignment"),
            Self::Text => f.write_str("text in quotes"),
            Self::Collection => f.write_str("a list, a set or an index"),
            Self::Comma => f.write_str("a comma (write 1000 or 1_000 for a thousand)"),
            Self::Operator('^') => f.write_str("the operator ^ (for a power, write **)"),
            Self::Operator(sign) => write!(f, "the operator {sign}"),
            Self::Imaginary => f.write_str("an imaginary number"),
            Self::Comment => f.write_str("a comment"),
            Self::Statement => f.write_str("a second line or statement"),
            Self::Sign { found, instead } => write!(f, "the sign {found} (write {instead})"),
        }
    }
}

/// What a float cannot hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Overflow {
    /// An integer that stands beside a float.
    #[error("int too large to convert to float")]
    Conversion,
    /// The quotient of two integers.
    #[error("integer division result too large for a float")]
    Quotient,
    /// A power of floats.
    #[error("the power is too large for a float")]
    Power,
}

/// What a calculation may not exceed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Limit {
    /// Bytes of text.
    #[error("the expression is longer than {MAX_BYTES} bytes")]
    Bytes,
    /// Numbers and operators.
    #[error("there are more than {MAX_NODES} numbers and operators")]
    Nodes,
    /// Parentheses, signs and powers within each other.
    #[error("parentheses, signs and powers are nested deeper than {MAX_DEPTH}")]
    Depth,
    /// Bits of an integer.
    #[error("an integer would have more than {MAX_BITS} bits")]
    Bits,
    /// Steps of arithmetic on long integers.
    #[error("it takes more than {MAX_FUEL} steps; use fewer long integers")]
    Fuel,
}

//! From an expression to its number, under limits.

use num_bigint::BigInt;

use super::arithmetic::{Problem, binary};
use super::error::{CalculatorError, Limit};
use super::number::Number;
use super::parse::{Expression, Node};

/// The most bits of an integer, of results in between too.
pub const MAX_BITS: u64 = 4_096;
/// The most steps. A step is about one multiplication of two numbers of 64 bits.
pub const MAX_FUEL: u64 = 2_000_000;

/// Room for as many operands is made at once.
const USUAL_OPERANDS: usize = 16;

/// What is left to calculate with.
pub(super) struct Fuel(u64);

impl Fuel {
    /// Takes so many steps.
    pub fn burn(&mut self, steps: u64) -> Result<(), Limit> {
        self.0 = self.0.checked_sub(steps).ok_or(Limit::Fuel)?;
        Ok(())
    }
}

/// Whether an integer is within [`MAX_BITS`].
pub(super) fn check_bits(int: &BigInt) -> Result<(), Limit> {
    match int.bits() > MAX_BITS {
        true => Err(Limit::Bits),
        false => Ok(()),
    }
}

impl Expression {
    /// The number that it comes to.
    ///
    /// # Errors
    /// [`CalculatorError::ZeroDivision`], [`CalculatorError::Overflow`],
    /// [`CalculatorError::Complex`] and [`CalculatorError::Limit`].
    pub fn evaluate(&self) -> Result<Number, CalculatorError> {
        let mut fuel = Fuel(MAX_FUEL);
        let mut operands: Vec<Number> = Vec::with_capacity(self.nodes.len().min(USUAL_OPERANDS));
        for (node, column) in &self.nodes {
            fuel.burn(1)
                .map_err(|limit| Problem::from(limit).at(*column))?;
            let value = match node {
                Node::Number(number) => number.clone(),
                Node::Plus => operand(&mut operands),
                Node::Negate => match operand(&mut operands) {
                    Number::Int(value) => match value.checked_neg() {
                        Some(value) => Number::Int(value),
                        None => Number::Long(-BigInt::from(value)),
                    },
                    Number::Long(value) => Number::from(-value),
                    Number::Float(value) => Number::Float(-value),
                },
                Node::Binary(operator) => {
                    let right = operand(&mut operands);
                    let left = operand(&mut operands);
                    binary(*operator, left, right, &mut fuel)
                        .map_err(|problem| problem.at(*column))?
                }
            };
            operands.push(value);
        }
        Ok(operand(&mut operands))
    }
}

/// The last operand. The parser puts as many before each operator as it takes.
fn operand(operands: &mut Vec<Number>) -> Number {
    operands.pop().unwrap_or(Number::Int(0))
}

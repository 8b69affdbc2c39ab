//! From tokens to an expression, by Python's precedence.

use super::error::{CalculatorError, Construct, Limit, SyntaxProblem};
use super::number::Number;
use super::token::{Lexer, Token, syntax};

/// The longest text, in bytes.
pub const MAX_BYTES: usize = 65_536;
/// The most numbers and operators.
pub const MAX_NODES: usize = 10_000;
/// How deep parentheses, signs and powers may be nested.
pub const MAX_DEPTH: usize = 64;

/// Room for as many nodes is made at once.
const USUAL_NODES: usize = 64;

/// An operator between two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    FloorDivide,
    Modulo,
    Power,
}

/// One node of the tree. There is none for anything but arithmetic.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Node {
    Number(Number),
    /// The unary `+`, which leaves every number as it is.
    Plus,
    Negate,
    Binary(Binary),
}

/// An expression of arithmetic: the nodes of its tree, each after its operands, so that a sum of
/// any length needs no recursion.
#[derive(Debug, Clone, PartialEq)]
pub struct Expression {
    /// Each with the column that it stands at.
    pub(super) nodes: Vec<(Node, usize)>,
}

impl Expression {
    /// Reads `text`.
    ///
    /// # Errors
    /// [`CalculatorError::Syntax`], [`CalculatorError::Refused`] and [`CalculatorError::Limit`].
    pub fn parse(text: &str) -> Result<Self, CalculatorError> {
        if text.len() > MAX_BYTES {
            return Err(limit(MAX_BYTES + 1, Limit::Bytes));
        }
        let mut lexer = Lexer::new(text);
        let (token, column) = lexer.next()?;
        let mut parser = Parser {
            lexer,
            token,
            column,
            depth: 0,
            // Most have an operator or a number in two characters.
            nodes: Vec::with_capacity((text.len() / 2 + 1).min(USUAL_NODES)),
        };
        parser.sum()?;
        match parser.token {
            Token::End => Ok(Self {
                nodes: parser.nodes,
            }),
            Token::Close => Err(syntax(parser.column, SyntaxProblem::NotOpened)),
            _ => Err(parser.no_operator()),
        }
    }
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    token: Token,
    column: usize,
    depth: usize,
    nodes: Vec<(Node, usize)>,
}

impl Parser<'_> {
    fn sum(&mut self) -> Result<(), CalculatorError> {
        self.product()?;
        loop {
            let operator = match self.token {
                Token::Plus => Binary::Add,
                Token::Minus => Binary::Subtract,
                _ => return Ok(()),
            };
            let column = self.advance()?;
            self.product()?;
            self.push(Node::Binary(operator), column)?;
        }
    }

    fn product(&mut self) -> Result<(), CalculatorError> {
        self.factor()?;
        loop {
            let operator = match self.token {
                Token::Times => Binary::Multiply,
                Token::Divide => Binary::Divide,
                Token::FloorDivide => Binary::FloorDivide,
                Token::Modulo => Binary::Modulo,
                _ => return Ok(()),
            };
            let column = self.advance()?;
            self.factor()?;
            self.push(Node::Binary(operator), column)?;
        }
    }

    /// A sign binds less than a power before it, and more than one after it: `-2**2`, `2**-1`.
    fn factor(&mut self) -> Result<(), CalculatorError> {
        let node = match self.token {
            Token::Plus => Node::Plus,
            Token::Minus => Node::Negate,
            _ => return self.power(),
        };
        self.enter()?;
        let column = self.advance()?;
        self.factor()?;
        self.depth -= 1;
        self.push(node, column)
    }

    fn power(&mut self) -> Result<(), CalculatorError> {
        self.atom()?;
        if self.token != Token::Power {
            return Ok(());
        }
        self.enter()?;
        let column = self.advance()?;
        self.factor()?;
        self.depth -= 1;
        self.push(Node::Binary(Binary::Power), column)
    }

    fn atom(&mut self) -> Result<(), CalculatorError> {
        match std::mem::replace(&mut self.token, Token::End) {
            Token::Number(number) => {
                let column = self.advance()?;
                self.push(Node::Number(number), column)
            }
            Token::Open => {
                self.enter()?;
                self.lexer.open += 1;
                let opened = self.advance()?;
                self.sum()?;
                match self.token {
                    Token::Close => {}
                    Token::End => return Err(syntax(opened, SyntaxProblem::NotClosed)),
                    _ => return Err(self.no_operator()),
                }
                self.lexer.open -= 1;
                self.depth -= 1;
                self.advance().map(|_| ())
            }
            Token::End => Err(syntax(self.column, SyntaxProblem::Ended)),
            Token::Other(construct) => Err(self.refused(construct)),
            _ => Err(syntax(self.column, SyntaxProblem::NoOperand)),
        }
    }

    /// Why what stands here is no operator.
    fn no_operator(&mut self) -> CalculatorError {
        match std::mem::replace(&mut self.token, Token::End) {
            Token::Other(construct) => self.refused(construct),
            Token::Open => self.refused(Construct::CallOfValue),
            _ => syntax(self.column, SyntaxProblem::NoOperator),
        }
    }

    fn refused(&self, construct: Construct) -> CalculatorError {
        CalculatorError::Refused {
            column: self.column,
            construct,
        }
    }

    /// Goes on to the next token, and answers where the last one stood.
    fn advance(&mut self) -> Result<usize, CalculatorError> {
        let before = self.column;
        (self.token, self.column) = self.lexer.next()?;
        Ok(before)
    }

    fn enter(&mut self) -> Result<(), CalculatorError> {
        self.depth += 1;
        match self.depth > MAX_DEPTH {
            true => Err(limit(self.column, Limit::Depth)),
            false => Ok(()),
        }
    }

    fn push(&mut self, node: Node, column: usize) -> Result<(), CalculatorError> {
        if self.nodes.len() >= MAX_NODES {
            return Err(limit(column, Limit::Nodes));
        }
        self.nodes.push((node, column));
        Ok(())
    }
}

fn limit(column: usize, limit: Limit) -> CalculatorError {
    CalculatorError::Limit { column, limit }
}

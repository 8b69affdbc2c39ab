//! Conditions as somebody chooses them: on earlier answers, each by itself, joined in one way.

use serde_json::Value;

use crate::file::answer::AnswerType;
use crate::file::condition::{Comparison, Condition, Membership, Scalar};
use crate::id::FieldId;

/// Conditions on earlier answers, joined in one way.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Conditions {
    /// How.
    pub joined: Joined,
    /// Each of them.
    pub parts: Vec<SimpleCondition>,
}

/// How conditions are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Joined {
    /// All of them hold.
    #[default]
    All,
    /// One of them holds.
    Any,
}

/// A condition on one earlier answer.
#[derive(Debug, Clone, PartialEq)]
pub struct SimpleCondition {
    /// The field.
    pub field: FieldId,
    /// What its answer is.
    pub is: Is,
}

/// What an answer is, or of several choices, what one of them is.
#[derive(Debug, Clone, PartialEq)]
pub enum Is {
    /// Anything at all.
    Answered,
    /// This.
    Equal(Value),
    /// This, more, or later.
    AtLeast(Value),
    /// This, less, or earlier.
    AtMost(Value),
    /// More, or later.
    Greater(Value),
    /// Less, or earlier.
    Less(Value),
    /// The first, the second, or what lies between them.
    Between(Value, Value),
}

/// How an answer is compared, without what it is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// [`Is::Answered`].
    Answered,
    /// [`Is::Equal`].
    Equal,
    /// [`Is::AtLeast`].
    AtLeast,
    /// [`Is::AtMost`].
    AtMost,
    /// [`Is::Greater`].
    Greater,
    /// [`Is::Less`].
    Less,
    /// [`Is::Between`].
    Between,
}

impl Operator {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 7] = [
        Self::Answered,
        Self::Equal,
        Self::AtLeast,
        Self::AtMost,
        Self::Greater,
        Self::Less,
        Self::Between,
    ];

    /// What it is called in code.
    pub fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Equal => "equals",
            Self::AtLeast => "atLeast",
            Self::AtMost => "atMost",
            Self::Greater => "greater",
            Self::Less => "less",
            Self::Between => "between",
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    /// Those that are offered for the answers of a type.
    pub fn of(answer: &AnswerType) -> &'static [Self] {
        match answer {
            AnswerType::Number(_)
            | AnswerType::Integer(_)
            | AnswerType::Rating(_)
            | AnswerType::Date(_)
            | AnswerType::DateTime(_)
            | AnswerType::Time(_) => &Self::ALL,
            AnswerType::YesNo(_) | AnswerType::Choice(_) | AnswerType::Choices(_) => {
                &[Self::Answered, Self::Equal]
            }
            _ => &[Self::Answered],
        }
    }
}

impl Is {
    /// How the answer is compared.
    pub fn operator(&self) -> Operator {
        match self {
            Self::Answered => Operator::Answered,
            Self::Equal(_) => Operator::Equal,
            Self::AtLeast(_) => Operator::AtLeast,
            Self::AtMost(_) => Operator::AtMost,
            Self::Greater(_) => Operator::Greater,
            Self::Less(_) => Operator::Less,
            Self::Between(..) => Operator::Between,
        }
    }

    /// What it is compared with.
    pub fn values(&self) -> Vec<&Value> {
        match self {
            Self::Answered => Vec::new(),
            Self::Equal(it)
            | Self::AtLeast(it)
            | Self::AtMost(it)
            | Self::Greater(it)
            | Self::Less(it) => vec![it],
            Self::Between(from, to) => vec![from, to],
        }
    }

    /// A comparison with the first of `values`, or between the first two; the last stands for those
    /// that are missing, and `usual` where there is none.
    ///
    /// ```
    /// use kikitori_form::edit::{Is, Operator};
    /// use serde_json::json;
    ///
    /// let is = Is::new(Operator::Between, &[json!(3)], json!(1));
    /// assert_eq!(is, Is::Between(json!(3), json!(3)));
    /// ```
    pub fn new(operator: Operator, values: &[Value], usual: Value) -> Self {
        let last = values.last().unwrap_or(&usual);
        let first = values.first().unwrap_or(&usual).clone();
        match operator {
            Operator::Answered => Self::Answered,
            Operator::Equal => Self::Equal(first),
            Operator::AtLeast => Self::AtLeast(first),
            Operator::AtMost => Self::AtMost(first),
            Operator::Greater => Self::Greater(first),
            Operator::Less => Self::Less(first),
            Operator::Between => Self::Between(first, last.clone()),
        }
    }
}

impl Conditions {
    /// What is said by a condition, where it is such a one.
    pub fn of(condition: &Condition) -> Option<Self> {
        let (joined, parts) = match (SimpleCondition::of(condition), condition) {
            (Some(part), _) => {
                let parts = vec![part];
                return Some(Self {
                    parts,
                    ..Self::default()
                });
            }
            (None, Condition::All(parts)) => (Joined::All, parts),
            (None, Condition::Any(parts)) => (Joined::Any, parts),
            _ => return None,
        };
        let parts: Option<Vec<_>> = parts.iter().map(SimpleCondition::of).collect();
        let parts = parts?;
        Some(Self { joined, parts })
    }

    pub(super) fn condition(&self) -> Option<Condition> {
        let mut parts: Vec<_> = self.parts.iter().map(SimpleCondition::condition).collect();
        match (parts.len(), self.joined) {
            (0 | 1, _) => parts.pop(),
            (_, Joined::All) => Some(Condition::All(parts)),
            (_, Joined::Any) => Some(Condition::Any(parts)),
        }
    }
}

impl SimpleCondition {
    /// A condition, where it is as simple.
    pub fn of(condition: &Condition) -> Option<Self> {
        let of = |it: &Comparison, is: fn(Value) -> Is| (it.field.clone(), is(it.value.0.clone()));
        let (field, is) = match condition {
            Condition::Answered(field) => (field.clone(), Is::Answered),
            Condition::Equals(it) => of(it, Is::Equal),
            Condition::OneOf(it) => match it.values.as_slice() {
                [value] => (it.field.clone(), Is::Equal(value.0.clone())),
                _ => return None,
            },
            Condition::AtLeast(it) => of(it, Is::AtLeast),
            Condition::AtMost(it) => of(it, Is::AtMost),
            Condition::Greater(it) => of(it, Is::Greater),
            Condition::Less(it) => of(it, Is::Less),
            // As `condition` writes it.
            Condition::All(parts) => match parts.as_slice() {
                [Condition::AtLeast(from), Condition::AtMost(to)] if from.field == to.field => (
                    from.field.clone(),
                    Is::Between(from.value.0.clone(), to.value.0.clone()),
                ),
                _ => return None,
            },
            _ => return None,
        };
        Some(Self { field, is })
    }

    fn condition(&self) -> Condition {
        let compared = |value: &Value| Comparison {
            field: self.field.clone(),
            value: Scalar(value.clone()),
        };
        match &self.is {
            Is::Answered => Condition::Answered(self.field.clone()),
            // Of one answer it says the same as `equals`.
            Is::Equal(value @ Value::String(_)) => Condition::OneOf(Membership {
                field: self.field.clone(),
                values: vec![Scalar(value.clone())],
            }),
            Is::Equal(value) => Condition::Equals(compared(value)),
            Is::AtLeast(value) => Condition::AtLeast(compared(value)),
            Is::AtMost(value) => Condition::AtMost(compared(value)),
            Is::Greater(value) => Condition::Greater(compared(value)),
            Is::Less(value) => Condition::Less(compared(value)),
            Is::Between(from, to) => Condition::All(vec![
                Condition::AtLeast(compared(from)),
                Condition::AtMost(compared(to)),
            ]),
        }
    }
}

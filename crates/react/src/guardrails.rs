//! What may be asked and answered.

use kikitori_json::FromJson;
use kikitori_llm::estimated_tokens;
use regex_lite::{Regex, RegexBuilder};
use serde::Serialize;
use thiserror::Error;

/// Characters that a pattern may have.
const MAX_PATTERN_CHARS: usize = 1_000;
/// Bytes that a pattern may take once it is compiled.
const MAX_PATTERN_BYTES: usize = 64 * 1024;
/// Groups within groups that a pattern may have.
const MAX_PATTERN_NESTING: u32 = 32;

/// What is done about a text, from the mildest to the strictest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, FromJson)]
#[serde(rename_all = "lowercase")]
pub enum GuardrailAction {
    /// It passes.
    Allow,
    /// It passes, and the person is told.
    Warn,
    /// It does not pass.
    Block,
}

/// Which text is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, FromJson)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// A question.
    Input,
    /// An answer.
    Output,
}

/// What a guardrail found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum GuardrailReason {
    /// Nothing.
    Passed,
    /// The text is longer than it may be.
    TooLong {
        /// Its tokens, by estimate.
        tokens: u64,
        /// The most it may have.
        limit: u64,
    },
    /// The text matches a pattern.
    Matched {
        /// Where the match begins, in bytes.
        at: usize,
        /// How many bytes it has.
        bytes: usize,
    },
}

/// The verdict of one guardrail on one text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct GuardrailResult {
    /// What was looked at.
    pub stage: Stage,
    /// Which guardrail this is.
    pub guardrail: String,
    /// What is done about the text.
    pub action: GuardrailAction,
    /// Why.
    pub reason: GuardrailReason,
}

/// Why a guardrail cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GuardrailError {
    /// The pattern is longer than patterns may be.
    #[error("a pattern may have {MAX_PATTERN_CHARS} characters, and this one has {characters}")]
    TooLong {
        /// Its characters.
        characters: usize,
    },
    /// The pattern is none, or takes too much when it is compiled.
    #[error("the pattern {pattern:?} cannot be used: {detail}")]
    NotAPattern {
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        detail: String,
    },
}

/// One rule about a text.
#[derive(Debug, Clone)]
pub struct Guardrail {
    name: String,
    stage: Stage,
    /// What is done about a text that it finds something in.
    action: GuardrailAction,
    check: Check,
}

#[derive(Debug, Clone)]
enum Check {
    Tokens(u64),
    Pattern(Regex),
}

impl Guardrail {
    /// A text may have `limit` tokens, by [`estimated_tokens`], which holds for Japanese too.
    pub fn token_limit(stage: Stage, limit: u64, action: GuardrailAction) -> Self {
        Self {
            name: "token limit".to_owned(),
            stage,
            action,
            check: Check::Tokens(limit),
        }
    }

    /// A text may not match `pattern`, a regular expression in the syntax of `regex-lite`: without
    /// look-around and back references, and with classes such as `\w` and `(?i)` for ASCII only.
    /// Matching takes time in proportion to the text, whatever the pattern is.
    ///
    /// # Errors
    /// [`GuardrailError`].
    pub fn pattern(
        name: impl Into<String>,
        stage: Stage,
        pattern: &str,
        action: GuardrailAction,
    ) -> Result<Self, GuardrailError> {
        let characters = pattern.chars().count();
        if characters > MAX_PATTERN_CHARS {
            return Err(GuardrailError::TooLong { characters });
        }
        let regex = RegexBuilder::new(pattern)
            .size_limit(MAX_PATTERN_BYTES)
            .nest_limit(MAX_PATTERN_NESTING)
            .build()
            .map_err(|error| GuardrailError::NotAPattern {
                pattern: pattern.to_owned(),
                detail: error.to_string(),
            })?;
        Ok(Self {
            name: name.into(),
            stage,
            action,
            check: Check::Pattern(regex),
        })
    }

    fn reason(&self, text: &str) -> GuardrailReason {
        match &self.check {
            Check::Tokens(limit) => match estimated_tokens(text) {
                tokens if tokens > *limit => GuardrailReason::TooLong {
                    tokens,
                    limit: *limit,
                },
                _ => GuardrailReason::Passed,
            },
            Check::Pattern(regex) => match regex.find(text) {
                Some(found) => GuardrailReason::Matched {
                    at: found.start(),
                    bytes: found.len(),
                },
                None => GuardrailReason::Passed,
            },
        }
    }
}

/// Rules that hold together: the strictest verdict counts.
///
/// ```
/// use kikitori_react::{Guardrail, GuardrailAction, Guardrails, Stage};
/// let secret = Guardrail::pattern("secret", Stage::Input, "(?i)password", GuardrailAction::Block);
/// let guardrails = Guardrails::default()
///     .with(Guardrail::token_limit(Stage::Input, 4, GuardrailAction::Warn))
///     .with(secret?);
/// let action = |text| Guardrails::strictest(&guardrails.check_input(text));
/// assert_eq!(action("2+2?"), GuardrailAction::Allow);
/// assert_eq!(action("今日は何曜日ですか"), GuardrailAction::Warn);
/// assert_eq!(action("Which PASSWORD is it?"), GuardrailAction::Block);
/// # Ok::<(), kikitori_react::GuardrailError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Guardrails(Vec<Guardrail>);

impl Guardrails {
    /// The same with one rule more.
    #[must_use]
    pub fn with(mut self, guardrail: Guardrail) -> Self {
        self.0.push(guardrail);
        self
    }

    /// The same with all of `others`.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    /// The verdicts on a question.
    pub fn check_input(&self, text: &str) -> Vec<GuardrailResult> {
        self.check(Stage::Input, text)
    }

    /// The verdicts on an answer.
    pub fn check_output(&self, text: &str) -> Vec<GuardrailResult> {
        self.check(Stage::Output, text)
    }

    /// Every rule's verdict. Limits on length come first: a text that one of them blocks is not
    /// searched for patterns, which bounds what a search takes.
    fn check(&self, stage: Stage, text: &str) -> Vec<GuardrailResult> {
        let of_stage = || self.0.iter().filter(|it| it.stage == stage);
        let limits = of_stage().filter(|it| matches!(it.check, Check::Tokens(_)));
        let mut results: Vec<GuardrailResult> = limits.map(|it| result(it, text)).collect();
        if Self::strictest(&results) < GuardrailAction::Block {
            let patterns = of_stage().filter(|it| matches!(it.check, Check::Pattern(_)));
            results.extend(patterns.map(|it| result(it, text)));
        }
        results
    }

    /// What `results` come to together.
    pub fn strictest(results: &[GuardrailResult]) -> GuardrailAction {
        let actions = results.iter().map(|it| it.action);
        actions.max().unwrap_or(GuardrailAction::Allow)
    }

    /// Whether an answer may be withheld for what it says, so that none can be shown before it is
    /// whole.
    pub fn may_withhold(&self) -> bool {
        self.0
            .iter()
            .any(|it| it.stage == Stage::Output && it.action == GuardrailAction::Block)
    }
}

fn result(guardrail: &Guardrail, text: &str) -> GuardrailResult {
    let reason = guardrail.reason(text);
    GuardrailResult {
        stage: guardrail.stage,
        guardrail: guardrail.name.clone(),
        action: match reason {
            GuardrailReason::Passed => GuardrailAction::Allow,
            _ => guardrail.action,
        },
        reason,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn patterns_have_limits_and_never_take_long() {
        let pattern = |it: &str| Guardrail::pattern("p", Stage::Input, it, GuardrailAction::Block);
        assert!(matches!(
            pattern("("),
            Err(GuardrailError::NotAPattern { .. })
        ));
        assert!(matches!(
            pattern(r"(((a{100}){100}){100}){100}"),
            Err(GuardrailError::NotAPattern { .. })
        ));
        let deep = format!("{}a{}", "(".repeat(100), ")".repeat(100));
        assert!(matches!(
            pattern(&deep),
            Err(GuardrailError::NotAPattern { .. })
        ));
        assert_eq!(
            pattern(&"a".repeat(1_001)).unwrap_err(),
            GuardrailError::TooLong { characters: 1_001 }
        );
        let begun = Instant::now();
        let evil = pattern("(a*)*(a*)*(a*)*b").unwrap();
        let guardrails = Guardrails::default().with(evil);
        let results = guardrails.check_input(&"a".repeat(16_000));
        assert_eq!(Guardrails::strictest(&results), GuardrailAction::Allow);
        assert!(
            begun.elapsed() < Duration::from_secs(5),
            "{:?}",
            begun.elapsed()
        );
    }

    #[test]
    fn a_text_that_is_too_long_is_not_searched() {
        let guardrails = Guardrails::default()
            .with(Guardrail::pattern("p", Stage::Input, "b$", GuardrailAction::Block).unwrap())
            .with(Guardrail::token_limit(
                Stage::Input,
                2,
                GuardrailAction::Block,
            ));
        let results = guardrails.check_input("aaaa aaaa b");
        assert_eq!(results.len(), 1);
        assert_eq!(
            results.first().map(|it| it.reason.clone()),
            Some(GuardrailReason::TooLong {
                tokens: 3,
                limit: 2
            })
        );
        let results = guardrails.check_input("ab");
        assert_eq!(results.len(), 2, "every verdict is told");
        assert_eq!(Guardrails::strictest(&results), GuardrailAction::Block);
    }
}

//! Everything about an agent that can be set.

use kikitori_llm::{Caps, Price};

use crate::guardrails::{Guardrail, GuardrailAction, GuardrailError, Guardrails, Stage};

/// Everything about an agent that can be set.
///
/// ```
/// let settings = kikitori_react::Settings::default();
/// assert_eq!((settings.max_steps, settings.max_retries), (10, 2));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Plans of one question. After these the model answers from what it has.
    pub max_steps: u32,
    /// How often a tool that fails is tried again before the model answers without it.
    pub max_retries: u32,
    /// Messages of the conversation that a request carries, besides the question at hand.
    pub max_history: usize,
    /// Tokens that a question may have, by estimate.
    pub max_input_tokens: u64,
    /// What becomes of a longer one.
    pub long_input: GuardrailAction,
    /// Tokens that an answer may have, by estimate.
    pub max_output_tokens: u64,
    /// What becomes of a longer one. It was paid for by then.
    pub long_output: GuardrailAction,
    /// Regular expressions that neither a question nor an answer may match
    /// ([`Guardrail::pattern`] says which syntax).
    pub blocked_patterns: Vec<String>,
    /// Tokens of one observation that the model is shown; the page is shown all of it.
    pub max_observation_tokens: u64,
    /// Tokens that one request may have, by estimate.
    pub context_tokens: u64,
    /// What the model calls of one question may use, over all its resumptions.
    pub run_caps: Caps,
    /// What those of one conversation may use.
    pub session_caps: Caps,
    /// What the model's tokens cost, where that is known.
    pub price: Option<Price>,
    /// Tools that are run side by side.
    pub side_by_side: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            max_steps: 10,
            max_retries: 2,
            max_history: 50,
            max_input_tokens: 4_096,
            long_input: GuardrailAction::Block,
            max_output_tokens: 4_096,
            long_output: GuardrailAction::Warn,
            blocked_patterns: Vec::new(),
            max_observation_tokens: 4_096,
            context_tokens: 100_000,
            run_caps: Caps {
                calls: Some(60),
                prompt_tokens: Some(1_000_000),
                ..Caps::default()
            },
            session_caps: Caps::default(),
            price: None,
            side_by_side: 8,
        }
    }
}

impl Settings {
    /// The guardrails that these settings ask for.
    ///
    /// # Errors
    /// [`GuardrailError`] when a pattern is none, or too large.
    pub fn guardrails(&self) -> Result<Guardrails, GuardrailError> {
        let input = Guardrail::token_limit(Stage::Input, self.max_input_tokens, self.long_input);
        let output =
            Guardrail::token_limit(Stage::Output, self.max_output_tokens, self.long_output);
        let mut guardrails = Guardrails::default().with(input).with(output);
        for pattern in &self.blocked_patterns {
            for stage in [Stage::Input, Stage::Output] {
                let name = format!("blocked pattern {pattern:?}");
                let action = GuardrailAction::Block;
                guardrails = guardrails.with(Guardrail::pattern(name, stage, pattern, action)?);
            }
        }
        Ok(guardrails)
    }
}

//! The tools of the five agents. What a tool may see and change is its agent's context, made
//! from the state for one call; the orchestrator takes over what the call changed.

mod architect;
mod ask;
mod greeter;
mod heard;
mod interviewer;
mod line_reader;
mod reviewer;
mod schemas;
mod sentences;

use kikitori_agent::{RegistryError, ToolRegistry};

use crate::orchestrator::LineEngine;

pub use architect::{
    ArchitectContext, CreatePlanArgs, PlanError, PlanProblem, TranslationArgs, transform_to_plan,
};
pub(crate) use architect::{plan_in_form_order, untranslated};
pub use ask::{Ask, AskArgs};
pub(crate) use ask::{bounded_suggestions, question_of};
pub use greeter::{GreeterContext, SetCountryArgs, SetLanguageArgs, SetTimezoneArgs};
pub use heard::{Heard, HeardArgs, HeardOutcome};
pub use interviewer::InterviewerContext;
pub(crate) use interviewer::ask_definition;
pub(crate) use line_reader::registry as line_reader_tools;
pub use line_reader::{
    LineKind, LineRead, LineReaderContext, ReadClaim, ReadConfidence, ReadLineArgs, ReadLinesArgs,
    ReadValueArgs,
};
pub use reviewer::{
    FollowUp, FollowUpArgs, ReviewArgs, ReviewError, ReviewResult, ReviewerContext,
    transform_to_review_result,
};
pub(crate) use reviewer::{review_of, verdict_in};
pub(crate) use sentences::numbered;

/// Every agent's tools.
pub struct InterviewTools {
    /// `set_language`, `set_country`, `set_timezone`.
    pub greeter: ToolRegistry<GreeterContext>,
    /// `create_plan`.
    pub architect: ToolRegistry<ArchitectContext>,
    /// `ask`.
    pub interviewer: ToolRegistry<InterviewerContext>,
    /// `read_lines`, where lines are read.
    pub line_reader: Option<ToolRegistry<LineReaderContext>>,
    /// What reads lines.
    pub lines: Option<&'static LineEngine>,
    /// `review`.
    pub reviewer: ToolRegistry<ReviewerContext>,
}

impl InterviewTools {
    /// Builds the registries.
    ///
    /// # Errors
    /// [`RegistryError`] when a tool's type has no strict schema or a name is used twice; both
    /// are mistakes in this crate, which its tests would show.
    pub fn new() -> Result<Self, RegistryError> {
        Ok(Self {
            greeter: greeter::registry()?,
            architect: architect::registry()?,
            interviewer: interviewer::registry()?,
            line_reader: None,
            lines: None,
            reviewer: reviewer::registry()?,
        })
    }
}

impl InterviewTools {
    /// The same with what reads lines, if there is any.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn with_lines(mut self, lines: Option<&'static LineEngine>) -> Result<Self, RegistryError> {
        self.lines = lines;
        self.line_reader = lines.map(|lines| (lines.tools)()).transpose()?;
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::InterviewTools;

    #[test]
    fn every_agent_has_the_tools_of_its_role() {
        let tools = InterviewTools::new().unwrap();
        let tools = tools.with_lines(Some(crate::line_engine())).unwrap();
        let names = |names: Vec<&str>| names.join(" ");
        assert_eq!(
            names(tools.greeter.names().collect()),
            "set_language set_country set_timezone"
        );
        assert_eq!(names(tools.architect.names().collect()), "create_plan");
        assert_eq!(names(tools.interviewer.names().collect()), "ask");
        assert_eq!(
            names(tools.line_reader.unwrap().names().collect()),
            "read_lines"
        );
        assert_eq!(names(tools.reviewer.names().collect()), "review");
    }
}

//! What a preflight has found out so far.

use crate::preflight::obstacle::Obstacle;
use crate::profile::capabilities::Profile;
use crate::profile::mode::StructuredOutputMode;
use crate::protocol::error_kind::ErrorKind;

/// What a preflight tries, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Something that speaks the protocol answers.
    Reach,
    /// It takes the key, or needs none.
    Key,
    /// It has the model.
    Models,
    /// The model replies.
    Chat,
    /// The reply comes piece by piece, and its tokens are counted.
    Streaming,
    /// The model calls a tool when it is asked to.
    Tools,
    /// It calls a tool when it is made to.
    ForcedChoice,
    /// It holds its reply to a schema.
    Schema,
}

impl Step {
    /// All of them, in order.
    pub const ALL: [Self; 8] = [
        Self::Reach,
        Self::Key,
        Self::Models,
        Self::Chat,
        Self::Streaming,
        Self::Tools,
        Self::ForcedChoice,
        Self::Schema,
    ];
}

/// How a step stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Not begun.
    Waiting,
    /// Under way.
    Running,
    /// All is as it should be.
    Passed,
    /// The endpoint cannot do this, and a client does without.
    Without(MissingCapability),
    /// It cannot be used as it is.
    Failed(Finding),
    /// An earlier step failed.
    Skipped,
}

/// What an endpoint cannot do and a client can do without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingCapability {
    /// It lists no models.
    ModelList,
    /// Its replies come whole.
    Streaming,
    /// It counts no tokens in a stream.
    UsageInStreams,
    /// It refuses or ignores tools, and calls come by a schema.
    Tools,
    /// A forced tool choice is refused or ignored.
    ForcedToolChoice,
    /// It holds no reply to a schema; this is the surest way that works.
    Schema(StructuredOutputMode),
}

/// Why an endpoint cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// Nothing came back.
    NotReached(Obstacle),
    /// What answers at the address does not speak the protocol.
    NoApi,
    /// The endpoint wants a key, and none was sent.
    NoKey,
    /// The endpoint refused the key.
    WrongKey,
    /// The endpoint does not have the model.
    NoSuchModel {
        /// The name that was asked for; empty when none was.
        model: String,
        /// Names that it has and that look alike, the likest first.
        near: Vec<String>,
    },
    /// Tools are refused, and a schema is too.
    NoTools,
    /// The model was told to call a tool and did not.
    ToolNotCalled,
    /// The model gives no value of a given shape, however it is asked.
    NotStructured,
    /// A call failed for another reason.
    Call {
        /// What is behind it.
        kind: ErrorKind,
        /// What the error said.
        detail: String,
    },
}

/// What a preflight has found out so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    steps: [(Step, Outcome); 8],
    /// The names of the models that the endpoint lists, as it orders them.
    pub models: Vec<String>,
    /// What the endpoint was seen to support, once the preflight is over.
    pub profile: Profile,
}

impl Default for Report {
    fn default() -> Self {
        Self {
            steps: Step::ALL.map(|step| (step, Outcome::Waiting)),
            models: Vec::new(),
            profile: Profile::default(),
        }
    }
}

impl Report {
    /// The steps with their outcomes, in order.
    pub fn steps(&self) -> &[(Step, Outcome)] {
        &self.steps
    }

    /// How `step` stands.
    pub fn outcome(&self, step: Step) -> &Outcome {
        let found = self.steps.iter().find(|(it, _)| *it == step);
        found.map_or(&Outcome::Waiting, |(_, outcome)| outcome)
    }

    /// Why the endpoint cannot be used, and where that was seen.
    pub fn finding(&self) -> Option<(Step, &Finding)> {
        self.steps.iter().find_map(|(step, outcome)| match outcome {
            Outcome::Failed(finding) => Some((*step, finding)),
            _ => None,
        })
    }

    pub(super) fn set(&mut self, step: Step, outcome: Outcome) {
        if let Some((_, now)) = self.steps.iter_mut().find(|(it, _)| *it == step) {
            *now = outcome;
        }
    }

    /// `step` failed, and what was to come after it is not tried.
    pub(super) fn fail(&mut self, step: Step, finding: Finding) {
        for (later, outcome) in &mut self.steps {
            if *later > step {
                *outcome = Outcome::Skipped;
            }
        }
        self.set(step, Outcome::Failed(finding));
    }
}

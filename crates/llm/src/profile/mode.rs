//! The ways to a structured value that an endpoint leaves.

use kikitori_json::FromJson;
use serde::Serialize;

use crate::profile::capabilities::Profile;
use crate::profile::feature::Feature;

/// A way to a value of a given shape, from the surest to the one that always exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, FromJson)]
#[serde(rename_all = "snake_case")]
pub enum StructuredOutputMode {
    /// The endpoint holds the reply to the schema.
    StrictSchema,
    /// The model must call a tool whose arguments are the value.
    ForcedTool,
    /// The endpoint holds the reply to JSON; the schema is in the prompt.
    JsonObject,
    /// The schema is in the prompt, and the reply is parsed.
    Prompt,
}

impl StructuredOutputMode {
    /// The next surest; none below the last.
    pub fn next(self) -> Option<Self> {
        match self {
            Self::StrictSchema => Some(Self::ForcedTool),
            Self::ForcedTool => Some(Self::JsonObject),
            Self::JsonObject => Some(Self::Prompt),
            Self::Prompt => None,
        }
    }

    /// What an endpoint has to support for it.
    pub(crate) fn feature(self) -> Option<Feature> {
        match self {
            Self::StrictSchema => Some(Feature::JsonSchema),
            Self::ForcedTool => Some(Feature::ForcedToolChoice),
            Self::JsonObject => Some(Feature::JsonObject),
            Self::Prompt => None,
        }
    }
}

/// How often in a row replies came as if a mode had not been asked for. One such reply is no proof:
/// a model may write prose once, and behind one address several servers may answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, FromJson)]
#[serde(default)]
pub struct IgnoredModes {
    /// [`StructuredOutputMode::StrictSchema`].
    pub strict_schema: u8,
    /// [`StructuredOutputMode::ForcedTool`].
    pub forced_tool: u8,
    /// [`StructuredOutputMode::JsonObject`].
    pub json_object: u8,
}

impl IgnoredModes {
    /// As often as a mode is ignored before it is not asked for any more.
    const ENOUGH: u8 = 2;

    fn of(&mut self, mode: StructuredOutputMode) -> Option<&mut u8> {
        match mode {
            StructuredOutputMode::StrictSchema => Some(&mut self.strict_schema),
            StructuredOutputMode::ForcedTool => Some(&mut self.forced_tool),
            StructuredOutputMode::JsonObject => Some(&mut self.json_object),
            StructuredOutputMode::Prompt => None,
        }
    }
}

impl Profile {
    /// The surest way to a structured value that works here.
    pub fn mode(self) -> StructuredOutputMode {
        self.mode_from(StructuredOutputMode::StrictSchema)
    }

    /// The surest one that works here, beginning with `surest` and going down.
    pub fn mode_from(self, surest: StructuredOutputMode) -> StructuredOutputMode {
        let works = match surest {
            StructuredOutputMode::StrictSchema => self.json_schema,
            StructuredOutputMode::ForcedTool => self.tools && self.forced_tool_choice,
            StructuredOutputMode::JsonObject => self.json_object,
            StructuredOutputMode::Prompt => true,
        };
        match surest.next() {
            Some(next) if !works => self.mode_from(next),
            _ => surest,
        }
    }

    /// The profile once a value did not come by `mode`, and came by another: a mode that is ignored
    /// again and again, and never followed in between, is gone without.
    #[must_use]
    pub fn mode_ignored(self, mode: StructuredOutputMode) -> Self {
        let mut known = self;
        let Some(times) = known.ignored.of(mode) else {
            return self;
        };
        *times = times.saturating_add(1);
        if *times < IgnoredModes::ENOUGH {
            return known;
        }
        *times = 0;
        let rest = mode.feature().and_then(|feature| known.without(feature));
        rest.unwrap_or(known)
    }

    /// The profile once a value came by `mode`: that it was ignored before was chance.
    #[must_use]
    pub fn mode_followed(self, mode: StructuredOutputMode) -> Self {
        let mut known = self;
        if let Some(times) = known.ignored.of(mode) {
            *times = 0;
        }
        known
    }
}

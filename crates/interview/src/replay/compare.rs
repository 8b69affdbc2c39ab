//! What a form came to, held against what it came to when it was recorded.

use std::collections::{BTreeMap, BTreeSet};

use crate::field::{FieldOutcome, RecordedBy};
use crate::message::Speaker;
use crate::orchestrator::NotAnAnswer;
use crate::state::MainSessionState;
use crate::value::Collected;
use kikitori_form::FieldId;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{NoFormats, Refusal, Value, unsaid};

/// Stands for what is kept private.
const PRIVATE: &str = "•••";

/// What became of one field.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplayedField {
    /// Which.
    pub field_id: FieldId,
    /// What the form calls it, in the respondent's language.
    pub label: String,
    /// Its recorded value as people read it; none where there was none. What is private is not
    /// shown, here and below.
    pub before: Option<String>,
    /// Its value now.
    pub after: Option<String>,
    /// How its asking ended then.
    pub outcome: Option<FieldOutcome>,
    /// The respondent's words that the recorded value rests on, or of which something was reported
    /// that is no answer any more.
    pub words: Option<String>,
    /// What that means for the form.
    pub verdict: Verdict,
}

/// What a replay says of one field.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// It is as it was.
    Same,
    /// A long text is told in other words, all of which the respondent said.
    Reworded,
    /// It has another value.
    Differs,
    /// The recorded form did not have it.
    New,
    /// It is asked for, and was not answered then either.
    Open,
    /// The form has it no more.
    Gone,
    /// Its condition does not hold any more.
    NotAsked,
    /// What they said is no value of it any more.
    Refused(Refusal),
    /// Their words do not bear the value any more: they did not say this.
    Unsaid(String),
    /// They passed it over, and it has to be answered now.
    NowRequired,
    /// Nothing was recorded of what they said.
    Lost,
    /// It was private and is not any more: what they said of it is given to no model.
    KeptBack,
}

impl Verdict {
    /// The verdict in a word, for tables and tests.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Reworded => "reworded",
            Self::Differs => "differs",
            Self::New => "new",
            Self::Open => "open",
            Self::Gone => "gone",
            Self::NotAsked => "not asked",
            Self::Refused(_) => "refused",
            Self::Unsaid(_) => "unsaid",
            Self::NowRequired => "now required",
            Self::Lost => "lost",
            Self::KeptBack => "kept back",
        }
    }
}

impl ReplayedField {
    /// Whether an answer that was given is lost, or another one now.
    pub fn is_regression(&self) -> bool {
        match self.verdict {
            Verdict::Same | Verdict::Reworded | Verdict::New | Verdict::Open => false,
            // Nobody misses what had no answer.
            Verdict::Gone | Verdict::NotAsked => self.before.is_some(),
            Verdict::Differs
            | Verdict::Refused(_)
            | Verdict::Unsaid(_)
            | Verdict::NowRequired
            | Verdict::Lost
            | Verdict::KeptBack => true,
        }
    }
}

/// Why there is no value, by field, with the words.
pub(super) type NotTaken = BTreeMap<FieldId, (NotAnAnswer, Option<String>)>;

/// Holds `now` against `then`: the fields of the form that `now` fills in, and then those that it
/// has no more.
pub(super) fn compare(
    then: &MainSessionState,
    now: &MainSessionState,
    not_taken: &NotTaken,
    fold: &dyn Fn(&str) -> String,
) -> Vec<ReplayedField> {
    let sides = Sides {
        then,
        now,
        asked_then: then.asked_fields(),
        asked_now: now.asked_fields(),
        fold,
    };
    let all = now.form.fields.iter().map(|it| &it.field_id);
    let gone = then.form.fields.iter().map(|it| &it.field_id);
    let gone = gone.filter(|id| now.form.field(id).is_none());
    let fields = all.chain(gone);
    fields
        .map(|id| sides.field(id, not_taken.get(id)))
        .collect()
}

struct Sides<'a> {
    then: &'a MainSessionState,
    now: &'a MainSessionState,
    asked_then: BTreeSet<FieldId>,
    asked_now: BTreeSet<FieldId>,
    fold: &'a dyn Fn(&str) -> String,
}

impl Sides<'_> {
    fn field(
        &self,
        id: &FieldId,
        not_taken: Option<&(NotAnAnswer, Option<String>)>,
    ) -> ReplayedField {
        let (then, now) = (self.then, self.now);
        let fields = [now.form.field(id), then.form.field(id)];
        let is_private = fields.iter().flatten().any(|it| it.private);
        let language = then.language();
        let shown = |state: &MainSessionState, asked: &BTreeSet<FieldId>| {
            let text = state.value_shown(id, language, &NoFormats);
            let text = text.filter(|_| asked.contains(id))?;
            Some(if is_private { PRIVATE.to_owned() } else { text })
        };
        let label = fields.iter().flatten().next();
        let words = not_taken.and_then(|(_, words)| words.clone());
        let words = words.or_else(|| {
            let recorded = then.collected_fields.get(id)?;
            let quoted = then.quoted(&recorded.evidence);
            Some(quoted).filter(|it| !it.is_empty())
        });
        ReplayedField {
            field_id: id.clone(),
            label: label.map_or_else(
                || id.to_string(),
                |it| it.label.in_language(language).to_owned(),
            ),
            before: shown(then, &self.asked_then),
            after: shown(now, &self.asked_now),
            outcome: then.outcome_of(id).filter(|_| self.asked_then.contains(id)),
            words: words.filter(|_| !is_private),
            verdict: self.verdict(id, not_taken.map(|(why, _)| why)),
        }
    }

    fn verdict(&self, id: &FieldId, not_taken: Option<&NotAnAnswer>) -> Verdict {
        let (then, now) = (self.then, self.now);
        let Some(field) = now.form.field(id) else {
            return Verdict::Gone;
        };
        if then.form.field(id).is_none() {
            return Verdict::New;
        }
        let was_asked = self.asked_then.contains(id);
        let before = then.collected_fields.get(id).filter(|_| was_asked);
        if !self.asked_now.contains(id) {
            return match was_asked && then.outcome_of(id).is_some() {
                true => Verdict::NotAsked,
                false => Verdict::Same,
            };
        }
        let after = now.collected_fields.get(id);
        let is_lost = || match not_taken {
            Some(NotAnAnswer::Refused(refusal)) => Verdict::Refused(refusal.clone()),
            Some(NotAnAnswer::Unsaid(words) | NotAnAnswer::Unnamed(words)) => {
                Verdict::Unsaid(words.clone())
            }
            Some(NotAnAnswer::NoWords) | None => Verdict::Lost,
        };
        match (before, after) {
            (Some(before), Some(after)) if before.value == after.value => Verdict::Same,
            (Some(_), Some(_)) if not_taken.is_some() => is_lost(),
            (Some(_), Some(after)) if self.is_reworded(id, &after.value) => Verdict::Reworded,
            (Some(_), Some(_)) => Verdict::Differs,
            (Some(_), None) => is_lost(),
            (None, Some(_)) => match then.outcome_of(id).filter(|_| was_asked) {
                Some(_) => Verdict::Differs,
                // The recording ends before it, or it had other conditions.
                None => Verdict::Open,
            },
            (None, None) => match then.outcome_of(id).filter(|_| was_asked) {
                Some(FieldOutcome::Skipped) if field.required => Verdict::NowRequired,
                Some(_) => Verdict::Same,
                None => Verdict::Open,
            },
        }
    }

    /// Whether a long text has other words than the recorded one, all of which they said of it. A
    /// short one, such as a name, is another one with another word.
    fn is_reworded(&self, id: &FieldId, after: &Value) -> bool {
        let field = self.now.form.field(id);
        let is_long = field.is_some_and(|it| matches!(it.answer, AnswerType::LongText(_)));
        let Some(Value::Text(text)) = Some(after).filter(|_| is_long) else {
            return false;
        };
        let recorded = self.then.collected_fields.get(id);
        let is_told = |it: &&Collected| {
            it.by == RecordedBy::Conversation && matches!(it.value, Value::Text(_))
        };
        let Some(recorded) = recorded.filter(is_told) else {
            return false;
        };
        let quoted = self.then.quoted(&recorded.evidence);
        let mut said = vec![quoted.as_str()];
        let answers = self.then.chat_about(id);
        let answers = answers.filter(|it| it.speaker == Speaker::Respondent);
        said.extend(answers.map(|it| it.text.as_str()));
        unsaid(text, &said, self.fold).is_none()
    }
}

//! An answer that code has accepted and the page's own form does not: what the page says of it is told, and
//! the field is asked for again.

use super::own_question::Offers;
use super::{EngineError, Orchestrator};
use crate::agent_kind::AgentKind;
use crate::message::{SessionMessage, Speaker};
use crate::update::SessionUpdate;
use kikitori_form::FieldId;
use kikitori_form::values::Marks;

/// After so many answers to one field the page's word is not put to the person again: it may wait for
/// another field, or be wrong itself. What stands there then is theirs to look at in the form.
const TIMES: u32 = 2;
/// A page says no more of an answer than this, in characters.
const SAID: usize = 300;

/// What a page's form does not take, with what it says of that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnedDown {
    /// The field.
    pub field_id: FieldId,
    /// What the page, or the browser, says.
    pub said: String,
}

impl Orchestrator {
    /// Takes the answers out that the page's form did not take, and asks for the first of them again. A
    /// message that agents are at work on is taken up before. What is a list, is not recorded, or was turned
    /// down before as often as allowed, stays.
    pub(super) fn turn_down(
        &mut self,
        answers: Vec<TurnedDown>,
        now_ms: u64,
    ) -> Result<(), EngineError> {
        if self.state.submitted_at.is_some() {
            return Err(EngineError::NotExpected {
                what: "what a page says of an answer",
            });
        }
        let answers: Vec<TurnedDown> = answers
            .into_iter()
            .filter_map(|it| self.to_turn_down(it))
            .collect();
        let Some(first) = answers.first().cloned() else {
            return Ok(());
        };
        let told = self.turned_down_as(&first);
        self.emit(SessionUpdate::Stepped { at: now_ms });
        for TurnedDown { field_id, said } in answers {
            self.emit(SessionUpdate::FieldTurnedDown { field_id, said });
        }
        let is_heard_first = self.is_at_work() && self.last_is_of_respondent();
        if self.stands_still() || is_heard_first {
            return Ok(());
        }
        let early = self.state.early_reviews();
        self.drop_runs_but(|entry| entry.agent == AgentKind::LineReader && entry.is_early());
        self.resume_early(early);
        // What it has to be is said by the page itself.
        let offers = Offers {
            tells_why: true,
            ..Offers::default()
        };
        self.ask_with(&first.field_id, Some(told), false, offers);
        Ok(())
    }

    /// That the page did not take the last answer to a field, as long as nobody was told.
    pub(super) fn turned_down_untold(&self, field_id: &FieldId) -> Option<String> {
        let progress = self.state.field_progress.get(field_id)?;
        let said = progress.not_accepted.clone()?;
        let since = self.state.messages.iter().skip(progress.settled_by?);
        let mut since = since.filter_map(SessionMessage::shown);
        let is_told = since
            .any(|it| it.speaker == Speaker::Assistant && it.field_id.as_ref() == Some(field_id));
        let field_id = field_id.clone();
        (!is_told).then(|| self.turned_down_as(&TurnedDown { field_id, said }))
    }

    fn to_turn_down(&self, TurnedDown { field_id, said }: TurnedDown) -> Option<TurnedDown> {
        let field = self.state.form.field(&field_id)?;
        let is_recorded = self.state.collected_fields.contains_key(&field_id);
        let progress = self.state.field_progress.get(&field_id);
        let times = progress.map_or(0, |it| it.turned_down);
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        let may = is_recorded && self.lines_of(field).is_none() && times < TIMES;
        (may && !said.is_empty()).then(|| TurnedDown {
            said: said.chars().take(SAID).collect(),
            field_id,
        })
    }

    /// What is said of it before it is asked for again. Of a private field models are sent neither the answer
    /// nor what may repeat it.
    fn turned_down_as(&self, TurnedDown { field_id, said }: &TurnedDown) -> String {
        let label = self.state.label_of(field_id).unwrap_or_default().to_owned();
        let is_private = self.is_private(field_id);
        let value = self.state.value_told(field_id, self.state.language());
        let said = Marks::of(self.state.language()).sentence(said);
        match value.filter(|_| !is_private) {
            Some(value) => self.told(TURNED_DOWN, TURNED_DOWN_JA, [value, label, said]),
            None => {
                let told = self.told(NOT_TAKEN, NOT_TAKEN_JA, [label]);
                let said = Some(said).filter(|_| !is_private);
                [Some(told), said]
                    .into_iter()
                    .flatten()
                    .collect::<Vec<_>>()
                    .join(" ")
            }
        }
    }
}

const TURNED_DOWN: &str = "The form on this page does not take “{}” for “{}”. It says: {}";
const TURNED_DOWN_JA: &str =
    "このページのフォームは「{}」を「{}」の答えとして受け付けませんでした。フォームの説明：{}";
const NOT_TAKEN: &str = "The form on this page did not take your answer to “{}”.";
const NOT_TAKEN_JA: &str = "このページのフォームは「{}」のお答えを受け付けませんでした。";
/// What this file says.
pub(super) const TURNED_DOWN_SENTENCES: [&str; 2] = [TURNED_DOWN, NOT_TAKEN];

//! What is said of fields whose asking a Reviewer has ended without an answer. The next question was
//! prepared meanwhile and knows nothing of it, and nobody waits for another one.

use kikitori_form::FieldId;
use kikitori_json::FromJson;
use serde_json::Value as Json;

use super::Orchestrator;
use crate::agent_kind::AgentKind;
use crate::field::FieldOutcome;
use crate::tools::bounded_suggestions;
use crate::update::SessionUpdate;

const BLOCKS: &str =
    "“{}” stays open, and the form cannot be finished without it. You can still give it later.";
const BLOCKS_JAPANESE: &str = "「{}」は空欄のままです。この項目がないとフォームを完成できませんが、あとからでもご記入いただけます。";
const OPEN: &str = "“{}” stays open.";
const OPEN_JAPANESE: &str = "「{}」は空欄のままにします。";
const KEPT: &str = "What you said of “{}” is kept as it is.";
const KEPT_JAPANESE: &str = "「{}」は、伺った内容のまま記録しました。";
/// What is translated of it.
pub(super) const ENDED_SENTENCES: [&str; 3] = [BLOCKS, OPEN, KEPT];

/// The question that was prepared.
#[derive(FromJson)]
struct Prepared {
    message: String,
    #[serde(default)]
    suggestions: Option<Vec<String>>,
}

impl Orchestrator {
    /// Shows the question that was prepared, behind what is said of fields that a Reviewer has ended
    /// meanwhile.
    pub(super) fn show_prepared(&mut self, asks: Option<FieldId>) {
        let mut ended = std::mem::take(&mut self.untrue);
        ended.extend(self.ended_by_reviewers());
        let (false, Some(prepared)) = (ended.is_empty(), self.prepared()) else {
            return self.emit(SessionUpdate::RunEnded);
        };
        self.drop_agent(AgentKind::Interviewer);
        self.emit(SessionUpdate::OwnQuestion {
            field_id: asks,
            text: format!("{}\n{}", ended.join("\n"), prepared.message.trim()),
            suggestions: bounded_suggestions(prepared.suggestions),
            stands_in: false,
            tells_heard: true,
        });
    }

    fn prepared(&self) -> Option<Prepared> {
        kikitori_json::from_str(self.prepared_arguments()?).ok()
    }

    /// A sentence for each field whose end nobody has told.
    fn ended_by_reviewers(&self) -> Vec<String> {
        let rows = self.state.pending_data.get("recorded");
        let rows = rows.and_then(Json::as_array).into_iter().flatten();
        let ended = rows.filter_map(|row| {
            let field = FieldId::new(row.get("field_id")?.as_str()?)?;
            let field = self.state.form.field(&field)?;
            let is_of_words = row.get("by").and_then(Json::as_str) == Some("conversation");
            // What the Interviewer has reported itself, or was told, it says.
            let is = |name: &str| row.get(name).and_then(Json::as_bool) == Some(true);
            let is_told = is("heard") || is("seen") || is("acknowledged");
            let is_judged = self.state.form.is_reviewed_separately(field) && !field.private;
            let outcome = self.state.outcome_of(&field.field_id)?;
            let is_open = matches!(outcome, FieldOutcome::Declined | FieldOutcome::Unresolved);
            if !is_of_words || is_told || !is_judged || !is_open {
                return None;
            }
            let label = [self.state.label_of(&field.field_id)?.to_owned()];
            let is_kept = self.state.collected_fields.contains_key(&field.field_id);
            Some(match self.state.blocks(field) {
                true => self.told(BLOCKS, BLOCKS_JAPANESE, label),
                false if is_kept => self.told(KEPT, KEPT_JAPANESE, label),
                false => self.told(OPEN, OPEN_JAPANESE, label),
            })
        });
        ended.collect()
    }
}

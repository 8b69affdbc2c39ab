//! Questions that code asks, in the form's own words: for what no model may hear, where a model is of no
//! use, and after a click.

use super::Orchestrator;
use crate::field::{FieldOutcome, FieldRecord, RecordedBy};
use crate::message::Speaker;
use crate::update::SessionUpdate;
use kikitori_form::file::IfDeclined;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::{Marks, ends_as_question, filled};
use kikitori_form::{FieldId, FormField};

/// A person reads six suggestions at most.
const MAX_SUGGESTIONS: usize = 6;

/// What is offered beside the ways that every question of code's has, and what it need not say.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Offers {
    /// That what was said last is the answer.
    pub is_answer: bool,
    /// That they do not know it.
    pub does_not_know: bool,
    /// Whether what the question follows has said why it is asked.
    pub tells_why: bool,
}

impl Orchestrator {
    /// Asks for a field in the form's own words, after what is to be said of the last answer.
    pub(super) fn ask_by_code(
        &mut self,
        field_id: &FieldId,
        refusal: Option<String>,
        stands_in: bool,
    ) {
        self.ask_with(field_id, refusal, stands_in, Offers::default());
    }

    /// The same, with more to pick from.
    pub(super) fn ask_with(
        &mut self,
        field_id: &FieldId,
        refusal: Option<String>,
        stands_in: bool,
        offers: Offers,
    ) {
        let Some(index) = self.state.place_of(field_id) else {
            return;
        };
        self.emit(SessionUpdate::FieldEntered { index });
        let refusal = refusal.or_else(|| self.turned_down_untold(field_id));
        let Some((planned, field)) = self.state.current_field() else {
            return;
        };
        if let Some(asked) = self.question_of_lines(field) {
            let text: Vec<String> = refusal.into_iter().chain([asked]).collect();
            let suggestions = self.own_suggestions(field, offers);
            return self.emit(SessionUpdate::OwnQuestion {
                field_id: Some(field_id.clone()),
                text: text.join("\n"),
                suggestions,
                stands_in,
                tells_heard: false,
            });
        }
        let language = self.state.language();
        let mut lines: Vec<&str> = Vec::new();
        let is_first = !self.state.chat().any(|it| it.speaker == Speaker::Assistant);
        lines.extend(is_first.then(|| self.word(|it| it.greeting)));
        lines.extend(refusal.as_deref());
        let shown = self.state.shown_field(&field.field_id);
        let field = shown.as_ref().unwrap_or(field);
        let name = planned.label.trim();
        // What an answer looks like, unless that stands there already.
        let is_told = |it: &str| name.contains(it) || lines.iter().any(|line| line.contains(it));
        let called = match looks_as(field, language).filter(|it| !is_told(it)) {
            Some(looks) => format!("{name} ({looks})"),
            None => name.to_owned(),
        };
        let why = field.why.as_ref().filter(|_| !offers.tells_why);
        let why = why.map(|why| why.in_language(language));
        let intent = Some(planned.intent.as_str()).filter(|it| !it.is_empty());
        let asked = match (is_question(name), intent.or(why)) {
            (true, _) => called,
            (false, None) => filled(self.word(|it| it.fill_in), [called]),
            // Who hears it, or has it without its line breaks, has sentences.
            (false, Some(_)) => {
                let asked = filled(self.word(|it| it.fill_in), [called]);
                Marks::of(language).sentence(&asked)
            }
        };
        lines.push(&asked);
        lines.extend(intent);
        lines.extend(why);
        let text = lines.join("\n");
        let suggestions = self.own_suggestions(field, offers);
        self.emit(SessionUpdate::OwnQuestion {
            field_id: Some(field_id.clone()),
            text,
            suggestions,
            stands_in,
            tells_heard: false,
        });
    }

    /// The field to ask for now, if the form's own words do: they are in the language that is spoken, and
    /// nothing was said of it yet. What has facts is explained by the model. What hangs on another answer
    /// may have been told before it was asked for, which only the model knows; and a page hides fields of
    /// its form just after an answer, before a model has asked for one of them.
    pub(super) fn next_in_own_words(&self) -> Option<FieldId> {
        let state = &self.state;
        let is_begun = state.chat().any(|it| it.speaker == Speaker::Assistant);
        let is_free = state.agent_stack.is_empty() && !state.needs_country();
        let is_said = self.unconfirmed.is_some() || self.last_is_of_respondent();
        let is_followed = self.follows_page || !state.hidden_fields.is_empty();
        let is_told_apart = !self.not_heard_rows(&state.pending_data).is_empty();
        if !is_begun || !is_free || is_said || is_followed || is_told_apart {
            return None;
        }
        let next = state.next_field()?;
        let field = state.form.field(&next)?;
        let shown = state.shown_field(&next)?;
        let (language, own) = (state.language(), state.form.own_language());
        let mut texts = std::iter::once(&shown.label).chain(&shown.intent);
        let is_read = texts.all(|it| it.is_in(language, own));
        let needs_more = matches!(field.answer, AnswerType::Group(_))
            || state.form.is_reviewed_separately(field)
            || field.when.is_some();
        let progress = state.field_progress.get(&next);
        let is_untold = progress.is_none_or(|progress| !progress.is_under_way());
        // What no model may hear says also why it is asked.
        let is_by_name = !needs_more && !field.private;
        (is_by_name && is_read && is_untold && self.has_own_words()).then_some(next)
    }

    /// Asks whether a text that they did not say is what they mean.
    pub(super) fn ask_whether_meant(&mut self, field_id: &FieldId, text: &str, stands_in: bool) {
        if let Some(index) = self.state.place_of(field_id) {
            self.emit(SessionUpdate::FieldEntered { index });
        }
        let label = self.state.label_of(field_id).unwrap_or_default();
        let asked = self.word(|it| it.meant).replace("{}", text);
        self.emit(SessionUpdate::OwnQuestion {
            field_id: Some(field_id.clone()),
            text: format!("{label}\n{asked}"),
            suggestions: self.yes_and_no().into(),
            stands_in,
            tells_heard: false,
        });
    }

    /// Says that nothing has come of the last message, where nothing is left to be asked.
    pub(super) fn say_that_nothing_changed(&mut self) {
        let is_unheard = self.last_is_of_respondent() && !self.last_is_private();
        if !is_unheard || self.is_taken_up_elsewhere() || self.state.needs_country() {
            return;
        }
        self.emit(SessionUpdate::OwnQuestion {
            field_id: None,
            text: self.word(|it| it.nothing_changed).to_owned(),
            suggestions: Vec::new(),
            stands_in: true,
            tells_heard: false,
        });
    }

    fn own_suggestions(&self, field: &FormField, offers: Offers) -> Vec<String> {
        let language = self.state.language();
        let mut suggestions: Vec<String> = match &field.answer {
            AnswerType::Choice(it) if it.options.len() < MAX_SUGGESTIONS => it
                .options
                .iter()
                .map(|option| option.label.in_language(language).to_owned())
                .collect(),
            AnswerType::YesNo(_) => self.yes_and_no().into(),
            _ => Vec::new(),
        };
        let progress = self.state.field_progress.get(&field.field_id);
        let was_refused = progress.is_some_and(|progress| progress.refusals > 0);
        let ways = [
            (offers.is_answer, self.word(|it| it.is_answer)),
            (!field.required, self.word(|it| it.skip)),
            // Who has refused it once has a button of the page's.
            (field.required && !was_refused, self.word(|it| it.decline)),
            (offers.does_not_know, self.word(|it| it.unknown)),
        ];
        let ways = ways.into_iter().filter(|(is_offered, _)| *is_offered);
        suggestions.extend(ways.map(|(_, text)| text.to_owned()));
        suggestions
    }

    /// The record of a refusal that needs no model to be understood.
    pub(super) fn refused(&self, field: &FormField) -> FieldRecord {
        let progress = self.state.field_progress.get(&field.field_id);
        let refusals = progress.map_or(0, |progress| progress.refusals);
        let outcome = match (field.required, refusals + 1 >= super::hear::REFUSALS) {
            (false, _) => Some(FieldOutcome::Skipped),
            (true, true) => Some(FieldOutcome::Declined),
            (true, false) => None,
        };
        FieldRecord {
            refused: field.required,
            ..FieldRecord::new(outcome, RecordedBy::Conversation)
        }
    }

    /// What becomes of the form where they will not give this field.
    pub(super) fn consequence(&self, field: &FormField) -> String {
        match field.if_declined {
            Some(IfDeclined::LeaveOpen) => self.word(|it| it.stays_open),
            _ => self.word(|it| it.cannot_send),
        }
        .to_owned()
    }
}

/// What an answer is given in, or what it looks like.
pub(super) fn looks_as<'a>(field: &'a FormField, language: &str) -> Option<&'a str> {
    let told = match &field.answer {
        AnswerType::Number(it) => it.unit.as_ref(),
        AnswerType::Integer(it) => it.unit.as_ref(),
        AnswerType::ShortText(it) => it.pattern_hint.as_ref(),
        _ => None,
    };
    told.map(|told| told.in_language(language).trim())
}

/// Whether a field's name is a question as it stands. A semicolon is the mark of a question in Greek.
fn is_question(name: &str) -> bool {
    let name = name.trim_end();
    ends_as_question(name) || name.trim_end_matches('。').ends_with("ですか")
}

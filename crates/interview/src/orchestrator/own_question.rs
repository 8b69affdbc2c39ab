//! Questions that code asks, in the form's own words: for what no model may hear, and where a model
//! is of no use.

use super::Orchestrator;
use super::line_engine::Taken;
use super::lines::LINE_SENTENCES;
use crate::field::{FieldOutcome, FieldRecord, RecordedBy};
use crate::locale::language_of;
use crate::message::{SessionMessage, Speaker};
use crate::update::SessionUpdate;
use crate::value::Evidence;
use kikitori_form::file::IfDeclined;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::lines::LACKING_SENTENCES;
use kikitori_form::values::{Refusal, filled};
use kikitori_form::{FieldId, FormField};

/// A person reads six suggestions at most.
const MAX_SUGGESTIONS: usize = 6;

/// Words that code understands and offers.
struct Words {
    skip: &'static str,
    decline: &'static str,
    yes: &'static str,
    no: &'static str,
    meant: &'static str,
    no_reader: &'static str,
    cannot_send: &'static str,
    stays_open: &'static str,
}

const ENGLISH: Words = Words {
    skip: "Skip",
    decline: "I would rather not say",
    yes: "Yes",
    no: "No",
    meant: "Did you mean “{}”?",
    no_reader: "No model reads what you write here. If that is your answer, send it once more as it is. If not, give the answer itself, or say that you would rather not.",
    cannot_send: "Without this the form cannot be finished. If you would still rather not say, it stays open, and you can save the rest.",
    stays_open: "If you would rather not say, the form can be sent without this.",
};
const JAPANESE: Words = Words {
    skip: "スキップ",
    decline: "答えたくありません",
    yes: "はい",
    no: "いいえ",
    meant: "「{}」ということでしょうか。",
    no_reader: "ここに書かれたことはAIには送られません。今のがお答えでしたら、そのままもう一度お送りください。そうでなければ、答えそのものを書くか、「答えたくありません」をお選びください。",
    cannot_send: "この項目がないと、フォームを完成できません。お答えにならない場合は空欄のままとなり、ほかの回答は保存できます。",
    stays_open: "お答えにならなくても、この項目を空欄のままでフォームを送信できます。",
};

impl Orchestrator {
    /// Asks for a field in the form's own words, after what is to be said of the last answer.
    pub(super) fn ask_by_code(
        &mut self,
        field_id: &FieldId,
        refusal: Option<String>,
        stands_in: bool,
    ) {
        let Some(index) = self.state.place_of(field_id) else {
            return;
        };
        self.emit(SessionUpdate::FieldEntered { index });
        let Some((planned, field)) = self.state.current_field() else {
            return;
        };
        let language = self.state.language();
        let mut lines: Vec<&str> = Vec::new();
        lines.extend(refusal.as_deref());
        lines.push(&planned.label);
        if !planned.intent.is_empty() {
            lines.push(&planned.intent);
        }
        let shown = self.state.shown_field(&field.field_id);
        let field = shown.as_ref().unwrap_or(field);
        let why = field.why.as_ref().map(|why| why.in_language(language));
        lines.extend(why);
        let text = lines.join("\n");
        let suggestions = self.own_suggestions(field);
        self.emit(SessionUpdate::OwnQuestion {
            field_id: Some(field_id.clone()),
            text,
            suggestions,
            stands_in,
        });
    }

    /// Asks whether a text that they did not say is what they mean.
    pub(super) fn ask_whether_meant(&mut self, field_id: &FieldId, text: &str, stands_in: bool) {
        if let Some(index) = self.state.place_of(field_id) {
            self.emit(SessionUpdate::FieldEntered { index });
        }
        let label = self.state.label_of(field_id).unwrap_or_default();
        let asked = self.word(|it| it.meant).replace("{}", text);
        let answers = [self.word(|it| it.yes), self.word(|it| it.no)];
        self.emit(SessionUpdate::OwnQuestion {
            field_id: Some(field_id.clone()),
            text: format!("{label}\n{asked}"),
            suggestions: answers.map(str::to_owned).into(),
            stands_in,
        });
    }

    /// What code says, in the language that is spoken, or else in English.
    fn word(&self, of: fn(&Words) -> &'static str) -> &str {
        match language_of(self.state.language()).as_str() {
            "ja" => of(&JAPANESE),
            _ => {
                let english = of(&ENGLISH);
                self.state.own_sentence(english).unwrap_or(english)
            }
        }
    }

    /// A sentence of code's with what is filled in, in the language that is spoken, or else in
    /// English.
    pub(super) fn told<const N: usize>(
        &self,
        english: &'static str,
        japanese: &'static str,
        parts: [String; N],
    ) -> String {
        match language_of(self.state.language()).as_str() {
            "ja" => filled(japanese, parts),
            _ => filled(self.state.own_sentence(english).unwrap_or(english), parts),
        }
    }

    /// Why an answer is none, in the same language.
    fn refusal_told(&self, refusal: &Refusal) -> String {
        let language = self.state.language();
        match language_of(language).as_str() {
            "ja" | "en" => refusal.sentence(language),
            _ => refusal.sentence_by(&|english| self.state.own_sentence(english)),
        }
    }

    /// The sentences of code's that the form may call for and that nobody has translated: none where
    /// English or Japanese is spoken, or where code asks for nothing.
    pub(super) fn untranslated_sentences(&self) -> Vec<&'static str> {
        let language = language_of(self.state.language());
        let mut fields = self.state.form.fields.iter();
        let asks_itself = fields.any(|field| field.private || self.lines_of(field).is_some());
        let is_known = self.state.own_sentences.contains_key(&language);
        if matches!(language.as_str(), "en" | "ja") || is_known || !asks_itself {
            return Vec::new();
        }
        let Words {
            skip,
            decline,
            yes,
            no,
            meant,
            no_reader,
            cannot_send,
            stays_open,
        } = ENGLISH;
        let words = [
            skip,
            decline,
            yes,
            no,
            meant,
            no_reader,
            cannot_send,
            stays_open,
        ];
        let of_lines = [LINE_SENTENCES.as_slice(), &LACKING_SENTENCES].concat();
        let mut fields = self.state.form.fields.iter();
        let has_lines = fields.any(|field| self.lines_of(field).is_some());
        let of_lines = of_lines.into_iter().filter(|_| has_lines);
        let sentences = words.into_iter().chain(Refusal::SENTENCES);
        sentences.chain(of_lines).collect()
    }

    fn own_suggestions(&self, field: &FormField) -> Vec<String> {
        let language = self.state.language();
        let mut suggestions: Vec<String> = match &field.answer {
            AnswerType::Choice(it) if it.options.len() < MAX_SUGGESTIONS => it
                .options
                .iter()
                .map(|option| option.label.in_language(language).to_owned())
                .collect(),
            AnswerType::YesNo(_) => {
                let answers = [self.word(|it| it.yes), self.word(|it| it.no)];
                answers.map(str::to_owned).into()
            }
            _ => Vec::new(),
        };
        suggestions.push(
            match field.required {
                true => self.word(|it| it.decline),
                false => self.word(|it| it.skip),
            }
            .to_owned(),
        );
        suggestions
    }

    /// Takes the last message as the answer to a private field: code checks it, and no model hears
    /// it.
    pub(super) fn hear_privately(&mut self) {
        let Some((planned, field)) = self.state.current_field() else {
            return;
        };
        let (field_id, field) = (planned.field_id.clone(), field.clone());
        let messages = self.state.messages.iter().enumerate();
        let said = messages
            .rev()
            .find_map(|(position, message)| match message {
                SessionMessage::Respondent(said) if said.speaker == Speaker::Respondent => {
                    Some((position, said.text.clone(), said.at))
                }
                _ => None,
            });
        let Some((message, text, at)) = said else {
            return self.ask_by_code(&field_id, None, false);
        };
        if self.lines_of(&field).is_some() && !self.is_refusal(&field, &text) {
            // Code reads what its columns say; the rest is mended by hand.
            return match self.take_lines(Some(&field)) {
                Taken::Refused => {}
                Taken::Whole(_) | Taken::Reading => {
                    self.conclude_lines(&field_id);
                    if !self.ask_about_lines() {
                        self.ask_next();
                    }
                }
                Taken::No => self.ask_for_lines(&field_id),
            };
        }
        if self.is_doubtful(&field, &text, message) && self.may_follow_up(&field) {
            self.emit(SessionUpdate::FollowUpCounted);
            let said = self.word(|it| it.no_reader).to_owned();
            return self.ask_by_code(&field_id, Some(said), false);
        }
        match self.private_record(&field, &text, message, at) {
            Ok(record) => self.private_recorded(&field, record),
            Err(refusal) if self.may_follow_up(&field) => {
                self.emit(SessionUpdate::FollowUpCounted);
                let refusal = self.refusal_told(&refusal);
                self.ask_by_code(&field_id, Some(refusal), false);
            }
            Err(refusal) => {
                let mut record = self.unresolved(&field, None);
                if record.outcome == Some(FieldOutcome::Unresolved) {
                    record.missing = vec![self.refusal_told(&refusal)];
                }
                self.private_recorded(&field, record);
            }
        }
    }

    /// Whether a private text reads as something said rather than as an answer, and was not said
    /// twice: any words fit a text, and no model tells a question from a name.
    fn is_doubtful(&self, field: &FormField, text: &str, message: usize) -> bool {
        let text = text.trim();
        let is_sentence = match field.answer {
            AnswerType::ShortText(_) => {
                text.ends_with(['.', '!', '！', '…']) || text.contains(['。', '、'])
            }
            AnswerType::LongText(_) => false,
            _ => return false,
        };
        let is_question = text.ends_with(['?', '？', '؟']);
        let before = self.state.messages.iter().take(message);
        let mut before = before.filter_map(SessionMessage::shown);
        let is_insisted_on = before.any(|it| {
            let is_answer = it.speaker == Speaker::Respondent && it.private;
            is_answer && it.field_id.as_ref() == Some(&field.field_id) && it.text.trim() == text
        });
        let is_refusal = self.is_refusal(field, text);
        (is_question || is_sentence) && !is_insisted_on && !is_refusal
    }

    fn private_record(
        &self,
        field: &FormField,
        text: &str,
        message: usize,
        at: u64,
    ) -> Result<FieldRecord, Refusal> {
        if self.is_said(text, |it| it.skip) && !field.required {
            let skipped = Some(FieldOutcome::Skipped);
            return Ok(FieldRecord::new(skipped, RecordedBy::Conversation));
        }
        if self.is_said(text, |it| it.decline) {
            return Ok(self.refused(field));
        }
        let checked = self.check(field, &text.into(), at)?;
        let mut record = FieldRecord::new(None, RecordedBy::Conversation);
        record.evidence.push(Evidence {
            message,
            start: 0,
            end: text.len(),
        });
        self.complete(field, &mut record, checked.value);
        record.said = checked.said;
        Ok(record)
    }

    /// Whether a text is what code offers, in any language in which it may have.
    fn is_said(&self, text: &str, of: fn(&Words) -> &'static str) -> bool {
        let folded = self.locale.fold(text.trim());
        let folded = folded.trim_end_matches(['.', '。']);
        let offered = [of(&ENGLISH), of(&JAPANESE), self.word(of)];
        let mut offered = offered.into_iter().map(|it| self.locale.fold(it));
        offered.any(|it| it.trim_end_matches(['.', '。']) == folded)
    }

    fn is_refusal(&self, field: &FormField, text: &str) -> bool {
        let skips = self.is_said(text, |it| it.skip) && !field.required;
        skips || self.is_said(text, |it| it.decline)
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
    fn consequence(&self, field: &FormField) -> String {
        match field.if_declined {
            Some(IfDeclined::LeaveOpen) => self.word(|it| it.stays_open),
            _ => self.word(|it| it.cannot_send),
        }
        .to_owned()
    }

    fn private_recorded(&mut self, field: &FormField, record: FieldRecord) {
        let is_open = record.outcome.is_none();
        let field_id = field.field_id.clone();
        self.record_field(field_id.clone(), record);
        match is_open {
            true => {
                let consequence = self.consequence(field);
                self.ask_by_code(&field_id, Some(consequence), false);
            }
            false => self.ask_next(),
        }
    }
}

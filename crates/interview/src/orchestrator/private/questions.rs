//! What is asked back at a private field: no model hears it, so code answers with what the form says.

use super::{Offers, Orchestrator, is_private_answer};
use crate::message::SessionMessage;
use crate::orchestrator::own_question::looks_as;
use kikitori_form::FormField;
use kikitori_form::values::{asks_back, filled};

/// So many questions at one field are answered for nothing. More count as the answers that they stand
/// in place of.
const MOST: usize = 5;

/// Who writes this wants an earlier question.
const BACK: &str = "go back/back/undo/previous/previous question/戻る/戻って/戻りたい/前に戻る/前の質問/\
    zurück/retour/revenir/atrás/volver/indietro/voltar/terug/tillbaka/wstecz/назад/geri/返回/上一步/뒤로";

/// Whether a text is nothing but a wish to go back.
pub(super) fn wants_back(text: &str) -> bool {
    let text = text.trim().trim_end_matches(['.', '!', '。', '！']);
    let text = text.to_lowercase();
    BACK.split('/').any(|back| back == text)
}

impl Orchestrator {
    /// Whether a private message asks something back, and is to be answered.
    pub(super) fn is_to_be_answered(&self, field: &FormField, text: &str, message: usize) -> bool {
        let asks = |text: &str| asks_back(text, &|text| self.locale.fold(text));
        let before = self.state.messages.iter().take(message);
        let before = before.filter_map(SessionMessage::shown);
        let asked = before.filter(|it| is_private_answer(it, field) && asks(&it.text));
        asks(text) && asked.count() < MOST
    }

    /// Answers what they ask with what the form says, and asks again: that is no failed try.
    pub(super) fn answer_privately(&mut self, field: &FormField, is_answer: bool) {
        let shown = self.state.shown_field(&field.field_id);
        let shown = shown.as_ref().unwrap_or(field);
        let why = shown.why.as_ref();
        let why = why.map(|why| why.in_language(self.state.language()));
        let mut told = vec![
            match why.or_else(|| looks_as(shown, self.state.language())) {
                Some(said) => filled(self.word(|it| it.form_says), [said.to_owned()]),
                None => self.word(|it| it.form_says_nothing).to_owned(),
            },
        ];
        if let Some(to) = self.state.form.sent_to() {
            told.push(filled(self.word(|it| it.sent_with_form), [to.to_owned()]));
        }
        let offers = Offers {
            is_answer,
            does_not_know: true,
            tells_why: true,
        };
        let told = told.join("\n");
        self.ask_with(&field.field_id, Some(told), false, offers);
    }
}

//! What code itself says and understands in a conversation: in English and Japanese, and in other
//! languages as far as the Architect has translated it.

use super::Orchestrator;
use super::ended::ENDED_SENTENCES;
use super::lines::LINE_SENTENCES;
use super::turned_down::TURNED_DOWN_SENTENCES;
use crate::chips;
use crate::locale::language_of;
use kikitori_form::FormField;
use kikitori_form::lines::LACKING_SENTENCES;
use kikitori_form::values::{Phrases, Refusal, filled, yes_no_in};

/// Words that code understands and offers.
pub(super) struct Words {
    pub skip: &'static str,
    pub decline: &'static str,
    pub unknown: &'static str,
    pub yes: &'static str,
    pub no: &'static str,
    pub meant: &'static str,
    /// Where nothing came of what was said, and nothing is left to be asked.
    pub nothing_changed: &'static str,
    /// What did not fit which field; the reason follows.
    pub not_taken: &'static str,
    /// The reason, where there is no other.
    pub not_clear: &'static str,
    /// Where nothing at all came of what was said.
    pub nothing_taken: &'static str,
    /// Where a correction does not fit.
    pub stays: &'static str,
    pub rest_taken: &'static str,
    /// That some of what was said of a list was not taken; its words are filled in.
    pub some_not_taken: &'static str,
    pub fill_in: &'static str,
    /// Before the first question, where code asks it.
    pub greeting: &'static str,
    /// A click that says that what was said before is the answer.
    pub is_answer: &'static str,
    /// The same where it was said in place of something else, of the field of this name.
    pub is_answer_to: &'static str,
    /// Where a private answer may be none.
    pub no_reader: &'static str,
    /// Where it is none, and they may want to give none.
    pub may_refuse: &'static str,
    /// Where they ask something back: what the form says of it.
    pub form_says: &'static str,
    pub form_says_nothing: &'static str,
    /// Whom a form is sent to that has an address.
    pub sent_with_form: &'static str,
    /// Where several things may be the answer.
    pub several: &'static str,
    /// Where a letter or digit of an account number seems to be another.
    pub check_digits: &'static str,
    /// Where only a part of a message was taken, and the rest given back.
    pub rest_back: &'static str,
    /// Where a message about something else may hold a private answer, of the field of this name.
    pub may_be_private: &'static str,
    /// Where it has what was recorded of that field.
    pub repeated: &'static str,
    /// Where a message seems to change a part of it.
    pub write_whole: &'static str,
    /// Where a message tells of a private field of this name that is not asked for.
    pub left_out: &'static str,
    /// Where nothing of a long message was taken.
    pub not_passed_on: &'static str,
    /// Where they want to go back.
    pub change_earlier: &'static str,
    pub cannot_send: &'static str,
    pub stays_open: &'static str,
    /// Ways to refuse, with ` / ` between them.
    pub refusals: &'static str,
    /// Ways to say that they do not know.
    pub unknowns: &'static str,
}

const ENGLISH: Words = Words {
    skip: chips::SKIP_SAID,
    decline: "I would rather not say",
    unknown: "I don’t know",
    yes: "Yes",
    no: "No",
    meant: "Did you mean “{}”?",
    nothing_changed: "Nothing was changed by that. To correct an answer, say which one and what it is now, or change it in the form.",
    not_taken: "“{}” was not taken for “{}”.",
    not_clear: "What is meant could not be told: please say it in another way, or put it into the form.",
    nothing_taken: "Nothing was taken from “{}”: please say it in another way, or put it into the form.",
    stays: "Until then it stays as it was.",
    rest_taken: "What else you said of it is recorded.",
    some_not_taken: "Not all of “{}” was taken: please look at what stands there, and say what is missing in another way.",
    fill_in: "Please fill in: {}",
    greeting: "Hello! Your language, country and time zone are taken to be what stands above, where you can change them.",
    is_answer: "That is my answer",
    is_answer_to: "That is my answer to “{}”",
    no_reader: "Is that your answer, word for word? Nothing was taken from it yet. If not, give the answer itself, or say that you would rather not, or that you do not know. To correct another answer, change it where it stands.",
    may_refuse: "No AI reads what you write here. You can also say that you would rather not give it, or that you do not know it.",
    form_says: "No AI reads what you write here. What the form itself says: {}",
    form_says_nothing: "No AI reads what you write here, and the form itself says no more about this.",
    sent_with_form: "Your answer is sent with the form, to {}, when you send it.",
    several: "More than one is named there: give only the one that is meant.",
    check_digits: "The check digits do not fit this number: one of its letters or digits may be another. Nothing was taken yet.",
    rest_back: "The rest of your message was not read yet, and no AI was sent it. It stands in the box again: send it, or clear the box.",
    may_be_private: "Is that your answer to “{}”? No AI is sent that, so your message was not sent yet. If it is about something else, send it once more: it stands in the box again.",
    repeated: "Your message has what is kept for “{}”, which no AI is sent, so none of it was sent. It stands in the box again: take that out, or send it once more as it is if an AI may read it.",
    write_whole: "Your answer to “{}” is kept by the program, and no AI is sent any of it, so your message was not sent. To change that answer, write the whole new one here. If you mean something else, send your message once more: it stands in the box again.",
    left_out: "No AI is sent your answer to “{}”: it was taken out of your message, and is asked for in its turn if it is needed.",
    not_passed_on: "Nothing of your message was passed on. If it tells something else too, please say that again at another question.",
    change_earlier: "An earlier answer can be changed where it stands above, or in the form.",
    cannot_send: "Without this the form cannot be finished. If you would still rather not say, it stays open, and you can save the rest.",
    stays_open: "If you would rather not say, the form can be sent without this.",
    refusals: "I won’t say / I don’t want to say / I won’t give it / no comment",
    unknowns: "I don’t know / I don’t remember / no idea / I don’t have it",
};
const JAPANESE: Words = Words {
    skip: "スキップ",
    decline: "答えたくありません",
    unknown: "わかりません",
    yes: "はい",
    no: "いいえ",
    meant: "「{}」ということでしょうか。",
    nothing_changed: "今のご入力では、何も変更されていません。回答を直すには、どの項目をどう直すかを書くか、フォームで直接変更してください。",
    not_taken: "「{}」は「{}」の答えとして記録していません。",
    not_clear: "内容を読み取れませんでした。別の言い方で書くか、フォームに直接ご記入ください。",
    nothing_taken: "「{}」からは何も記録していません。別の言い方で書くか、フォームに直接ご記入ください。",
    stays: "それまでは前の内容のままです。",
    rest_taken: "ほかに言われた点は記録しました。",
    some_not_taken: "「{}」のうち、記録できなかった点があります。記録された内容をご確認のうえ、足りない点を別の言い方でお書きください。",
    fill_in: "ご記入ください：{}",
    greeting: "こんにちは。言語・国・タイムゾーンは上に示したとおりとしています。違うときは、そこで変更できます。",
    is_answer: "これが答えです",
    is_answer_to: "これが「{}」の答えです",
    no_reader: "今の文がそのままお答えでしょうか。まだ何も記録していません。そうでなければ、答えそのものを書くか、「答えたくありません」「わかりません」とお答えください。ほかの回答を直すときは、その回答の「変更」を押してください。",
    may_refuse: "ここに書かれたことはAIには送られません。「答えたくありません」「わかりません」とお答えになることもできます。",
    form_says: "ここに書かれたことはAIには送られません。フォームにはこう説明されています：{}",
    form_says_nothing: "ここに書かれたことはAIには送られません。この項目について、フォームにこれ以上の説明はありません。",
    sent_with_form: "お答えは、フォームを送信されるときに、ほかの回答と一緒に{}へ送られます。",
    several: "当てはまるものが二つ以上あります。お答えになるものを一つだけお書きください。",
    check_digits: "この番号はチェックディジットが合いません。文字か数字がどこか違っているかもしれません。まだ何も記録していません。",
    rest_back: "メッセージのほかの部分はまだ読み取っておらず、AIにも送っていません。入力欄に戻しましたので、送るか、入力欄を空にしてください。",
    may_be_private: "「{}」のお答えでしょうか。この項目はAIには送らないため、メッセージはまだ送っていません。別のことでしたら、入力欄に戻しましたので、もう一度送ってください。",
    repeated: "AIには送らない項目「{}」に記録されている内容が含まれているため、メッセージは送っていません。入力欄に戻しましたので、その部分を消すか、AIに読まれてもよければそのままもう一度送ってください。",
    write_whole: "「{}」のお答えはプログラムが保管し、AIには一切送らないため、メッセージは送っていません。変更される場合は、新しいお答えの全体をここにお書きください。別のことでしたら、入力欄に戻しましたので、もう一度送ってください。",
    left_out: "「{}」のお答えはAIには送らないため、除きました。必要なときに改めてお尋ねします。",
    not_passed_on: "今のメッセージは、どこにも送っていません。ほかの内容も書かれていた場合は、別の質問のときにもう一度お書きください。",
    change_earlier: "前の回答は、上に表示されている場所か、フォームで変更できます。",
    cannot_send: "この項目がないと、フォームを完成できません。お答えにならない場合は空欄のままとなり、ほかの回答は保存できます。",
    stays_open: "お答えにならなくても、この項目を空欄のままでフォームを送信できます。",
    refusals: "",
    unknowns: "",
};

impl Orchestrator {
    /// The language in which code speaks: the one that is spoken, or that the message at hand goes over to.
    fn own_language(&self) -> String {
        let told = self.settings_told.borrow();
        let told = told.language.as_ref().map(|tag| tag.as_str().to_owned());
        told.unwrap_or_else(|| self.state.language().to_owned())
    }

    /// What code says, in the language that is spoken, or else in English.
    pub(super) fn word(&self, of: fn(&Words) -> &'static str) -> &str {
        let language = self.own_language();
        match language_of(&language).as_str() {
            "ja" => of(&JAPANESE),
            _ => {
                let english = of(&ENGLISH);
                let own = self.state.own_sentence_in(&language, english);
                own.unwrap_or(english)
            }
        }
    }

    /// Whether code's sentences are there in the language that is spoken.
    pub(super) fn has_own_words(&self) -> bool {
        let language = language_of(self.state.language());
        matches!(language.as_str(), "en" | "ja") || self.state.own_sentences.contains_key(&language)
    }

    /// A sentence of code's with what is filled in, in the language that is spoken, or else in
    /// English.
    pub(super) fn told<const N: usize>(
        &self,
        english: &'static str,
        japanese: &'static str,
        parts: [String; N],
    ) -> String {
        let language = self.own_language();
        match language_of(&language).as_str() {
            "ja" => filled(japanese, parts),
            _ => {
                let own = self.state.own_sentence_in(&language, english);
                filled(own.unwrap_or(english), parts)
            }
        }
    }

    /// Why an answer is none, in the same language.
    pub(super) fn refusal_told(&self, refusal: &Refusal) -> String {
        let language = self.own_language();
        match language_of(&language).as_str() {
            "ja" | "en" => refusal.sentence(&language),
            _ => refusal.sentence_by(&language, &|english| {
                self.state.own_sentence_in(&language, english)
            }),
        }
    }

    /// Yes and no: where code knows no other words for them, as they are translated.
    pub(super) fn yes_and_no(&self) -> [String; 2] {
        let said = |yes, of| {
            let known = yes_no_in(self.state.language(), yes);
            known.unwrap_or_else(|| self.word(of)).to_owned()
        };
        [said(true, |it| it.yes), said(false, |it| it.no)]
    }

    /// The ways to refuse and not to know that were translated, beside those that code knows.
    pub(super) fn phrases(&self) -> Phrases<'_> {
        let told = |english| self.state.own_sentence(english).unwrap_or_default();
        Phrases {
            declined: told(ENGLISH.refusals),
            unknown: told(ENGLISH.unknowns),
        }
    }

    /// Whether a text is what code offers, in any language in which it may have.
    pub(super) fn is_said(&self, text: &str, of: fn(&Words) -> &'static str) -> bool {
        let plain = |text: &str| {
            let folded = self.locale.fold(text.trim()).replace('’', "'");
            folded.trim_end_matches(['.', '。']).to_owned()
        };
        let said = plain(text);
        self.in_each_language(of)
            .into_iter()
            .any(|it| plain(it) == said)
    }

    /// A sentence of code's in its own languages and in the one that is spoken.
    pub(super) fn in_each_language(&self, of: fn(&Words) -> &'static str) -> [&str; 3] {
        [of(&ENGLISH), of(&JAPANESE), self.word(of)]
    }

    /// The sentences of code's that the form may call for and that nobody has translated: none where
    /// English or Japanese is spoken. Those of private fields and of lines only where there are such.
    pub(super) fn untranslated_sentences(&self) -> Vec<&'static str> {
        if self.has_own_words() {
            return Vec::new();
        }
        let Words {
            skip,
            decline,
            unknown,
            yes,
            no,
            meant,
            nothing_changed,
            not_taken,
            not_clear,
            nothing_taken,
            stays,
            rest_taken,
            some_not_taken,
            fill_in,
            // It is said before anything is translated.
            greeting: _,
            is_answer,
            is_answer_to,
            no_reader,
            may_refuse,
            form_says,
            form_says_nothing,
            sent_with_form,
            several,
            check_digits,
            rest_back,
            may_be_private,
            repeated,
            write_whole,
            left_out,
            not_passed_on,
            change_earlier,
            cannot_send,
            stays_open,
            refusals,
            unknowns,
        } = ENGLISH;
        let has = |of: &dyn Fn(&FormField) -> bool| self.state.form.fields.iter().any(of);
        let has_lines = has(&|field| self.lines_of(field).is_some());
        let has_private = has(&|field| field.private);
        let mut sentences: Vec<&str> = chips::ALL.into();
        sentences.retain(|it| has_private || !chips::OF_PRIVATE.contains(it));
        sentences.retain(|it| has_lines || !chips::OF_LINES.contains(it));
        // Code also asks in a model's place.
        sentences.extend([fill_in, skip, decline, nothing_changed]);
        sentences.extend([not_taken, not_clear, nothing_taken, stays, rest_taken]);
        sentences.extend(has_lines.then_some(some_not_taken));
        if has_private || has_lines {
            sentences.extend([yes, no, meant, cannot_send, stays_open]);
            sentences.extend(Refusal::SENTENCES);
        }
        let is_iban = |field: &FormField| field.private && self.asks_for_iban(field);
        sentences.extend(has(&is_iban).then_some(check_digits));
        if has_private {
            sentences.extend([
                unknown,
                is_answer,
                is_answer_to,
                no_reader,
                may_refuse,
                refusals,
                unknowns,
            ]);
            sentences.extend([form_says, form_says_nothing, several]);
            sentences.extend([rest_back, may_be_private, repeated, write_whole, left_out]);
            sentences.extend([not_passed_on, change_earlier]);
            if self.state.form.sent_to().is_some() {
                sentences.push(sent_with_form);
            }
        }
        if has(&|field| self.state.form.is_reviewed_separately(field)) {
            sentences.extend(ENDED_SENTENCES);
        }
        if has_lines {
            sentences.extend(LINE_SENTENCES);
            sentences.extend(LACKING_SENTENCES);
        }
        // A page may be filled in: that is known once it is followed.
        sentences.extend(TURNED_DOWN_SENTENCES);
        sentences
    }
}

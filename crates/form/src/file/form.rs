//! The form, its fields and their facts.

use super::answer::AnswerType;
use super::condition::Condition;
use super::text::{Language, Text, Words};
use crate::decimal::Decimal;
use crate::id::FieldId;
use crate::reading::{
    Count, Read, Reader, Write, object, schema_of, serialize_written, tagged, words,
};
use serde_json::Value;

object! {
    /// A form as its file has it.
    pub struct Form, "an object with id, title and fields";
    required {
        /// The form's own id.
        "id" id: FieldId,
        /// What the form is called.
        "title" title: Text,
        /// What is asked, in this order.
        "fields" fields: Vec<Field>,
    }
    optional {
        /// Where the schema of the file lies, for editors.
        "$schema" schema: Option<String>,
        /// What the form is for.
        "description" description: Option<Description>,
        /// The language of texts that are there in one language only.
        "language" language: Option<Language>,
        /// What has to be known of the respondent before the first question.
        "needs" needs: Vec<Need>,
        /// What the button that sends the form says.
        "submitLabel" submit_label: Option<Text>,
        /// What that button does; it offers a download where nothing is said.
        "submit" submit: Option<Submit>,
        /// What an interview may use.
        "budget" budget: Option<Budget>,
    }
}

object! {
    /// One field of a form.
    pub struct Field, "an object with id, label and required";
    required {
        /// Unique in the form.
        "id" id: FieldId,
        /// What the field is called.
        "label" label: Text,
        /// Whether the form is complete without it.
        "required" required: bool,
    }
    optional {
        /// What the field is meant to find out.
        "intent" intent: Option<Text>,
        /// Why it is asked, for respondents who wonder.
        "why" why: Option<Text>,
        /// What kind of answer it takes; long text where nothing is said.
        "answer" answer: AnswerType,
        /// What an answer has to contain.
        "facts" facts: Vec<Fact>,
        /// When the field is asked; always where nothing is said.
        "when" when: Option<Condition>,
        /// Whether the answer is kept from every model.
        "private" private: bool,
        /// How often it may be asked about again.
        "followUps" follow_ups: Option<Count<0, 20>>,
        /// What a refusal to answer a required field leads to.
        "ifDeclined" if_declined: Option<IfDeclined>,
        /// Whether its review is a call of its own.
        "review" review: Option<Review>,
    }
}

object! {
    /// One field of each line of a group.
    pub struct LineField, "an object with id, label and required";
    required {
        /// Unique in the group.
        "id" id: FieldId,
        /// What the field is called.
        "label" label: Text,
        /// Whether a line is complete without it.
        "required" required: bool,
    }
    optional {
        /// What the field is meant to find out.
        "intent" intent: Option<Text>,
        /// What kind of answer it takes; no further group.
        "answer" answer: AnswerType,
        /// What a column of a table may be called besides, such as Qty.
        "aliases" aliases: Vec<Words>,
    }
}

object! {
    /// Something that an answer has to contain.
    pub struct Fact, "an object with key, fact and doneCriteria";
    required {
        /// A short name.
        "key" key: FieldId,
        /// What is to be known.
        "fact" fact: Text,
        /// When it counts as known.
        "doneCriteria" done_criteria: Text,
    }
    optional {
        /// How to ask for it.
        "questioningHints" questioning_hints: Option<Text>,
    }
}

object! {
    /// What an interview may use.
    pub struct Budget, "an object";
    required {}
    optional {
        /// Follow-up questions in all.
        "followUps" follow_ups: Option<Count<0, 1000>>,
        /// Calls of a model.
        "calls" calls: Option<Count<1, 10_000>>,
        /// Tokens, read and written.
        "tokens" tokens: Option<Count<1, 100_000_000>>,
        /// Money, in the currency of the model's price.
        "cost" cost: Option<Decimal>,
    }
}

words! {
    /// Something that has to be known of the respondent.
    pub enum Need, "what is needed: country";
    /// Where they live.
    "country" Country,
}

words! {
    /// What a refusal to answer a required field leads to.
    pub enum IfDeclined, "leaveOpen or cannotSend";
    /// The form can be sent, with the field open and marked.
    "leaveOpen" LeaveOpen,
    /// The form cannot be sent.
    "cannotSend" CannotSend,
}

words! {
    /// How answers are reviewed.
    pub enum Review, "separate or together";
    /// In a call of its own.
    "separate" Separate,
    /// In the reply that asks the next question.
    "together" Together,
}

tagged! {
    /// What the button that sends the form does.
    pub enum Submit;
    /// Offers the answers as a file.
    "download" Download,
    /// Sends them to an address.
    "post" Post,
    /// Hands them to the page that the form is part of.
    "event" HostEvent,
}

object! {
    /// The answers as a file.
    pub struct Download, "an object";
    required {}
    optional {}
}

object! {
    /// Where the answers are sent.
    pub struct Post, "an object with url";
    required {
        /// The address.
        "url" url: WebAddress,
    }
    optional {}
}

object! {
    /// The answers, for the page around the form.
    pub struct HostEvent, "an object";
    required {}
    optional {}
}

/// An address that answers are sent to: https, or http on the same machine. Names and passwords in
/// it are refused: what stands before `@` looks like the host and is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebAddress(pub String);

schema_of!(WebAddress, {"type": "string", "pattern": "^(https://[^\\s@/?#\\\\]+|http://(localhost|127[.]0[.]0[.]1)(:[0-9]+)?)([/?#]\\S*)?$", "maxLength": 2000});

impl Read for WebAddress {
    const EXPECTED: &'static str = "an address that begins with https://";

    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        reader.text(value, Self::EXPECTED, |text| {
            let (rest, is_secure) = match text.strip_prefix("https://") {
                Some(rest) => (rest, true),
                None => (text.strip_prefix("http://")?, false),
            };
            let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
            let fits = text.len() <= 2000
                && !text.contains(char::is_whitespace)
                && match is_secure {
                    true => !host.is_empty() && !host.contains(['@', '\\']),
                    false => is_this_machine(host),
                };
            fits.then(|| Self(text.to_owned()))
        })
    }
}

/// Whether a host, with its port if any, is the machine that the page is on.
fn is_this_machine(host: &str) -> bool {
    let (name, port) = host.split_once(':').unwrap_or((host, "0"));
    let is_port = !port.is_empty() && port.bytes().all(|it| it.is_ascii_digit());
    is_port && matches!(name, "localhost" | "127.0.0.1")
}

/// What a form is for; may be blank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description(pub Option<Text>);

schema_of!(Description, {
    "anyOf": [{"type": "string", "maxLength": super::text::MAX_TEXT_CHARS}, {"$ref": "#/$defs/Text"}]
});

impl Write for Description {
    fn write(&self) -> Value {
        self.0.as_ref().map_or_else(|| "".into(), Text::write)
    }
}

impl Write for WebAddress {
    fn write(&self) -> Value {
        self.0.write()
    }
}

serialize_written!(Description, WebAddress);

impl Read for Description {
    const EXPECTED: &'static str = Text::EXPECTED;

    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        match value.as_str() {
            Some(text) if text.trim().is_empty() => Some(Self(None)),
            _ => Text::read(value, reader).map(|text| Self(Some(text))),
        }
    }
}

impl Read for String {
    const EXPECTED: &'static str = "a text";

    fn read(value: &Value, reader: &mut Reader) -> Option<Self> {
        reader.text(value, Self::EXPECTED, |text| Some(text.to_owned()))
    }
}

//! An interview as the request of an Interviewer shows it.

use kikitori_llm::Message;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::field::Field;
use crate::parse;
use crate::reading::Circumstances;
use crate::reading::correction::Recorded;
use crate::speech::Speech;

/// The form, what was said, and how things stand.
#[derive(Debug, Default)]
pub struct Scene {
    pub form: Form,
    pub now: Now,
    /// Questions, and what was said after each; what came before the first question stands
    /// under none.
    pub turns: Vec<Asked>,
    /// What code did not take of a reply to this very request.
    pub sent_back: Option<SentBack>,
}

/// The form.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Form {
    pub fields: Vec<Field>,
}

/// A question, and the messages after it.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    pub field_id: Option<String>,
    pub question: String,
    pub said: Vec<String>,
}

/// A call that was not taken as it was.
#[derive(Debug, Default)]
pub struct SentBack {
    /// Its arguments.
    pub arguments: Value,
    /// Why.
    pub error: String,
}

/// How things stand.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Now {
    pub recorded: Map<String, Value>,
    pub without_value: Map<String, Value>,
    pub asked: Option<String>,
    #[serde(deserialize_with = "one_or_several")]
    pub under_review: Vec<String>,
    /// Whether the field that was asked for is not asked about again, whatever was said.
    pub last_try: bool,
    pub refused: Vec<String>,
    /// What the page says of answers that it did not take.
    pub not_accepted_by_the_page: Map<String, Value>,
    /// Lines by the field that they are of.
    pub lines: Map<String, Value>,
    pub open: Vec<String>,
    pub local_time: Option<String>,
    pub language: Option<String>,
    pub country: Option<String>,
    pub time_zone: Option<String>,
}

/// A text, or a list of some.
fn one_or_several<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let value = Value::deserialize(from)?;
    let text = |it: &Value| it.as_str().map(str::to_owned);
    Ok(match &value {
        Value::Array(all) => all.iter().filter_map(text).collect(),
        one => text(one).into_iter().collect(),
    })
}

/// The question that stands for the respondent's country.
pub const COUNTRY: &str = "@country";

impl Scene {
    /// Reads a request; none if it does not say how things stand.
    pub fn read(messages: &[Message]) -> Option<Self> {
        let mut scene = Self::default();
        let mut knows = false;
        for message in messages {
            match message {
                Message::System { content, .. } => {
                    scene.form = parse::json(content, "form").unwrap_or_default();
                }
                Message::User { content, .. } => {
                    if let Some(now) = parse::json(content, "now") {
                        scene.now = now;
                        knows = true;
                    } else if let Some(said) = parse::respondent_message(content) {
                        scene.hear(said);
                    }
                }
                Message::Assistant(message) => {
                    for call in &message.tool_calls {
                        let arguments: Value =
                            serde_json::from_str(&call.function.arguments).unwrap_or_default();
                        scene.note_call(&call.function.name, arguments, knows);
                    }
                }
                Message::Tool { content, .. } => {
                    if let Some(sent_back) = &mut scene.sent_back {
                        sent_back.error.clone_from(content);
                    }
                }
            }
        }
        knows.then_some(scene)
    }

    fn hear(&mut self, said: String) {
        // What was private is not told.
        if said.is_empty() {
            return;
        }
        match self.turns.last_mut() {
            Some(turn) => turn.said.push(said),
            None => self.turns.push(Asked {
                said: vec![said],
                ..Asked::default()
            }),
        }
    }

    fn note_call(&mut self, tool: &str, arguments: Value, is_of_this_run: bool) {
        if is_of_this_run {
            self.sent_back = Some(SentBack {
                arguments,
                error: String::new(),
            });
        } else if tool == "ask" {
            let text = |key: &str| {
                arguments
                    .get(key)
                    .and_then(Value::as_str)
                    .map(str::to_owned)
            };
            self.turns.push(Asked {
                field_id: text("asks"),
                question: text("message").unwrap_or_default(),
                said: Vec::new(),
            });
        }
    }

    /// The field with this id, as the form shows it.
    pub fn field(&self, id: &str) -> Option<&Field> {
        self.form.fields.iter().find(|field| field.field_id == id)
    }

    /// The field that was asked for last.
    pub fn asked(&self) -> Option<&Field> {
        self.field(self.now.asked.as_deref()?)
    }

    /// The messages since the last question.
    pub fn said(&self) -> &[String] {
        self.turns.last().map_or(&[], |turn| &turn.said)
    }

    /// The questions about a field that were answered, and their answers.
    pub fn about(&self, field: &Field) -> Vec<parse::Turn> {
        let of_field = |turn: &&Asked| turn.field_id.as_deref() == Some(&field.field_id);
        let answered = |turn: &&Asked| !turn.said.is_empty();
        let turns = self.turns.iter().filter(of_field).filter(answered);
        turns
            .map(|turn| parse::Turn::of(&turn.question, &turn.said))
            .collect()
    }

    /// Whether a Reviewer is at work on a field.
    pub fn is_under_review(&self, id: &str) -> bool {
        self.now.under_review.iter().any(|it| it == id)
    }

    /// What it speaks.
    pub fn speech(&self) -> Speech {
        Speech::of_tag(self.now.language.as_deref().unwrap_or("en"))
    }

    /// What messages are read against.
    pub fn around(&self) -> Circumstances {
        // Friday 2026-11-20T18:00:00+09:00 (Asia/Tokyo)
        let time = self.now.local_time.as_deref().unwrap_or_default();
        let today = time.match_indices('T').find_map(|(at, _)| {
            let day = time.get(at.checked_sub(10)?..at)?;
            kikitori_form::dates::from_iso(day).map(|_| day.to_owned())
        });
        Circumstances {
            today: today.unwrap_or_default(),
            language: self.now.language.clone().unwrap_or_else(|| "en".to_owned()),
            country: self.now.country.clone(),
        }
    }

    /// What is recorded, in the form's order.
    pub fn recorded(&self) -> Vec<Recorded> {
        let fields = self.form.fields.iter();
        let recorded = fields.filter_map(|field| {
            let value = self.now.recorded.get(&field.field_id)?;
            Some(Recorded {
                field: field.clone(),
                value: value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned),
            })
        });
        recorded.collect()
    }

    /// The fields that may be told beside the one that is asked for: open, judged here, and not
    /// kept from models.
    pub fn open_beside<'s>(&'s self, asked: Option<&'s Field>) -> impl Iterator<Item = &'s Field> {
        let open = self.now.open.iter().filter_map(|id| self.field(id));
        open.filter(move |field| {
            let id = field.field_id.as_str();
            !self.is_under_review(id)
                && asked.is_none_or(|asked| asked.field_id != id)
                && !field.private
                && !field.is_reviewed_apart()
        })
    }
}

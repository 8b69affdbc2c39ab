//! Plays code's part in an interview, and holds each reply to the rules that code holds it to.

use kikitori_form::FieldId;
use kikitori_form::file::answer::AnswerType;
use kikitori_form::values::check;
use serde_json::Map;

use super::*;
use crate::reading::Circumstances;
use crate::text::plain;

/// An interview so far.
pub struct Play {
    fields: Vec<Value>,
    language: String,
    recorded: Map<String, Value>,
    without_value: Map<String, Value>,
    refused: Vec<String>,
    asked: Option<String>,
    messages: Vec<Message>,
    said: Vec<String>,
    turns: Vec<(String, String, String)>,
    question: String,
}

/// A reply, and what the form holds after it.
pub struct Taken {
    pub message: String,
    pub suggestions: Vec<String>,
    pub asks: Option<String>,
    /// Field, outcome and value of each entry.
    pub heard: Vec<(String, String, String)>,
    pub whole: Value,
}

impl Play {
    pub fn of(fields: Value) -> Self {
        let Value::Array(fields) = fields else {
            panic!("fields are a list")
        };
        Self {
            fields,
            language: "en".to_owned(),
            recorded: Map::new(),
            without_value: Map::new(),
            refused: Vec::new(),
            asked: None,
            messages: Vec::new(),
            said: Vec::new(),
            turns: Vec::new(),
            question: String::new(),
        }
    }

    pub fn speaking(mut self, language: &str) -> Self {
        self.language = language.to_owned();
        self
    }

    /// The opening.
    pub fn begin(&mut self) -> Taken {
        let reply = self.reply(None);
        self.take(&reply, None)
    }

    /// An answer, and what comes of it.
    pub fn says(&mut self, text: &str) -> Taken {
        self.messages.push(said(text));
        self.said.push(text.to_owned());
        let asked = self.asked.clone().unwrap_or_default();
        self.turns
            .push((asked, self.question.clone(), text.to_owned()));
        let apart = self
            .asked
            .clone()
            .filter(|asked| self.field(asked)["review"] == "separate");
        let reply = self.reply(apart.as_deref());
        let review = apart.as_ref().map(|id| self.review(id));
        let mut taken = self.take(&reply, apart.as_deref());
        if let (Some(review), Some(id)) = (review, apart) {
            if review["passed"] == true {
                self.recorded.insert(id, review["field_value"].clone());
            } else {
                taken.message = review["follow_up"]["message"].as_str().unwrap().to_owned();
                taken.asks = Some(id.clone());
                self.asked = Some(id);
            }
        }
        self.show(&taken);
        taken
    }

    pub fn value(&self, field: &str) -> &str {
        self.recorded
            .get(field)
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    fn field(&self, id: &str) -> &Value {
        let mut fields = self.fields.iter();
        fields
            .find(|field| field["field_id"] == id)
            .expect("a field of the form")
    }

    fn open(&self) -> Vec<String> {
        let ids = self
            .fields
            .iter()
            .map(|field| field["field_id"].as_str().unwrap().to_owned());
        ids.filter(|id| !self.recorded.contains_key(id) && !self.without_value.contains_key(id))
            .collect()
    }

    fn show(&mut self, taken: &Taken) {
        self.question.clone_from(&taken.message);
        let arguments = json!({"asks": taken.asks, "message": taken.message});
        let mut call = kikitori_scripted::calls("ask", arguments).message;
        let id = ToolCallId(format!("call{:05}", self.messages.len()));
        call.tool_calls[0].id = id.clone();
        self.messages.push(Message::Assistant(call));
        self.messages.push(Message::tool(id, "Asked.".to_owned()));
    }

    pub fn request(&self, under_review: Option<&str>) -> ChatRequest {
        let form = data(&json!({"title": "T", "fields": self.fields}));
        let mut now = json!({"recorded": self.recorded, "without_value": self.without_value,
            "refused": self.refused, "open": self.open(),
            "local_time": "Sunday 2026-11-22T18:00:00+09:00 (Asia/Tokyo)",
            "language": self.language, "country": "JP", "time_zone": "Asia/Tokyo"});
        if let Some(asked) = &self.asked {
            now["asked"] = json!(asked);
        }
        if let Some(under_review) = under_review {
            now["under_review"] = json!(under_review);
        }
        let mut messages = vec![Message::system(format!("Rules.\n<form>\n{form}\n</form>"))];
        messages.extend(self.messages.iter().cloned());
        messages.push(Message::user(format!(
            "<now>\n{}\n</now>\nTake it up.",
            data(&now)
        )));
        let mut request = request(&["ask"], Vec::new());
        request.messages = messages;
        request
    }

    fn reply(&self, under_review: Option<&str>) -> Value {
        only_call(&respond(&self.request(under_review)), "ask")
    }

    fn review(&self, id: &str) -> Value {
        let of_field = self.turns.iter().filter(|(field, ..)| field == id);
        let turns: Vec<(&str, &str)> = of_field
            .map(|(_, question, said)| (question.as_str(), said.as_str()))
            .collect();
        reviewed(&self.language, self.field(id), &turns)
    }

    /// Holds `reply` to the rules, and takes it.
    fn take(&mut self, reply: &Value, under_review: Option<&str>) -> Taken {
        let opening = self.asked.is_none();
        let mut heard = Vec::new();
        for entry in reply["heard"].as_array().unwrap() {
            let (id, outcome) = (
                entry["field_id"].as_str().unwrap(),
                entry["outcome"].as_str().unwrap(),
            );
            assert!(Some(id) != under_review, "{reply}");
            let quote = entry["quote"].as_str().unwrap_or_default();
            if outcome == "not_enough" {
                let missing = entry["missing"].as_array().expect("what is missing");
                assert!(
                    missing
                        .iter()
                        .all(|it| !it.as_str().unwrap().trim().is_empty())
                );
            } else {
                self.is_verbatim(quote);
            }
            let value = entry["value"].as_str().unwrap_or(quote).to_owned();
            let field = self.field(id).clone();
            match outcome {
                "answered" => {
                    let value = normal(&field, &value).unwrap_or_else(|| panic!("{entry}"));
                    self.recorded.insert(id.to_owned(), json!(value));
                }
                "refused"
                    if field["required"] == true && !self.refused.contains(&id.to_owned()) =>
                {
                    self.refused.push(id.to_owned());
                }
                "refused" => drop(self.without_value.insert(id.to_owned(), json!("declined"))),
                "skipped" => {
                    assert_ne!(field["required"], true, "{entry}");
                    self.without_value.insert(id.to_owned(), json!("skipped"));
                }
                "does_not_know" => {
                    self.without_value
                        .insert(id.to_owned(), json!("does_not_know"));
                }
                other => assert_eq!(other, "not_enough"),
            }
            heard.push((id.to_owned(), outcome.to_owned(), value));
        }
        let mut open = self.open();
        open.retain(|id| Some(id.as_str()) != under_review);
        let asked = self.asked.clone().filter(|asked| open.contains(asked));
        let next = asked.or_else(|| open.first().cloned());
        assert_eq!(reply["asks"].as_str(), next.as_deref(), "{reply}");
        if let Some(language) = reply["language"].as_str() {
            self.language = language.to_owned();
        }
        let message = reply["message"].as_str().unwrap().to_owned();
        let is_private = next
            .as_ref()
            .is_some_and(|id| self.field(id)["private"] == true);
        assert!(is_private || !message.trim().is_empty(), "{reply}");
        let suggestions = reply["suggestions"].as_array().cloned().unwrap_or_default();
        self.asked.clone_from(&next);
        let taken = Taken {
            message,
            suggestions: suggestions
                .iter()
                .map(|it| it.as_str().unwrap().to_owned())
                .collect(),
            asks: next,
            heard,
            whole: reply.clone(),
        };
        if opening {
            self.show(&taken);
        }
        taken
    }

    /// Quotes are words of a message: pieces in their order.
    fn is_verbatim(&self, quote: &str) {
        assert!(!quote.trim().is_empty(), "a quote is needed");
        let bare = |text: &str| plain(text).replace(' ', "");
        let is_in = |message: &String| {
            let message = bare(message);
            let mut rest = message.as_str();
            quote
                .split('…')
                .all(|piece| match rest.split_once(&bare(piece)) {
                    Some((_, after)) => {
                        rest = after;
                        true
                    }
                    None => false,
                })
        };
        assert!(
            self.said.iter().any(is_in),
            "{quote:?} is in none of {:?}",
            self.said
        );
    }
}

/// A value as the form holds it; none if code refuses it.
fn normal(field: &Value, value: &str) -> Option<String> {
    assert!(FieldId::new(field["field_id"].as_str().unwrap()).is_some());
    if field["answer"].is_null() {
        return (!value.trim().is_empty()).then(|| value.to_owned());
    }
    let kind = AnswerType::from_json(&field["answer"]).unwrap();
    let around = Circumstances {
        today: "2026-11-22".to_owned(),
        language: "en".to_owned(),
        country: Some("JP".to_owned()),
    };
    let checked = check(&kind, &json!(value), &around.checks()).ok()?;
    Some(checked.value.to_string())
}

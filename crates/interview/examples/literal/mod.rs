//! The same form filled in as the design that the project began with has it, to be counted beside
//! this project's own way: by the example, which prints it, and by a test, which holds the limit.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "what is indexed is this file's own form"
)]

use kikitori_llm::{ChatRequest, Message, ToolCall, ToolCallId, ToolDefinition};
use serde_json::{Value, json};

/// A form of the kind that people fill in every day.
pub const FORM: &str = r#"{"id": "claim", "title": "Report damage to your car", "description": "Your insurer needs this to open a claim.",
  "fields": [
    {"id": "name", "label": "Full name", "intent": "As it stands in the policy.", "required": true, "answer": {"type": "shortText"}},
    {"id": "policy", "label": "Policy number", "intent": "Two letters and seven digits, on the policy's first page.", "required": true, "answer": {"type": "shortText"}},
    {"id": "day", "label": "Day of the accident", "required": true, "answer": {"type": "date", "latest": "today"}},
    {"id": "place", "label": "Where it happened", "intent": "Street and town, or what is near.", "required": true},
    {"id": "kind", "label": "What happened", "required": true, "answer": {"type": "choice", "options": ["collision", "theft", "glass", "weather"], "other": true}},
    {"id": "story", "label": "How it happened", "intent": "In a few sentences: who drove where, and what hit what.", "required": true},
    {"id": "hurt", "label": "Was anybody hurt?", "required": true, "answer": {"type": "yesNo"}},
    {"id": "cost", "label": "Cost of the repair", "intent": "A guess will do.", "required": false, "answer": {"type": "number", "unit": "EUR", "min": 0}},
    {"id": "phone", "label": "Phone number", "intent": "For questions about the claim.", "required": true, "answer": {"type": "phone"}},
    {"id": "notes", "label": "Anything else", "required": false}
  ]}"#;

pub const ANSWERS: [&str; 10] = [
    "Ada Lovelace",
    "KL 4711007",
    "yesterday",
    "Mill Lane, just before the bridge in Ashford",
    "collision",
    "I was waiting at the light when a van rolled into me from behind. It was slow, but the boot will not close any more.",
    "no",
    "1200",
    "+44 20 7946 0018",
    "skip",
];

/// The same form with a Reviewer of its own for what needs judgement: where it happened, and how.
pub fn form_with_reviewers() -> String {
    let mut form: Value = serde_json::from_str(FORM).unwrap_or_default();
    for field in [3, 5] {
        form["fields"][field]["review"] = json!("separate");
    }
    form.to_string()
}

/// What requests came to.
#[derive(Default)]
pub struct Taken {
    /// Requests.
    pub calls: usize,
    /// Tokens of all of them.
    pub tokens: u64,
    /// Tokens of each request that stood at the beginning of the one before, too.
    pub shared: u64,
}

impl Taken {
    /// What these requests came to.
    pub fn of<'a>(requests: impl Iterator<Item = &'a ChatRequest>) -> Self {
        let mut taken = Self::default();
        let mut before: Option<String> = None;
        for request in requests {
            let tokens = request.estimated_tokens();
            let text = text_of(request);
            if let Some(before) = &before {
                let alike = text.bytes().zip(before.bytes());
                let alike = alike.take_while(|(one, other)| one == other).count() as u64;
                taken.shared += tokens * alike / (text.len().max(1) as u64);
            }
            taken.calls += 1;
            taken.tokens += tokens;
            before = Some(text);
        }
        taken
    }

    /// The same for Interviewer and Reviewers, each of which has a prefix of its own.
    pub fn of_each(requests: &[ChatRequest]) -> Self {
        let is_review =
            |request: &&ChatRequest| request.tools.iter().any(|it| it.function.name == "review");
        let reviews = Self::of(requests.iter().filter(is_review));
        Self::of(requests.iter().filter(|it| !is_review(it))).plus(reviews)
    }

    fn plus(self, other: Self) -> Self {
        Self {
            calls: self.calls + other.calls,
            tokens: self.tokens + other.tokens,
            shared: self.shared + other.shared,
        }
    }
}

/// A request as a server reads it: the tools, then the messages.
fn text_of(request: &ChatRequest) -> String {
    let mut text = serde_json::to_string(&request.tools).unwrap_or_default();
    for message in &request.messages {
        text.push_str(&serde_json::to_string(message).unwrap_or_default());
    }
    text
}

/// The same form as the design that the project began with has it filled in: a Greeter and an
/// Architect first, then for each answer an Interviewer that starts a Reviewer in a sub-session and
/// asks on. The rules beside this file are those by which this project's own agents worked so.
pub fn literal() -> Taken {
    let form: Value = serde_json::from_str(FORM).unwrap_or_default();
    let fields = form["fields"].as_array().cloned().unwrap_or_default();
    let about = json!({"title": form["title"], "description": form["description"]});
    let tool = |name: &str, members: &[&str]| {
        let member = |name: &&str| ((*name).to_owned(), json!({"type": ["string", "null"]}));
        let members: serde_json::Map<String, Value> = members.iter().map(member).collect();
        ToolDefinition::function(name, name, json!({"type": "object", "properties": members}))
    };
    let ask = || tool("ask", &["message", "suggestions"]);
    let greeter = vec![
        ask(),
        tool("set_language", &["language"]),
        tool("set_country", &["country"]),
        tool("set_timezone", &["timezone"]),
    ];
    let mut greeted = vec![Message::system(format!("{GREETER}\n{about}"))];
    let mut greeting = Vec::new();
    for (tool, answer) in [
        ("ask", Some("English")),
        ("set_language", None),
        ("ask", Some("Japan")),
        ("set_country", None),
        ("set_timezone", None),
    ] {
        greeting.push(request(&greeted, &greeter));
        called(
            &mut greeted,
            tool,
            &json!({"message": "Which one would you like to use?"}),
        );
        greeted.extend(answer.map(Message::user));
    }
    let plan = vec![tool("create_plan", &["fields"])];
    let planned = vec![Message::system(ARCHITECT), Message::user(form.to_string())];
    let planning = vec![request(&planned, &plan)];

    let interviewer = vec![ask(), tool("subtask", &["agent"])];
    let review = [
        "passed",
        "feedback",
        "missing_facts",
        "extracted_facts",
        "field_value",
    ];
    let reviewer = vec![tool("review", &review)];
    let mut talk = vec![Message::system(format!("{INTERVIEWER}\n{about}"))];
    let (mut asking, mut reviewing) = (Vec::new(), Vec::new());
    let mut collected: Vec<Value> = Vec::new();
    for (field, answer) in fields.iter().zip(ANSWERS) {
        talk.push(Message::user(format!(
            "<current_field>{field}</current_field>"
        )));
        asking.push(request(&talk, &interviewer));
        let question = format!("Please tell me: {}", field["label"].as_str().unwrap_or(""));
        called(
            &mut talk,
            "ask",
            &json!({"message": question, "suggestions": null}),
        );
        talk.push(Message::user(answer));
        asking.push(request(&talk, &interviewer));
        called(&mut talk, "subtask", &json!({"agent": "reviewer"}));
        let summary = format!(
            "Conversation so far:\n<question>{question}</question>\n<answer>{answer}</answer>\nField: {field}\nCollected: {}",
            json!(collected)
        );
        let rules = include_str!("reviewer.md");
        let summary = [Message::system(rules), Message::user(summary)];
        reviewing.push(request(&summary, &reviewer));
        collected.push(json!({"field_id": field["id"], "value": answer}));
    }
    let all = [greeting, planning, asking, reviewing];
    let all = all.iter().map(|requests| Taken::of(requests.iter()));
    all.fold(Taken::default(), Taken::plus)
}

fn request(messages: &[Message], tools: &[ToolDefinition]) -> ChatRequest {
    ChatRequest {
        messages: messages.to_vec(),
        tools: tools.to_vec().into(),
        ..ChatRequest::default()
    }
}

fn called(messages: &mut Vec<Message>, tool: &str, arguments: &Value) {
    let id = format!("c{}", messages.len());
    let mut reply = kikitori_llm::AssistantMessage::default();
    reply
        .tool_calls
        .push(ToolCall::new(id.as_str(), tool, arguments.to_string()));
    messages.push(Message::Assistant(reply));
    messages.push(Message::tool(
        ToolCallId(id),
        r#"{"status":"success","result":{"message":"Done."}}"#,
    ));
}

const GREETER: &str = include_str!("greeter.md");
const ARCHITECT: &str = include_str!("architect.md");
const INTERVIEWER: &str = include_str!("interviewer.md");

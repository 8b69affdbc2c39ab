//! The model as a server: bytes of a request in, bytes of a reply out.

use kikitori_llm::{ChatRequest, Completion, FinishReason, Usage};
use serde_json::{Map, Value, json};

use crate::MODEL_NAME;

/// A pause that lets a person see text stream in.
const FRAME_DELAY_MS: u32 = 12;
/// Characters in a streamed piece, unless that makes too many pieces.
const PIECE_CHARS: usize = 6;
/// A reply is cut into about this many pieces at most, so that a long one does not take longer
/// to stream than it is worth watching.
const MOST_PIECES: usize = 60;
/// Names a reply. There is one in flight at a time, and no clock or chance to make others from.
const REPLY_ID: &str = "chatcmpl-scripted";

/// A server's reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// HTTP status code.
    pub status: u16,
    /// The `content-type` header.
    pub content_type: &'static str,
    /// The body, in the pieces in which it is to be sent.
    pub frames: Vec<Vec<u8>>,
    /// Milliseconds to wait between two pieces.
    pub delay_ms: u32,
}

impl Reply {
    /// The whole body.
    ///
    /// ```
    /// let body = kikitori_scripted::http::models().body();
    /// assert!(String::from_utf8(body).unwrap().contains("kikitori-scripted"));
    /// ```
    pub fn body(&self) -> Vec<u8> {
        self.frames.concat()
    }

    /// A stream of these frames.
    pub(crate) fn event_stream(frames: Vec<Vec<u8>>) -> Self {
        Self {
            status: 200,
            content_type: "text/event-stream; charset=utf-8",
            frames,
            delay_ms: FRAME_DELAY_MS,
        }
    }

    fn json(status: u16, body: &Value) -> Self {
        Self {
            status,
            content_type: "application/json",
            frames: vec![body.to_string().into_bytes()],
            delay_ms: 0,
        }
    }

    pub(crate) fn error(
        status: u16,
        message: &str,
        param: Option<&str>,
        code: Option<&str>,
    ) -> Self {
        let kind = if status < 500 {
            "invalid_request_error"
        } else {
            "server_error"
        };
        let error = json!({ "message": message, "type": kind, "param": param, "code": code });
        Self::json(status, &json!({ "error": error }))
    }
}

/// Answers `POST /chat/completions` with what `respond` makes of the request.
///
/// ```
/// use kikitori_scripted::{http, says};
/// assert_eq!(http::handle(b"{", |_| says("Hello")).status, 400);
/// assert_eq!(http::handle(br#"{"messages": []}"#, |_| says("Hello")).status, 200);
/// ```
pub fn handle(body: &[u8], respond: impl FnOnce(&ChatRequest) -> Completion) -> Reply {
    match read(body) {
        Ok(request) => reply_from(&respond(&request), request.stream, wants_usage(&request)),
        Err(reply) => reply,
    }
}

/// Answers `GET /models`.
pub fn models() -> Reply {
    let model =
        json!({ "id": MODEL_NAME, "object": "model", "created": 0, "owned_by": "kikitori" });
    Reply::json(200, &json!({ "object": "list", "data": [model] }))
}

/// The request in `body`, or the error to answer it with.
pub(crate) fn read(body: &[u8]) -> Result<ChatRequest, Reply> {
    let request: ChatRequest = serde_json::from_slice(body).map_err(|error| {
        let message = format!("The body is not a chat request in JSON: {error}");
        Reply::error(400, &message, None, None)
    })?;
    if !request.model.is_empty() && request.model != MODEL_NAME {
        let message = format!(
            "The model {:?} does not exist here: this server has only {MODEL_NAME}.",
            request.model
        );
        return Err(Reply::error(
            404,
            &message,
            Some("model"),
            Some("model_not_found"),
        ));
    }
    Ok(request)
}

pub(crate) fn wants_usage(request: &ChatRequest) -> bool {
    request
        .stream_options
        .as_ref()
        .is_some_and(|options| options.include_usage)
}

/// The reply of a server whose model came to `completion`: server-sent events if `stream`, with
/// a last one for the tokens if `include_usage`, and a single body otherwise.
pub fn reply_from(completion: &Completion, stream: bool, include_usage: bool) -> Reply {
    if stream {
        return Reply::event_stream(frames(completion, include_usage));
    }
    let mut message = Map::new();
    message.insert("role".to_owned(), json!("assistant"));
    if let Ok(Value::Object(fields)) = serde_json::to_value(&completion.message) {
        message.extend(fields);
    }
    let choice = json!({
        "index": 0,
        "message": message,
        "logprobs": null,
        "finish_reason": completion.finish_reason,
    });
    let mut body = json!({
        "id": REPLY_ID,
        "object": "chat.completion",
        "created": 0,
        "model": MODEL_NAME,
        "choices": [choice],
    });
    if let (Value::Object(fields), Some(usage)) = (&mut body, &completion.usage) {
        fields.insert("usage".to_owned(), json!(usage));
    }
    Reply::json(200, &body)
}

fn frames(completion: &Completion, include_usage: bool) -> Vec<Vec<u8>> {
    let mut chunks = Chunks {
        frames: Vec::new(),
        include_usage,
    };
    let message = &completion.message;
    let mut opening = Map::new();
    opening.insert("role".to_owned(), json!("assistant"));
    let opening_text = if message.tool_calls.is_empty() {
        json!("")
    } else {
        Value::Null
    };
    opening.insert("content".to_owned(), opening_text);
    opening.extend(message.extra.clone());
    chunks.delta(Value::Object(opening));
    for piece in pieces(message.content.as_deref().unwrap_or_default()) {
        chunks.delta(json!({ "content": piece }));
    }
    for (index, call) in message.tool_calls.iter().enumerate() {
        let mut header = json!({
            "index": index,
            "id": call.id,
            "type": call.kind,
            "function": { "name": call.function.name, "arguments": "" },
        });
        if let Value::Object(fields) = &mut header {
            fields.extend(call.extra.clone());
        }
        chunks.delta(json!({ "tool_calls": [header] }));
        for piece in pieces(&call.function.arguments) {
            let part = json!({ "index": index, "function": { "arguments": piece } });
            chunks.delta(json!({ "tool_calls": [part] }));
        }
    }
    chunks.finish(completion.finish_reason.as_ref(), completion.usage.as_ref());
    chunks.frames
}

struct Chunks {
    frames: Vec<Vec<u8>>,
    include_usage: bool,
}

impl Chunks {
    fn delta(&mut self, delta: Value) {
        self.choice(json!({ "index": 0, "delta": delta, "logprobs": null, "finish_reason": null }));
    }

    fn choice(&mut self, choice: Value) {
        self.chunk(Value::Array(vec![choice]), None);
    }

    fn chunk(&mut self, choices: Value, usage: Option<&Usage>) {
        let mut chunk = json!({
            "id": REPLY_ID,
            "object": "chat.completion.chunk",
            "created": 0,
            "model": MODEL_NAME,
            "choices": choices,
        });
        // Where usage is asked for, every chunk has the member and only the last a value in it.
        if let (Value::Object(fields), true) = (&mut chunk, self.include_usage) {
            fields.insert("usage".to_owned(), json!(usage));
        }
        self.frames.push(format!("data: {chunk}\n\n").into_bytes());
    }

    fn finish(&mut self, reason: Option<&FinishReason>, usage: Option<&Usage>) {
        self.choice(json!({ "index": 0, "delta": {}, "logprobs": null, "finish_reason": reason }));
        if self.include_usage && usage.is_some() {
            self.chunk(json!([]), usage);
        }
        self.frames.push(b"data: [DONE]\n\n".to_vec());
    }
}

/// Cuts a text at character boundaries.
fn pieces(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let size = chars.len().div_ceil(MOST_PIECES).max(PIECE_CHARS);
    chars
        .chunks(size)
        .map(|piece| piece.iter().collect())
        .collect()
}

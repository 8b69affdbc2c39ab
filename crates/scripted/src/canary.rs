//! What no model may ever be sent: in every test, an answer to a private field begins with
//! [`CANARY`], and whatever plays a model looks for it.

use std::rc::Rc;

use futures::future::LocalBoxFuture;
use kikitori_llm::{ChatRequest, Completion, Delta, LlmError, Model};

/// Begins every answer that a test gives to a private field.
pub const CANARY: &str = "canary-";

/// Whether a text holds a private answer, in letters of either case.
///
/// ```
/// use kikitori_scripted::{CANARY, has_canary};
/// assert!(has_canary(&format!("They said {CANARY}4711.").to_uppercase()));
/// assert!(!has_canary("They keep canaries."));
/// ```
pub fn has_canary(text: &str) -> bool {
    let (name, mark) = CANARY.split_at(CANARY.len() - 1);
    // Every request of every test is looked through: nothing is copied, and few marks stand in one.
    let mut marks = text.match_indices(mark).map(|(at, _)| at);
    marks.any(|at| {
        let before = at
            .checked_sub(name.len())
            .and_then(|from| text.get(from..at));
        before.is_some_and(|it| it.eq_ignore_ascii_case(name))
    })
}

/// Looks for private answers in a request.
///
/// # Panics
/// Where it holds one: there is nothing that a test may do with it.
#[allow(
    clippy::panic,
    reason = "it fails the test, whatever the test looks for"
)]
pub fn assert_no_canary(request: &ChatRequest) {
    let sent = serde_json::to_string(request).unwrap_or_default();
    if has_canary(&sent) {
        panic!("a private answer was sent to a model: {sent}");
    }
}

/// The model, with every request looked through by [`assert_no_canary`].
pub fn watched(model: Rc<dyn Model>) -> Rc<dyn Model> {
    Rc::new(Watched(model))
}

struct Watched(Rc<dyn Model>);

impl Model for Watched {
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        on_delta: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        assert_no_canary(&request);
        self.0.chat(request, on_delta)
    }
}

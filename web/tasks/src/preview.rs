//! What a task would do as the kitchen is now: asked of its service while somebody looks at it.

use kikitori_tasks::{ServiceCall, TaskOutcome};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::{Map, Value};

use crate::messages::Messages;
use crate::messages::amounts::foretold;
use crate::tasks::TasksPage;

/// What a task would do.
#[derive(Debug, Clone, PartialEq)]
pub enum Preview {
    /// This, as its service says it.
    Would(Value),
    /// Nothing: it cannot be done so, and this is why.
    CannotBe(String),
}

/// What it would do, with the parameters that this is said of; none while nobody knows.
pub type Foretold = RwSignal<Option<(Map<String, Value>, Preview)>>;

/// What a call of `method` would do, worked out anew whenever its parameters or the kitchen change.
/// Of a service that cannot say so, `known` stays as it is.
pub fn preview_now(
    tasks: TasksPage,
    (service, method): (String, String),
    parameters: Signal<Option<Map<String, Value>>>,
    known: Option<Value>,
) -> Foretold {
    let known = known.zip(parameters.get_untracked());
    let shown: Foretold = RwSignal::new(known.map(|(value, of)| (of, Preview::Would(value))));
    let called = StoredValue::new((service, method));
    let turn = StoredValue::new(0_u64);
    Effect::new(move || {
        tasks.pantry.track();
        tasks.book.track();
        let this = turn.get_value().wrapping_add(1);
        turn.set_value(this);
        let Some(parameters) = parameters.get() else {
            shown.set(None);
            return;
        };
        let (service, method) = called.get_value();
        spawn_local(async move {
            let call = ServiceCall {
                method,
                parameters: parameters.clone(),
                // Nothing is changed, so nothing is to be known again.
                idempotency_key: String::new(),
                is_preview: true,
            };
            let preview = look(tasks, &service, call).await;
            // Something else may be looked at by now.
            if turn.try_get_value() == Some(this)
                && let Some(preview) = preview
            {
                shown.try_set(Some((parameters, preview)));
            }
        });
    });
    shown
}

/// What the kitchen's service of this name says to the call; none if it says nothing beforehand.
async fn look(tasks: TasksPage, service: &str, call: ServiceCall) -> Option<Preview> {
    let services = tasks.kitchen().await.services();
    let service = services.into_iter().find(|it| it.info().name == service)?;
    let info = service.info();
    let mut methods = info.methods.iter();
    if !methods.any(|it| it.name == call.method && it.previews) {
        return None;
    }
    Some(match service.call(call).await {
        TaskOutcome::Done(value) | TaskOutcome::Unchanged(value) => Preview::Would(value),
        TaskOutcome::Ambiguous(asked) => Preview::CannotBe(asked.question),
        TaskOutcome::Failed(error) => Preview::CannotBe(error.message),
    })
}

/// The preview in words, which a screen reader hears when it changes.
pub fn preview_view(tasks: TasksPage, test_id: &'static str, preview: Foretold) -> AnyView {
    let shown = move || {
        let language = tasks.page.language.get();
        preview.with(|it| {
            let (_, preview) = it.as_ref()?;
            Some(match preview {
                Preview::Would(value) => {
                    let text = foretold(language, value)?;
                    view! { <p class="confirm-change" data-testid=test_id dir="auto">{text}</p> }
                        .into_any()
                }
                Preview::CannotBe(why) => {
                    let text = format!("{} {why}", Messages::of(language).cannot_be);
                    view! { <p class="field-error" data-testid=format!("{test_id}-not") dir="auto">{text}</p> }
                        .into_any()
                }
            })
        })
    };
    view! { <div class="foretold" aria-live="polite">{shown}</div> }.into_any()
}

//! The model as the interview calls it.

use std::cell::RefCell;
use std::rc::Rc;

use futures::future::LocalBoxFuture;
use kikitori_browser::{BrowserJitter, Connection, NoConnection};
use kikitori_llm::{
    CallMeter, ChatClient, ChatRequest, Completion, Delta, LlmError, Model, Retries, RetryPolicy,
    StructuredOutputMode,
};
use kikitori_ports::TransportError;

use kikitori_parts::page::Page;
use kikitori_parts::signals::set_if_new;

/// The model that the connection names at the time of the call: what was changed in the settings
/// counts from the next call on, and a server that could not be asked is asked again.
pub struct PageModel {
    page: Page,
    /// Who was asked last.
    asked: RefCell<Option<ChatClient>>,
}

impl Model for PageModel {
    fn chat<'a>(
        &'a self,
        request: ChatRequest,
        on_delta: &'a mut dyn FnMut(Delta),
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        Box::pin(async move {
            let mut call = CallMeter::unmetered(on_delta);
            self.chat_metered(&request, &mut call).await
        })
    }

    fn chat_metered<'a>(
        &'a self,
        request: &'a ChatRequest,
        call: &'a mut CallMeter<'_>,
    ) -> LocalBoxFuture<'a, Result<Completion, LlmError>> {
        Box::pin(self.call(request, call))
    }

    fn gives_calls(&self) -> bool {
        let asked = self.asked.borrow();
        asked.as_ref().is_none_or(ChatClient::gives_calls)
    }

    fn mode_from(&self, surest: StructuredOutputMode) -> StructuredOutputMode {
        let asked = self.asked.borrow();
        let known = asked.as_ref().map(ChatClient::profile);
        known.unwrap_or_default().mode_from(surest)
    }

    fn mode_ignored(&self, mode: StructuredOutputMode) {
        if let Some(asked) = &*self.asked.borrow() {
            asked.mode_ignored(mode);
        }
    }

    fn mode_followed(&self, mode: StructuredOutputMode) {
        if let Some(asked) = &*self.asked.borrow() {
            asked.mode_followed(mode);
        }
    }
}

impl PageModel {
    /// The model of this page.
    pub fn new(page: Page) -> Self {
        Self {
            page,
            asked: RefCell::new(None),
        }
    }

    async fn call(
        &self,
        request: &ChatRequest,
        call: &mut CallMeter<'_>,
    ) -> Result<Completion, LlmError> {
        let page = self.page;
        let connection: Connection = page.connection().await.map_err(unlinked)?;
        let retries = Retries::new(
            RetryPolicy::default(),
            Rc::new(BrowserJitter),
            move |wait| {
                page.count_down(wait.wait);
            },
        );
        let client = connection.client(&page.profiles().await).await;
        self.asked.replace(Some(client.clone()));
        let client = client.with_retries(retries);
        let outcome = client.chat_metered(request, call).await;
        set_if_new(page.retry_in, None);
        outcome
    }
}

fn unlinked(none: NoConnection) -> LlmError {
    let detail = match none {
        NoConnection::NoAnswer => "the page's server does not answer",
        NoConnection::NothingChosen => "no endpoint is chosen",
        NoConnection::LimitsUnreadable => "the limits on calls cannot be read",
    };
    LlmError::Transport(TransportError::Unreachable {
        detail: detail.to_owned(),
    })
}

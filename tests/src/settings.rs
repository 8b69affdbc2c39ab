//! The page's settings, as a person uses them.

use serde_json::Value;

use crate::Page;

/// The open sheet.
const SHEET: &str = "document.querySelector('dialog[open] [data-testid=\"settings-sheet\"]')";

impl Page<'_> {
    /// Opens the settings by what has the test id `by`.
    pub async fn open_settings(&self, by: &str) {
        self.click(by).await.unwrap();
        self.settings_are_open().await;
    }

    /// Waits until the settings are there.
    pub async fn settings_are_open(&self) {
        self.wait_for(SHEET).await.unwrap();
    }

    /// Closes them.
    pub async fn close_settings(&self) {
        self.value("document.querySelector('dialog[open]').close()")
            .await
            .unwrap();
    }

    /// Checks the connection with the settings open, up to `outcome`.
    pub async fn check_connection(&self, outcome: &str) {
        self.click("check-connection").await.unwrap();
        self.wait_for(&format!(
            "document.querySelector('[data-testid=\"check\"]')?.dataset.state === '{outcome}'"
        ))
        .await
        .unwrap();
    }

    /// Talks to `address` directly from now on.
    pub async fn go_direct(&self, address: &str, model: &str) {
        self.click("way-direct").await.unwrap();
        self.change("address", address).await.unwrap();
        self.change("model", model).await.unwrap();
    }

    /// How the steps of the check stand.
    pub async fn check_steps(&self) -> Vec<String> {
        let states = "[...document.querySelectorAll('[data-testid=\"check-step\"]')].filter(it => !it.hidden).map(it => it.dataset.state)";
        serde_json::from_value(self.value(states).await.unwrap()).unwrap()
    }

    /// The way to structured values that the settings show.
    pub async fn mode(&self) -> Value {
        let mode = "document.querySelector('[data-testid=\"check\"]').dataset.mode";
        self.value(mode).await.unwrap()
    }
}

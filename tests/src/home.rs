//! Home, and what it says of this device.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{Browser, Page};

/// What the help desk is asked in [`Page::use_both_systems`].
pub const QUESTION: &str = "How do I download the result?";

impl Page<'_> {
    /// Leaves an interview with one answer, and an answered question, and goes home.
    pub async fn use_both_systems(&self) {
        self.begin("bug-report").await.unwrap();
        self.answer("The last line is lost").await.unwrap();
        self.settled().await.unwrap();
        self.click("home").await.unwrap();
        self.click("desk").await.unwrap();
        self.wait_for("document.querySelector('main[data-screen=\"desk\"]')")
            .await
            .unwrap();
        self.ask(QUESTION).await.unwrap();
        self.comes_to("answered").await.unwrap();
        self.click("home").await.unwrap();
        self.lists(2).await;
    }

    /// Waits until home lists this many sessions.
    pub async fn lists(&self, sessions: usize) {
        let listed = "document.querySelectorAll('[data-testid=\"session\"]').length";
        self.wait_for(&format!("{listed} === {sessions}"))
            .await
            .unwrap();
    }

    /// Opens what home says of the storage.
    pub async fn open_storage(&self) {
        self.click_on("[data-testid=\"stored\"] summary")
            .await
            .unwrap();
        self.wait_for("document.querySelector('[data-testid=\"storage\"] table')")
            .await
            .unwrap();
    }

    /// Has home delete everything.
    pub async fn erase_everything(&self) {
        self.open_storage().await;
        self.click("erase").await.unwrap();
        self.click("erase-confirm").await.unwrap();
    }
}

/// What this origin and tab still hold.
const LEFT: &str = "const done = arguments[0]; indexedDB.databases().then(found => done([found.map(it => it.name), Object.keys(localStorage), Object.keys(sessionStorage)]));";

impl Browser {
    /// What the origin and the tab that is shown still hold: names of databases, keys of
    /// localStorage and of sessionStorage.
    pub async fn left(&self) -> Value {
        let left = self.driver.execute_async(LEFT, vec![]).await.unwrap();
        left.json().clone()
    }

    /// Waits until the origin holds nothing any more: a database that other tabs had open goes once they
    /// have let it go.
    pub async fn keeps_nothing(&self) {
        let nothing = json!([[], [], []]);
        for _ in 0..50 {
            if self.left().await == nothing {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        assert_eq!(self.left().await, nothing);
    }
}

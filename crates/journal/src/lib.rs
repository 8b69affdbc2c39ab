//! stub
#![allow(missing_docs)]
use kikitori_store::*;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
pub enum Part {
    State,
    Update,
}
pub trait Journaled: Serialize + DeserializeOwned + Clone {
    type Update: Serialize + DeserializeOwned + Clone;
    const KIND: &'static str;
    const VERSION: u32 = 1;
    fn apply(&mut self, update: Self::Update);
    fn migrate(_part: Part, from: u32, _body: Value) -> Result<Value, StoreError> {
        Err(StoreError::Unreadable {
            kind: Self::KIND,
            detail: format!("{from}"),
        })
    }
}
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    pub done: usize,
    pub of: usize,
}
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionHead {
    pub id: String,
    pub kind: String,
    pub title: String,
    pub language: Option<String>,
    pub progress: Progress,
    pub status: String,
    pub created_at: u64,
    pub updated_at: u64,
}

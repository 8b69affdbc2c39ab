//! What a server said that the finished form was sent to.

use kikitori_json::FromJson;
use serde::Serialize;

/// A receipt for the finished form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    /// The status of the server's response: from 200 to 299.
    pub status: u16,
    /// The local time at which it came.
    pub at: String,
    /// What the server calls what it has received, if it said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
}

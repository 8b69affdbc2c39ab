//! A field whose criteria need judgement has a Reviewer of its own, beside the Interviewer.

mod again;
mod any_order;
mod beside;
mod early;
mod in_interviews;
mod private;

use serde_json::{Value, json};

fn not_passed() -> Value {
    json!({"passed": false, "quote": "back", "missing_facts": ["since when"],
        "follow_up": {"message": "Since when?", "suggestions": ["Today"]}})
}

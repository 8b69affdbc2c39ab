//! How far a server's tool has come.

use kikitori_mcp::Progress;

use crate::format::shortened;

/// Characters that are shown of what a server says that it is doing.
const SHOWN: usize = 120;

/// How far a call has come, in the server's words.
pub fn progress_in_words(progress: &Progress) -> String {
    let total = progress.total.filter(|total| *total > 0.0);
    let share = total.map(|total| (100.0 * progress.progress / total).clamp(0.0, 100.0));
    let share = share.map(|share| format!("{share:.0} %"));
    let message = progress.message.as_deref().map(str::trim);
    let message = message.filter(|it| !it.is_empty());
    let message = message.map(|it| shortened(it, SHOWN).into_owned());
    let said: Vec<String> = share.into_iter().chain(message).collect();
    said.join(" · ")
}

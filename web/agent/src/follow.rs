//! Keeps in sight where the conversation goes on.

use kikitori_parts::dom::{document, find};
use leptos::prelude::request_animation_frame;
use web_sys::Element;

/// The question at hand with its steps and its answer.
const LAST: &str = ".exchange:last-child";
/// How far below the page's edge its end may be for a person who reads along.
const SLACK_PX: i32 = 160;
/// Room below the end.
const ROOM_PX: i32 = 24;

/// Whether the person sees where the conversation goes on, that is: has not scrolled up.
pub fn is_end_in_sight() -> bool {
    beyond().is_none_or(|(_, _, below)| below < SLACK_PX)
}

/// Brings the end of what was said last into sight, once what was just changed is on the page.
pub fn end_soon() {
    request_animation_frame(|| {
        if let Some((page, _, below)) = beyond()
            && below + ROOM_PX > 0
        {
            page.set_scroll_top(page.scroll_top() + below + ROOM_PX);
        }
    });
}

/// Brings the question that was just asked into sight, where the person looks elsewhere, and else
/// its end, once it is on the page.
pub fn question_soon() {
    request_animation_frame(|| match (beyond(), find(LAST)) {
        (Some((_, above, _)), Some(last)) if above > 0 => last.scroll_into_view(),
        (Some((page, _, below)), _) if below + ROOM_PX > 0 => {
            page.set_scroll_top(page.scroll_top() + below + ROOM_PX);
        }
        _ => {}
    });
}

/// Brings the last question with its answer into sight, from its begin, once what was just changed
/// is on the page.
pub fn last_turn_soon() {
    request_animation_frame(|| {
        if let Some((_, above, below)) = beyond()
            && (above > 0 || below > 0)
            && let Some(last) = find(LAST)
        {
            last.scroll_into_view();
        }
    });
}

/// What scrolls, and the pixels of the last question above and below what is seen.
fn beyond() -> Option<(Element, i32, i32)> {
    let page = document()?.document_element()?;
    let last = find(LAST)?;
    let (top, seen) = (last.offset_top(), page.scroll_top());
    let below = top + last.offset_height() - seen - page.client_height();
    Some((page, seen - top, below))
}

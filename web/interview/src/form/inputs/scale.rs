//! A scale to point at.

use kikitori_form::file::answer::Rating;
use kikitori_form::file::text::Text;
use leptos::prelude::*;
use serde_json::{Value as Json, json};

use super::Input;

/// More points than these are a number to type.
const POINTS_AT_MOST: u32 = 21;

/// Whether its points are shown one by one.
pub fn is_scale(rating: &Rating) -> bool {
    rating.max.0.saturating_sub(rating.lowest()) < POINTS_AT_MOST
}

/// The points, with what the ends mean.
pub fn scale(input: &Input, rating: &Rating, initial: &Json) -> AnyView {
    let set = input.set;
    let points = (rating.lowest()..=rating.max.0).enumerate();
    let point = |(at, point): (usize, u32)| {
        view! {
            <label class="scale-point">
                <input
                    type="radio"
                    id=format!("{}-{at}", input.id)
                    name=input.id.clone()
                    value=point.to_string()
                    checked=initial.as_u64() == Some(u64::from(point))
                    on:change=move |_| set.run(json!(point))
                />
                <span>{point}</span>
            </label>
        }
    };
    // It stands below the points, and on a narrow screen above or below all of them.
    let end = |point: u32, label: &Option<Text>, class: &'static str| {
        let label = label.as_ref()?.in_language(&input.language);
        let label = format!("{point} – {label}");
        Some(view! { <span class=class dir="auto" lang=input.lang>{label}</span> })
    };
    view! {
        <div class="scale">
            {end(rating.lowest(), &rating.low_label, "scale-low")}
            <div class="scale-points">{points.map(point).collect_view()}</div>
            {end(rating.max.0, &rating.high_label, "scale-high")}
        </div>
    }
    .into_any()
}

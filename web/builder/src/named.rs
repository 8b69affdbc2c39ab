//! One more of something, which is named before it is there: its id is made of its name.

use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::dom::{self, on_click};
use leptos::ev;
use leptos::prelude::*;

use crate::builder::Builder;
use crate::languages::{problem, refused_here};
use crate::messages::Messages;

/// What can be added.
pub struct Named {
    pub builder: Builder,
    /// Of the box for its name.
    pub id: String,
    /// What it is.
    pub label: fn(&Messages) -> &'static str,
    /// What else is said of it, beside its name.
    pub beside: Option<AnyView>,
    /// Of the button.
    pub test_id: &'static str,
    /// Takes the name; says whether there is one more.
    pub on_add: Callback<String, bool>,
}

/// The box for its name, and the button.
pub fn named(it: Named) -> AnyView {
    let Named {
        builder,
        id,
        label,
        beside,
        test_id,
        on_add,
    } = it;
    let name = RwSignal::new(String::new());
    let add = {
        let id = id.clone();
        move || {
            let wanted = name.get_untracked().trim().to_owned();
            if wanted.is_empty() {
                builder.refuse(&id, builder.messages_now().no_name);
                dom::focus(&format!("[id='{id}']"));
            } else if on_add.run(wanted) {
                name.set(String::new());
            }
        }
    };
    let on_enter = {
        let add = add.clone();
        move |event: ev::KeyboardEvent| {
            // What is still being composed is no name yet.
            if event.key() == "Enter" && !event.is_composing() {
                event.prevent_default();
                add();
            }
        }
    };
    let is_refused = refused_here(builder, id.clone());
    view! {
        <div class="field">
            <label for=id.clone()>{move || label(builder.messages())}</label>
            <div class="builder-pair builder-new">
                <input
                    id=id.clone()
                    class="box"
                    type="text"
                    dir="auto"
                    autocomplete="off"
                    aria-describedby=format!("{id}-error")
                    aria-invalid=move || is_refused().to_string()
                    prop:value=move || name.get()
                    on:input=move |event| name.set(event_target_value(&event))
                    on:keydown=on_enter
                />
                {beside}
                <button type="button" class="button" data-testid=test_id on:click=on_click(add)>
                    {icon(Icon::Add)}
                    {move || builder.messages().add}
                </button>
            </div>
            {problem(builder, id)}
        </div>
    }
    .into_any()
}

//! What stands over the screen until that is there: an interview's first view. Until then the screen
//! takes no focus.

use std::rc::Rc;

use leptos::prelude::*;

use crate::page::Page;

/// Is told when the screen is there.
type Told = Rc<dyn Fn()>;

#[derive(Clone, Copy)]
struct Cover(StoredValue<Option<Told>, LocalStorage>);

impl Cover {
    fn of(page: Page) -> Self {
        page.kept(|| Self(StoredValue::new_local(None)))
    }
}

impl Page {
    /// Something stands over the screen from now on; `told` hears when the screen is there.
    pub fn cover(self, told: Rc<dyn Fn()>) {
        Cover::of(self).0.set_value(Some(told));
    }

    /// Whether something stands over the screen.
    pub fn is_covered(self) -> bool {
        Cover::of(self).0.with_value(Option::is_some)
    }

    /// The screen is there, and has what it shows.
    pub fn screen_is_there(self) {
        if let Some(told) = Cover::of(self).0.get_value() {
            told();
        }
    }

    /// Nothing stands over the screen any more.
    pub fn uncovered(self) {
        Cover::of(self).0.set_value(None);
    }
}

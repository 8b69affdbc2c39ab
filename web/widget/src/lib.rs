//! The interview as a module of its own: what the script loads for `<kikitori-form>` in another
//! site's page. It stores what it stores under a name of its own, so that the sessions of the site's
//! other pages, which may be Kikitori's too, are not its.

mod shown;

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use any_spawner::Executor;
use js_sys::Function;
use kikitori_browser::{EraseNote, on_erase};
use kikitori_interview_page::{FirstStage, embedded};
use kikitori_parts::Embedding;
use kikitori_parts::page::Page;
use leptos::mount::mount_to;
use leptos::prelude::*;
use tracing::level_filters::LevelFilter;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::HtmlElement;

use shown::Shown;

/// What everything that this module stores is named after.
const NAMESPACE: &str = "kikitori-widget";
/// What was begun and is not ended by its screen ends within this time: no call of a model takes
/// longer.
const UNDER_WAY: Duration = Duration::from_secs(180);

thread_local! {
    /// Is called when this module has broken and can do nothing any more.
    static ON_BREAK: RefCell<Option<Function>> = const { RefCell::new(None) };
    /// Whether the page around is this site's own.
    static IS_OWN: Cell<bool> = const { Cell::new(false) };
}

/// To be called once, before anything else; `on_break` is called when this module has broken and can
/// do nothing any more. `is_stored_with_page` says whether what is stored is the page's of the same
/// server too.
#[wasm_bindgen]
pub fn begin(on_break: Function, is_stored_with_page: bool) {
    ON_BREAK.replace(Some(on_break));
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        let on_break = ON_BREAK.try_with(|it| it.try_borrow_mut().ok()?.take());
        if let Some(on_break) = on_break.ok().flatten() {
            // Whatever it throws, this module has ended.
            let _ = on_break.call0(&JsValue::NULL);
        }
    }));
    // Before anything is waited for. It fails where it was done before.
    let _ = Executor::init_wasm_bindgen();
    IS_OWN.set(is_stored_with_page);
    if is_stored_with_page {
        on_erase(false, leave_for_home);
    } else {
        kikitori_browser::use_namespace(NAMESPACE);
    }
    kikitori_browser::install_console(LevelFilter::WARN);
}

/// Home is shown in this tab, and waits for what becomes of deleting everything. An interview that is
/// stored with the page stands at an address of the page's own, one folder below home.
fn leave_for_home() {
    EraseNote::Wait.leave();
    // It fails only for an address that is none.
    let _ = window().location().replace("../");
}

/// An interview in an element.
#[wasm_bindgen]
pub struct Widget {
    page: Page,
    shown: Shown,
    owner: Owner,
    /// What the view, and the session in it, belong to.
    screen: Owner,
    /// Takes the view away when it is dropped.
    view: Option<Box<dyn Any>>,
}

#[wasm_bindgen]
impl Widget {
    /// Shows the interview about `form`, a form's file, in `place`: goes on with the one that was
    /// begun under `key` on this device, or begins one. One about another form is gone on with where
    /// something of it is answered.
    ///
    /// `base` is the address of the folder of the server that models are asked through, and `language`
    /// the BCP 47 tag of the language that the site wants. `prefill` is called when an interview is begun,
    /// and gives an object of values by field in JSON, or nothing. `tell` is given the names of events with their details.
    /// `demo` is the address of the demonstration model's script, where that is to answer.
    #[expect(
        clippy::too_many_arguments,
        reason = "the element's script calls it, which has all of them at hand"
    )]
    #[wasm_bindgen(constructor)]
    pub fn new(
        place: HtmlElement,
        form: String,
        key: String,
        base: String,
        language: Option<String>,
        prefill: Function,
        tell: Function,
        demo: Option<String>,
    ) -> Self {
        let site = Site {
            base: base.into(),
            demo: demo.map(Into::into),
            language: language.map(Into::into),
            prefill: Some(prefill),
            tell,
        };
        Self::show(place, site, key, form, None)
    }

    /// The same for an interview that the `first` stage has begun elsewhere on the page: it is shown in
    /// `place`, and what is there to see is told as an event called `ready`.
    pub fn take_over(
        place: HtmlElement,
        form: String,
        key: String,
        base: String,
        language: Option<String>,
        tell: Function,
        first: FirstStage,
    ) -> Self {
        let site = Site {
            base: base.into(),
            language: language.map(Into::into),
            demo: None,
            prefill: None,
            tell,
        };
        let before = place.previous_element_sibling();
        let region = before.and_then(|it| it.query_selector("[role=status]").ok()?);
        let widget = Self::show(place, site, key, form, Some(first));
        widget.shown.goes_on_from(region);
        widget
    }

    /// What is recorded so far, by field, in JSON; empty while there is nothing.
    pub fn data(&self) -> String {
        embedded::data_of(self.page)
    }

    /// Records values, an object of them by field in JSON; says whether they could be put in. Each is
    /// checked as what the person puts in.
    pub fn set_fields(&self, json: String) -> bool {
        let is_put_in = embedded::set_fields(self.page, &json);
        if is_put_in {
            self.shown.note_answered();
        }
        is_put_in
    }

    /// Asks for what the form of the page shows now, an object in JSON: the `form`'s file, and the
    /// ids of the fields that are `shown`. Says whether somebody could be told.
    pub fn follow_form(&self, changes: String) -> bool {
        embedded::follow_form(self.page, &changes)
    }

    /// Asks again for answers that the form of the page does not take, an object in JSON of what is said of
    /// them by field. Says whether somebody could be told.
    pub fn turn_down(&self, answers: String) -> bool {
        embedded::turn_down(self.page, &answers)
    }

    /// Sends the form, where all of it can be sent; says whether it could.
    pub fn submit(&self) -> bool {
        embedded::submit(self.page)
    }

    /// Puts the focus where the person goes on; the next screens take it too.
    pub fn focus(&self) {
        embedded::take_focus(self.page);
    }

    /// Forgets the interview at hand and begins another.
    pub fn reset(&self) {
        self.shown.anew();
    }
}

/// What the site's page gives to the interview in it.
struct Site {
    base: Rc<str>,
    demo: Option<Rc<str>>,
    language: Option<Rc<str>>,
    prefill: Option<Function>,
    tell: Function,
}

impl Widget {
    fn show(
        place: HtmlElement,
        site: Site,
        key: String,
        form: String,
        first: Option<FirstStage>,
    ) -> Self {
        let tell = site.tell;
        let tell = Rc::new(move |name: &str, detail: JsValue| {
            // What a listener throws is its site's.
            let _ = tell.call2(&JsValue::NULL, &name.into(), &detail);
        });
        // What lives as long as the widget belongs to it.
        let owner = Owner::new();
        let screen = owner.child();
        let leave = Rc::new(RefCell::new(None::<Shown>));
        let (anew, answered) = (leave.clone(), leave.clone());
        let embedding = Embedding {
            place: Some(place.clone()),
            is_own: IS_OWN.get(),
            base: site.base,
            demo: site.demo,
            language: site.language,
            prefill: Rc::new(move || {
                let given = site.prefill.as_ref()?.call0(&JsValue::NULL).ok()?;
                given.as_string()
            }),
            tell,
            answered: Rc::new(move || {
                if let Some(shown) = *answered.borrow() {
                    shown.note_answered();
                }
            }),
            leave: Rc::new(move || {
                if let Some(shown) = *anew.borrow() {
                    shown.anew();
                }
            }),
        };
        let (page, shown) = owner.with(|| {
            let page = Page::embedded(embedding);
            provide_context(page);
            let shown = Shown::new(page, key, form, first);
            leave.replace(Some(shown));
            shown.open();
            (page, shown)
        });
        let view = screen.with(|| mount_to(place, move || shown.view()));
        Self {
            page,
            shown,
            owner,
            screen,
            view: Some(Box::new(view)),
        }
    }
}

impl Drop for Widget {
    fn drop(&mut self) {
        // The session ends with its screen, and what it had under way soon after. What waits in it holds
        // what it belongs to, so nothing ends by being dropped.
        self.screen.cleanup();
        self.view = None;
        self.page.let_go();
        let owner = self.owner.clone();
        set_timeout(move || owner.cleanup(), UNDER_WAY);
    }
}

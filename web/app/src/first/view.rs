//! The first view in the page: with the page's header, and what the session's screen has in it.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

use kikitori_first::{
    Asked, Followed, Languages, OwnPage, Stage, Surroundings, Texts, beginning_of, done_of,
};
use kikitori_interview::{Beginning, CallMadeElsewhere};
use kikitori_interview_page::{FirstView, form_language, page_context};
use kikitori_parts::Language;
use kikitori_parts::components::header::Header;
use kikitori_parts::components::icons::{Icon, icon};
use kikitori_parts::dom;
use kikitori_parts::page::Page;
use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::Standing;

/// The first view, and what stands around it.
struct Shown {
    around: Element,
    stage: Rc<Stage>,
    /// Takes the header away when it is dropped.
    header: RefCell<Option<Box<dyn Any>>>,
}

/// Draws it over what the page shows, for an interview about a sample form.
pub fn begin(page: Page, sample: &'static str, text: &str) -> Option<Rc<dyn Standing>> {
    let beginning = beginning_of(text, page_context(page))?;
    // Before anything is drawn.
    let asked = Asked::begin(beginning, page.address("v1"), Box::pin(page.ask_server()));
    let beginning = asked.beginning();
    let title = title_of(beginning);
    let app = dom::find("#app")?;
    let document = app.owner_document()?;
    let make = |class: &str| {
        let element: HtmlElement = document.create_element("div").ok()?.dyn_into().ok()?;
        element.set_class_name(class);
        Some(element)
    };
    let (around, session) = (make("first-stage")?, make("session")?);
    around.append_child(&session).ok()?;

    page.speak(Language::of(beginning.language()));
    let fields = beginning.open().len();
    let owner = Owner::new();
    let place = session.clone();
    let header = owner.with(|| {
        provide_context(page);
        mount_to(place, move || header(page, fields))
    });
    // The address is still home's.
    if let Ok(Some(link)) = session.query_selector("[data-testid=to-interview]") {
        link.set_attribute("aria-current", "page").ok()?;
    }
    let surroundings = Surroundings {
        place: session.clone(),
        name: format!("typed/{sample}"),
        page: Some(own_page(page, beginning)),
    };
    let stage = Rc::new(Stage::begin(asked, surroundings)?);
    let spoken = stage.clone();
    owner.with(|| {
        Effect::watch(
            move || page.language.get(),
            move |_, _, _| spoken.speak(languages(page, spoken.beginning())),
            false,
        );
    });
    // Behind the live region, and before whatever it stands over.
    let first = app.first_element_child().and_then(|it| it.next_sibling());
    app.insert_before(&around, first.as_ref()).ok()?;
    page.title.set(title);
    dom::focus(".first-stage h1");
    Some(Rc::new(Shown {
        around: around.into(),
        stage,
        header: RefCell::new(Some(Box::new((header, owner)))),
    }))
}

fn title_of(beginning: &Beginning) -> String {
    let title = &beginning.form().title;
    title.in_language(beginning.language()).to_owned()
}

/// What the first view takes from the page.
fn own_page(page: Page, beginning: &Beginning) -> OwnPage {
    OwnPage {
        languages: languages(page, beginning),
        is_narrow: page.narrow.get_untracked(),
        on_question: Rc::new(move |question| {
            page.announcement.set(question.to_owned());
            // Who has come here to answer can type at once, unless with a finger.
            let focused = dom::focused();
            let is_on_heading = focused.is_none_or(|element| element.tag_name() == "H1");
            if is_on_heading && !dom::touches() {
                dom::focus(".first-stage textarea");
            }
        }),
    }
}

/// What is spoken in the page and in the interview now.
fn languages(page: Page, beginning: &Beginning) -> Languages {
    let (form, spoken) = (beginning.form(), beginning.language());
    let language = page.language.get_untracked();
    Languages {
        page: language.tag().to_owned(),
        form: form_language(language, form, &title_of(beginning), spoken),
        spoken: language.unless_same(Some(spoken.to_owned())),
    }
}

/// The page's header, with what the session's screen puts into it.
fn header(page: Page, fields: usize) -> AnyView {
    let texts = move || Texts::of(page.language.get().tag());
    let done = move || done_of(page.language.get() == Language::Ja, 0, fields);
    view! {
        <Header>
            <Show when=move || page.narrow.get()>
                <button
                    type="button"
                    class="button quiet"
                    data-testid="outline-toggle"
                    aria-haspopup="dialog"
                    aria-label=move || format!("{}: {}", texts().fields, done())
                >
                    {icon(Icon::Fields)}
                    {done}
                </button>
            </Show>
            <button
                type="button"
                class="button quiet"
                data-testid="inspector-toggle"
                aria-expanded="false"
            >
                {icon(Icon::Activity)}
                <span class="activity-word">{move || texts().activity}</span>
            </button>
            <div
                class="progress"
                role="progressbar"
                aria-label=move || texts().progress
                aria-valuemin="0"
                aria-valuemax=fields.to_string()
                aria-valuenow="0"
            ></div>
        </Header>
    }
    .into_any()
}

impl FirstView for Shown {
    fn beginning(&self) -> Beginning {
        self.stage.beginning().clone()
    }

    fn call(&self) -> Rc<dyn CallMadeElsewhere> {
        Rc::new(Followed(self.stage.call().clone()))
    }
}

impl Shown {
    /// The session's screen, which stands behind it.
    fn next(&self) -> Option<HtmlElement> {
        let around = self.around.parent_element()?;
        let next = around.query_selector(":scope > .session").ok()??;
        next.dyn_into().ok()
    }
}

impl Standing for Shown {
    fn may_move(&self) -> bool {
        self.stage.may_move()
    }

    fn is_matched(&self) -> bool {
        let next = self.next();
        let shows = next.map(|next| next.query_selector("[data-testid=\"message\"]"));
        !self.stage.has_question() || shows.is_none_or(|shows| matches!(shows, Ok(Some(_))))
    }

    fn hand_over(&self) {
        match self.next() {
            Some(next) => {
                // Both are there for as long as nobody can see it: what is hidden takes no focus.
                self.around.set_class_name("");
                self.stage.hand_over_to(&next);
            }
            None => self.stage.leave(),
        }
        self.header.take();
        self.around.remove();
    }
}

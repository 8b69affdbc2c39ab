//! What is drawn: the elements and classes of the session's own screen.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use kikitori_browser::{ServerSettings, country_name, language_name, zone_name};
use kikitori_interview::{Beginning, FirstQuestion};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement};

use crate::choices::choices;
use crate::dom::{Maker, put};
use crate::drawings;
use crate::messages::{Texts, done_of, private_named};
use crate::place::{Languages, OwnPage};
use crate::tag::{is_japanese, is_right_to_left};
use crate::words::Words;

/// The first view, in its place.
pub struct View {
    words: Words,
    maker: Maker,
    /// The language of the conversation, where it is not that of the page around.
    spoken: RefCell<Option<String>>,
    on_question: Rc<dyn Fn(&str)>,
    /// What is in the form's own words.
    told: Vec<Element>,
    /// What was assumed of the respondent, and whether that is said yet.
    place: Element,
    names_place: Cell<bool>,
    /// The question wherever it stands.
    questions: RefCell<Vec<Element>>,
    /// Who reads what is written, where the page around does not say it.
    notice: Option<Element>,
    conversation: Element,
    /// Whether its end will be in sight with the next picture.
    shows_end: Rc<Cell<bool>>,
    turns: Element,
    drafted: Element,
    question: Element,
    thinking: Element,
    below: Element,
    send: Element,
    stop: Element,
}

impl View {
    /// Draws what is known before anybody is asked, in `place`: in another site's page, or in a
    /// `page` of its own.
    ///
    /// # Errors
    /// What the browser refuses.
    pub fn draw(
        place: &HtmlElement,
        beginning: &Beginning,
        page: Option<OwnPage>,
    ) -> Result<Self, JsValue> {
        let language = beginning.language();
        let reader = page.as_ref().map_or(language, |page| &page.languages.page);
        let words = Words::of(reader);
        let maker = Maker::of(place).ok_or(JsValue::NULL)?;
        let make = |name, attributes: &[(&str, &str)], content: &[&Element]| {
            maker.make(name, attributes, content)
        };
        let text =
            |name, attributes: &[(&str, &str)], text: &str| maker.text(name, attributes, text);

        let form = beginning.form();
        let title = form.title.in_language(language);
        let description = form.description.as_ref();
        let description = description.map(|it| it.in_language(language));
        let heading = text("h1", &[("tabindex", "-1"), ("dir", "auto")], title)?;
        let told = text("p", &[("dir", "auto")], description.unwrap_or_default())?;
        let intro = make("div", &[("class", "intro")], &[&heading, &told])?;
        let mut told = vec![heading, told];
        let place_told = make("span", &[], &[])?;
        if beginning.bootstrap().language.is_some() {
            put(&intro, &place_line(&maker, &words, &place_told)?)?;
        }
        if let Some(labels) = private_named(language, beginning.private_labels()) {
            let labels = text("bdi", &[], &labels)?;
            put(&intro, &private_line(&maker, &words, &labels)?)?;
            told.push(labels);
        }
        let languages = page.as_ref().map(|page| &page.languages);
        let form_language = languages.and_then(|it| it.form.clone());
        for element in &told {
            be_in(element, form_language.as_deref())?;
        }
        let turns = make("ol", &[("class", "turns")], &[])?;
        let question = text("p", &[("class", "turn-text"), ("dir", "auto")], "")?;
        let turn = [("class", "turn current drafted"), ("data-testid", "draft")];
        let spoken = languages.and_then(|it| it.spoken.clone());
        be_in(&question, spoken.as_deref())?;
        let drafted = make("div", &turn, &[&question])?;
        drafted.set_attribute("hidden", "")?;
        let mark = [("class", "dots"), ("aria-hidden", "true")];
        let dot = || make("i", &[], &[]);
        let dots = make("span", &mark, &[&dot()?, &dot()?, &dot()?])?;
        let asking = words.say(make("span", &[], &[])?, |it| it.asking)?;
        let thinking = [("class", "thinking"), ("data-testid", "thinking")];
        let thinking = make("p", &thinking, &[&dots, &asking])?;
        let below = make("div", &[("class", "below")], &[&thinking])?;
        let column = [&intro, &turns, &drafted, &below];
        let column = make("div", &[("class", "column")], &column)?;
        let section = [("class", "conversation"), ("tabindex", "0")];
        let conversation = make("section", &section, &[&column])?;
        let conversation = words.name(conversation, "aria-label", |it| it.conversation)?;

        let (composer, send, stop) = composer(&maker, &words)?;
        let talk = [&conversation, &composer];
        let talk = make("div", &[("class", "talk")], &talk)?;
        let interview = make("div", &[("class", "interview")], &[])?;
        if page.as_ref().is_some_and(|page| !page.is_narrow) {
            put(&interview, &side(&maker, &words)?)?;
        }
        put(&interview, &talk)?;
        let main = [
            ("class", "session-main"),
            ("data-screen", "interview"),
            ("data-state", "thinking"),
        ];
        let name = page.as_ref().map_or("div", |_| "main");
        let main = make(name, &main, &[&interview])?;
        let columns = make("div", &[("class", "session-columns")], &[&main])?;
        if is_right_to_left(language) {
            columns.set_attribute("dir", "rtl")?;
        }
        let (notice, on_question) = match page {
            Some(page) => {
                put(place, &columns)?;
                (None, page.on_question)
            }
            None => {
                // There may be several in a page, so it is no landmark.
                conversation.set_attribute("role", "group")?;
                let texts = words.texts();
                let bar = bar(&maker, texts, beginning)?;
                let session = make("div", &[("class", "session")], &[&bar, &columns])?;
                let notice = make("div", &[], &[&text("p", &[], texts.server_asked)?])?;
                let around = [("class", "connection-notice"), ("data-testid", "privacy")];
                let private = maker.drawing(drawings::PRIVATE)?;
                let around = make("div", &around, &[&private, &notice])?;
                let widget = [("class", "widget"), ("lang", words.language())];
                let widget = make("div", &widget, &[&around, &session])?;
                let status = [
                    ("class", "visually-hidden"),
                    ("role", "status"),
                    ("aria-live", "polite"),
                ];
                let announced = make("div", &status, &[])?;
                put(place, &announced)?;
                put(place, &widget)?;
                // What has taken its place says the rest.
                let announce = move |text: &str| {
                    if announced.is_connected() {
                        announced.set_text_content(Some(text));
                    }
                };
                (Some(notice), Rc::new(announce) as Rc<dyn Fn(&str)>)
            }
        };
        Ok(Self {
            words,
            maker,
            spoken: RefCell::new(spoken),
            on_question,
            told,
            place: place_told,
            names_place: Cell::new(false),
            questions: RefCell::new(vec![question.clone()]),
            notice,
            conversation,
            shows_end: Rc::default(),
            turns,
            drafted,
            question,
            thinking,
            below,
            send,
            stop,
        })
    }

    /// Says who reads what is written, unless the page around has.
    ///
    /// # Errors
    /// What the browser refuses.
    pub fn show_reader(&self, server: &ServerSettings) -> Result<(), JsValue> {
        let (texts, Some(notice)) = (self.words.texts(), &self.notice) else {
            return Ok(());
        };
        let reads = match server.scripted {
            true => texts.scripted_anything.to_owned(),
            false => format!("{}{}", texts.read_anything, texts.read_by_server),
        };
        let reads = format!("{}{reads} ", texts.stored_here);
        let make = |name, text: &str| self.maker.text(name, &[], text);
        notice.set_text_content(None);
        put(notice, &make("p", &reads)?)?;
        if server.scripted {
            return Ok(());
        }
        let facts = self.maker.make("dl", &[("class", "facts")], &[])?;
        let model = server.model.as_deref().filter(|model| !model.is_empty());
        let rows = [
            (texts.sent_to, Some(server.endpoint.as_str())),
            (texts.model, model),
        ];
        for (name, value) in rows {
            if let Some(value) = value {
                let row = [&make("dt", name)?, &make("dd", value)?];
                put(&facts, &self.maker.make("div", &[], &row)?)?;
            }
        }
        let details = [&make("summary", texts.details)?, &facts];
        let details = self.maker.make("details", &[], &details)?;
        put(notice, &details)?;
        Ok(())
    }

    /// Says what was assumed of the respondent: browsers take a moment to name countries and zones, so
    /// that is not drawn with the rest. Its line is, so that nothing moves.
    pub fn show_place(&self, beginning: &Beginning) {
        self.place
            .set_text_content(place_of(beginning, self.words.language()).as_deref());
        self.names_place.set(true);
    }

    /// Says what it says itself in the language of the page around, which is another one now.
    ///
    /// # Errors
    /// What the browser refuses.
    pub fn speak(&self, beginning: &Beginning, languages: Languages) -> Result<(), JsValue> {
        self.words.speak(&languages.page)?;
        for element in &self.told {
            be_in(element, languages.form.as_deref())?;
        }
        for element in &*self.questions.borrow() {
            be_in(element, languages.spoken.as_deref())?;
        }
        self.spoken.replace(languages.spoken);
        if self.names_place.get() {
            self.show_place(beginning);
        }
        Ok(())
    }

    /// Shows as much of the question as has come.
    pub fn show_question(&self, so_far: &str) {
        self.question.set_text_content(Some(so_far));
        // It is an element of this view.
        let _ = self.drafted.remove_attribute("hidden");
        self.show_end_soon();
    }

    /// Has the end in sight with the next picture: a look at where it is lays everything out, which takes
    /// longer for all the pieces that come at once than everything else.
    fn show_end_soon(&self) {
        if self.shows_end.replace(true) {
            return;
        }
        let (conversation, shows_end) = (self.conversation.clone(), self.shows_end.clone());
        let show = Closure::once_into_js(move || {
            shows_end.set(false);
            conversation.set_scroll_top(conversation.scroll_height());
        });
        if let Some(window) = web_sys::window() {
            // It fails where there are no more pictures.
            let _ = window.request_animation_frame(show.unchecked_ref());
        }
    }

    /// The question is whole: it stands in the conversation, is read out, and can be answered.
    ///
    /// # Errors
    /// What the browser refuses.
    pub fn show_whole(
        &self,
        beginning: &Beginning,
        question: &FirstQuestion,
    ) -> Result<(), JsValue> {
        let maker = &self.maker;
        put(
            &self.below,
            &choices(maker, &self.words, beginning, question)?,
        )?;
        let question = &question.text;
        let speaker = [("class", "visually-hidden")];
        let speaker = maker.make("span", &speaker, &[])?;
        let speaker = self.words.say(speaker, |it| it.interviewer)?;
        let said = [
            ("class", "turn-text"),
            ("data-testid", "message-text"),
            ("dir", "auto"),
        ];
        let said = maker.text("p", &said, question)?;
        be_in(&said, self.spoken.borrow().as_deref())?;
        self.questions.borrow_mut().push(said.clone());
        let turn = [
            ("class", "turn current"),
            ("data-testid", "message"),
            ("data-speaker", "assistant"),
        ];
        put(&self.turns, &maker.make("li", &turn, &[&speaker, &said])?)?;
        self.drafted.remove();
        self.thinking.set_attribute("class", "thinking idle")?;
        self.stop.set_attribute("hidden", "")?;
        self.send.remove_attribute("hidden")?;
        (self.on_question)(question);
        Ok(())
    }
}

/// Says what language `element` is in, where it is not that of the page around.
fn be_in(element: &Element, tag: Option<&str>) -> Result<(), JsValue> {
    match tag {
        Some(tag) => element.set_attribute("lang", tag),
        None => element.remove_attribute("lang"),
    }
}

/// What was assumed of the respondent, as `reader` calls it.
fn place_of(beginning: &Beginning, reader: &str) -> Option<String> {
    let settled = beginning.bootstrap();
    let language = settled.language.as_ref()?;
    let named = |code: &str, name: Option<String>| name.unwrap_or_else(|| code.to_owned());
    let language = language.as_str();
    let country = settled.country.as_ref().map(|it| it.as_str());
    let zone = settled.timezone.as_ref().map(|it| it.as_str());
    let parts = [
        Some(named(language, language_name(language, reader))),
        country.map(|code| named(code, country_name(code, reader))),
        zone.map(|zone| named(zone, zone_name(zone, reader))),
    ];
    Some(parts.into_iter().flatten().collect::<Vec<_>>().join(" · "))
}

/// What was assumed of the respondent, and a way to change it.
fn place_line(maker: &Maker, words: &Words, told: &Element) -> Result<Element, JsValue> {
    let change = [
        ("type", "button"),
        ("class", "link"),
        ("data-testid", "place-change"),
        ("aria-expanded", "false"),
    ];
    let change = words.say(maker.make("button", &change, &[])?, |it| it.change)?;
    let change = words.name(change, "aria-label", |it| it.place_change)?;
    let place = maker.make("span", &[("class", "visually-hidden")], &[])?;
    let place = words.say(place, |it| it.place)?;
    let line = [("class", "place-line"), ("data-testid", "place")];
    maker.make("p", &line, &[&place, told, &change])
}

/// What no model reads, so that nobody tells of it too soon.
fn private_line(maker: &Maker, words: &Words, labels: &Element) -> Result<Element, JsValue> {
    let before = words.say(maker.make("span", &[], &[])?, |it| it.kept_private)?;
    let line = [("class", "private-line"), ("data-testid", "kept-private")];
    let drawing = maker.drawing(drawings::PRIVATE)?;
    maker.make("p", &line, &[&drawing, &before, labels])
}

/// Where the fields will stand.
fn side(maker: &Maker, words: &Words) -> Result<Element, JsValue> {
    let title = maker.make("h2", &[("id", "outline-title")], &[])?;
    let title = words.say(title, |it| it.fields)?;
    let side = [("class", "side left"), ("aria-labelledby", "outline-title")];
    maker.make("aside", &side, &[&title])
}

/// The way to the list of fields, and how far they are.
fn bar(maker: &Maker, texts: &Texts, beginning: &Beginning) -> Result<Element, JsValue> {
    let is_japanese = is_japanese(beginning.language());
    let done = done_of(is_japanese, 0, beginning.open().len());
    let fields = [
        ("type", "button"),
        ("class", "button quiet"),
        ("data-testid", "outline-toggle"),
        ("aria-haspopup", "dialog"),
        ("aria-label", &format!("{}: {done}", texts.fields)),
    ];
    let fields = maker.make("button", &fields, &[&maker.drawing(drawings::FIELDS)?])?;
    put(&fields, &maker.text("span", &[], &done)?)?;
    let progress = [("class", "progress"), ("aria-hidden", "true")];
    let progress = maker.make("div", &progress, &[])?;
    let buttons = [("class", "bar-buttons")];
    let buttons = maker.make("div", &buttons, &[&fields, &progress])?;
    maker.make("div", &[("class", "bar embedded")], &[&buttons])
}

/// Where the person writes, with what sends and what stops.
fn composer(maker: &Maker, words: &Words) -> Result<(Element, Element, Element), JsValue> {
    let make = |name, attributes: &[(&str, &str)], content: &[&Element]| {
        maker.make(name, attributes, content)
    };
    let label = [("class", "visually-hidden"), ("for", "composer")];
    let label = words.say(make("label", &label, &[])?, |it| it.composer_label)?;
    let writing = [
        ("id", "composer"),
        ("rows", "1"),
        ("dir", "auto"),
        ("enterkeyhint", "send"),
        ("autocomplete", "off"),
        ("data-testid", "composer"),
        ("aria-describedby", "composer-hint"),
    ];
    let writing = make("textarea", &writing, &[])?;
    let writing = words.name(writing, "placeholder", |it| it.composer_label)?;
    let send = [
        ("type", "submit"),
        ("class", "button primary send"),
        ("data-testid", "send"),
        ("hidden", ""),
    ];
    let send = make("button", &send, &[&maker.drawing(drawings::SEND)?])?;
    let send = words.name(send, "aria-label", |it| it.send)?;
    let stop = [
        ("type", "button"),
        ("class", "button stop"),
        ("data-testid", "stop"),
    ];
    let stop = make("button", &stop, &[&maker.drawing(drawings::STOP)?])?;
    put(&stop, &words.say(make("span", &[], &[])?, |it| it.stop)?)?;
    let error = [("class", "field-error"), ("id", "composer-error")];
    let error = make("p", &error, &[])?;
    let row = [&label, &writing, &send, &stop];
    let row = make("div", &[("class", "composer-box")], &row)?;
    let hint = [("class", "composer-hint"), ("id", "composer-hint")];
    let hint = words.say(make("p", &hint, &[])?, |it| it.composer_hint)?;
    let by_hand = [
        ("type", "button"),
        ("class", "link"),
        ("data-testid", "open-form"),
    ];
    let by_hand = words.say(make("button", &by_hand, &[])?, |it| it.as_a_form)?;
    let below = make("div", &[("class", "composer-below")], &[&hint, &by_hand])?;
    let column = make("div", &[("class", "column")], &[&error, &row, &below])?;
    let form = [("class", "composer"), ("novalidate", "")];
    Ok((make("form", &form, &[&column])?, send, stop))
}

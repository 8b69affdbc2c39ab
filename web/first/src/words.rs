//! What stands in the first view in the words of the page around, and follows its language.

use std::cell::{Cell, RefCell};

use wasm_bindgen::JsValue;
use web_sys::Element;

use crate::messages::Texts;
use crate::tag::is_japanese;

/// Which of the texts.
pub type Which = fn(&Texts) -> &'static str;

/// Something that says one of the texts: in an attribute, or as its content.
struct Worded {
    element: Element,
    attribute: Option<&'static str>,
    which: Which,
}

impl Worded {
    fn speak(&self, texts: &Texts) -> Result<(), JsValue> {
        let text = (self.which)(texts);
        match self.attribute {
            Some(name) => self.element.set_attribute(name, text)?,
            None => self.element.set_text_content(Some(text)),
        }
        Ok(())
    }
}

/// The words, and all that says them.
pub struct Words {
    language: Cell<&'static str>,
    worded: RefCell<Vec<Worded>>,
}

impl Words {
    /// In the language that serves `tag` best, a BCP 47 tag.
    pub fn of(tag: &str) -> Self {
        Self {
            language: Cell::new(spoken_for(tag)),
            worded: RefCell::default(),
        }
    }

    /// The BCP 47 tag of the language that is spoken.
    pub fn language(&self) -> &'static str {
        self.language.get()
    }

    /// The texts in it.
    pub fn texts(&self) -> &'static Texts {
        Texts::of(self.language.get())
    }

    /// Has `element` say one of them.
    ///
    /// # Errors
    /// What the browser refuses.
    pub fn say(&self, element: Element, which: Which) -> Result<Element, JsValue> {
        self.keep(element, None, which)
    }

    /// Has this attribute of `element` say one of them.
    ///
    /// # Errors
    /// What the browser refuses.
    pub fn name(
        &self,
        element: Element,
        attribute: &'static str,
        which: Which,
    ) -> Result<Element, JsValue> {
        self.keep(element, Some(attribute), which)
    }

    fn keep(
        &self,
        element: Element,
        attribute: Option<&'static str>,
        which: Which,
    ) -> Result<Element, JsValue> {
        let worded = Worded {
            element: element.clone(),
            attribute,
            which,
        };
        worded.speak(self.texts())?;
        self.worded.borrow_mut().push(worded);
        Ok(element)
    }

    /// Says all of it in the language that serves `tag` best.
    ///
    /// # Errors
    /// What the browser refuses.
    pub fn speak(&self, tag: &str) -> Result<(), JsValue> {
        self.language.set(spoken_for(tag));
        let texts = self.texts();
        let worded = self.worded.borrow();
        worded.iter().try_for_each(|it| it.speak(texts))
    }
}

/// The one of the languages that there are texts in.
pub(crate) fn spoken_for(tag: &str) -> &'static str {
    match is_japanese(tag) {
        true => "ja",
        false => "en",
    }
}

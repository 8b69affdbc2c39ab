//! What can be told of how the page looks, by measuring it.

use serde_json::{Value, json};
use thirtyfour::error::WebDriverResult;

use crate::Page;

/// Calls `look` with each piece of text that is seen, until it says what is wrong.
const EACH_TEXT: &str = r"
const found = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const unseen = '.visually-hidden, script, noscript, [hidden], textarea, select, option';
const open = document.querySelector('dialog[open]');
while (walker.nextNode()) {
  const text = walker.currentNode, parent = text.parentElement;
  if (!text.data.trim() || parent.closest(unseen) || !parent.checkVisibility()) continue;
  if (open && !open.contains(parent)) continue;
  let clipped = false;
  for (let it = parent; it; it = it.parentElement) clipped ||= getComputedStyle(it).clipPath !== 'none';
  if (!clipped) look(text, parent, what => found.push(`${what}: ${text.data.trim().slice(0, 60)}`));
}
return found;";

/// Text that sticks out of what it stands in.
const STICKS_OUT: &str = r"
const look = (text, parent, tell) => {
  // Without the spaces at the ends of lines.
  const rects = [...text.data.matchAll(/\S+/g)].flatMap(word => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return [...range.getClientRects()];
  });
  for (let it = parent; it !== document.body; it = it.parentElement) {
    const style = getComputedStyle(it);
    if (/auto|scroll/.test(style.overflowX) || style.textOverflow === 'ellipsis') return;
    if (['inline', 'contents'].includes(style.display)) continue;
    const box = it.getBoundingClientRect();
    if (rects.some(rect => rect.right > box.right + 1 || rect.left < box.left - 1))
      return tell(`out of ${it.tagName} ${it.className}`);
  }
};";

/// Words that are on two lines, in labels and sentences of the page.
const BROKEN_WORDS: &str = r"
const look = (text, parent, tell) => {
  if (parent.closest('code, pre')) return;
  for (const word of text.data.matchAll(/\p{Script=Latin}{2,20}/gu)) {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    const lines = new Set([...range.getClientRects()].map(rect => Math.round(rect.top)));
    if (lines.size > 1) tell(`broken ${word[0]}`);
  }
};";

/// Japanese sentences of the page whose last line is a character or two.
const LONELY_ENDS: &str = r"
const look = (text, parent, tell) => {
  const block = parent.closest('p, h1, li, legend, label');
  if (parent.closest('pre') || !block || !/[\u3041-\u30ff]/.test(text.data)) return;
  const rest = document.createRange();
  rest.setStartAfter(text);
  rest.setEndAfter(block.lastChild);
  if (rest.toString().trim()) return;
  const lines = new Map();
  [...text.data].reduce((at, letter) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + letter.length);
    const rect = [...range.getClientRects()].at(-1);
    if (rect?.width) {
      const line = Math.round(rect.top / 4);
      lines.set(line, (lines.get(line) ?? 0) + 1);
    }
    return at + letter.length;
  }, 0);
  if (lines.size > 1 && [...lines.values()].at(-1) < 3) tell('lonely end');
};";

impl Page<'_> {
    async fn measured(&self, look: &str) -> WebDriverResult<Value> {
        self.value(&format!("(() => {{ {look} {EACH_TEXT} }})()"))
            .await
    }

    /// Nothing on the page is wider than the window, and no text than what it stands in.
    pub async fn fits_its_width(&self) -> WebDriverResult<()> {
        let wide = self
            .value("document.documentElement.scrollWidth - window.innerWidth")
            .await?;
        assert!(wide.as_i64().unwrap_or(1) <= 0, "{wide} px too wide");
        assert_eq!(self.measured(STICKS_OUT).await?, json!([]));
        Ok(())
    }

    /// No word is broken, and no sentence ends with a lonely character.
    pub async fn breaks_lines_well(&self) -> WebDriverResult<()> {
        assert_eq!(self.measured(BROKEN_WORDS).await?, json!([]));
        assert_eq!(self.measured(LONELY_ENDS).await?, json!([]));
        Ok(())
    }

    /// Focuses what `selector` finds and presses it, as a person does with the keyboard.
    pub async fn press(&self, selector: &str) -> WebDriverResult<()> {
        let quoted = json!(selector);
        self.wait_for(&format!("document.querySelector({quoted})"))
            .await?;
        self.value(&format!(
            "(() => {{ const it = document.querySelector({quoted}); it.focus(); it.click(); }})()"
        ))
        .await?;
        Ok(())
    }

    /// Something on the page has the focus, once all that comes of what was `done` is there.
    pub async fn has_kept_focus(&self, done: &str) -> WebDriverResult<()> {
        let script = "const done = arguments[0]; const wait = left => left ? requestAnimationFrame(() => wait(left - 1)) : done(document.activeElement.tagName); wait(6);";
        let focused = self.async_value(script).await?;
        assert_ne!(focused, "BODY", "after: {done}");
        Ok(())
    }
}

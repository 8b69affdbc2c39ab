// What stands around the form: a box in the page, a dialog in front of it, or a panel with the button
// that opens it.

import { button, make, speak } from "./dom.js";

const MODES = ["inline", "popup", "bubble", "slider"];
const THEMES = ["light", "dark"];

/** How the element's form is shown. */
export function modeOf(element) {
  const mode = element.getAttribute("mode");
  return MODES.includes(mode) ? mode : "inline";
}

export class Overlay {
  #isInline;
  /** Hears that it was closed. */
  #onClose;
  #close;

  /** Around `place`. `onToggle` hears that its button was pressed, if it has one. */
  constructor(mode, texts, place, onToggle, onClose) {
    this.#isInline = mode === "inline";
    this.#onClose = onClose;
    if (this.#isInline) {
      this.frame = make("div", "frame inline", "frame", place);
      return;
    }
    this.#close = button("", "close", texts.close, () => this.hide());
    const bar = make("div", "frame-bar", "bar", this.#close);
    const isModal = mode !== "bubble";
    this.frame = make(isModal ? "dialog" : "section", `frame ${mode}`, "frame", bar, place);
    if (isModal) {
      // The browser keeps the focus inside, closes on Escape, and gives the focus back.
      this.frame.setAttribute("aria-modal", "true");
      this.frame.addEventListener("close", onClose);
    } else {
      this.frame.setAttribute("role", "dialog");
      this.frame.hidden = true;
      this.frame.addEventListener("keydown", (event) => this.#key(event));
      this.launcher = button("launcher", "launcher", texts.launcher, onToggle);
      this.launcher.setAttribute("aria-expanded", "false");
    }
  }

  /** What it consists of. */
  get parts() {
    return this.launcher ? [this.launcher, this.frame] : [this.frame];
  }

  get #isDialog() {
    return this.frame instanceof HTMLDialogElement;
  }

  get isOpen() {
    return this.#isInline || (this.#isDialog ? this.frame.open : !this.frame.hidden);
  }

  /** Says what it is called, and how it looks. */
  describe(texts, label, title, theme) {
    if (!this.#isInline) this.frame.setAttribute("aria-label", label ?? (title || texts.form));
    if (this.launcher) this.launcher.textContent = label ?? texts.launcher;
    if (this.#close) speak(this.#close, texts.lang).textContent = texts.close;
    for (const part of this.parts) {
      part.dataset.theme = themeOf(theme);
      speak(part, label === null || this.#isInline ? texts.lang : "");
    }
  }

  /** Shows it; answers whether it takes the focus. */
  show(takesFocus) {
    if (this.#isDialog) {
      this.frame.showModal();
      // In front of the page there is nowhere else for it.
      return true;
    }
    this.frame.hidden = false;
    this.launcher.setAttribute("aria-expanded", "true");
    if (takesFocus) this.frame.querySelector("button").focus();
    return takesFocus;
  }

  hide() {
    if (!this.isOpen || this.#isInline) return;
    if (this.#isDialog) {
      this.frame.close();
      return;
    }
    const hadFocus = this.frame.contains(this.frame.getRootNode().activeElement);
    this.frame.hidden = true;
    this.launcher.setAttribute("aria-expanded", "false");
    if (hadFocus) this.launcher.focus();
    this.#onClose();
  }

  #key(event) {
    const isOver = this.frame.querySelector("dialog[open]");
    if (event.key !== "Escape" || event.isComposing || event.defaultPrevented || isOver) return;
    event.preventDefault();
    this.hide();
  }
}

/** The look that the page asks for, or the system's. */
export function themeOf(theme) {
  return THEMES.includes(theme) ? theme : "system";
}

// Defines <kikitori-frame>: the form in a frame, for sites that want a wall around it. It is of the
// origin that this script is from; both sides hear only each other, by their very origins.

import { button, counted, message } from "./dom.js";
import { CALLS, EVENTS, MAX_HEIGHT, listen } from "./frame_messages.js";
import { TellingElement, tell } from "./telling.js";

const TEXTS = __TEXTS__;

const FRAME = __FRAME__;

const PAGE = new URL("./frame.html", import.meta.url);
/** What the frame may do: its own scripts and storage, what is sent by the Enter key (its policy lets no form leave), and files that a person takes from it. */
const SANDBOX = "allow-scripts allow-same-origin allow-forms allow-downloads allow-modals";
/** What a site's style sheet may set of the form's look, without what these names begin with. */
const LOOKS = ["accent", "accent-strong", "on-accent", "paper", "surface", "sunken", "line", "ink", "ink-2", "ink-3", "font", "font-size", "radius-s", "radius-m", "radius-l"];
const PASSED_ON = /^(lang|theme|(prefill|hidden)-[\w-]+)$/i;
/** What takes longer does not come: the form, and the frame's first word. */
const PATIENCE_MS = 20_000;
/** That word comes before all of the frame has, or soon after. */
const LOADED_MS = 5_000;

class KikitoriFrame extends TellingElement {
  static observedAttributes = ["src", "lang", "theme"];

  #root = this.attachShadow({ mode: "open" });
  #frame;
  #stop;
  /** What was called before the form in the frame could hear it; nothing once it can. */
  #waiting = [];
  #patience;

  connectedCallback() {
    if (!this.#frame) this.#build();
  }

  disconnectedCallback() {
    // A frame that is moved is loaded anew anyway.
    this.#dispose();
  }

  attributeChangedCallback(name, before, now) {
    // Whether it stands there or did not come.
    if (this.#root.firstChild && before !== now) this.reload();
  }

  reload() {
    this.#dispose();
    if (this.isConnected) this.#build();
  }

  reset() {
    this.#call("reset");
  }

  focus() {
    this.#frame?.focus();
    this.#call("focus");
  }

  submit() {
    this.#call("submit");
  }

  setField(name, value) {
    this.setFields({ [name]: value });
  }

  setFields(values) {
    this.#call("setFields", values);
  }

  #build() {
    const address = new URL(PAGE);
    address.searchParams.set("origin", location.origin);
    const frame = document.createElement("iframe");
    frame.title = this.getAttribute("title") ?? this.getAttribute("label") ?? "Form";
    frame.setAttribute("sandbox", SANDBOX);
    frame.setAttribute("part", "frame");
    frame.src = address.href;
    // By script, which a policy for styles says nothing about.
    Object.assign(frame.style, { display: "block", width: "100%", height: "320px", border: "0" });
    this.#frame = frame;
    this.#stop = listen(
      () => frame.contentWindow,
      PAGE.origin,
      (said) => this.#hear(frame, said),
    );
    this.#expect(PATIENCE_MS);
    frame.addEventListener("load", () => {
      if (this.#frame === frame && this.#patience) this.#expect(LOADED_MS);
    });
    this.#root.replaceChildren(frame);
  }

  #dispose() {
    this.#stop?.();
    clearTimeout(this.#patience);
    this.#frame = this.#stop = this.#patience = undefined;
    this.#waiting ??= [];
    this.#root.adoptedStyleSheets = [];
    this.#root.replaceChildren();
  }

  /** The frame has to say something within this time. */
  #expect(ms) {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => this.#failed(new Error(`${PAGE} does not answer`)), ms);
  }

  /** Says so where the frame would stand. */
  #failed(error) {
    console.error("kikitori:", error);
    this.#dispose();
    const texts = /^ja\b/i.test(this.getAttribute("lang") ?? navigator.language) ? TEXTS.ja : TEXTS.en;
    const retry = button("", "retry", texts.retry, () => this.reload());
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(FRAME);
    this.#root.adoptedStyleSheets = [sheet];
    this.#root.replaceChildren(message("message", "alert", texts.lang, [texts.failed], retry));
    tell(this, "error", { message: `${error.message ?? error}` });
  }

  #say(frame, said) {
    frame.contentWindow?.postMessage(said, PAGE.origin);
  }

  #call(method, given) {
    if (!CALLS.includes(method)) return;
    const said = { kikitori: "call", method, given };
    // As it is now, and what cannot be said fails for who calls.
    this.#waiting ? this.#waiting.push(structuredClone(said)) : this.#say(this.#frame, said);
  }

  #hear(frame, said) {
    if (said.kikitori === "hello") {
      clearTimeout(this.#patience);
      this.#patience = undefined;
      this.#begin(frame);
    }
    if (said.kikitori !== "event" || !EVENTS.includes(said.name)) return;
    const detail = said.detail !== null && typeof said.detail === "object" ? said.detail : {};
    if (said.name === "height") {
      if (!(detail.height > 0 && detail.height <= MAX_HEIGHT)) return;
      frame.style.height = `${Math.ceil(detail.height)}px`;
    }
    if (said.name === "ready" && typeof detail.title === "string" && !this.hasAttribute("title")) {
      frame.title = detail.title;
    }
    tell(this, said.name, detail);
  }

  async #begin(frame) {
    // One whose frame was loaded anew begins again.
    this.#waiting ??= [];
    const src = this.getAttribute("src");
    try {
      if (src === null) throw new Error("<kikitori-frame> has no src: the address of a form's JSON");
      const address = new URL(src, document.baseURI);
      const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
      if (!response.ok) throw new Error(`${address} answers with status ${response.status}`);
      const form = await response.text();
      if (frame !== this.#frame) return;
      const attributes = [...this.attributes].map(({ name, value }) => [name, value]).filter(([name]) => PASSED_ON.test(name));
      const style = getComputedStyle(this);
      const variables = LOOKS.map((name) => [`--kikitori-${name}`, style.getPropertyValue(`--kikitori-${name}`).trim()]);
      const isAlike = (it) => it.id === this.id && it.getAttribute("src") === src;
      this.#say(frame, {
        kikitori: "begin",
        form,
        name: `${address.href} ${this.id}${counted(this, isAlike)}`,
        attributes: Object.fromEntries(attributes),
        variables: Object.fromEntries(variables.filter(([, value]) => value)),
      });
      for (const said of this.#waiting ?? []) this.#say(frame, said);
      this.#waiting = undefined;
    } catch (error) {
      if (frame === this.#frame) this.#failed(error);
    }
  }
}

// Nothing has elements where a site is drawn on a server.
if (globalThis.customElements && !customElements.get("kikitori-frame")) customElements.define("kikitori-frame", KikitoriFrame);

export { KikitoriFrame };

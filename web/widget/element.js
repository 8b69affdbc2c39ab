// Defines <kikitori-form>: an interview that fills in a form, in another site's page. This script is
// all that is loaded until the element comes near what is seen, or is opened.

import { baseOf, demoOf, keptBelow, keptUnder } from "./addresses.js";
import { attributesOf, button, make, message, onHeight, onceNear, onceWhen, reviewNote } from "./dom.js";
import { Overlay, modeOf, themeOf } from "./overlay.js";
import { TellingElement, tell } from "./telling.js";
import { begun, isNew, isNewBelow, mayMove, movedTo } from "./first.js";
import { followTouched, isBroken, leaveTouched, loadFirst, loadFirstSheet, loadTakeover, settings, shown, storeWithPage, text, whole } from "./loading.js";

const TEXTS = __TEXTS__;

const FRAME = __FRAME__;

/** What says which form is asked for may be set so much later. */
const UNNAMED_MS = 3_000;

let frameSheet;

class KikitoriForm extends TellingElement {
  static observedAttributes = ["demo", "endpoint", "for", "label", "lang", "mode", "open", "src", "theme"];

  #root = this.attachShadow({ mode: "open" });
  #overlay;
  #place;
  #widget;
  /** The form's JSON, where the page has it at hand. */
  #given;
  /** What stands there until the widget does, and where that is made meanwhile. */
  #first;
  #next;
  /** Says that the rest did not come. */
  #notice;
  /** The form of the page that is filled in, for `for`. */
  #pageForm;
  /** Says that it is, once all of it is. */
  #review;
  /** Counts loads, so that what comes late for an earlier one is dropped. */
  #load = 0;
  #isLoading = false;
  #isReady = false;
  #hasFailed = false;
  #wasStarted = false;
  /** Whether what is loaded next is to begin anew. */
  #isAnew = false;
  /** What is said if the module breaks where nothing is stored. */
  #unstored;
  #takesFocus = false;
  #seen;
  #sizes;
  /** What opens an overlay by itself. */
  #opening;
  #title = "";
  /** What is to be put in once there is something to put it into. */
  #pending = {};
  #onBreak = () => this.#broken();
  /** A button of the page's own opens it. */
  #onClick = (event) => {
    // In a shadow root, too, or itself with one.
    const opens = event.composedPath().find((it) => it.dataset?.kikitoriOpen)?.dataset.kikitoriOpen;
    if (opens && opens === this.id) this.open();
  };

  connectedCallback() {
    if (this.#overlay) return;
    // What was set before this class was there stands before its own.
    for (const name of ["form", "mode", "open"]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
    if (!frameSheet) {
      frameSheet = new CSSStyleSheet();
      frameSheet.replaceSync(FRAME);
    }
    this.#root.adoptedStyleSheets = [frameSheet];
    this.#build();
  }

  disconnectedCallback() {
    // What is only moved to another place is back before this runs.
    queueMicrotask(() => {
      if (!this.isConnected) this.#dispose();
    });
  }

  attributeChangedCallback(name, before, now) {
    if (!this.#overlay || before === now) return;
    if (name === "open") {
      now === null ? this.#hide() : this.#show(false);
    } else if (name === "mode") {
      this.#dispose();
      this.#build();
    } else if (["src", "for", "endpoint", "demo", "lang"].includes(name)) {
      this.#name();
      this.#reloadIfBegun();
    } else {
      this.#name();
    }
  }

  /** What is asked for is another one now; also where that before did not come. */
  #reloadIfBegun() {
    if (this.#isLoading || this.#widget || this.#hasFailed) this.reload();
  }

  /** Shows the form; an overlay takes the focus. */
  get open() {
    return () => this.#show(true);
  }

  /** Frameworks set an attribute by the property of its name, where there is one. */
  set open(isOpen) {
    this.toggleAttribute("open", isOpen !== false && isOpen !== null && isOpen !== undefined);
  }

  /** Hides an overlay. */
  close() {
    this.#hide();
  }

  toggle() {
    this.isOpen ? this.close() : this.open();
  }

  /** Whether the form is shown. */
  get isOpen() {
    return this.#overlay?.isOpen ?? (this.mode === "inline" || this.hasAttribute("open"));
  }

  get mode() {
    return modeOf(this);
  }

  set mode(mode) {
    this.setAttribute("mode", mode ?? "inline");
  }

  /** Forgets the answers at hand and begins anew. */
  reset() {
    this.#pending = {};
    this.#review?.remove();
    if (this.#isReady && !this.#first) {
      this.#widget?.reset();
      return;
    }
    // What is not there yet, or has only just begun, is begun anew.
    this.#isAnew = true;
    if (this.#first || this.#widget) this.reload();
  }

  /** Loads the form anew, and goes on where the person was. */
  reload() {
    if (!this.#overlay) return;
    this.#unmount();
    this.#start();
  }

  /** Takes the form's JSON itself; `src` then only names it. Frameworks set it anew whenever they draw. */
  set form(form) {
    // A framework that has none yet, or for a moment none, says so.
    if (form === undefined || form === null) return;
    const given = typeof form === "string" ? form : JSON.stringify(form);
    if (given === this.#given) return;
    this.#given = given;
    this.#reloadIfBegun();
  }

  /** Puts the focus where the person goes on. */
  focus() {
    this.#takesFocus = true;
    if (this.#first) this.#place.querySelector("textarea")?.focus();
    else this.#widget?.focus();
  }

  setField(name, value) {
    this.setFields({ [name]: value });
  }

  /** Records values by field: each is checked as what the person puts in. */
  setFields(values) {
    Object.assign(this.#pending, values);
    this.#put();
  }

  /** What is recorded so far, by field. */
  getData() {
    const data = this.#widget?.data();
    return data ? JSON.parse(data) : {};
  }

  /** Sends the form, where nothing is left to ask for; says whether it could. */
  submit() {
    return this.#widget?.submit() ?? false;
  }

  get #texts() {
    const lang = this.getAttribute("lang") ?? navigator.language;
    return /^ja\b/i.test(lang) ? TEXTS.ja : TEXTS.en;
  }

  #build() {
    const mode = this.mode;
    this.dataset.mode = mode;
    this.#place = make("div", "place", "form");
    const toggle = () => this.toggle();
    this.#overlay = new Overlay(mode, this.#texts, this.#place, toggle, () => this.#closed());
    this.#root.replaceChildren(...this.#overlay.parts);
    this.#name();
    this.#sizes = onHeight(this.#overlay.frame, (height) => tell(this, "height", { height }));
    shown.add(this.#onBreak);
    document.addEventListener("click", this.#onClick);
    if (this.hasAttribute("for")) followTouched(this);
    if (mode === "inline") {
      this.#seen = onceNear(this.#overlay.frame, () => this.#start());
    } else if (this.hasAttribute("open")) {
      this.#show(false);
    } else if (this.hasAttribute("open-on")) {
      this.#opening = onceWhen(this.getAttribute("open-on"), () => this.#show(false));
    }
  }

  /** What the form is called, and how it looks. */
  #name() {
    const theme = this.getAttribute("theme");
    this.#overlay.describe(this.#texts, this.getAttribute("label"), this.#title, theme);
    this.#place.dataset.theme = themeOf(theme);
  }

  #show(takesFocus) {
    if (!this.#overlay) {
      // It is shown once it stands in a page.
      this.open = true;
      this.#takesFocus = takesFocus;
      return;
    }
    this.#opening?.abort();
    this.#start();
    if (this.mode === "inline" || this.isOpen) return;
    const has = this.#overlay.show(takesFocus);
    this.toggleAttribute("open", true);
    if (has) this.focus();
  }

  #hide() {
    this.#overlay ? this.#overlay.hide() : this.removeAttribute("open");
  }

  #closed() {
    this.#takesFocus = false;
    this.toggleAttribute("open", false);
    tell(this, "close", {});
  }

  async #start() {
    if (this.#widget || this.#isLoading) return;
    const turn = ++this.#load;
    this.#isLoading = true;
    this.#hasFailed = false;
    if (!this.#wasStarted && this.getAttribute("keep-session") === "off") this.#isAnew = true;
    this.#wasStarted = true;
    this.#say("status", [this.#texts.wait]);
    const isHere = () => turn === this.#load && this.isConnected;
    try {
      const isPlain = this.#isPlain();
      // On their way while the browser reads what it has stored, which it may wait for.
      const server = isPlain ? settings(baseOf(this)) : undefined;
      let said;
      server?.then((it) => (said = it));
      const needed = [this.#form(turn), loadFirstSheet()];
      // Where nothing is known yet, what asks for the first question comes before all the rest. A form of the
      // page has to be read before it is known which of those that were begun about one it is.
      const mayBeNew = () => (this.hasAttribute("for") ? isNewBelow(keptBelow(this)) : isNew(keptUnder(this)));
      const early = isPlain ? loadFirst(mayBeNew) : undefined;
      const program = early ? undefined : whole();
      // It is waited for below.
      program?.catch(() => {});
      const [form, css, small] = await Promise.all([...needed, early]);
      if (!isHere()) return;
      this.#root.adoptedStyleSheets = [frameSheet, css];
      const [key, base] = [keptUnder(this, this.#pageForm), baseOf(this)];
      const lang = this.getAttribute("lang") || undefined;
      // What stands in it already is told to the whole interview.
      const isEmpty = Object.keys(this.#pageForm?.standing() ?? {}).length === 0;
      const first = small && isEmpty ? begun(small, this.#place, [form, key, base, lang, said ?? server]) : undefined;
      this.#first = first;
      if (first && this.#wantsFocus()) this.focus();
      // What asks for the first question has network and processor to itself for a moment.
      if (first) await new Promise((go) => setTimeout(go, 200));
      const [{ Widget }, rest] = await (program ?? this.#rest(first));
      if (isHere() && this.#isAnew) await this.#pageForm?.empty();
      if (!isHere()) return;
      this.#root.adoptedStyleSheets = [frameSheet, css, rest];
      const heard = (name, detail) => this.#heard(turn, name, detail);
      if (first) {
        this.#next = this.#place.cloneNode(false);
        this.#next.hidden = true;
        this.#place.after(this.#next);
        this.#widget = Widget.take_over(this.#next, form, key, base, lang, heard, first);
        this.#isAnew = false;
        return;
      }
      this.#place.replaceChildren();
      this.#widget = new Widget(this.#place, form, key, base, lang, () => this.#prefill(), heard, demoOf(this));
      if (this.#isAnew) this.#widget.reset();
      this.#isAnew = false;
      if (this.#wantsFocus()) this.focus();
    } catch (error) {
      if (turn === this.#load) {
        this.#failed(error);
      }
    } finally {
      if (turn === this.#load) this.#isLoading = false;
    }
  }

  /** All that an interview needs. A first view stays where that does not come, until it does. */
  async #rest(first) {
    try {
      return await whole();
    } catch (error) {
      if (!first || isBroken) throw error;
      this.#trouble(error);
      await new Promise((again) => {
        this.#notice = this.#message("alert", this.#failure, () => {
          this.#notice.remove();
          this.focus();
          again();
        });
        this.#place.after(this.#notice);
      });
      return this.#rest(first);
    }
  }

  /** Whether nothing is put into the form before it is begun, as far as is known before it is read. */
  #isPlain() {
    const values = { ...attributesOf(this, "prefill-"), ...this.#pending };
    return !this.hasAttribute("demo") && Object.keys(values).length === 0;
  }

  #wantsFocus() {
    return this.#takesFocus || this.hasAttribute("autofocus");
  }

  /** The widget takes the place of what stood there before it. */
  #move(turn) {
    if (turn !== this.#load || !this.#first) return;
    if (!mayMove(this.#first)) {
      setTimeout(() => this.#move(turn), 50);
      return;
    }
    const [first, before] = [this.#first, this.#place];
    this.#place = this.#next;
    this.#first = this.#next = undefined;
    this.#name();
    movedTo(this.#place, before, first);
    if (this.#wantsFocus()) this.#widget?.focus();
  }

  async #form(turn) {
    const id = this.getAttribute("for");
    if (id !== null) return this.#takeOver(id, turn);
    if (this.#given !== undefined) return this.#given;
    const src = this.getAttribute("src");
    if (src === null) {
      await new Promise((go) => setTimeout(go, UNNAMED_MS));
      throw new Error("<kikitori-form> has neither src, the address of a form's JSON, nor for, the id of a form on the page");
    }
    return text(new URL(src, document.baseURI));
  }

  /** The file of a form of the page, which is filled in from now on. */
  async #takeOver(id, turn) {
    const { PageForm } = await loadTakeover();
    const pageForm = await PageForm.of(id, this.getRootNode(), {
      recorded: () => this.#widget?.data() ?? "",
      put: (values) => this.setFields(values),
      follow: (changes) => this.#widget?.follow_form(changes) ?? false,
      turnDown: (answers) => this.#widget?.turn_down(answers),
      filled: (fields, problems) => tell(this, "filled", { fields, problems }),
      review: (outcome, isNew) => this.#reviewed(outcome, isNew),
      gone: () => this.#handedOverToNone(id),
      failed: (error) => tell(this, "error", { message: `${error.message ?? error}` }),
    });
    if (turn !== this.#load) {
      pageForm.free();
      return "";
    }
    this.#pageForm?.free();
    this.#pageForm = pageForm;
    return pageForm.file;
  }

  /** The page's form holds all answers: from here on it is the person's. */
  #reviewed(outcome, isNew) {
    this.#review?.remove();
    this.#review = reviewNote(this.#texts, outcome, () => {
      this.close();
      this.#pageForm?.show();
    });
    this.#review.dataset.theme = themeOf(this.getAttribute("theme"));
    this.#root.append(this.#review);
    // Also in front of what the page has in front, where the browser knows that.
    this.#review.showPopover?.();
    this.#pageForm?.keepClear(this.#review);
    if (isNew) this.close();
    tell(this, "review", outcome);
  }

  /** There is no form to look over: what they have answered stays in the interview. */
  #handedOverToNone(id) {
    this.#review?.remove();
    this.#review = message("review", "status", this.#texts.lang, [this.#texts.gone]);
    this.#place.before(this.#review);
    tell(this, "error", { message: `the form with the id "${id}" is not on the page any more` });
  }

  /** What an interview that is begun knows. What is at hand is for the first one alone: in the form of
   * the page its answers stand by then. */
  #prefill() {
    const values = attributesOf(this, "prefill-");
    if (!this.#isReady) {
      Object.assign(values, this.#pageForm?.standing(), this.#pending);
      this.#pending = {};
    }
    return Object.keys(values).length ? JSON.stringify(values) : undefined;
  }

  #put() {
    const hasSome = Object.keys(this.#pending).length > 0;
    if (hasSome && this.#isReady && this.#widget?.set_fields(JSON.stringify(this.#pending))) this.#pending = {};
  }

  #heard(turn, name, detail) {
    if (turn !== this.#load) return;
    // Not before it stands there.
    if (name === "ready" || name === "shown") setTimeout(() => this.#move(turn));
    if (name === "unstored") this.#unstored = detail;
    if (name === "question") this.#review?.remove();
    if (name === "again") {
      this.#takesFocus = true;
      this.reload();
    }
    if (name === "shown" || name === "unstored" || name === "again") return;
    if (name === "ready") {
      this.#isReady = true;
      this.#title = detail.title ?? "";
      this.#name();
      // Not within what the module is doing.
      queueMicrotask(() => this.#put());
    }
    if (name === "submit") {
      const data = Object.fromEntries((detail.fields ?? []).map((it) => [it.fieldId, it.value]));
      detail = { ...detail, data, hidden: attributesOf(this, "hidden-") };
    }
    tell(this, name, detail);
    this.#pageForm?.heard(name, detail);
  }

  #say(...said) {
    this.#place.replaceChildren(this.#message(...said));
  }

  #message(role, sentences, retry) {
    const buttons = retry ? [button("", "retry", this.#texts.retry, retry)] : [];
    return message("message", role, this.#texts.lang, sentences, ...buttons);
  }

  /** What else there is to do. */
  get #otherwise() {
    return this.hasAttribute("for") ? [this.#texts.by_hand] : [];
  }

  get #failure() {
    return [this.#texts.failed, ...this.#otherwise];
  }

  #trouble(error) {
    console.error("kikitori:", error);
    tell(this, "error", { message: `${error.message ?? error}` });
  }

  #failed(error) {
    this.#hasFailed = true;
    this.#first?.leave();
    this.#first = undefined;
    this.#say("alert", this.#failure, () => this.reload());
    this.#trouble(error);
  }

  /** The module has ended, and with it every form of the page that has begun. */
  #broken() {
    if (!this.#widget && !this.#isLoading) return;
    this.#load++;
    this.#next?.remove();
    this.#notice?.remove();
    this.#widget = this.#first = this.#next = undefined;
    this.#say("alert", [this.#unstored ?? this.#texts.lost, ...this.#otherwise]);
    tell(this, "error", { message: "the program has ended" });
  }

  #unmount() {
    this.#load++;
    this.#isLoading = this.#isReady = this.#hasFailed = false;
    const widget = this.#widget;
    this.#first?.leave();
    this.#next?.remove();
    this.#notice?.remove();
    this.#widget = this.#first = this.#next = undefined;
    // Not within what the module is doing: a listener of its events may have asked for this.
    if (widget && !isBroken) queueMicrotask(() => widget.free());
    this.#pageForm?.free();
    this.#review?.remove();
    this.#pageForm = this.#review = undefined;
    this.#place?.replaceChildren();
  }

  #dispose() {
    this.#unmount();
    this.#seen?.disconnect();
    this.#sizes?.disconnect();
    this.#opening?.abort();
    this.#seen = this.#sizes = this.#overlay = this.#place = undefined;
    this.#root.replaceChildren();
    shown.delete(this.#onBreak);
    document.removeEventListener("click", this.#onClick);
    leaveTouched(this);
  }
}

// Nothing has elements where a site is drawn on a server.
if (globalThis.customElements && !customElements.get("kikitori-form")) customElements.define("kikitori-form", KikitoriForm);

export { KikitoriForm, storeWithPage };

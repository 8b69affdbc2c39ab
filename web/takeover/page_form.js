// A form of the page that an interview fills in: what the element loads for `for`, with the module
// that lies beside it. The interview is asked and told through `host`, whoever shows it:
// - `recorded()` has the answers so far, an object by field in JSON; empty while nobody knows,
// - `put(values)` takes what the person has put into the form by hand, null for what they took out,
// - `follow(changes)` takes what the form shows now, with what it did not show before, and says whether
//   the interview goes by it,
// - `turnDown(answers)` takes what the page says of answers that it does not take, by field in JSON,
// - `filled(fields, problems)` hears what was put into the form and what did not take,
// - `review(outcome, isNew)` hears that all of it is there, with `left`, what the person has to fill
//   in themselves, and `problems`; `isNew` when they have confirmed it now,
// - `gone()` hears that all of it is there, and no form to put it into,
// - `failed(error)` hears what should not happen.

import init, { Before, Takeover } from "./takeover.js";

/** A form that a page draws later is waited for so long. */
const PATIENCE_MS = 10_000;
/** And what is in it, behind the form. */
const FIELDS_PATIENCE_MS = 5_000;
/** What is put in is read once the form is quiet, which it says itself after a shorter time. */
const QUIET_MS = 250;

/** When the page is looked at after an answer was put in. */
const LOOKS_MS = [50, 600, 1500, 3000];
/** What it says for so long is meant. */
const LASTING_MS = 400;

/** The end of an interview is told before what was confirmed is. */
const ENDING_MS = 50;

/** A script that reads all of the form sends it within this time, if it does. */
const SENDING_MS = 10_000;
/** Below this is kept that the form of an interview was sent: by its own button, or by its site. */
const SENT = "kikitori-widget/sent/";

/** What somebody has put something into. Who has followed that since before this was loaded gives it. */
let touched = new WeakSet();

/** What stood in each form before answers were put there: who takes it over next takes those out as well. */
const stood = new WeakMap();

let loading;

/** Has the module at hand; `program` is what it was compiled to, by whoever did that, and `touchedBefore` what
 * somebody has put something into. */
export function load(program, touchedBefore) {
  touched = touchedBefore ?? touched;
  loading ??= init({ module_or_path: program }).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** What has the id in `root`, or else in the page: a form before anything else, and of what has one form in it
 * that. */
function found(root, id) {
  const form = `form#${CSS.escape(id)}`;
  const named = root.querySelector(form) ?? document.querySelector(form);
  const other = named ?? root.getElementById?.(id) ?? document.getElementById(id);
  const inside = named ? [] : (other?.querySelectorAll("form") ?? []);
  return inside.length === 1 ? inside[0] : other;
}

/** The controls of a form, also where one of them is called `elements` and hides the form's own. */
const { get: elementsOf } = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, "elements");

/** Waits until something in `root` has the id, or for as long as anybody would. */
function appeared(root, id) {
  if (found(root, id)) return undefined;
  return new Promise((done) => {
    const end = () => {
      observer.disconnect();
      clearTimeout(patience);
      done();
    };
    const observer = new MutationObserver(() => {
      if (found(root, id)) end();
    });
    for (const it of new Set([root, document])) {
      observer.observe(it, { childList: true, subtree: true, attributeFilter: ["id"] });
    }
    const patience = setTimeout(end, PATIENCE_MS);
  });
}

/** Whether somebody may be in the middle of a word in this element. */
function takesText(element) {
  if (element instanceof HTMLTextAreaElement) return true;
  return element instanceof HTMLInputElement && !["checkbox", "radio", "range", "color", "file"].includes(element.type);
}

/** What is told of a value that the page has taken away. */
const NOTHING = "–";

/** The browser may keep nothing, or say nothing of it. */
function stored(act) {
  try {
    return act(localStorage);
  } catch {
    return null;
  }
}

export class PageForm {
  #id;
  /** What the form stands in: the page, or a shadow root in it. */
  #root;
  /** Ends what is listened to. */
  #listening = new AbortController();
  #host;
  #element;
  #taken;
  #file;
  #isGone = false;
  /** Whether what the interview knows and what stands in the form were brought together. */
  #isJoined = false;
  #wasConfirmed = false;
  /** The id of the interview that was heard last. */
  #session;
  /** Whether its form was sent on an earlier visit: nothing is put in or read before they go on with it. */
  #wasSent = false;
  /** When something has last read all of the form to be sent. */
  #gathered = -Infinity;
  /** What stands in front of the page and says what is the person's to do. */
  #note;
  /** Answers are put in one after the other. */
  #queue = Promise.resolve();
  #waiting;
  /** What the page says by field, and since which look. */
  #said = new Map();
  /** The input that somebody is typing into. */
  #typedInto;
  #onInput = ({ target, isTrusted }) => {
    if (!isTrusted || target.form !== this.#element) return;
    touched.add(target);
    if (takesText(target)) this.#typedInto = target;
  };
  #onReset = ({ target }) => {
    for (const it of target === this.#element ? elementsOf.call(target) : []) touched.delete(it);
  };
  // What is put in tells the page that it was left, too.
  #onLeave = ({ isTrusted }) => isTrusted && this.#soon();
  #onSubmit = ({ target }) => {
    if (target !== this.#element) return;
    this.#noteSent();
    // What was typed last is sent as well.
    this.#typedInto = undefined;
    this.#changed();
  };
  // The form may be scrolled to what has got the focus.
  #onFocus = () => requestAnimationFrame(() => this.#giveWay());
  #onGather = ({ target }) => {
    if (target === this.#element) this.#gathered = performance.now();
  };
  // A script sends it without a `submit`.
  #onPageLeft = () => {
    if (performance.now() - this.#gathered < SENDING_MS) this.#noteSent();
  };

  /** The form with this id, in `root` or else in the page, once it is there. */
  static async of(id, root, host) {
    await Promise.all([load(), appeared(root, id)]);
    const end = performance.now() + FIELDS_PATIENCE_MS;
    for (;;) {
      try {
        return new PageForm(id, root, host);
      } catch (error) {
        // A page may draw a form first, and what is in it a moment later.
        const isForm = found(root, id) instanceof HTMLFormElement;
        if (!isForm || performance.now() > end) throw error;
      }
      await new Promise((done) => setTimeout(done, QUIET_MS));
    }
  }

  constructor(id, root, host) {
    this.#id = id;
    this.#host = host;
    const now = found(root, id);
    this.#root = now?.getRootNode() ?? document;
    this.#take(now);
    this.#file = this.#taken.file();
    const listen = (target, name, act) => target.addEventListener(name, act, { capture: true, signal: this.#listening.signal });
    // A form's controls may stand outside of it.
    listen(this.#root, "input", this.#onInput);
    listen(this.#root, "reset", this.#onReset);
    listen(this.#root, "focusout", this.#onLeave);
    listen(this.#root, "focusin", this.#onFocus);
    listen(this.#root, "submit", this.#onSubmit);
    listen(this.#root, "formdata", this.#onGather);
    listen(window, "pagehide", this.#onPageLeft);
  }

  #take(element) {
    const before = stood.get(element) ?? new Before();
    this.#taken = new Takeover(element, this.#id, () => this.#changed(), before);
    stood.set(element, before);
    this.#element = element;
    // Frameworks write what is typed to where a page's own value stands.
    for (const it of elementsOf.call(element)) if (touched.has(it)) this.#taken.note_by_hand(it);
  }

  /** The form that is on the page now: it may be another one in the place of the first. */
  get #form() {
    const now = found(this.#root, this.#id);
    if (now && now !== this.#element) {
      const before = this.#taken;
      this.#take(now);
      before.free();
      // What was answered before goes into this one as well.
      if (this.#isJoined) {
        this.#isJoined = false;
        queueMicrotask(() => this.#try(() => this.#join()));
      }
    }
    return this.#taken;
  }

  /** The form's file, for an interview about it. */
  get file() {
    return this.#file;
  }

  /** Tells this form from others, and from what it was before its page was changed. */
  get fingerprint() {
    return this.#taken.fingerprint();
  }

  /** What stands in it already, by field. */
  standing() {
    return JSON.parse(this.#form.standing());
  }

  /** Takes all answers out of it again. */
  empty() {
    return this.#form.take_out_all();
  }

  /** Hears what happens in the interview, by the name of the event. */
  heard(name, detail) {
    // Not within what the interview's module is doing.
    queueMicrotask(() => {
      if (!this.#isGone) this.#try(() => this.#follow(name, detail));
    });
  }

  #follow(name, detail) {
    // An interview that has come to its end before says so first.
    if (name === "ready" || (detail?.session && !this.#session)) this.#begins(detail.session);
    if (name === "submit" || (name === "answer" && this.#wasSent)) this.#goesOn();
    this.#join();
    if (name === "answer" && detail.value === null) this.#takeOut(detail.field);
    else if (name === "answer") this.#fill({ [detail.field]: detail.value });
    if (name === "submit") {
      this.#wasConfirmed = true;
      this.#end(true);
    }
    // Of one that is confirmed now `submit` comes with it.
    if (name === "ending") setTimeout(() => this.#try(() => this.#ended()), ENDING_MS);
  }

  /** The interview was at its end when it was opened. */
  #ended() {
    if (this.#isGone || this.#wasConfirmed) return;
    this.#wasConfirmed = true;
    if (!this.#wasSent) this.#end(false);
  }

  #noteSent() {
    if (this.#session) stored((it) => it.setItem(SENT + this.#session, "yes"));
  }

  /** They go on with an interview whose form was sent. */
  #goesOn() {
    this.#wasSent = false;
    stored((it) => it.removeItem(SENT + this.#session));
  }

  /** Where another interview than before has begun, nothing of the last one's stays in the form. */
  #begins(session) {
    const isAnother = this.#session && this.#session !== session;
    if (isAnother) this.#goesOn();
    this.#session = session;
    this.#wasSent = stored((it) => it.getItem(SENT + session)) !== null;
    if (!isAnother) return;
    this.#wasConfirmed = false;
    this.#next(async () => {
      const fields = JSON.parse(await this.empty());
      if (this.#isGone) return;
      this.#isJoined = false;
      this.#put(this.standing());
      this.#join();
      if (fields.length) this.#host.filled(fields, []);
    });
  }

  /** Brings what was recorded before into the form, and what was put in by hand to the interview. */
  #join() {
    const recorded = this.#isJoined || this.#wasSent ? "" : this.#host.recorded();
    if (!recorded) return;
    this.#isJoined = true;
    const byHand = JSON.parse(this.#form.by_hand(recorded, true));
    this.#put(byHand);
    const others = Object.entries(JSON.parse(recorded)).filter(([field]) => !(field in byHand));
    this.#fill(Object.fromEntries(others), true);
    this.#soon();
  }

  #put(values) {
    // What the page itself empties after all of it was confirmed is not taken back.
    const told = Object.entries(values).filter(([, value]) => value !== null || !this.#wasConfirmed);
    if (told.length) this.#host.put(Object.fromEntries(told));
  }

  /** Puts answers in; with `unlessTheirs` not over what was put there by hand since. */
  #fill(answers, unlessTheirs = false) {
    const given = Object.entries(answers).filter(([, value]) => value !== null && value !== undefined);
    if (!given.length) return;
    for (const [field] of given) this.#said.delete(field);
    this.#next(async () => {
      const json = JSON.stringify(Object.fromEntries(given));
      const told = await (unlessTheirs ? this.#form.fill_unless_theirs(json) : this.#form.fill(json));
      if (this.#isGone) return;
      const problems = JSON.parse(told);
      this.#host.filled(given.map(([field]) => field), problems);
      // What the page makes another value of, however it is written, is the person's to tell otherwise.
      const refused = problems.filter(({ reads }) => reads !== undefined);
      const read = refused.map(({ field, reads }) => [field, reads.trim() || NOTHING]);
      if (read.length) this.#host.turnDown(JSON.stringify(Object.fromEntries(read)));
      // A page may ask its server before it says something.
      for (const after of LOOKS_MS) setTimeout(() => this.#next(() => this.#look()), after);
    });
  }

  /** What the page says of answers is for the interview to put right, where it says so for a while: some
   * say first that they are checking. */
  #look() {
    const [now, before] = [performance.now(), this.#said];
    const since = ({ field, said }) => {
      const known = before.get(field);
      return [field, known?.said === said ? known : { said, since: now }];
    };
    this.#said = new Map(JSON.parse(this.#form.complaints()).map(since));
    const lasting = [...this.#said].filter(([, it]) => now - it.since >= LASTING_MS);
    const told = lasting.map(([field, { said }]) => [field, said]);
    if (told.length) this.#host.turnDown(JSON.stringify(Object.fromEntries(told)));
  }

  /** An answer was taken back: what stood there before stands there again. */
  #takeOut(field) {
    this.#next(async () => {
      await this.#form.take_out(field);
      if (!this.#isGone) this.#host.filled([field], []);
    });
  }

  #end(isNew) {
    this.#next(async () => {
      const answers = this.#host.recorded() || "{}";
      // What they have put in themselves by now is the answer.
      this.#put(JSON.parse(this.#form.by_hand(answers, false)));
      const problems = JSON.parse(await this.#form.fill_unless_theirs(answers));
      // What it has said of them before, too.
      const told = new Set(problems.map((it) => it.field));
      problems.push(...JSON.parse(this.#form.complaints()).filter((it) => !told.has(it.field)));
      if (this.#isGone) return;
      // A page may have taken its form away meanwhile.
      if (!found(this.#root, this.#id)) {
        this.#host.gone();
        return;
      }
      if (isNew) this.#host.filled(Object.keys(JSON.parse(answers)), problems);
      this.#host.review({ problems, left: JSON.parse(this.#form.left()) }, isNew);
      if (isNew) this.show();
    });
  }

  #next(act) {
    const unlessGone = () => (this.#isGone ? undefined : act());
    this.#queue = this.#queue.then(unlessGone).catch((error) => this.#host.failed(error));
  }

  #try(act) {
    try {
      act();
    } catch (error) {
      this.#host.failed(error);
    }
  }

  #soon() {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.#changed(), QUIET_MS);
  }

  /** Tells what was put in by hand, but no half of a word. */
  #changed() {
    const isTyping = this.#typedInto && this.#typedInto === this.#root.activeElement;
    if (this.#isGone || !this.#isJoined || isTyping) return;
    // After what is being put in, which is nobody's but the interview's.
    this.#next(() => {
      const added = this.#followed();
      const recorded = JSON.parse(this.#host.recorded() || "{}");
      const byHand = JSON.parse(this.#form.by_hand(JSON.stringify(recorded), false));
      this.#put(byHand);
      // Of an interview that is gone on with, and what was corrected while it was not shown.
      const due = [...added, ...JSON.parse(this.#form.due())];
      const others = due.filter((field) => field in recorded && !(field in byHand));
      this.#fill(Object.fromEntries(others.map((field) => [field, recorded[field]])), true);
      this.#look();
    });
  }

  /** Has the interview ask for what the page shows now; gives the fields that it did not show before. */
  #followed() {
    const changes = this.#form.changes();
    if (!changes || !this.#host.follow(changes)) return [];
    // What was confirmed before it showed more is open again.
    this.#wasConfirmed = false;
    return JSON.parse(this.#form.follow());
  }

  /** Keeps `note`, which stands at an edge of the window, from hiding what has the focus. */
  keepClear(note) {
    this.#note = note;
    this.#onFocus();
  }

  #giveWay() {
    const focused = this.#root.activeElement;
    const isItself = !this.#note?.isConnected || focused === this.#note.getRootNode().host;
    if (isItself || !focused || focused === document.body) return;
    const [note, seen] = [this.#note, focused].map((it) => it.getBoundingClientRect());
    const hides = seen.bottom > note.top && seen.top < note.bottom;
    if (hides) this.#note.classList.toggle("above", seen.top + seen.bottom > innerHeight);
  }

  /** Shows the form to the person. */
  show() {
    this.#form.show();
  }

  free() {
    if (this.#isGone) return;
    this.#isGone = true;
    clearTimeout(this.#waiting);
    this.#listening.abort();
    this.#taken.free();
  }
}

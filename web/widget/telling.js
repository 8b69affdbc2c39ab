// What an element tells the page around it, and how that page listens.

/** Tells the page; leaves the shadow root. */
export function tell(element, name, detail) {
  element.dispatchEvent(new CustomEvent(`kikitori-${name}`, { bubbles: true, composed: true, detail }));
}

/** An element whose events are listened to by their names alone. Where a site is drawn on a server there are none. */
export class TellingElement extends (globalThis.HTMLElement ?? Object) {
  #listeners = new Map();

  on(name, listener) {
    return this.#listen(name, listener, false);
  }

  once(name, listener) {
    return this.#listen(name, listener, true);
  }

  off(name, listener) {
    const kept = this.#listeners.get(name);
    const heard = kept?.get(listener);
    if (heard) this.removeEventListener(`kikitori-${name}`, heard);
    kept?.delete(listener);
    return this;
  }

  #listen(name, listener, once) {
    this.off(name, listener);
    const heard = (event) => {
      // What stands in the form is told by its own element.
      if (event.target !== this) return;
      if (once) this.off(name, listener);
      listener.call(this, event.detail, event);
    };
    if (!this.#listeners.has(name)) this.#listeners.set(name, new Map());
    this.#listeners.get(name).set(listener, heard);
    this.addEventListener(`kikitori-${name}`, heard);
    return this;
  }
}

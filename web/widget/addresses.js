// Where an element finds what it does not load by itself, and what its interview is kept under.

import { HERE } from "./loading.js";

/** What an interview is kept under on this device: another for each form and each element with an id. */
export function keptUnder(element, pageForm) {
  if (pageForm) {
    // What a page is about may stand in its query alone, as in edit?id=1.
    const { origin, pathname, search } = location;
    return `${origin}${pathname}${search}#${element.getAttribute("for")} ${pageForm.fingerprint} ${element.id}`;
  }
  const src = new URL(element.getAttribute("src") ?? "", document.baseURI).href;
  return `${src} ${element.id}`;
}

/** The folder of the server that is asked for the model. */
export function baseOf(element) {
  const base = new URL(element.getAttribute("endpoint") ?? new URL("..", HERE), document.baseURI).href;
  return base.endsWith("/") ? base : `${base}/`;
}

/** What answers within the page, where that is wanted. */
export function demoOf(element) {
  return element.hasAttribute("demo") ? new URL("demo/demo.js", HERE).href : undefined;
}

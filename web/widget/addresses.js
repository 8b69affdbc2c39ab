// Where an element finds what it does not load by itself, and what its interview is kept under.

import { counted } from "./dom.js";
import { HERE } from "./loading.js";

const srcOf = (element) => new URL(element.getAttribute("src") ?? "", document.baseURI).href;

/** What an interview is kept under on this device: another for each form and each element. Of those that
 * nothing tells apart, the one that comes second in the page is the second after a reload, too. */
export function keptUnder(element, pageForm) {
  const named = pageForm ? `${keptBelow(element)}${pageForm.fingerprint}` : srcOf(element);
  const isAlike = (it) =>
    it.id === element.id && it.getAttribute("for") === element.getAttribute("for") && (pageForm || srcOf(it) === named);
  return `${named} ${element.id}${counted(element, isAlike)}`;
}

/** What all interviews about a form of the page are kept under, whatever is in that. */
export function keptBelow(element) {
  // What a page is about may stand in its query alone, as in edit?id=1.
  const { origin, pathname, search } = location;
  return `${origin}${pathname}${search}#${element.getAttribute("for")} `;
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

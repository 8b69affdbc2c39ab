// What stands in the element until the whole interview does: see `first` beside this file.

import { isStoredWithPage } from "./loading.js";

/** Whether no interview was begun under this key on this device. */
export function isNew(key) {
  return stored((it) => it.getItem(shownUnder(key)) === null);
}

/** Whether none was under a key that begins so. */
export function isNewBelow(beginning) {
  return stored((it) => !Object.keys(it).some((key) => key.startsWith(shownUnder(beginning))));
}

/** As the widget names it. */
function shownUnder(key) {
  return `${isStoredWithPage ? "kikitori" : "kikitori-widget"}/shown/${key}`;
}

/** A browser may let nothing be looked up. */
function stored(look) {
  try {
    return look(localStorage);
  } catch {
    return false;
  }
}

/** The first view in `place`; nothing where the interview cannot be begun so. */
export function begun(module, place, what) {
  const said = [...place.childNodes];
  const first = attempt(() => module.First.begin(place, ...what, isStoredWithPage));
  if (first) for (const it of said) it.remove();
  else place.replaceChildren(...said);
  return first;
}

/** Whether the first view may be taken away now: not in the middle of a word. */
export function mayMove(first) {
  return attempt(() => first.may_move()) ?? true;
}

/** What stood in `before` gives its place, and what the person did there, to `next`. */
export function movedTo(next, before, first) {
  next.hidden = false;
  attempt(() => first.hand_over_to(next));
  before.remove();
}

/** Whatever breaks in the first view, the whole interview does without it. */
function attempt(act) {
  try {
    return act();
  } catch (error) {
    console.error("kikitori:", error);
  }
}

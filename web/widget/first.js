// What stands in the element until the whole interview does: see `first` beside this file.

import { isStoredWithPage } from "./loading.js";

/** Whether no interview was begun under this key on this device. */
export function isNew(key) {
  try {
    // As the widget names it.
    return localStorage.getItem(`${isStoredWithPage ? "kikitori" : "kikitori-widget"}/shown/${key}`) === null;
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

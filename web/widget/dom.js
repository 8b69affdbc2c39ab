// Small helpers around elements.

export function make(name, className, part, ...children) {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (part) element.setAttribute("part", part);
  element.append(...children);
  return element;
}

export function button(className, part, label, act) {
  const made = make("button", className, part, label);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

/** Says which language an element's own texts are in: its site's, without a tag of one. All of ours run
 * from left to right. */
export function speak(element, lang) {
  element.dir = "ltr";
  lang ? (element.lang = lang) : element.removeAttribute("lang");
  return element;
}

/** What the attributes that begin so say, by what stands behind that: JSON where it is some, else text.
 * What no number is written as, such as 007, 1.10 and long ones, stays the text that it is. */
export function attributesOf(element, beginning) {
  const values = {};
  for (const { name, value } of element.attributes) {
    if (name.startsWith(beginning)) values[name.slice(beginning.length)] = valueOf(value);
  }
  return values;
}

function valueOf(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "number" && String(value) !== text ? text : value;
  } catch {
    return text;
  }
}

/** Sentences that are read out, in the language `lang`, and buttons below them. */
export function message(part, role, lang, sentences, ...buttons) {
  const told = make("div", "told", part, ...sentences.map((it) => make("p", "", "", it)), ...buttons);
  told.setAttribute("role", role);
  return speak(told, lang);
}

/** Says that the page's form holds all answers, and what of it is the person's to do: in front of the page,
 * which is looked at then. */
export function reviewNote(texts, { left, problems }, show) {
  const reasons = new Map();
  for (const { label, said } of problems) reasons.set(label, said || reasons.get(label));
  const again = [...reasons].map(([label, said]) => (said ? `${label} (${said})` : label));
  const named = [
    [texts.left, left],
    [texts.again, again],
  ].filter(([, labels]) => labels.length);
  const said = named.map(([text, labels]) => `${text} ${labels.join(", ")}`);
  const buttons = [button("", "retry", texts.show, show), button("", "close", texts.close, () => note.remove())];
  const note = message("review", "status", texts.lang, [texts.review, ...said], ...buttons);
  note.classList.add("beside");
  note.popover = "manual";
  return note;
}

/** Of elements that nothing tells apart, which one this is where it stands: nothing for the first, " 2" and so on. */
export function counted(element, isAlike) {
  const all = [...element.getRootNode().querySelectorAll(element.localName)];
  const before = all.filter(isAlike).indexOf(element);
  return before > 0 ? ` ${before + 1}` : "";
}

/** Does it once when what `said` names has come: `time 20`, so many seconds; `scroll 50`, so much of the page in
 * percent; `exit`, the pointer leaves the window for what is above it. Gives what stops that. */
export function onceWhen(said, act) {
  const [what, amount] = said.trim().split(/\s+/);
  const stop = new AbortController();
  const { signal } = stop;
  const once = () => {
    stop.abort();
    act();
  };
  const isScrolled = ({ scrollTop, scrollHeight, clientHeight }) =>
    scrollTop >= ((scrollHeight - clientHeight) * amount) / 100;
  if (what === "time") {
    const waiting = setTimeout(once, amount * 1000);
    signal.onabort = () => clearTimeout(waiting);
  } else if (what === "scroll") {
    document.addEventListener("scroll", () => isScrolled(document.scrollingElement) && once(), { signal, passive: true });
  } else if (what === "exit") {
    const isOut = ({ relatedTarget, clientY }) => !relatedTarget && clientY <= 0;
    document.addEventListener("mouseout", (event) => isOut(event) && once(), { signal });
  }
  return stop;
}

/** So near to what is seen something is wanted. */
const NEAR_PX = 400;

/** Does it once, when the element is near what is seen: at the latest with a picture that shows it so. */
export function onceNear(element, act) {
  let isOver = false;
  const disconnect = () => {
    isOver = true;
    observer.disconnect();
  };
  const once = () => {
    if (isOver) return;
    disconnect();
    act();
  };
  const isSeen = (entries) => entries.some((it) => it.isIntersecting) && once();
  const observer = new IntersectionObserver(isSeen, { rootMargin: `${NEAR_PX}px` });
  observer.observe(element);
  // Before the first picture, which is a while later.
  afterScripts(() => isNear(element) && once());
  return { disconnect };
}

/** Does it when the scripts that come with the page, or whoever runs now, have had their say. */
function afterScripts(act) {
  const [navigation] = performance.getEntriesByType("navigation");
  const isParsed = document.readyState === "complete" || navigation?.domContentLoadedEventStart > 0;
  isParsed ? queueMicrotask(act) : document.addEventListener("DOMContentLoaded", act, { once: true });
}

/** Whether it is near what is seen; in a frame, or in a page that is hidden, that is not known so. */
function isNear(element) {
  if (document.visibilityState !== "visible" || window !== window.parent) return false;
  return [...element.getClientRects()].some(
    ({ top, bottom, left, right }) =>
      bottom > -NEAR_PX && top < innerHeight + NEAR_PX && right > -NEAR_PX && left < innerWidth + NEAR_PX,
  );
}

/** Calls `tell` with the element's height, now and whenever it is another one. */
export function onHeight(element, tell) {
  let before;
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(element.getBoundingClientRect().height);
    if (height && height !== before) {
      before = height;
      tell(height);
    }
  });
  observer.observe(element);
  return observer;
}

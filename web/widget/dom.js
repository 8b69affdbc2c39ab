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

/** What the attributes that begin so say, by what stands behind that: JSON where it is some, else text. */
export function attributesOf(element, beginning) {
  const values = {};
  for (const { name, value } of element.attributes) {
    if (name.startsWith(beginning)) values[name.slice(beginning.length)] = valueOf(value);
  }
  return values;
}

function valueOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Sentences that are read out, and buttons below them. */
export function message(part, role, sentences, ...buttons) {
  const told = make("div", "told", part, ...sentences.map((it) => make("p", "", "", it)), ...buttons);
  told.setAttribute("role", role);
  return told;
}

/** Says that the page's form holds all answers, and what of it is the person's to do. */
export function reviewNote(texts, { left, problems }, show) {
  const again = [...new Set(problems.map((it) => it.label))];
  const named = [
    [texts.left, left],
    [texts.again, again],
  ].filter(([, labels]) => labels.length);
  const said = named.map(([text, labels]) => `${text} ${labels.join(", ")}`);
  return message("review", "status", [texts.review, ...said], button("", "retry", texts.show, show));
}

/** Does it once, when the element comes near what is seen. */
export function onceNear(element, act) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((it) => it.isIntersecting)) return;
      observer.disconnect();
      act();
    },
    { rootMargin: "400px" },
  );
  observer.observe(element);
  return observer;
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

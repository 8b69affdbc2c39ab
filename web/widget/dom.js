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

/** A value from an attribute: JSON where it is some, else the text. */
export function valueOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

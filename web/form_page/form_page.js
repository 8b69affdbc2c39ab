// One form and nothing else, for who has a link to it: form/?form=NAME is the interview about
// forms/NAME.json. What else the link says is what an element may be told. The interview is one of this
// device's, which home lists. `assemble.mjs` joins it with the element's own script: what one script asks
// for is there sooner than what several do.

import { keptUnder } from "../widget/addresses.js";
import { isNew } from "../widget/first.js";
import { FIRST_SHEET, ahead, fetchText, loadFirst, storeWithPage } from "../widget/loading.js";

const pageSheet = new CSSStyleSheet();
pageSheet.replaceSync(__PAGE_CSS__);
document.adoptedStyleSheets = [pageSheet];
ahead.set(FIRST_SHEET.href, Promise.resolve(__FIRST_CSS__));

/** A file in the folder of forms: of nothing else, and of no other server, a link can have the page ask. */
const NAME = /^[\p{L}\p{N}_-]+$/u;
const SETTABLE = /^(demo|lang|theme|prefill-[\w-]+)$/;
/** With these it does not begin with its first view alone. */
const ANSWERED = /^(demo|prefill-)/;
const NO_FORM = {
  en: "This address names no form. It has to end with ?form= and the name of one.",
  ja: "このアドレスにはフォームの指定がありません。末尾に ?form= とフォームの名前が必要です。",
};

const asked = new URLSearchParams(location.search);
// What was chosen on home holds here, too, unless the link says another.
for (const choice of ["language", "theme"]) {
  const key = choice === "language" ? "lang" : choice;
  const chosen = chosenAtHome(choice);
  if (chosen && chosen !== "system" && !asked.has(key)) asked.set(key, chosen);
}
const name = asked.get("form") ?? "";
const place = document.querySelector("main");
const language = asked.get("lang") ?? navigator.language;
if (asked.has("theme")) document.documentElement.style.colorScheme = asked.get("theme");

const home = document.createElement("a");
home.href = "../";
home.textContent = "Kikitori";
const heading = document.createElement("h1");
heading.append(home);

if (NAME.test(name)) {
  storeWithPage();
  const element = document.createElement("kikitori-form");
  element.id = "form";
  const form = new URL(`../forms/${encodeURIComponent(name)}.json`, import.meta.url);
  element.setAttribute("src", form.pathname);
  for (const [key, value] of asked) {
    if (SETTABLE.test(key)) element.setAttribute(key, value);
  }
  // The element asks for these when the page is read and measured.
  fetchText(form);
  if (![...asked.keys()].some((key) => ANSWERED.test(key))) loadFirst(() => isNew(keptUnder(element)));
  element.on("ready", ({ title }) => {
    document.title = title;
    heading.remove();
  });
  // It is drawn by the same thread as the question.
  for (const told of ["ready", "error"]) element.once(told, showIcon);
  // Where there is no form there is nothing else to go by.
  element.on("error", () => {
    if (document.title === heading.textContent) place.prepend(heading);
  });
  place.replaceChildren(element);
} else {
  const told = document.createElement("p");
  const tag = /^ja\b/i.test(language) ? "ja" : "en";
  told.lang = tag;
  told.textContent = NO_FORM[tag];
  place.replaceChildren(heading, told);
  showIcon();
}

function chosenAtHome(choice) {
  try {
    return localStorage.getItem(`kikitori/${choice}`);
  } catch {
    // A browser that refuses its storage.
    return null;
  }
}

function showIcon() {
  document.querySelector("link[rel=icon]").href = new URL("favicon.svg", import.meta.url).href;
}

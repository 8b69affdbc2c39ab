// One form and nothing else, for who has a link to it: form/?form=NAME is the interview about
// forms/NAME.json. What else the link says is what an element may be told. The interview is one of this
// device's, which home lists.
import { storeWithPage } from "../widget/kikitori.js";

/** A file in the folder of forms: of nothing else, and of no other server, a link can have the page ask. */
const NAME = /^[\p{L}\p{N}_-]+$/u;
const SETTABLE = /^(demo|lang|theme|prefill-[\w-]+)$/;
const NO_FORM = {
  en: "This address names no form. It has to end with ?form= and the name of one.",
  ja: "このアドレスにはフォームの指定がありません。末尾に ?form= とフォームの名前が必要です。",
};

const asked = new URLSearchParams(location.search);
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
  element.setAttribute("src", new URL(`../forms/${encodeURIComponent(name)}.json`, import.meta.url).pathname);
  for (const [key, value] of asked) {
    if (SETTABLE.test(key)) element.setAttribute(key, value);
  }
  element.on("ready", ({ title }) => {
    document.title = title;
    heading.remove();
  });
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
}

// In the frame: the form of another site's page, which says what it is about and hears what happens.
import { CALLS, EVENTS, listen, texts } from "./frame_messages.js";

/** What of the element the site's page may set. */
const SETTABLE = /^(lang|theme|(prefill|hidden)-[\w-]+)$/i;
const VARIABLE = /^--kikitori-[\w-]+$/;

/** The origin of the page around, which the frame's address names: nobody else is heard or told. */
const around = new URLSearchParams(location.search).get("origin") ?? "";
const form = document.createElement("kikitori-form");

const tell = (said) => {
  // "*" and the like are no origins, and throw or reach nobody.
  if (around.startsWith("http")) parent.postMessage(said, around);
};

function begin({ form: file, name, attributes, variables }) {
  if (typeof file !== "string" || form.isConnected) return;
  // What it is kept under on this device: another for each site and each of its forms.
  form.id = "form";
  form.setAttribute("src", `./frame.html?${new URLSearchParams({ origin: around, name: `${name}` })}`);
  for (const [key, value] of texts(attributes)) {
    if (SETTABLE.test(key)) form.setAttribute(key, value);
  }
  for (const [key, value] of texts(variables)) {
    if (VARIABLE.test(key)) form.style.setProperty(key, value);
  }
  const lang = form.getAttribute("lang");
  if (lang) document.documentElement.lang = lang;
  form.form = file;
  form.once("question", () => {
    knownAt = Date.now() + PUT_IN_MS;
  });
  for (const end of ["error", "ending"]) form.on(end, () => clearTimeout(looking));
  form.on("ready", ({ title }) => {
    document.title = title;
  });
  document.body.append(form);
}

/** How long what is not known yet is waited for before it is looked at again. */
const PAUSE_MS = 100;
/** Values that were put in before the form was there are taken within this time after its first question. */
const PUT_IN_MS = 1_000;
/** When it is known whether something is left to ask for. */
let knownAt = Infinity;
/** Looks again whether the form can be sent. */
let looking;

/** Sends the form. Until it is known whether something is left to ask for, that is waited for. */
function submit() {
  clearTimeout(looking);
  const isWhole = form.shadowRoot.querySelector('.session-main[data-state="confirm"]');
  if (isWhole || Date.now() > knownAt) form.submit();
  else looking = setTimeout(submit, PAUSE_MS);
}

function call({ method, given }) {
  if (!CALLS.includes(method) || !form.isConnected) return;
  if (method === "reset") clearTimeout(looking);
  if (method === "submit") submit();
  else if (method !== "setFields") form[method]();
  else if (given !== null && typeof given === "object" && !Array.isArray(given)) form.setFields(given);
}

for (const name of EVENTS) {
  form.on(name, (detail) => tell({ kikitori: "event", name, detail }));
}
if (parent !== window) {
  listen(
    () => parent,
    around,
    (said) => {
      if (said.kikitori === "begin") begin(said);
      if (said.kikitori === "call") call(said);
    },
  );
  tell({ kikitori: "hello" });
}

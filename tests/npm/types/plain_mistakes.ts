// What the types of both elements must not let pass.
import "kikitori";
import type { KikitoriAttributes } from "kikitori";
import type { KikitoriFrameAttributes } from "kikitori/frame";

const form = document.querySelector("kikitori-form")!;
const frame = document.querySelector("kikitori-frame")!;

const attributes: KikitoriAttributes[] = [
  // @ts-expect-error
  { src: 1 },
  // @ts-expect-error
  { for: document.forms[0] },
  // @ts-expect-error
  { endpoint: true },
  // @ts-expect-error
  { demo: "no" },
  // @ts-expect-error
  { mode: "modal" },
  // @ts-expect-error
  { open: "yes" },
  // @ts-expect-error
  { "open-on": "later" },
  // @ts-expect-error
  { "keep-session": "on" },
  // @ts-expect-error
  { autofocus: 1 },
  // @ts-expect-error
  { label: false },
  // @ts-expect-error
  { lang: ["en"] },
  // @ts-expect-error
  { theme: "blue" },
  // @ts-expect-error
  { placement: "top" },
  // @ts-expect-error
  { "prefill-name": { text: "Ada" } },
  // @ts-expect-error
  { "hidden-source": 1 },
  // @ts-expect-error
  { title: "Only the frame has one" },
];
const ofFrame: KikitoriFrameAttributes[] = [
  // @ts-expect-error
  { for: "signup" },
  // @ts-expect-error
  { theme: "blue" },
];

// @ts-expect-error
form.form = 5;
// @ts-expect-error
form.mode = "modal";
// @ts-expect-error
form.open = "yes";
// @ts-expect-error
form.isOpen = true;
// @ts-expect-error
form.open("now");
// @ts-expect-error
form.close(true);
// @ts-expect-error
form.toggle(true);
// @ts-expect-error
form.focus("name");
// @ts-expect-error
form.setField("name");
// @ts-expect-error
form.setField("name", () => "Ada");
// @ts-expect-error
form.setFields("name", "Ada");
// @ts-expect-error
form.setFields({ day: new Date() });
// @ts-expect-error
form.getData("name");
// @ts-expect-error
form.getData().name.toUpperCase();
// @ts-expect-error
form.submit().then();
// @ts-expect-error
form.reset(true);
// @ts-expect-error
form.reload("form.json");
// @ts-expect-error
form.load();

// @ts-expect-error
form.on("answered", () => {});
// @ts-expect-error
form.once("kikitori-answer", () => {});
// @ts-expect-error
form.off("answer");
// @ts-expect-error
form.on("ready", ({ form }) => form);
// @ts-expect-error
form.on("question", ({ field }) => field.length);
// @ts-expect-error
form.on("started", ({ title }) => title);
// @ts-expect-error
form.on("answer", ({ value }) => value.length);
// @ts-expect-error
form.on("submit", ({ data }) => data.name.length);
// @ts-expect-error
form.on("ending", (session) => session.length);
// @ts-expect-error
form.on("close", ({ session }) => session.length);
// @ts-expect-error
form.on("height", ({ height }) => height.length);
// @ts-expect-error
form.on("filled", ({ problems }) => problems[0].said.length);
// @ts-expect-error
form.on("review", ({ left }) => left[0].label);
// @ts-expect-error
form.on("error", ({ message }) => message.stack);

// @ts-expect-error
form.addEventListener("kikitori-ready", ({ detail }) => detail.form);
// @ts-expect-error
form.addEventListener("kikitori-question", ({ detail }) => detail.asked);
// @ts-expect-error
form.addEventListener("kikitori-started", ({ detail }) => detail.title);
// @ts-expect-error
form.addEventListener("kikitori-answer", ({ detail }) => detail.name);
// @ts-expect-error
form.addEventListener("kikitori-submit", ({ detail }) => detail.session);
// @ts-expect-error
form.addEventListener("kikitori-ending", ({ detail }) => detail.title);
// @ts-expect-error
form.addEventListener("kikitori-close", ({ detail }) => detail.session.length);
// @ts-expect-error
form.addEventListener("kikitori-height", ({ detail }) => detail.width);
// @ts-expect-error
form.addEventListener("kikitori-filled", ({ detail }) => detail.left);
// @ts-expect-error
form.addEventListener("kikitori-review", ({ detail }) => detail.fields);
// @ts-expect-error
form.addEventListener("kikitori-error", ({ detail }) => detail.stack);
// @ts-expect-error
document.addEventListener("kikitori-answer", ({ detail }) => detail.name);

// @ts-expect-error
frame.open();
// @ts-expect-error
frame.on("close", () => {});
// @ts-expect-error
frame.on("review", () => {});
// @ts-expect-error
if (frame.submit() === true) frame.reset();
// @ts-expect-error
frame.setFields("name");

export { attributes, ofFrame };

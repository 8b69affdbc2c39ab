// All that docs/widget.md says of both elements, with the types that it says.
import "kikitori";
import type { KikitoriAttributes, KikitoriEvents, KikitoriForm, NotFilled, Submission, Value } from "kikitori";
import type { KikitoriFrame, KikitoriFrameAttributes } from "kikitori/frame";

const form = document.querySelector("kikitori-form")!;
const frame = document.querySelector("kikitori-frame")!;
const also: [KikitoriForm, KikitoriFrame] = [form, document.createElement("kikitori-frame")];

const attributes: KikitoriAttributes = {
  src: "/form.json",
  for: "signup",
  endpoint: "https://forms.example/",
  demo: "",
  mode: "bubble",
  open: true,
  "open-on": "scroll 50",
  "keep-session": "off",
  autofocus: true,
  label: "Order",
  lang: "pt-BR",
  theme: "dark",
  placement: "left",
  "prefill-name": "Ada",
  "hidden-source": undefined,
};
for (const [name, value] of Object.entries(attributes)) form.setAttribute(name, String(value));
const ofFrame: KikitoriFrameAttributes = {
  src: "/form.json",
  lang: "en",
  theme: "light",
  title: "Order form",
  label: "Order",
  "prefill-name": "Ada",
  "hidden-source": "spring",
};

form.form = { id: "order", title: "Order", fields: [] };
form.form = '{"id": "order"}';
form.form = null;
form.mode = "slider";
form.open = true;
form.open = "";
form.open();
form.close();
form.toggle();
form.focus();
const isOpen: boolean = form.isOpen;
form.setField("name", "Ada");
form.setField("name", null);
form.setFields({ guests: 3, sure: true, days: ["Monday", "Friday"], lines: [{ what: "Tea", many: 2 }] });
const data: Record<string, Value> = form.getData();
const couldBeSent: boolean = form.submit();
form.reset();
form.reload();

const heard = ({ message }: { message: string }) => console.error(message);
form.on("error", heard).once("error", heard).off("error", heard);
form.on("ready", ({ session, title }) => [session, title].map((it) => it.toUpperCase()));
form.on("question", ({ text, field, done, total }) => [text, field?.length, total - done]);
form.on("started", ({ session }) => session.length);
form.on("answer", ({ field, label, value }, event) => {
  const same: boolean = event.detail.value === value && event.target !== null;
  return [field.length, label?.length, same];
});
form.on("submit", (submission) => {
  const whole: Submission = submission;
  const [known, hidden]: Record<string, Value>[] = [submission.data, submission.hidden];
  return [whole.formId, whole.fields.map((it) => [it.fieldId, it.label, it.value]), known, hidden];
});
form.on("ending", ({ session }) => session.length);
form.on("close", () => form.reset());
form.on("height", ({ height }) => height.toFixed());
form.on("filled", ({ fields, problems }) => {
  const all: NotFilled[] = problems;
  return all.map(({ field, label, message, said }) => [fields.includes(field), label, message, said?.length]);
});
form.on("review", ({ left, problems }) => [left.join(), problems.length]);

form.addEventListener("kikitori-ready", ({ detail }) => detail.title.length);
form.addEventListener("kikitori-question", ({ detail }) => detail.done);
form.addEventListener("kikitori-started", ({ detail }) => detail.session);
form.addEventListener("kikitori-answer", ({ detail }) => detail.value);
form.addEventListener("kikitori-submit", ({ detail }) => detail.data.name);
form.addEventListener("kikitori-ending", ({ detail }) => detail.session);
form.addEventListener("kikitori-close", ({ detail }) => detail);
form.addEventListener("kikitori-height", ({ detail }) => detail.height);
form.addEventListener("kikitori-filled", ({ detail }) => detail.fields);
form.addEventListener("kikitori-review", ({ detail }) => detail.left);
form.addEventListener("kikitori-error", ({ detail }) => detail.message);
// They bubble.
document.addEventListener("kikitori-answer", ({ detail }: CustomEvent<KikitoriEvents["answer"]>) => detail.field);
addEventListener("kikitori-height", ({ detail }) => detail.height.toFixed());

frame.reset();
frame.reload();
frame.focus();
frame.setField("name", "Ada");
frame.setFields({ name: null });
frame.submit();
frame.once("ready", ({ title }) => title.length).off("ready", () => {});
frame.on("answer", ({ field }, event) => [field, event.detail.value]);

export { also, couldBeSent, data, isOpen, ofFrame };

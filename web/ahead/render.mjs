// Prints home as the built program draws it before it has heard from anybody, as HTML: the program
// runs here without a browser, with a stand-in for its document.
//
//   node render.mjs FOLDER LANGUAGE
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Document, Element, HTMLElement, Node } from "./document.mjs";

const [folder, language] = process.argv.slice(2);
const document = new Document();
const app = new HTMLElement("div");
document.querySelector = (selector) => (selector === "#app" ? app : null);
const storage = { getItem: () => null, key: () => null, length: 0 };

const around = {
  Element,
  HTMLElement,
  Node,
  Window: { [Symbol.hasInstance]: (it) => it === globalThis },
  addEventListener() {},
  document,
  // Nobody answers.
  fetch: () => new Promise(() => {}),
  history: {},
  indexedDB: { databases: async () => [] },
  localStorage: storage,
  location: { hash: "", origin: "null", pathname: "./" },
  matchMedia: () => ({ matches: false }),
  navigator: { languages: [language] },
  requestAnimationFrame() {},
  sessionStorage: storage,
  window: globalThis,
};
for (const [name, value] of Object.entries(around)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
// What the program has to say is no part of what is printed.
console.error = (...words) => process.stderr.write(`${words.join(" ")}\n`);

// Node takes a file for a module by its name, or by what lies beside it.
const copy = mkdtempSync(join(tmpdir(), "kikitori-"));
try {
  for (const file of ["kikitori.js", "__wasm_split.js"]) {
    copyFileSync(join(folder, file), join(copy, file));
  }
  writeFileSync(join(copy, "package.json"), '{"type":"module"}');
  const { initSync } = await import(pathToFileURL(join(copy, "kikitori.js")));
  initSync({ module: readFileSync(join(folder, "kikitori_bg.wasm")) });
  await new Promise(setImmediate);
} finally {
  rmSync(copy, { recursive: true });
}
const shown = app.childNodes.filter(({ localName }) => ["header", "main"].includes(localName));
if (shown.length !== 2) throw new Error("home was not drawn");
// It is no screen of the program's yet, and tests wait for that.
process.stdout.write(shown.map(({ html }) => html.replaceAll(/ data-(testid|screen)="[^"]*"/g, "")).join(""));
// The program would wait for answers.
process.exit();

// Makes what a site's page loads first: two style sheets, of the page's own ones, and the script that
// defines the element (joined of several), which names the sheets and the builds of the modules. The
// script stands at an address that stays and at one that bears the version. Where a page holds to its sum
// (`integrity.mjs` prints it), it holds all that it loads to theirs, which a script has that is made here.
// The page for one form, which consists of the element, is made here as well: it names the same files.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const [folder, build, takeover, first, version] = process.argv.slice(2);

const found = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".css") && name !== "print.css")
    .sort()
    .map((name) => join(folder, name));
// In the page's order; what is there for its other screens is left out.
const sheets = [
  "web/style/tokens.css",
  "web/style/main.css",
  "web/style/shared.css",
  ...found("web/parts/src/components"),
  ...found("web/interview/src/components"),
  ...found("web/interview/src/screens"),
  ...found("web/interview/src/form"),
  "web/widget/widget.css",
  "web/widget/beside.css",
];
/** What the first view looks like. The others come after all of these, with what they are there for. */
const OF_FIRST_VIEW = [
  "tokens",
  "main",
  "shared",
  "header",
  "icons",
  "composer",
  "conversation",
  "progress",
  "session",
  "widget",
];
const isOfFirstView = (sheet) => OF_FIRST_VIEW.includes(basename(sheet, ".css"));

/** A colour that is like another one where only that is set: text has the same contrast on both. */
const LIKE = { "accent-strong": "accent" };

/** The page's styles for a part of another page: nothing asks for the document's root, its body, its font size or its width. */
function embedded(css) {
  return (
    css
      .replace(/\/\*[^]*?\*\//g, "")
      // Each of the page's colours, sizes and spaces can be set from outside by its name.
      .replace(/(:root\s*\{)([^}]*)\}/g, (_, open, tokens) => {
        const settable = tokens.replace(/--([\w-]+):\s*([^;]+);/g, (_, name, own) => {
          const otherwise = LIKE[name] ? `var(--kikitori-${LIKE[name]}, ${own})` : own;
          return `--${name}: var(--kikitori-${name}, ${otherwise});`;
        });
        return `${open}${settable}}`;
      })
      .replace(/:root(?=[\s,{[])/g, ".place")
      .replace(/^(html|body|#app)(?=[\s,{])/gm, ".place")
      // What is narrow is the place that it has, not the window.
      .replace(/@media (\((?:max|min)-width: [\d.]+px\)) \{/g, "@container kikitori $1 {")
      .replace(/(?<![\w.])(\d*\.?\d+)rem\b/g, "calc($1 * var(--kikitori-font-size, 16px))")
      .replace(/\s+/g, " ")
  );
}

const sum = (text, kind) => createHash(kind).update(text);
const integrity = (text) => `sha384-${sum(text, "sha384").digest("base64")}`;
/** Joins sheets to one, and says what it is called. */
function joined(name, sheets) {
  const css = sheets.map((sheet) => embedded(readFileSync(sheet, "utf8"))).join("");
  const file = `${name}-${sum(css, "sha256").digest("hex").slice(0, 16)}.css`;
  writeFileSync(join(folder, file), css);
  return file;
}
const firstSheet = joined("first", sheets.filter(isOfFirstView));
const sheet = joined("kikitori", sheets.filter((it) => !isOfFirstView(it)));

copyFileSync("web/takeover/page_form.js", join(folder, takeover, "page_form.js"));

/** A part of the script without what is there for the other parts and for who reads it: lines that are
    comments, and what stands before a line's first word. No text in it goes over several lines. */
const part = (name) =>
  bare(name)
    .replace(/^import .*\n/gm, "")
    .replace(/^export (?=(async )?(class|const|let|function))/gm, "");
const bare = (name) =>
  readFileSync(join("web/widget", name), "utf8")
    .replace(/^\s*\/\*\*[^]*?\*\/\s*?$/gm, "")
    .replace(/^\s*\/\/.*$/gm, "")
    .replace(/^\s+/gm, "");

/** What all that is loaded is held to, by its place: the sums of the files that the script names. */
const loaded = [build, takeover, first].flatMap((it) => readdirSync(join(folder, it)).map((name) => `${it}/${name}`));
const files = [...loaded, firstSheet, sheet].filter((it) => /\.(js|wasm|css)$/.test(it)).sort();
const sums = files.map((it) => [it, sum(readFileSync(join(folder, it)), "sha384").digest("base64")]);
const sumsScript = bare("sums.js").replace("__SUMS__", () => JSON.stringify(Object.fromEntries(sums)));
const sumsFile = `sums-${sum(sumsScript, "sha256").digest("hex").slice(0, 16)}.js`;
writeFileSync(join(folder, sumsFile), sumsScript);

/** A sheet as it stands in a script. */
const compact = (file) => JSON.stringify(readFileSync(file, "utf8").replace(/\/\*[^]*?\*\//g, "").replace(/\s+/g, " "));
const texts = JSON.parse(readFileSync("web/widget/texts.json", "utf8"));
/** With the texts and styles of what stands around a form. */
const worded = (script) =>
  script
    .replace("__TEXTS__", () => JSON.stringify(texts))
    .replace("__FRAME__", () => compact("web/widget/frame.css"));
/** The element's script for a page in whose folder, or in whose script's, the files lie `here`. */
const script = (parts, here) =>
  worded(parts.map(part).join("\n"))
    .replace("__HERE__", here)
    .replace("__BUILD__", build)
    .replace("__TAKEOVER__", takeover)
    .replace("__FIRST__", first)
    .replace("__FIRST_SHEET__", firstSheet)
    .replace("__SHEET__", sheet)
    .replace("__SUMS_SCRIPT__", sumsFile)
    .replace("__SUM_OF_SUMS__", integrity(sumsScript));
const PARTS = ["loading.js", "addresses.js", "dom.js", "telling.js", "overlay.js", "first.js", "element.js"];
/** Writes a script to the address that stays and to that of its version. */
function publish(name, script) {
  for (const file of [`${name}.js`, `${name}-${version}.js`]) writeFileSync(join(folder, file), script);
}
publish("kikitori", script(PARTS, "."));
// For sites that want a frame around all of it.
publish("kikitori-frame", worded(["frame_messages.js", "dom.js", "telling.js", "frame_element.js"].map(part).join("\n")));
const inFrame = ["frame_messages.js", "frame.js"].map(part).join("\n");
writeFileSync(join(folder, "frame.js"), `import "./kikitori.js";\n${inFrame}`);
copyFileSync("web/widget/frame.html", join(folder, "frame.html"));
copyFileSync("web/widget/frame_page.css", join(folder, "frame_page.css"));
for (const types of ["kikitori.d.ts", "kikitori-frame.d.ts"]) copyFileSync(join("web/widget", types), join(folder, types));

const formPage = join(folder, "..", "form");
const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(readFileSync("web/index.html", "utf8"));
mkdirSync(formPage, { recursive: true });
const formScript = script([...PARTS, "../form_page/form_page.js"], "../widget/")
  .replace(/^export .*\n/gm, "")
  .replace("__PAGE_CSS__", () => compact("web/form_page/form_page.css"))
  .replace("__FIRST_CSS__", () => compact(join(folder, firstSheet)));
// Nearly all of it runs when it is loaded: see `glue.rs`.
const hinted = `//# allFunctionsCalledOnLoad\n${formScript}`;
// Its name bears its sum, so that who has it asks for it no more.
const formScriptFile = `form_page-${sum(hinted, "sha256").digest("hex").slice(0, 16)}.js`;
writeFileSync(join(formPage, formScriptFile), hinted);
const page = readFileSync("web/form_page/index.html", "utf8")
  .replace("__POLICY__", policy)
  .replace("__FORM_SCRIPT__", formScriptFile)
  .replaceAll("__FIRST__", first);
writeFileSync(join(formPage, "index.html"), page);
copyFileSync("web/form_page/form_page.css", join(formPage, "form_page.css"));
copyFileSync("web/form_page/late.js", join(formPage, "late.js"));
copyFileSync("web/public/favicon.svg", join(formPage, "favicon.svg"));

// Joins the style sheets to three: what home wears, which index.html names; what the first view of an
// interview wears besides; and the rest. The last two are loaded with the parts that need them, in this
// order. The module's script has them made before it builds.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const out = "target/page";
// In the order of their names: what is for narrow screens comes last.
const found = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".css"))
    .sort()
    .map((name) => join(folder, name));
// What all others use and override comes first.
const sheets = [
  "web/public/boot.css",
  "web/style/tokens.css",
  "web/style/main.css",
  "web/style/shared.css",
  ...found("web/parts/src/components"),
  ...found("web/parts/src/settings"),
  ...found("web/interview/src/components"),
  ...found("web/interview/src/screens"),
  ...found("web/interview/src/form"),
  ...found("web/desk"),
  ...found("web/agent"),
  ...found("web/tasks"),
  ...found("web/builder"),
  ...found("web/app/src/home"),
];
const AT_HOME = ["boot", "tokens", "main", "shared", "header", "icons", "sheet"];
const IN_FIRST_VIEW = ["composer", "conversation", "progress", "session"];

/** Which of the three a sheet belongs to. */
function wornWith(sheet) {
  const name = basename(sheet, ".css");
  if (AT_HOME.includes(name) || sheet.startsWith(join("web", "app"))) return "kikitori.css";
  return IN_FIRST_VIEW.includes(name) ? "first.css" : "rest.css";
}

// Two rooms that give one class different looks would spoil each other's pages: the later one wins
// everywhere. A room is a folder of web/; what all of them share may be named by any.
const owners = new Map();
for (const sheet of sheets) {
  const room = sheet.split("/")[1];
  // What stands in a block, as for narrow screens or on paper, adds to a rule that is elsewhere.
  const rules = readFileSync(sheet, "utf8").replace(/\/\*[^]*?\*\/|@[^;{]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
  for (const [, selectors] of rules.matchAll(/([^{}]+)\{/g)) {
    for (const selector of selectors.split(",")) {
      const name = /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1];
      const owner = owners.get(name) ?? room;
      if (name && owner !== room) {
        throw new Error(`${sheet}: .${name} is a class of web/${owner} already: choose another name.`);
      }
      owners.set(name, owner);
    }
  }
}

/** A sheet without what is there for who reads it. */
const plain = (sheet) =>
  readFileSync(sheet, "utf8")
    .replace(/\/\*[^]*?\*\//g, "")
    .replace(/\s+/g, " ");

mkdirSync(out, { recursive: true });
for (const name of ["kikitori.css", "first.css", "rest.css"]) {
  const file = join(out, name);
  const joined = sheets.filter((sheet) => wornWith(sheet) === name).map(plain).join("");
  // Left alone when nothing changed, for `trunk watch` builds again when a file is written.
  if (!existsSync(file) || readFileSync(file, "utf8") !== joined) writeFileSync(file, joined);
}

// Joins the style sheets that index.html does not need to know one by one into one file, so that
// the page asks for one. Trunk runs it before it builds.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const [out] = process.argv.slice(2);
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
const joined = sheets.map((sheet) => readFileSync(sheet, "utf8")).join("\n");
// Left alone when nothing changed, for `trunk watch` builds again when a file is written.
if (!existsSync(out) || readFileSync(out, "utf8") !== joined) {
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, joined);
}

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
const joined = sheets.map((sheet) => readFileSync(sheet, "utf8")).join("\n");
// Left alone when nothing changed, for `trunk watch` builds again when a file is written.
if (!existsSync(out) || readFileSync(out, "utf8") !== joined) {
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, joined);
}

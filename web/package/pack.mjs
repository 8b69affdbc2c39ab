// Makes the npm package of the widget that was built: a folder, which npm packs then. The files for
// script tags and frames are of the server's and stay there.
import { cpSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const [widget, folder, version] = process.argv.slice(2);

const isOfServer = (name) =>
  name.endsWith(".br") || name.startsWith("frame") || (name.startsWith("kikitori-") && name.endsWith(".js"));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
cpSync(widget, join(folder, "widget"), { recursive: true, filter: (path) => !isOfServer(basename(path)) });
for (const name of ["README.md", "vite.js", "vite.d.ts", "react.d.ts"]) {
  copyFileSync(join("web/package", name), join(folder, name));
}
const LICENSES = ["LICENSE-APACHE", "LICENSE-MIT"];
/** What is told of it, and what that leads to. */
const DOCS = ["widget.md", "widget-forms.md", "forms.md", "form.schema.json"];
for (const name of LICENSES) copyFileSync(name, join(folder, name));
for (const name of DOCS) copyFileSync(join("docs", name), join(folder, name));
const manifest = JSON.parse(readFileSync("web/package/package.json", "utf8"));
manifest.version = version;
// npm takes a license by itself only where it has another name.
manifest.files.push(...LICENSES, ...DOCS);
writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);

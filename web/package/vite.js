// For Vite: puts the files that the element loads when it is wanted beside the site's own, and has the
// element look for them there. While a site is being worked on they are served as they lie.
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const FILES = fileURLToPath(new URL("./widget", import.meta.url));
const { version } = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8"));

/** Where the script itself lies: what it loads is named after that. */
const HERE = 'new URL(".", import.meta.url)';

export default function kikitori() {
  return {
    name: "kikitori",
    enforce: "pre",
    config: () => ({ optimizeDeps: { exclude: ["kikitori"] } }),
    transform(code, id) {
      const isElement = id.split("?")[0].replaceAll("\\", "/").endsWith("/widget/kikitori.js");
      if (this.environment?.mode === "dev" || !isElement || !code.includes(HERE)) return null;
      const folder = `assets/kikitori-${version}`;
      for (const entry of readdirSync(FILES, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const name = path.slice(FILES.length + 1).split(sep).join("/");
        this.emitFile({ type: "asset", fileName: `${folder}/${name}`, source: readFileSync(path) });
      }
      const mark = this.emitFile({ type: "asset", fileName: `${folder}/version`, source: version });
      return { code: code.replace(HERE, `new URL(".", import.meta.ROLLUP_FILE_URL_${mark})`), map: null };
    },
  };
}

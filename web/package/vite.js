// For Vite: puts the files that the element loads when it is wanted beside the site's own, and has the
// element look for them there. While a site is being worked on they are served as they lie: made over as
// modules of the site's, they would be there twice.
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("./widget", import.meta.url));
const { version } = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8"));
const TYPES = { ".css": "text/css", ".js": "text/javascript", ".wasm": "application/wasm" };

/** Where the script itself lies: what it loads is named after that. */
const HERE = 'new URL(".", import.meta.url)';
/** Below the site's base, while it is being worked on. */
const SERVED = "@kikitori/";

/** The path of each file by its name. */
const files = () => {
  const entries = readdirSync(FOLDER, { recursive: true, withFileTypes: true }).filter((it) => it.isFile());
  const paths = entries.map((it) => join(it.parentPath, it.name));
  return new Map(paths.map((it) => [it.slice(FOLDER.length + 1).split(sep).join("/"), it]));
};

export default function kikitori() {
  let base = "/";
  return {
    name: "kikitori",
    enforce: "pre",
    config: () => ({ optimizeDeps: { exclude: ["kikitori"] } }),
    configResolved: (config) => {
      base = config.base;
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url, "http://localhost");
        const name = pathname.startsWith(base + SERVED) && pathname.slice((base + SERVED).length);
        const path = name && files().get(name);
        if (!path) return next();
        response.setHeader("Content-Type", TYPES[extname(path)] ?? "application/octet-stream");
        // A site's own server may have made the page.
        response.setHeader("Access-Control-Allow-Origin", "*");
        response.end(readFileSync(path));
      });
    },
    transform(code, id) {
      const isElement = id.split("?")[0].replaceAll("\\", "/").endsWith("/widget/kikitori.js");
      if (!isElement || !code.includes(HERE)) return null;
      const lieAt = (address) => ({ code: code.replace(HERE, address), map: null });
      // Written so that Vite takes neither for the address of a file of the site's.
      if (this.environment?.mode === "dev") return lieAt(`new URL("${base}${SERVED}", new URL(import.meta.url))`);
      const folder = `assets/kikitori-${version}`;
      for (const [name, path] of files()) {
        this.emitFile({ type: "asset", fileName: `${folder}/${name}`, source: readFileSync(path) });
      }
      const mark = this.emitFile({ type: "asset", fileName: `${folder}/version`, source: version });
      // Without an origin where the site's base is a path.
      return lieAt(`new URL(".", new URL(import.meta.ROLLUP_FILE_URL_${mark}, import.meta.url))`);
    },
  };
}

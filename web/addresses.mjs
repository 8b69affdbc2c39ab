// Gives each address of the page an index.html of its own, made of the one that Trunk has built, so
// that it opens directly on any host for files. Trunk runs it after it has built.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const addresses = [
  {
    folder: "desk",
    title: "Help desk · Kikitori",
    description: "A help desk that answers from documents, in your own browser.",
  },
];

const built = process.env.TRUNK_STAGING_DIR;
const index = join(built, "index.html");
const [build] = readdirSync(join(built, "app"));
let html = readFileSync(index, "utf8").replaceAll("/BUILD/", `/${build}/`);

// `trunk serve` reloads the page by an inline script, which the page's policy forbids. What Trunk
// would fill in when it sends the script is where the page itself comes from.
const reload = /<script>("use strict";[^]*?\.well-known\/trunk[^]*?)<\/script>/;
html = html.replace(reload, (_, script) => {
  const filled = script
    .replace("'{{__TRUNK_ADDRESS__}}'", "location.host")
    .replace("{{__TRUNK_WS_BASE__}}", "/")
    .replace("{{__TRUNK_WS_PROTOCOL__}}", "");
  writeFileSync(join(built, "reload.js"), filled);
  return '<script src="./reload.js"></script>';
});
writeFileSync(index, html);

for (const { folder, title, description } of addresses) {
  const page = html
    .replaceAll('="./', '="../')
    .replace(/<title>.*<\/title>/, `<title>${title}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, `$1${description}`);
  mkdirSync(join(built, folder), { recursive: true });
  writeFileSync(join(built, folder, "index.html"), page);
}

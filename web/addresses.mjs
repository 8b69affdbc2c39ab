// Finishes the index.html that Trunk has built: with home in it, as the program draws it, and one for
// each other address of the page, so that it opens directly on any host for files. Trunk runs it after
// it has built.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const addresses = [
  {
    folder: "desk",
    title: "Help desk · Kikitori",
    description: "A help desk that answers from documents, in your own browser.",
  },
  {
    folder: "agent",
    title: "Agent · Kikitori",
    description: "An agent that answers with the help of tools, in your own browser.",
  },
  {
    folder: "tasks",
    title: "Tasks · Kikitori",
    description: "A request becomes a plan that you see before it runs, in your own browser.",
  },
  {
    folder: "builder",
    title: "Form builder · Kikitori",
    description: "Make a form, talk with its interview beside it, and put both on your own site.",
  },
];

const built = process.env.TRUNK_STAGING_DIR;
const index = join(built, "index.html");
const [build] = readdirSync(join(built, "app"));
let html = readFileSync(index, "utf8").replaceAll("/BUILD/", `/${build}/`);

// Whoever works on the page sees at once what came of it.
if (process.env.TRUNK_PROFILE !== "release") {
  copyFileSync("web/reload.js", join(built, "reload.js"));
  const sum = createHash("sha256").update(html);
  for (const file of readdirSync(built, { recursive: true, withFileTypes: true })) {
    if (file.isFile()) sum.update(readFileSync(join(file.parentPath ?? file.path, file.name)));
  }
  const script = `<script type="module" src="./reload.js" data-built="${sum.digest("hex")}"></script>`;
  html = html.replace("</head>", `${script}</head>`);
}
const HOME = "<!-- HOME -->";
/** Home in each language, one of which ahead.js shows. */
const drawn = ["en", "ja"].map((language) => {
  const home = execFileSync("node", ["web/ahead/render.mjs", join(built, "app", build), language]);
  return `<template lang="${language}">${home}</template>`;
});
const home = `<div id="ahead"></div>${drawn.join("")}<script src="./ahead.js"></script>`;
writeFileSync(index, html.replace(HOME, () => home));

for (const { folder, title, description } of addresses) {
  const page = html
    .replace(HOME, "")
    .replaceAll('="./', '="../')
    .replace(/<title>.*<\/title>/, `<title>${title}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, `$1${description}`);
  mkdirSync(join(built, folder), { recursive: true });
  writeFileSync(join(built, folder, "index.html"), page);
}

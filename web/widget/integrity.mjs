// Prints the sums by which a page can hold to the widget's scripts, of the folder that they were built into.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [folder, version] = process.argv.slice(2);

for (const name of ["kikitori", "kikitori-frame"]) {
  for (const file of [`${name}.js`, `${name}-${version}.js`]) {
    const path = join(folder, file);
    if (!existsSync(path)) continue;
    const sum = createHash("sha384").update(readFileSync(path)).digest("base64");
    console.log(`widget: ${file} integrity="sha384-${sum}"`);
  }
}

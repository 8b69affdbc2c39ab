// Runs one of npm's Binaryen programs several times in this process, one after the other: it is
// WebAssembly in a script, which is compiled once. Arguments: the program's file, then for each run
// its arguments as a JSON list.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { compileFunction } from "node:vm";

const [file, ...runs] = process.argv.slice(1);
const script = readFileSync(file, "utf8").replace(/^#!.*/, "");
const given = ["Module", "WebAssembly", "require", "module", "__filename", "__dirname"];
const program = compileFunction(script, given, { filename: file });
const require = createRequire(file);

// What the first run compiles, for the others.
let compiled;
const remembering = Object.create(WebAssembly, {
  instantiate: {
    value: async (bytes, imports) => {
      compiled = await WebAssembly.compile(bytes);
      return { instance: await WebAssembly.instantiate(compiled, imports) };
    },
  },
});

// It says of every file that it does not know names which LLVM gives to labels.
const printErr = (line) => line.includes("unknown name subsection") || console.error(line);

for (const run of runs) {
  await new Promise((ended) => {
    const Module = { arguments: JSON.parse(run), postRun: ended, printErr };
    if (compiled) {
      Module.instantiateWasm = (imports, done) =>
        WebAssembly.instantiate(compiled, imports).then(done);
    }
    program(Module, remembering, require, undefined, file, dirname(file));
  });
  // What the program ended with.
  if (process.exitCode) {
    console.error(`${file} failed: ${run}`);
    process.exit();
  }
}

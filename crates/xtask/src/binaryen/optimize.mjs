// Makes WebAssembly files small as `wasm-opt -Oz --strip-producers` does, one after the other in this
// process. Arguments: the address of Binaryen's library, then the files.
import { readFileSync, writeFileSync } from "node:fs";

const [library, ...files] = process.argv.slice(1);
// It says of every file that it does not know names which LLVM gives to labels.
const say = console.error;
console.error = (...said) => said.join(" ").includes("unknown name subsection") || say(...said);
const { default: binaryen } = await import(library);
const { Features } = binaryen;

// Those that wasm.rs names for Binaryen's programs, with what they bring along there.
const features =
  Features.BulkMemory |
  Features.BulkMemoryOpt |
  Features.Multivalue |
  Features.MutableGlobals |
  Features.NontrappingFPToInt |
  Features.ReferenceTypes |
  Features.CallIndirectOverlong |
  Features.SignExt;

// What -Oz means.
binaryen.setOptimizeLevel(2);
binaryen.setShrinkLevel(2);
binaryen.setGenerateStackIR(true);
binaryen.setOptimizeStackIR(true);
binaryen.setDebugInfo(false);

for (const file of files) {
  const module = binaryen.readBinary(readFileSync(file), features);
  module.optimize();
  module.runPasses(["strip-producers"]);
  writeFileSync(file, module.emitBinary());
  module.dispose();
}

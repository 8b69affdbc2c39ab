import { initSync } from "./kikitori.js";

/** What is being loaded, by the names of the files that it stands for. */
const files = new Map();
/** Programs that are compiled before the main part is there, by their files. */
const compiled = new Map();
/** How many style sheets did not come. */
let missed = 0;

/** Fetches and compiles a program: in another way where whoever embeds the page holds it to sums. */
let program = (url, signal) => WebAssembly.compileStreaming(fetch(url, { signal }));

export function fetchBy(other) {
  program = other;
}

/** Which files are to be fetched for those called `names`, with what each has: one of `wholes` where it has exactly what is missing. */
function missing(names, wholes) {
  const wanted = names.filter((name) => !files.has(name));
  const programs = wanted.filter((name) => name.endsWith(".wasm"));
  const isWhole = ([, has]) => has.length === programs.length && has.every((name) => programs.includes(name));
  const whole = Object.entries(wholes).find(isWhole);
  const alone = whole === undefined ? wanted : wanted.filter((name) => !programs.includes(name));
  return [...alone.map((name) => [name, [name]]), ...(whole === undefined ? [] : [whole])];
}

/** Loads files, each once: those that did not come are asked for anew. */
function load(names, wholes) {
  for (const [file, has] of missing(names, wholes)) begin(file, has);
  return Promise.all(names.map((name) => files.get(name)));
}

/** Loads a file that has those called `names`. Whoever waits for one only waits, so the wait has an end. */
function begin(file, names) {
  const loading = file.endsWith(".css")
    ? wear(address(file), AbortSignal.timeout(20_000))
    : compile(file).then((it) => WebAssembly.instantiate(it, { main: initSync() }));
  for (const name of names) files.set(name, loading);
  loading.catch(() => names.forEach((name) => files.delete(name)));
}

function compile(file) {
  const begun = compiled.get(file);
  compiled.delete(file);
  return begun ?? program(address(file), AbortSignal.timeout(20_000));
}

function address(file) {
  return new URL(`./${file}`, import.meta.url);
}

/** Has the page wear a style sheet; those that are asked for together in their order. */
function wear(url, signal) {
  // A browser keeps a sheet's request that is not answered, and has whoever asks again wait for it.
  if (missed > 0) {
    url.search = `again=${missed}`;
  }
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = url;
  return new Promise((resolve, reject) => {
    const fail = () => {
      missed += 1;
      sheet.remove();
      reject(new Error(`${url} did not come`));
    };
    sheet.onload = () => {
      signal.onabort = null;
      resolve();
    };
    sheet.onerror = signal.onabort = fail;
    document.head.append(sheet);
  });
}

/** What a part needs. What was begun for another one, maybe before the network was back, and does not come is asked for once more. */
function needed(names, wholes) {
  const begun = names.filter((name) => files.has(name));
  const settled = Promise.allSettled(begun.map((name) => files.get(name)));
  const fresh = load(names.filter((name) => !files.has(name)), wholes);
  return Promise.all([fresh, settled.then(() => load(begun, wholes))]);
}

/** What loads a part, and then calls back into the program. */
function part(names, wholes) {
  const loads = async (callback, data) => {
    let success = true;
    try {
      await needed(names, wholes);
    } catch (error) {
      console.error(error);
      success = false;
    }
    initSync().__indirect_function_table.get(callback)(data, success);
  };
  /** Has it fetched and compiled while the main part is on its way. */
  loads.ahead = () => {
    for (const [file] of missing(names, wholes)) {
      if (file.endsWith(".css")) continue;
      const compiling = program(address(file), AbortSignal.timeout(20_000));
      compiled.set(file, compiling);
      // It is fetched again when it is needed.
      compiling.catch(() => compiled.get(file) === compiling && compiled.delete(file));
    }
  };
  return loads;
}

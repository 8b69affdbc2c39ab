import { initSync } from "./kikitori.js";

const files = new Map();
/** How many style sheets did not come. */
let missed = 0;

/** Fetches and compiles a program: in another way where whoever embeds the page holds it to sums. */
let program = (url, signal) => WebAssembly.compileStreaming(fetch(url, { signal }));

export function fetchBy(other) {
  program = other;
}

/** Loads a file, once: one that did not come is asked for anew. Whoever waits for one only waits, so the wait has an end. */
function load(name) {
  let loading = files.get(name);
  if (loading === undefined) {
    const signal = AbortSignal.timeout(20_000);
    const url = new URL(`./${name}`, import.meta.url);
    loading = name.endsWith(".css")
      ? wear(url, signal)
      : program(url, signal).then((it) => WebAssembly.instantiate(it, { main: initSync() }));
    files.set(name, loading);
    loading.catch(() => files.delete(name));
  }
  return loading;
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
function needed(name) {
  const begun = files.get(name);
  return begun === undefined ? load(name) : begun.catch(() => load(name));
}

/** What loads a part, and then calls back into the program. */
function part(names) {
  return async (callback, data) => {
    let success = true;
    try {
      await Promise.all(names.map(needed));
    } catch (error) {
      console.error(error);
      success = false;
    }
    initSync().__indirect_function_table.get(callback)(data, success);
  };
}


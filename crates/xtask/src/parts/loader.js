import { initSync } from "./kikitori.js";

const files = new Map();

/** Loads a file, once: one that did not come is asked for anew. Whoever waits for one only waits, so the wait has an end. */
function load(name) {
  let loading = files.get(name);
  if (loading === undefined) {
    const signal = AbortSignal.timeout(20_000);
    const file = fetch(new URL(`./${name}`, import.meta.url), { signal });
    loading = WebAssembly.instantiateStreaming(file, { main: initSync() });
    files.set(name, loading);
    loading.catch(() => files.delete(name));
  }
  return loading;
}

/** What loads a part, and then calls back into the program. */
function part(names) {
  return async (callback, data) => {
    let success = true;
    try {
      await Promise.all(names.map(load));
    } catch (error) {
      console.error(error);
      success = false;
    }
    initSync().__indirect_function_table.get(callback)(data, success);
  };
}


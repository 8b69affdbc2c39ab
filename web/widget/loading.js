// Loads what the element is made of, once for all elements of a page. `assemble.mjs` joins it with
// `element.js` to one script.

export const HERE = new URL(".", import.meta.url);
/** What takes over a form of the page. */
export const TAKEOVER = new URL("./__TAKEOVER__/", HERE);
const PROGRAM = new URL("./__BUILD__/", HERE);
const FIRST = new URL("./__FIRST__/", HERE);
/** What the first view looks like, and all that comes after it. */
const FIRST_SHEET = new URL("./__FIRST_SHEET__", HERE);
const SHEET = new URL("./__SHEET__", HERE);

/** A file that takes longer does not come. */
const PATIENCE_MS = 20_000;

/** One of each for all elements of the page. */
let loading;
let loadingFirst;
const loadingSheets = new Map();
/** What tells the elements that show something that the module has broken. */
export const shown = new Set();
export let isBroken = false;

export function load() {
  if (isBroken) throw new Error("the program has ended: load the page again");
  loading ??= program().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** What is there before the program is; nothing if it does not come, as it can be done without. */
export function loadFirst() {
  if (isBroken) return undefined;
  return (loadingFirst ??= loadModule(FIRST, "first").catch(() => (loadingFirst = undefined)));
}

export function loadFirstSheet() {
  return loadedSheet(FIRST_SHEET);
}

export function loadSheet() {
  return loadedSheet(SHEET);
}

function loadedSheet(address) {
  if (!loadingSheets.has(address)) {
    const loading = sheet(address).catch((error) => {
      loadingSheets.delete(address);
      throw error;
    });
    loadingSheets.set(address, loading);
  }
  return loadingSheets.get(address);
}

async function program() {
  const loaded = await loadModule(PROGRAM, "kikitori");
  loaded.begin(() => {
    isBroken = true;
    for (const tell of shown) tell();
  });
  return loaded;
}

async function loadModule(folder, name) {
  const address = new URL(`${name}.js`, folder).href;
  // Compiled while its script is on the way. Where that fails, by a host that does not know the type
  // of these files for one, the script tries in another way.
  const compiling = WebAssembly.compileStreaming(fetch(new URL(`${name}_bg.wasm`, folder)));
  const compiled = compiling.catch(() => undefined);
  const loaded = await import(address);
  await loaded.default({ module_or_path: await compiled });
  return loaded;
}

async function sheet(address) {
  const css = new CSSStyleSheet();
  await css.replace(await text(address));
  return css;
}

export async function text(address) {
  const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok) throw new Error(`${address} answers with status ${response.status}`);
  return response.text();
}


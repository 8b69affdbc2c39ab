// Loads what the element is made of, once for all elements of a page. `assemble.mjs` joins it with
// `element.js` to one script.

import { make } from "./dom.js";

export const HERE = new URL("__HERE__", import.meta.url);
/** What takes over a form of the page. */
const TAKEOVER = new URL("./__TAKEOVER__/", HERE);
const PROGRAM = new URL("./__BUILD__/", HERE);
const FIRST = new URL("./__FIRST__/", HERE);
/** What the first view looks like, and all that comes after it. */
export const FIRST_SHEET = new URL("./__FIRST_SHEET__", HERE);
const SHEET = new URL("./__SHEET__", HERE);
/** What knows the sums of all these, and its own. */
const SUMS = new URL("./__SUMS_SCRIPT__", HERE);
const SUM_OF_SUMS = "__SUM_OF_SUMS__";

/** A file that takes longer does not come. */
const PATIENCE_MS = 20_000;
/** A program, of which a slow connection brings a little at a time, and the one that can be done without. */
const PROGRAM_MS = 60_000;
const FIRST_MS = 10_000;

/** Whether what is stored is stored with what the page of this server stores, and listed there. */
export let isStoredWithPage = false;

/** Has it stored so. It is for that page's own addresses, before there is an element. */
export function storeWithPage() {
  isStoredWithPage = true;
}

/** One of each for all elements of the page. */
let loading;
let loadingFirst;
let loadingSums;
const loadingSheets = new Map();
/** What tells the elements that show something that the module has broken. */
export const shown = new Set();
export let isBroken = false;

/** All that an interview needs beyond its first view. */
export function whole() {
  return Promise.all([load(), loadedSheet(SHEET)]);
}

function load() {
  if (isBroken) throw new Error("the program has ended: load the page again");
  loading ??= program().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** What is there before the program is; nothing if it does not come, as it can be done without. It is on its
 * way before `isWanted` is asked, which may take the browser as long as half of that way. */
export function loadFirst(isWanted) {
  if (isBroken) return undefined;
  const stop = new AbortController();
  const isBegun = loadingFirst !== undefined;
  if (!isBegun) setTimeout(() => stop.abort(), FIRST_MS);
  loadingFirst ??= loadModule(FIRST, "first", stop.signal).catch(() => (loadingFirst = undefined));
  if (isWanted()) return loadingFirst;
  if (!isBegun) stop.abort();
  return undefined;
}

export function loadFirstSheet() {
  return loadedSheet(FIRST_SHEET);
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
  // What is shown is made of templates. Where the page's policy wants those to be trusted, nothing is
  // parsed, and this fails at once rather than later where nobody hears of it.
  new DOMParser().parseFromString("", "text/html");
  fetchAhead();
  const loaded = await loadModule(PROGRAM, "kikitori");
  loaded.begin(() => {
    isBroken = true;
    for (const tell of shown) tell();
  }, isStoredWithPage);
  return loaded;
}

/** Has what shows a session fetched and compiled while the module that needs it is. */
async function fetchAhead() {
  // Its sums are known later.
  if (heldTo()) return;
  try {
    (await import(new URL("__wasm_split.js", PROGRAM).href)).__wasm_split_load_interview.ahead();
  } catch {
    // It is asked for again when it is needed.
  }
}

function loadModule(folder, name, signal = AbortSignal.timeout(PROGRAM_MS)) {
  return unlessAborted(loadedModule(folder, name, signal), signal);
}

/** What a script is imported by cannot be aborted, but given up on. */
function unlessAborted(promise, signal) {
  const aborted = new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
  return Promise.race([promise, aborted]);
}

async function loadedModule(folder, name, signal) {
  const program = new URL(`${name}_bg.wasm`, folder).href;
  const held = heldTo();
  const sums = held && (await held);
  // Compiled while its script is on the way. Where that fails, by a host that does not know the type
  // of these files for one, the script tries in another way.
  const compiling = sums?.program(program) ?? WebAssembly.compileStreaming(fetch(program, { signal })).catch(() => undefined);
  const [loaded, compiled] = await Promise.all([script(new URL(`${name}.js`, folder).href, sums), compiling]);
  signal.throwIfAborted();
  await loaded.default({ module_or_path: compiled });
  return loaded;
}

/** What takes over a form of the page. */
export function loadTakeover() {
  return unlessAborted(takeover(), AbortSignal.timeout(PROGRAM_MS));
}

async function takeover() {
  const sums = await heldTo();
  const compiling = sums?.program(new URL("takeover_bg.wasm", TAKEOVER).href);
  const [loaded, compiled] = await Promise.all([script(new URL("page_form.js", TAKEOVER).href, sums), compiling]);
  await loaded.load(compiled, touched);
  return loaded;
}

/** What somebody has put something into, from when there is an element that fills in a form of the page: some
 * frameworks leave no other trace of it. */
const touched = new WeakSet();
const onTouched = (event) => event.isTrusted && touched.add(event.composedPath()[0]);

/** The elements for which that is followed. */
const following = new Set();

export function followTouched(element) {
  following.add(element);
  document.addEventListener("input", onTouched, true);
}

export function leaveTouched(element) {
  following.delete(element);
  if (!following.size) document.removeEventListener("input", onTouched, true);
}

/** The sums that all files are held to, where the site holds this script to one. */
function heldTo() {
  const isHeld = [...document.scripts].some((it) => it.integrity && it.src === import.meta.url);
  if (!isHeld) return undefined;
  loadingSums ??= checked(SUMS, SUM_OF_SUMS)
    .then(() => import(SUMS.href))
    .catch((error) => {
      loadingSums = undefined;
      throw error;
    });
  return loadingSums;
}

async function script(address, sums) {
  if (!sums) return import(address);
  const beside = sums.scriptsBeside(address);
  await Promise.all(beside.map((it) => checked(it, sums.sumOf(it))));
  const loaded = await import(address);
  // What loads the parts of a program later is held to them too.
  for (const it of beside) (await import(it)).fetchBy?.(sums.program);
  return loaded;
}

/** Fetches a script to be imported, and fails if it has another sum. */
function checked(address, integrity) {
  const link = make("link");
  if (!link.relList.supports("modulepreload")) return Promise.resolve();
  Object.assign(link, { rel: "modulepreload", crossOrigin: "", integrity, href: address });
  return new Promise((done, fail) => {
    const fails = () => fail(new Error(`${address} did not come as it was built`));
    Object.assign(link, { onload: done, onerror: fails });
    setTimeout(fails, PATIENCE_MS);
    document.head.append(link);
  }).finally(() => link.remove());
}

/** What the server below `base` says of its model, in JSON; nothing if it has none. */
export function settings(base) {
  return text(new URL("config.json", base)).catch(() => undefined);
}

async function sheet(address) {
  const css = new CSSStyleSheet();
  await css.replace(await text(address, (await heldTo())?.sumOf(address)));
  return css;
}

/** What is on its way before it is asked for here, or there already, by its address: each is taken once. */
export const ahead = new Map();

export async function text(address, integrity) {
  const { href } = new URL(address);
  const coming = ahead.get(href);
  ahead.delete(href);
  return coming ?? fetched(address, integrity);
}

/** Has the text at an address come before somebody asks for it. */
export function fetchText(address) {
  const coming = fetched(address);
  // It is waited for where it is asked for.
  coming.catch(() => {});
  ahead.set(address.href, coming);
}

async function fetched(address, integrity) {
  const response = await fetch(address, { integrity, signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok) throw new Error(`${address} answers with status ${response.status}`);
  return response.text();
}


// What the element loads is held to the sums of its files, where its site holds the element's script to
// one: this is loaded then alone. `assemble.mjs` puts the sums in.

const PLACE = new URL(".", import.meta.url);
/** By the file's place below this one. */
const SUMS = new Map(Object.entries(__SUMS__));

/** What a file has to have, as `integrity` says it. */
export function sumOf(url) {
  const sum = SUMS.get(`${url}`.slice(PLACE.href.length));
  if (sum === undefined) throw new Error(`no sum is known of ${url}`);
  return `sha384-${sum}`;
}

/** The scripts in the folder of one: those that it imports, and itself. */
export function scriptsBeside(url) {
  const folder = new URL(".", url).href;
  const all = [...SUMS.keys()].map((it) => new URL(it, PLACE).href);
  return all.filter((it) => it.startsWith(folder) && it.endsWith(".js"));
}

/** A program, compiled while it arrives. None unless all of it is what was built. */
export async function program(url, signal) {
  const sum = sumOf(url);
  const { subtle } = crypto;
  if (!subtle) {
    // Without a safe connection a page makes no sums. The browser does, and gives nothing before all is there.
    const response = await fetch(url, { integrity: sum, signal });
    return WebAssembly.compile(await response.arrayBuffer());
  }
  const response = await fetch(url, { signal });
  const arriving = response.clone().arrayBuffer();
  const compiling = WebAssembly.compileStreaming(response).catch(() => undefined);
  const bytes = await arriving;
  const found = new Uint8Array(await subtle.digest("SHA-384", bytes));
  const compiled = await compiling;
  if (`sha384-${btoa(String.fromCharCode(...found))}` !== sum) throw new Error(`${url} is not what was built`);
  // Not compiled yet by a host that does not know the type of these files, for one.
  return compiled ?? WebAssembly.compile(bytes);
}

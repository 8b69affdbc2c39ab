// Starts the page: loads the program that index.html names, and says what happened when that cannot
// work. It stands alone so that no script is ever inline.

/** So long the program may be on its way, on the slowest of lines. */
const PATIENCE_MS = 60_000;

const script = document.querySelector("script[data-program]");
const boot = document.getElementById("boot");
// Home as it is shown before the program is there, by ahead.js, where it is.
const ahead = document.querySelector("[data-ahead] #ahead");

/** The language to speak, as `language.rs` in web/parts finds it. */
function spoken() {
  let tag;
  try {
    tag = localStorage.getItem("kikitori/language") ?? localStorage.getItem("kikitori/desk-language");
  } catch {
    // A browser that refuses its storage.
  }
  return /^ja\b/i.test(tag ?? navigator.languages[0]) ? "ja" : "en";
}

const root = document.documentElement;
const language = spoken();
root.lang = language;
const pick = (english, japanese) => (language === "ja" ? japanese : english);

// This script lies where all files of the page do, whichever of its addresses was opened. The
// page may go from one to another, so what stands in its head must not depend on where it is.
root.dataset.root = new URL(".", import.meta.url).pathname;
root.dataset.build = script.dataset.program.split("/").at(-2);
for (const icon of document.querySelectorAll("link[rel=icon]")) icon.href = `${icon.href}`;

/** Puts plain sentences where the loading text was, which are all that there is of the page now.
 * @param {string[]} sentences */
function say(sentences) {
  const main = document.createElement("main");
  boot.before(main);
  main.append(boot);
  boot.setAttribute("role", "alert");
  boot.lang = language;
  boot.replaceChildren(
    ...sentences.map((sentence, at) => {
      const line = document.createElement(at === 0 ? "h1" : "p");
      line.className = "boot-text";
      line.textContent = sentence;
      return line;
    }),
  );
  const again = document.createElement("button");
  again.className = "boot-again";
  again.type = "button";
  again.textContent = pick("Load the page again", "ページを再読み込みする");
  again.addEventListener("click", () => location.reload());
  boot.append(again);
  ahead?.remove();
  delete root.dataset.ahead;
  root.dataset.boot = "failed";
}

/** The part that is needed next, as far as address and person tell. */
function neededPart() {
  const path = location.pathname.slice(root.dataset.root.length);
  const system = /^(agent|builder|desk|tasks)\//.exec(path)?.[1];
  if (ahead?.pressed.some((control) => control.dataset.form)) return "first";
  return system ?? (location.hash.startsWith("#/session/") ? "interview" : undefined);
}

/** Has it fetched and compiled while the main part is. @param {string} loader */
async function fetchAhead(loader) {
  const part = neededPart();
  if (part === undefined) return;
  try {
    (await import(loader))[`__wasm_split_load_${part}`].ahead();
  } catch {
    // The program asks for it again, and says what is wrong.
  }
}

async function start() {
  if (typeof WebAssembly !== "object") {
    say([
      pick(
        "This browser has WebAssembly switched off, and this page cannot work without it.",
        "このブラウザーでは WebAssembly が無効になっているため、このページは動きません。",
      ),
      pick(
        "Allow WebAssembly for this site, or open the page in another browser. Answers already saved on this device stay saved.",
        "このサイトで WebAssembly を許可するか、別のブラウザーで開いてください。この端末に保存済みの回答は残っています。",
      ),
    ]);
    return;
  }
  const program = new URL(script.dataset.program, document.baseURI).href;
  // It is compiled while its script is still on the way. Where that fails, by a host that does not
  // know the type of these files for one, the script tries in another way and says what is wrong.
  const compiling = WebAssembly.compileStreaming(fetch(program.replace(/\.js$/, "_bg.wasm")));
  const loader = new URL("__wasm_split.js", program).href;
  fetchAhead(loader);
  ahead?.addEventListener("click", () => fetchAhead(loader), { once: true });
  const compiled = compiling.catch(() => undefined);
  // A host that never answers keeps nobody waiting for ever.
  const late = new Promise((_, fail) => {
    setTimeout(() => fail(new TypeError("the program did not come in time")), PATIENCE_MS);
  });
  late.catch(() => undefined);
  let module;
  try {
    module = await Promise.race([import(program), late]);
    await module.default({ module_or_path: await Promise.race([compiled, late]) });
  } catch (error) {
    console.error("kikitori: the page could not start:", error);
    say([
      module === undefined || error instanceof TypeError
        ? pick("A part of this page could not be loaded.", "このページの一部を読み込めませんでした。")
        : pick("The page could not start.", "ページを開始できませんでした。"),
      pick(
        "Check the connection and load the page again. Answers already saved on this device stay saved.",
        "接続を確認して、ページを再読み込みしてください。この端末に保存済みの回答は残っています。",
      ),
    ]);
    return;
  }
  boot.remove();
  ahead?.giveWay(document.getElementById("app"));
  root.dataset.boot = "done";
}

// Home is painted first, where it is seen.
if (ahead !== null && document.visibilityState === "visible") requestAnimationFrame(() => setTimeout(start));
else start();

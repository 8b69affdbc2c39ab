// Notes when what comes first, and when what a visitor waits for is seen: milliseconds from the
// beginning of the navigation. It runs before the page's own scripts.
const marks = (window.marks = {});
const note = (name) => { marks[name] = performance.now(); };
const noteFirst = (name) => { marks[name] ??= performance.now(); };

for (const name of ["instantiateStreaming", "instantiate"]) {
  const plain = WebAssembly[name];
  WebAssembly[name] = async (...arguments_) => {
    const made = await plain.apply(WebAssembly, arguments_);
    noteFirst("compiled");
    if (marks.asked === undefined) note("parts");
    return made;
  };
}
const open = IDBFactory.prototype.open;
IDBFactory.prototype.open = function (...arguments_) {
  const opening = open.apply(this, arguments_);
  opening.addEventListener("success", () => noteFirst("store"));
  return opening;
};
const plainFetch = window.fetch;
window.fetch = (...arguments_) => {
  const [wanted] = arguments_;
  if (String(wanted.url ?? wanted).endsWith("/chat/completions")) noteFirst("asked");
  return plainFetch.apply(window, arguments_);
};

/** Notes it with the next picture, and calls `then` when that was painted. */
const whenSeen = (name, then) => {
  if (marks[name] !== undefined) return;
  note(name);
  requestAnimationFrame(() => {
    note(name);
    if (then !== undefined) setTimeout(then);
  });
};
const QUESTION = '[data-testid="message"][data-speaker="assistant"]';
const goOn = () => { if (window.goesOn) document.querySelector(".sample").click(); };
const look = () => {
  if (document.querySelector("#counter")) whenSeen("view");
  // Home as it was built into the page, or as its program has drawn it.
  if (document.querySelector(".sample")) whenSeen("view", goOn);
  if (document.querySelector('[data-testid="sample"]')) whenSeen("ready");
  if (roots.some((root) => root.querySelector(QUESTION))) whenSeen("question");
};
// A page, and the elements in it that keep what is in them to themselves.
const roots = [];
const watch = (root) => {
  roots.push(root);
  new MutationObserver(look).observe(root, { childList: true, subtree: true });
};
watch(document);
const attachShadow = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (options) {
  const root = attachShadow.call(this, options);
  watch(root);
  return root;
};

addEventListener("DOMContentLoaded", () => {
  marks.document = performance.getEntriesByType("navigation")[0].responseEnd;
});
window.downloaded = () => {
  const files = performance.getEntriesByType("resource").filter(({ name, responseEnd }) =>
    /\.(js|wasm|css)$/.test(new URL(name).pathname) && responseEnd <= marks.compiled);
  return Math.max(...files.map(({ responseEnd }) => responseEnd));
};

// Starts a page without an inline script, as the product's own page does.
const { js, wasm } = document.querySelector("script[data-js]").dataset;
export const module = await import(new URL(js, location.href));
await module.default({ module_or_path: new URL(wasm, location.href) });

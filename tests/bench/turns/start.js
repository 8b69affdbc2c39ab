// Starts the page without an inline script, as the product's own page does.
const { js, wasm } = document.querySelector("script[data-js]").dataset;
const module = await import(new URL(js, location.href));
await module.default({ module_or_path: new URL(wasm, location.href) });

const ROUNDS = 30;

// The floor: a request written as JSON, fetched, and its reply read, as any client has to.
const plain = async () => {
  const messages = [{ role: "system", content: "x".repeat(2000) }];
  for (let turn = 0; turn < 42; turn += 1) {
    messages.push({ role: "user", content: JSON.stringify({ turn }) });
    const body = JSON.stringify({ messages });
    const reply = await fetch("v1/models?" + body.length);
    messages.push({ role: "assistant", content: JSON.stringify(await reply.json()) });
  }
  return 42;
};

const measure = async (once) => {
  await once();
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begin = performance.now();
    const turns = await once();
    times.push((1000 * (performance.now() - begin)) / turns);
  }
  times.sort((a, b) => a - b);
  return times[ROUNDS >> 1];
};

const result = { plain: await measure(plain), turn: await measure(module.interview) };
window.result = result;
document.body.textContent = JSON.stringify(result);

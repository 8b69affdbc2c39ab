// Microseconds per turn: agent loops, each beside a plain loop that does the same exchanges.
import { module } from "./start.js";

const ROUNDS = 30;
const exchanges = await module.exchanges();

// The floor without a network: each request written as JSON, each reply read.
const encoded = async () => {
  let read = 0;
  for (const { request, reply } of exchanges) {
    read += JSON.stringify(request).length;
    read += JSON.parse(reply).choices.length;
  }
  return read;
};

// The floor with one: the same requests posted to the same endpoint, the replies in one piece.
const fetched = async () => {
  for (const { request } of exchanges) {
    const reply = await fetch("instant/v1/chat/completions", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
    });
    if ((await reply.json()).choices.length !== 1) throw new Error("no reply");
  }
};

const measure = async (once) => {
  await once();
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begin = performance.now();
    await once();
    times.push((1000 * (performance.now() - begin)) / exchanges.length);
  }
  times.sort((a, b) => a - b);
  return times[ROUNDS >> 1];
};

const result = {
  encoded: await measure(encoded),
  in_process: await measure(module.in_process),
  plain_fetched: await measure(fetched),
  fetched: await measure(module.fetched),
  fetched_and_stored: await measure(module.fetched_and_stored),
};
window.result = result;
document.body.textContent = JSON.stringify(result);

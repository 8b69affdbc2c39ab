// Microseconds per turn of an interview, beside a plain loop that does the same exchanges.
import { module } from "./start.js";

const ROUNDS = 31;
// Until then, browsers still translate what runs often.
const WARM_UP = 15;
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

const result = {};
const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];
// One of each in turn, so that whatever else the machine does is felt by all of them. What is too
// short for the clock is timed several times over.
const measure = async (loops, warmUp, rounds) => {
  const times = {};
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [name, { once, times: over = 1 }] of Object.entries(loops)) {
      const begin = performance.now();
      for (let time = 0; time < over; time += 1) await once();
      const time = (1000 * (performance.now() - begin)) / over / exchanges.length;
      if (round >= 0) (times[name] ??= []).push(time);
    }
  }
  for (const [name, of] of Object.entries(times)) result[name] = median(of);
};

await measure(
  { encoded: { once: encoded, times: 10 }, in_process: { once: module.in_process } },
  WARM_UP,
  ROUNDS,
);
await measure(
  {
    plain_fetched: { once: fetched },
    fetched: { once: module.fetched },
    fetched_and_stored: { once: module.fetched_and_stored },
  },
  2,
  11,
);
window.result = result;
document.body.textContent = JSON.stringify(result);

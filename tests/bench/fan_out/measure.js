// Microseconds per subtask of a fan-out, beside as many async functions awaited together.
import { module } from "./start.js";

const SIZES = [10, 100, 1_000, 10_000, 100_000];
// So many subtasks are timed together, for the clock to have something to measure.
const TOGETHER = 20_000;

const promises = async (tasks) => {
  const task = async (number) => number;
  const numbers = await Promise.all(Array.from({ length: tasks }, (_, number) => task(number)));
  if (numbers.length !== tasks) throw new Error("no result");
};

const measure = async (run) => {
  const costs = [];
  for (const tasks of SIZES) {
    const rounds = Math.max(1, TOGETHER / tasks);
    await run(tasks);
    const begin = performance.now();
    for (let round = 0; round < rounds; round += 1) await run(tasks);
    costs.push((1000 * (performance.now() - begin)) / (rounds * tasks));
  }
  return costs;
};

const graph = async (store) => {
  const bench = await module.Bench.with_store(store);
  return measure((tasks) => bench.run(tasks));
};

const result = {
  sizes: SIZES,
  promises: await measure(promises),
  none: await graph("none"),
  memory: await graph("memory"),
  indexeddb: await graph("indexeddb"),
};
window.result = result;
document.body.textContent = JSON.stringify(result);

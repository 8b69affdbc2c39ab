// Milliseconds to put tasks in order, beside petgraph in the same module, and to run them; and
// seconds that chains take whose tasks take a second each.
import { module } from "./start.js";

const TRIES = 7;
// Milliseconds of one try, for the clock to have something to measure.
const TRY = 20;

const pause = () => new Promise((resolve) => setTimeout(resolve));

// The best of several tries.
const best = async (size, work) => {
  let least = Infinity;
  for (let tries = 0; tries < TRIES; tries += 1) {
    await pause();
    let times = 0;
    const begin = performance.now();
    do {
      if (work() !== size) throw new Error("tasks are missing");
      times += 1;
    } while (performance.now() - begin < TRY);
    least = Math.min(least, (performance.now() - begin) / times);
  }
  return least;
};

const { sizes, layers } = JSON.parse(module.plan());
const result = { resolve: [], petgraph: [], run: [], seconds: [] };
for (const size of sizes) {
  const chain = new module.Chain(size);
  result.resolve.push(await best(size, () => chain.resolve()));
  result.petgraph.push(await best(size, () => chain.petgraph()));
  result.run.push(await best(size, () => chain.run()));
  chain.free();
}
for (const [count, wide] of layers) result.seconds.push(await module.chain_of_seconds(count, wide));
window.result = result;
document.body.textContent = JSON.stringify(result);

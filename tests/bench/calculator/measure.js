// Microseconds to evaluate an expression from text to text, beside math.js, which reads `^` for `**`:
// each with its texts where it runs, as the agent's are; and the same for texts of a script's.
import { evaluate } from "./mathjs.js";
import { module } from "./start.js";

const ROUNDS = 9;
// Milliseconds of one round.
const ROUND = 60;

const pause = () => new Promise((resolve) => setTimeout(resolve));

const microseconds = (count, work) => {
  let times = 0;
  const begin = performance.now();
  do {
    if (!work()) throw new Error("nothing was calculated");
    times += count;
  } while (performance.now() - begin < ROUND);
  return (1000 * (performance.now() - begin)) / times;
};

// Characters of what `work` makes of all of them, so that nothing is left out.
const all = (texts, work) => () => texts.reduce((length, text) => length + work(text).length, 0);

const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];

const result = [];
const kinds = JSON.parse(module.expressions());
for (const [at, [kind, texts]] of kinds.entries()) {
  const theirs = texts.map((text) => text.replaceAll("**", "^"));
  // Both have to say the same, or the figures say nothing.
  texts.forEach((text, at) => {
    const [own, peer] = [Number(module.calculate(text)), evaluate(theirs[at])];
    if (!(Math.abs(own - peer) <= 1e-9 * Math.max(1, Math.abs(peer)))) {
      throw new Error(`${text}: ${own} and ${peer}`);
    }
  });
  const within = new module.Expressions(at);
  const works = {
    kikitori: () => within.calculate(),
    mathjs: all(theirs, (text) => String(evaluate(text))),
    crossing: all(texts, module.calculate),
  };
  const times = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
  // In turn, so that what else the machine does falls on all.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, work] of Object.entries(works)) {
      await pause();
      times[name].push(microseconds(texts.length, work));
    }
  }
  within.free();
  result.push({ kind, ...Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)])) });
}
window.result = result;
document.body.textContent = JSON.stringify(result);

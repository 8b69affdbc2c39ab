// Microseconds to evaluate an expression, from a script's text to a value, beside math.js, which
// reads `^` for `**`.
import { evaluate } from "./mathjs.js";
import { module } from "./start.js";

const ROUNDS = 9;
// Milliseconds of one round.
const ROUND = 60;

const pause = () => new Promise((resolve) => setTimeout(resolve));

const microseconds = (texts, work) => {
  let times = 0;
  const begin = performance.now();
  do {
    for (const text of texts) work(text);
    times += texts.length;
  } while (performance.now() - begin < ROUND);
  return (1000 * (performance.now() - begin)) / times;
};

const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];

const result = [];
for (const [kind, texts] of JSON.parse(module.expressions())) {
  const theirs = texts.map((text) => text.replaceAll("**", "^"));
  // Both have to say the same, or the figures say nothing.
  texts.forEach((text, at) => {
    const [own, peer] = [Number(module.calculate(text)), evaluate(theirs[at])];
    if (!(Math.abs(own - peer) <= 1e-9 * Math.max(1, Math.abs(peer)))) {
      throw new Error(`${text}: ${own} and ${peer}`);
    }
  });
  const [kikitori, mathjs] = [[], []];
  // In turn, so that what else the machine does falls on both.
  for (let round = 0; round < ROUNDS; round += 1) {
    await pause();
    kikitori.push(microseconds(texts, module.calculate));
    mathjs.push(microseconds(theirs, evaluate));
  }
  result.push({ kind, kikitori: median(kikitori), mathjs: median(mathjs) });
}
window.result = result;
document.body.textContent = JSON.stringify(result);

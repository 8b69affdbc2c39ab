// Microseconds for a superstep of a run whose state grows by an entry each, beside writing a state
// of half as many entries whole: what that costs on the average of the run. And beside LangGraph.
import { Annotation, END, MemorySaver, START, StateGraph } from "./langgraph.js";
import { module } from "./start.js";

const SIZES = [10, 100, 1_000, 10_000];
// So many supersteps are timed together, for the clock to have something to measure.
const TOGETHER = 2_000;
// So many entries are written in a measurement of whole states.
const ENTRIES = 200_000;

// Ten times as many would fill the memory with whole states.
const SIZES_OF_LANGGRAPH = SIZES.filter((size) => size <= 1_000);
const ENTRY = "x".repeat(module.entry_bytes());

const timed = async (work) => {
  const begin = performance.now();
  await work();
  return 1000 * (performance.now() - begin);
};

const supersteps = async (bench) => {
  const costs = [];
  for (const size of SIZES) {
    const rounds = Math.max(1, TOGETHER / size);
    await bench.run(Math.min(size, 100));
    const cost = await timed(async () => {
      for (let round = 0; round < rounds; round += 1) await bench.run(size);
    });
    costs.push(cost / (rounds * size));
  }
  return costs;
};

const whole = async (bench) => {
  const costs = [];
  for (const size of SIZES) {
    const times = Math.min(1_000, ENTRIES / (size / 2));
    await bench.whole(size / 2, 1);
    costs.push((await timed(() => bench.whole(size / 2, times))) / times);
  }
  return costs;
};

// Every checkpoint and every write that the saver keeps, in bytes.
const bytesOf = ({ storage, writes }) => {
  let bytes = 0;
  const add = (kept) => {
    if (kept instanceof Uint8Array) bytes += kept.length;
    else if (kept !== null && typeof kept === "object") Object.values(kept).forEach(add);
  };
  add(storage);
  add(writes);
  return bytes;
};

const langgraph = async () => {
  const costs = [];
  const bytes = [];
  const state = Annotation.Root({
    entries: Annotation({ reducer: (all, more) => all.concat(more), default: () => [] }),
    goal: Annotation(),
  });
  for (const size of SIZES_OF_LANGGRAPH) {
    const checkpointer = new MemorySaver();
    const graph = new StateGraph(state)
      .addNode("append", async () => ({ entries: [ENTRY] }))
      .addEdge(START, "append")
      .addConditionalEdges("append", ({ entries, goal }) =>
        entries.length < goal ? "append" : END, ["append", END])
      .compile({ checkpointer });
    const run = async (goal, thread_id) => {
      const options = { configurable: { thread_id }, recursionLimit: size + 10 };
      const { entries } = await graph.invoke({ goal }, options);
      if (entries.length !== goal) throw new Error("the run ended otherwise");
    };
    await run(10, "first");
    const before = bytesOf(checkpointer);
    costs.push((await timed(() => run(size, "run"))) / size);
    bytes.push((bytesOf(checkpointer) - before) / size);
  }
  return { costs, bytes };
};

const result = { sizes: SIZES, supersteps: {}, whole: {}, langgraph: await langgraph() };
for (const store of ["none", "memory", "indexeddb"]) {
  const bench = await module.Bench.with_store(store);
  result.supersteps[store] = await supersteps(bench);
  if (store !== "none") result.whole[store] = await whole(bench);
}
window.result = result;
document.body.textContent = JSON.stringify(result);

// Microseconds per subtask of a fan-out, beside as many async functions awaited together, and
// beside LangGraph.
import { Annotation, END, MemorySaver, Send, START, StateGraph } from "./langgraph.js";
import { module } from "./start.js";

const SIZES = [10, 100, 1_000, 10_000, 100_000];
// With ten times as many LangGraph takes longer than a minute.
const SIZES_OF_LANGGRAPH = SIZES.filter((size) => size <= 1_000);
// So many subtasks are timed together, for the clock to have something to measure.
const TOGETHER = 20_000;

const promises = async (tasks) => {
  const task = async (number) => number;
  const numbers = await Promise.all(Array.from({ length: tasks }, (_, number) => task(number)));
  if (numbers.length !== tasks) throw new Error("no result");
};

const measure = async (run, sizes = SIZES, together = TOGETHER) => {
  const costs = [];
  for (const tasks of sizes) {
    const rounds = Math.max(1, together / tasks);
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

const langgraph = async (checkpointer) => {
  const state = Annotation.Root({
    tasks: Annotation(),
    total: Annotation({ reducer: (total, more) => total + more, default: () => 0 }),
  });
  const send = ({ tasks }) =>
    Array.from({ length: tasks }, (_, number) => new Send("task", { number }));
  const graph = new StateGraph(state)
    .addNode("task", async ({ number }) => ({ total: number }))
    .addConditionalEdges(START, send, ["task"])
    .addEdge("task", END)
    .compile({ checkpointer });
  let runs = 0;
  return measure(async (tasks) => {
    runs += 1;
    const { total } = await graph.invoke({ tasks }, { configurable: { thread_id: `${runs}` } });
    if (total !== (tasks * (tasks - 1)) / 2) throw new Error("the sum is wrong");
  }, SIZES_OF_LANGGRAPH, 1_000);
};

const result = {
  sizes: SIZES,
  promises: await measure(promises),
  langgraph: await langgraph(),
  langgraph_memory: await langgraph(new MemorySaver()),
  none: await graph("none"),
  memory: await graph("memory"),
  indexeddb: await graph("indexeddb"),
};
window.result = result;
document.body.textContent = JSON.stringify(result);

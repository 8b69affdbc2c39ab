// Microseconds per turn of one and the same tool loop, in libraries and in a plain loop: the model
// calls `add` until it has been called often enough, and then says so.
import * as ai from "./ai_sdk.js";
import * as langgraph from "./langgraph_agent.js";
import * as openai from "./openai_agents.js";
import { module } from "./start.js";

const SIZES = [10, 50];
const ROUNDS = 9;
const WARM_UP = 2;
// So many turns are timed together, for the clock to have something to measure.
const TOGETHER = { none: 100, fetch: 50 };
// The quick ones take more.
const QUICK = { plain: 10, kikitori: 5 };
const SYSTEM = "You count.";
const QUESTION = "Add up.";
const ADD = "Adds to the sum.";

// The instant model in this page: what `fetch` is for the libraries, without a network.
const replies = (turns, streams) =>
  Array.from({ length: turns }, (_, at) => module.reply(at + 1, turns, streams));
const WHOLE = new Map(SIZES.map((turns) => [turns, replies(turns, false)]));
const STREAMED = new Map(SIZES.map((turns) => [turns, replies(turns, true)]));
const answering = (turns) => {
  let asked = 0;
  return async (_, { body }) => {
    const streams = body.includes('"stream":true');
    const reply = (streams ? STREAMED : WHOLE).get(turns)[asked];
    asked += 1;
    const type = streams ? "text/event-stream" : "application/json";
    return new Response(reply, { headers: { "content-type": type } });
  };
};
const base = (turns) => new URL(`loop/${turns}/v1`, location.href).href;

const tools = JSON.parse(module.definitions());
const plainLoop = async (exchange) => {
  const messages = [{ role: "system", content: SYSTEM }, { role: "user", content: QUESTION }];
  let sum = 0;
  for (;;) {
    const reply = await exchange({ model: "instant", messages, tools });
    const { message } = reply.choices[0];
    messages.push(message);
    if (!message.tool_calls) return sum;
    for (const call of message.tool_calls) {
      sum += JSON.parse(call.function.arguments).amount;
      messages.push({ role: "tool", tool_call_id: call.id, content: `The sum is ${sum}.` });
    }
  }
};

// Each loop gets its number of turns and, where there is no network, what answers instead.
const aiSdk = (streams) => async (turns, fetch) => {
  let sum = 0;
  const provider = ai.createOpenAICompatible({ name: "instant", baseURL: base(turns), fetch });
  const add = ai.tool({
    description: ADD,
    inputSchema: ai.z.object({ amount: ai.z.number() }),
    execute: async ({ amount }) => `The sum is ${(sum += amount)}.`,
  });
  const run = {
    model: provider.chatModel("instant"),
    instructions: SYSTEM,
    prompt: QUESTION,
    tools: { add },
    stopWhen: ai.isStepCount(turns),
  };
  if (streams) await ai.streamText(run).consumeStream();
  else await ai.generateText(run);
  return sum;
};

const openaiAgents = (streams) => async (turns, fetch) => {
  let sum = 0;
  const client = new openai.OpenAI({
    apiKey: "none",
    baseURL: base(turns),
    dangerouslyAllowBrowser: true,
    fetch,
  });
  const add = openai.tool({
    name: "add",
    description: ADD,
    parameters: openai.z.object({ amount: openai.z.number() }),
    execute: async ({ amount }) => `The sum is ${(sum += amount)}.`,
  });
  const agent = new openai.Agent({
    name: "counter",
    instructions: SYSTEM,
    model: new openai.OpenAIChatCompletionsModel(client, "instant"),
    tools: [add],
  });
  const runner = new openai.Runner({ tracingDisabled: true });
  const run = await runner.run(agent, QUESTION, { maxTurns: turns, stream: streams });
  if (streams) await run.completed;
  return sum;
};

const langGraph = async (turns, fetch) => {
  let sum = 0;
  const llm = new langgraph.ChatOpenAI({
    model: "instant",
    apiKey: "none",
    configuration: { baseURL: base(turns), dangerouslyAllowBrowser: true, fetch },
  });
  const add = langgraph.tool(async ({ amount }) => `The sum is ${(sum += amount)}.`, {
    name: "add",
    description: ADD,
    schema: langgraph.z.object({ amount: langgraph.z.number() }),
  });
  const agent = langgraph.createReactAgent({ llm, tools: [add], prompt: SYSTEM });
  await agent.invoke({ messages: QUESTION }, { recursionLimit: 3 * turns });
  return sum;
};

const LOOPS = {
  ai_sdk: aiSdk(false),
  ai_sdk_streamed: aiSdk(true),
  openai_agents: openaiAgents(false),
  openai_agents_streamed: openaiAgents(true),
  langgraph: langGraph,
};

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];
const result = { sizes: SIZES };
// One run of each in turn, so that whatever else the machine does is felt by all of them.
const measure = async (network, loops) => {
  for (const turns of SIZES) {
    const times = {};
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      for (const [name, loop] of Object.entries(loops)) {
        const together = TOGETHER[network] * ((network === "none" && QUICK[name]) || 1);
        const runs = together / turns;
        const begin = performance.now();
        for (let run = 0; run < runs; run += 1) {
          const sum = await loop(turns);
          if (sum !== turns - 1) throw new Error(`${name}: ${sum} in ${turns} turns`);
        }
        const time = (1000 * (performance.now() - begin)) / together;
        if (round >= 0) (times[name] ??= []).push(time);
      }
    }
    for (const [name, of] of Object.entries(times)) {
      ((result[network] ??= {})[name] ??= []).push(median(of));
    }
  }
};

const fetched = async (turns) => {
  const url = `${base(turns)}/chat/completions`;
  return plainLoop(async (request) => {
    const headers = { "content-type": "application/json" };
    const reply = await fetch(url, { method: "POST", headers, body: JSON.stringify(request) });
    return reply.json();
  });
};
const encoded = async (turns) => {
  let asked = 0;
  return plainLoop(async (request) => {
    if (JSON.stringify(request).length === 0) throw new Error("no request");
    asked += 1;
    return JSON.parse(WHOLE.get(turns)[asked - 1]);
  });
};

await measure("none", {
  plain: encoded,
  kikitori: module.in_page,
  ...Object.fromEntries(
    Object.entries(LOOPS).map(([name, loop]) => [name, (turns) => loop(turns, answering(turns))]),
  ),
});
await measure("fetch", { plain: fetched, kikitori: module.fetched, ...LOOPS });
window.result = result;
document.body.textContent = JSON.stringify(result);

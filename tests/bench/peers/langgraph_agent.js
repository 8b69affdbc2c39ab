export { tool } from "@langchain/core/tools";
export { createReactAgent } from "@langchain/langgraph/prebuilt";
export { ChatOpenAI } from "@langchain/openai";
export { z } from "zod";

export { Agent, OpenAIChatCompletionsModel, Runner, tool } from "@openai/agents";
export { default as OpenAI } from "openai";
export { z } from "zod";

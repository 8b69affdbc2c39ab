export { createOpenAICompatible } from "@ai-sdk/openai-compatible";
export { generateText, isStepCount, streamText, tool } from "ai";
export { z } from "zod";

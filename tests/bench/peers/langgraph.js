export { Annotation, END, MemorySaver, Send, START, StateGraph } from "@langchain/langgraph/web";

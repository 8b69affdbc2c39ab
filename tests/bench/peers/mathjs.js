export { evaluate } from "mathjs";

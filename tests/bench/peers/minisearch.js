export { default } from "minisearch";

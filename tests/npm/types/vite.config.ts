import kikitori from "kikitori/vite";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [kikitori()] });
// @ts-expect-error
kikitori("/base/");

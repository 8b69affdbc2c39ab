import type { Plugin } from "vite";

/** Puts the files that the element loads beside the site's own. */
export default function kikitori(): Plugin;

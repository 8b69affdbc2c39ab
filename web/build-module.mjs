// Has the page's style sheets joined and its program built: small for a release, or else fast. Trunk
// runs it before it builds. `cargo xtask serve` has the page built alone first.
import { spawnSync } from "node:child_process";
import "./join-styles.mjs";

const release = process.env.TRUNK_PROFILE === "release";
const options = release ? [] : ["--fast"];
if (process.env.KIKITORI_PAGE_ALONE) options.push("--page-alone");
const { status } = spawnSync("cargo", ["xtask", "module", ...options], { stdio: "inherit" });
process.exit(status ?? 1);

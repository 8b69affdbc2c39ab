// Has the page's style sheets joined and its program built: small for a release, or else fast. Trunk
// runs it before it builds.
import { spawnSync } from "node:child_process";
import "./join-styles.mjs";

const release = process.env.TRUNK_PROFILE === "release";
const { status } = spawnSync("cargo", ["xtask", "module", ...(release ? [] : ["--fast"])], {
  stdio: "inherit",
});
process.exit(status ?? 1);

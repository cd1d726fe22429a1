// Programs that tests start in processes of their own, as one file each: node reads it in a third of the time that
// loading them module by module takes, and they are started dozens of times.

import { renameSync } from "node:fs";
import { basename } from "node:path";
import { buildSync } from "esbuild";
import { inCheckout } from "../../scripts/lib/checkout.mjs";

const made = new Map<string, string[]>();

/**
 * Makes the file, once for each process that asks.
 * @param program relative to the checkout
 * @returns what node is given to run it
 */
export function bundled(program: string): string[] {
  const known = made.get(program);
  if (known) return known;
  // Beside the packages, which are found from there.
  const file = inCheckout("node_modules", ".cache", "leafwatch-tests", `${basename(program, ".ts")}.mjs`);
  const outfile = `${file}.${process.pid}`;
  buildSync({
    ...{ entryPoints: [inCheckout(program)], outfile, bundle: true, platform: "node", format: "esm" },
    ...{ packages: "external", conditions: ["react-server"], sourcemap: "inline", logLevel: "error" },
    absWorkingDir: inCheckout(),
  });
  // Another process may start the last one at this moment.
  renameSync(outfile, file);
  const args = ["--enable-source-maps", "--conditions=react-server", file];
  made.set(program, args);
  return args;
}

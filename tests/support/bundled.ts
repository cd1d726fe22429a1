// Bundles programs that tests start in processes of their own into one file each: node loads it in a third of the
// time of single modules, and they are started dozens of times.

import { renameSync } from "node:fs";
import { basename } from "node:path";
import { buildSync } from "esbuild";
import { inCheckout } from "../../scripts/lib/checkout.mjs";

const made = new Map<string, string[]>();

/**
 * Builds the file once per calling process.
 * @param program relative to the checkout
 * @returns arguments for node that run it
 */
export function bundled(program: string): string[] {
  const known = made.get(program);
  if (known) return known;
  // Beside node_modules, so that packages resolve.
  const file = inCheckout("node_modules", ".cache", "leafwatch-tests", `${basename(program, ".ts")}.mjs`);
  const outfile = `${file}.${process.pid}`;
  buildSync({
    ...{ entryPoints: [inCheckout(program)], outfile, bundle: true, platform: "node", format: "esm" },
    ...{ packages: "external", conditions: ["react-server"], sourcemap: "inline", logLevel: "error" },
    absWorkingDir: inCheckout(),
  });
  // Another process may be starting the former file.
  renameSync(outfile, file);
  const args = ["--enable-source-maps", "--conditions=react-server", file];
  made.set(program, args);
  return args;
}

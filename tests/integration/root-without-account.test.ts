// Root on a machine with no account that Postgres could run as.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "leafwatch-root-"));
writeFileSync(join(folder, "passwd"), "root:x:0:0:root:/root:/bin/sh\n");
// The system's other sources of accounts always know a "nobody".
writeFileSync(join(folder, "nsswitch.conf"), "passwd: files\ngroup: files\nhosts: files dns\n");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command where only root has an account. */
function run(...command: string[]) {
  const script =
    'mount --bind "$0/passwd" /etc/passwd && mount --bind "$0/nsswitch.conf" /etc/nsswitch.conf && exec "$@"';
  const base = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(LEAFWATCH_|DATABASE_URL|NODE_ENV|VITEST)/.test(name)),
  );
  const env = { ...base, PORT: "0", HOST: "127.0.0.1", LEAFWATCH_DATA_DIR: join(folder, "data") };
  const args = ["--mount", "/bin/sh", "-c", script, folder, ...command];
  return spawnSync("unshare", args, {
    encoding: "utf8",
    env: env as unknown as NodeJS.ProcessEnv,
    // Ends a command that starts despite the error.
    timeout: 60_000,
  });
}

const can = run("true").status === 0;
const FAULT = /Postgres does not run as root, and there is no account named postgres or nobody/;

describe.skipIf(!can)(
  can ? "as root without an account" : "Root without an account is not tested: it needs root.",
  () => {
    it("fails the start at once with one sentence and code 1", () => {
      const { status, stderr, stdout } = run(process.execPath, "tests/support/fake-start.mjs");
      expect(stderr).toMatch(FAULT);
      expect(stderr.trim().split("\n")).toHaveLength(1);
      expect(stdout).toBe("");
      expect(status).toBe(1);
    });

    it("is reported by doctor before there is a database", () => {
      const { status, stdout } = run(process.execPath, "scripts/admin.mjs", "doctor");
      expect(stdout).toMatch(FAULT);
      expect(status).toBe(1);
    });
  },
);

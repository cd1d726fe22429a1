import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { tellOfUnreadFile } from "./settings-file.mjs";

const folder = mkdtempSync(join(tmpdir(), "leafwatch-env-"));
const file = join(folder, ".env");
writeFileSync(file, "PORT=4000\n");
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

function said(nodeArguments: string[], path = file): string {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  tellOfUnreadFile(nodeArguments, path);
  return write.mock.calls.map(([text]) => String(text)).join("");
}

it("reports a settings file that is not read, and how to use it", () => {
  expect(said([])).toContain(`${file} is not read by npm start`);
  expect(said([])).toContain("node --env-file=.env scripts/start.mjs");
});

it("prints nothing if Node.js reads the file or it is missing", () => {
  expect(said(["--env-file=.env"])).toBe("");
  expect(said([], join(folder, "none"))).toBe("");
});

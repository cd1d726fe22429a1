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

it("a file of settings that is not read is told, with the way to have it read", () => {
  expect(said([])).toContain(`${file} is not read by npm start`);
  expect(said([])).toContain("node --env-file=.env scripts/start.mjs");
});

it("nothing is told where Node.js reads it, or there is none", () => {
  expect(said(["--env-file=.env"])).toBe("");
  expect(said([], join(folder, "none"))).toBe("");
});

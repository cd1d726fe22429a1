import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { RunList } from "./run-list.mjs";

test("reports a list that cannot be written, without ending the command", () => {
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const folder = mkdtempSync(join(tmpdir(), "leafwatch-run-list-"));
  const list = new RunList(folder);
  list.add({ pid: 4_194_304, started: "1" });
  rmSync(folder, { recursive: true });
  expect(() => list.remove({ pid: 4_194_304, started: "1" })).not.toThrow();
  expect(said.mock.calls.flat().join("")).toContain("could not be written");
});

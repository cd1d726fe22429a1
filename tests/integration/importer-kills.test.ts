// Rows stored by an import whose process is killed: the short form of `npm run bench -- import-kills`.

import { expect, it } from "vitest";
import { killImports } from "../../bench/lib/import-kills";
import { createTestDatabase } from "../support/postgres";

it("an import whose process is killed repeatedly stores the same as an undisturbed one", {
  timeout: 120_000,
}, async () => {
  const figures = await killImports({
    afterCommit: 2,
    random: 1,
    hours: 80,
    createDatabase: () => createTestDatabase(),
  });
  expect(figures.different).toEqual([]);
  expect(figures.kills).toBe(6);
  expect(figures.shares.filter((share) => share > 0).length).toBeGreaterThanOrEqual(4);
});

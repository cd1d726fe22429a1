// What an import leaves in the store, whatever ends its process: the short form of `npm run bench -- import-kills`.

import { expect, it } from "vitest";
import { killImports } from "../../scripts/lib/import-kills";
import { createTestDatabase } from "../support/postgres";

it("an import whose process is killed again and again leaves what one leaves that nobody disturbed", {
  timeout: 240_000,
}, async () => {
  const figures = await killImports({ kills: 8, hours: 60, createDatabase: () => createTestDatabase() });
  expect(figures.different).toEqual([]);
  expect(figures.kills).toBe(8);
});

// Every acknowledged notification is stored once, however the app or the database is killed: the short form of
// `npm run bench -- durability`.

import { expect, it } from "vitest";
import { disturb } from "../../bench/lib/disturbance";

it("neither loses nor duplicates an acknowledged notification when the app and Postgres are killed under load", {
  timeout: 180_000,
}, async () => {
  const figures = await disturb({ program: "intake", kills: 5, answered: 300, senders: 8, pauseMs: 40 });
  expect(figures).toMatchObject({ lost: 0, doubled: 0 });
  expect(figures.appKills + figures.postgresKills).toBeGreaterThanOrEqual(5);
  expect(figures.answered).toBeGreaterThanOrEqual(300);
});

// What was answered is there, once, whatever ends the app or the database: the short form of
// `npm run bench -- durability`.

import { expect, it } from "vitest";
import { disturb } from "../../bench/lib/disturbance";

it("loses and duplicates nothing answered when the app and Postgres are killed under load", {
  timeout: 180_000,
}, async () => {
  const figures = await disturb({ program: "intake", kills: 5, answered: 300, senders: 8, pauseMs: 40 });
  expect(figures).toMatchObject({ lost: 0, doubled: 0 });
  expect(figures.appKills + figures.postgresKills).toBeGreaterThanOrEqual(5);
  expect(figures.answered).toBeGreaterThanOrEqual(300);
});

import { expect, test } from "vitest";
import { holdStill, newsWords } from "./held-list";

const row = (alertId: string, owner: string | null = null) => ({ alertId, owner });

test("shows the latest rows while nobody reads", () => {
  expect(holdStill(null, [row("b"), row("a")]).shown.map((one) => one.alertId)).toEqual(["b", "a"]);
});

test("moves nothing while somebody reads: new rows wait, gone rows stay, the others are updated", () => {
  const held = [row("a"), row("b"), row("c")];
  const still = holdStill(held, [row("new"), row("c"), row("a", "M. de Vries")]);
  expect(still.shown).toEqual([row("a", "M. de Vries"), row("b"), row("c")]);
  expect(still.news).toBe(1);
  expect([...still.goneIds]).toEqual(["b"]);
});

test("counts what waits, and says nothing when nothing does", () => {
  expect(newsWords({ news: 3, gone: 0 })).toBe("3 new");
  expect(newsWords({ news: 1, gone: 2 })).toBe("1 new, 2 no longer in this list");
  expect(newsWords({ news: 0, gone: 0 })).toBe("");
});

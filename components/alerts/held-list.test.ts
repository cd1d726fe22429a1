import { expect, test } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { anAlert } from "./fixture.test-support";
import { ALERT_ROWS, holdStill, type News, newsWords } from "./held-list";

const NOBODY: ReadonlySet<string> = new Set();
const row = (alertId: string, more: Parameters<typeof anAlert>[0] = {}) => anAlert({ alertId, ...more });
const all = <T>(...rows: T[]) => ({ rows, isAll: true });
const first = <T>(...rows: T[]) => ({ rows, isAll: false });
const hold = (
  held: Parameters<typeof holdStill<ReturnType<typeof row>>>[0],
  latest: typeof held,
  own: ReadonlySet<string> = NOBODY,
) => {
  const { shown, news, goneIds } = holdStill(held, latest, own, ALERT_ROWS as never);
  return { ids: shown.map(({ alertId }) => alertId), shown, news, goneIds: [...goneIds] };
};
const NOTHING: News = { added: 0, gone: 0, worse: 0, changed: 0, isMoved: false };

test("moves nothing: new rows wait, gone rows stay, the others show who has them", () => {
  const owner = "M. de Vries";
  const { ids, shown, news, goneIds } = hold(
    all(row("a"), row("b"), row("c")),
    all(row("new"), row("a", { owner }), row("c")),
  );
  expect(ids).toEqual(["a", "b", "c"]);
  expect(shown[0]?.owner).toBe(owner);
  expect(goneIds).toEqual(["b"]);
  expect(news).toEqual({ ...NOTHING, added: 1, gone: 1 });
});

test("holds back a rise and a hint, whose lines would move the rows below", () => {
  const owner = "M. de Vries";
  const { shown, news } = hold(
    all(row("a", { severity: "LOW" }), row("b")),
    all(row("a", { severity: "HIGH", owner }), row("b", { snoozed: "until-worse", attention: false })),
  );
  expect(shown[0]).toMatchObject({ severity: "LOW", owner });
  expect(shown[1]).toMatchObject({ snoozed: null, attention: false });
  expect(news).toEqual({ ...NOTHING, worse: 1, changed: 1 });
});

test("notices another order", () => {
  expect(hold(all(row("a"), row("b")), all(row("b"), row("a"))).news.isMoved).toBe(true);
  expect(hold(all(row("a"), row("b")), all(row("x"), row("a"), row("b"))).news.isMoved).toBe(false);
});

test("shows the person's own acts at once, in their place, and counts them as no news", () => {
  const own = new Set(["b", "back"]);
  const { ids, news, goneIds } = hold(
    all(row("a"), row("b"), row("c")),
    all(row("new"), row("a"), row("back"), row("c")),
    own,
  );
  expect(ids).toEqual(["a", "back", "c"]);
  expect(goneIds).toEqual([]);
  expect(news).toEqual({ ...NOTHING, added: 1 });
});

test("takes what moved over the end of a first page for neither new nor closed", () => {
  const pushed = hold(first(row("a"), row("b"), row("c")), first(row("new"), row("a"), row("b")));
  expect(pushed.news).toEqual({ ...NOTHING, added: 1 });
  const drawn = hold(first(row("a"), row("b"), row("c")), first(row("a"), row("c"), row("d")));
  expect(drawn.news).toEqual({ ...NOTHING, gone: 1 });
});

test("words what waits, and says nothing when nothing does", () => {
  const part = (words: "alerts" | "outages" | "order", news: Partial<News>) => ({
    words,
    news: { ...NOTHING, ...news },
  });
  expect(newsWords(ENGLISH, [part("alerts", { added: 2, gone: 1 })], "closed")).toBe("2 new, 1 closed");
  expect(newsWords(ENGLISH, [part("alerts", { worse: 1 }), part("outages", { added: 1 })], "gone")).toBe(
    "1 got worse, 1 outage",
  );
  expect(newsWords(ENGLISH, [part("order", { added: 1 })], "closed")).toBe("New order");
  expect(newsWords(ENGLISH, [part("alerts", {}), part("outages", { gone: 1 })], "closed")).toBe("");
});

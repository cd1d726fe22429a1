import { describe, expect, test } from "vitest";
import type { AreaOverview, AreasOverview } from "./contract";
import { packTree, reuseUnchanged, unpackTree } from "./tree-columns";

const none = { high: 0, medium: 0, low: 0, plain: 0 };

function area(path: string, more: Partial<AreaOverview> = {}): AreaOverview {
  const cut = path.lastIndexOf("#");
  return {
    path,
    name: path.slice(cut + 1),
    parent: cut < 0 ? null : path.slice(0, cut),
    depth: path.split("#").length - 1,
    hasReadings: false,
    openAlerts: 0,
    severities: none,
    plants: none,
    unacknowledged: 0,
    waiting: none,
    lastReadingAt: null,
    health: null,
    ...more,
  };
}

const whole = (...items: AreaOverview[]): AreasOverview => ({
  items,
  placeNotKnown: { ...none, medium: 2 },
  total: items.length,
  below: null,
});

const at = "2026-11-02T05:00:00.000Z";
const earlier = "2026-11-01T05:00:00.000Z";
const farm = whole(
  area("", { lastReadingAt: at }),
  area("#A", { health: { value: 81.2, at: earlier, dayBefore: null }, lastReadingAt: at }),
  area("Farm", {
    openAlerts: 3,
    severities: { ...none, high: 1, low: 2 },
    plants: { ...none, high: 1 },
    waiting: { ...none, low: 1 },
    unacknowledged: 1,
  }),
  area("Farm#50 %/?", { health: { value: 0, at, dayBefore: 80.5 } }),
  area("Farm##温室", { lastReadingAt: earlier }),
  area("Farm#Not#Listed above"),
);

describe("the tree's columns", () => {
  test("hold all that the tree shows, whatever the names", () => {
    const shown = farm.items.map(({ depth, hasReadings, unacknowledged, ...rest }) => rest);
    expect(unpackTree(packTree(farm))).toEqual(shown);
    expect(packTree(farm).placeNotKnown).toEqual(farm.placeNotKnown);
  });

  test("of no area are empty", () => {
    expect(unpackTree(packTree(whole()))).toEqual([]);
  });
});

describe("a newer answer", () => {
  const before = unpackTree(packTree(farm));

  test("without news is the one before", () => {
    expect(reuseUnchanged(before, unpackTree(packTree(farm)))).toBe(before);
  });

  test("changes the areas of which something is new, and no other", () => {
    const [first, second, ...rest] = farm.items;
    if (!first || !second) throw new Error("The farm has areas");
    const news = [
      first,
      { ...second, waiting: { ...none, high: 1 }, severities: { ...none, high: 1 }, openAlerts: 1 },
      area("Fall"),
      ...rest,
    ];
    const now = reuseUnchanged(before, unpackTree(packTree(whole(...news))));
    expect(now.map((item) => before.includes(item))).toEqual([true, false, false, true, true, true, true]);
    expect(now[1]).toMatchObject({ openAlerts: 1, severities: { high: 1 } });
  });

  test("changes each for every fact that is shown of it", () => {
    const known = { value: 80, at, dayBefore: 79 };
    const one = (more: Partial<AreaOverview>) =>
      unpackTree(packTree(whole(area("A", { health: known, lastReadingAt: at, ...more }))));
    const changes: Partial<AreaOverview>[] = [
      { lastReadingAt: earlier },
      { health: null },
      { health: { ...known, value: 80.1 } },
      { health: { ...known, at: earlier } },
      { health: { ...known, dayBefore: null } },
      { openAlerts: 1, severities: { ...none, plain: 1 } },
      { openAlerts: 1, plants: { ...none, plain: 1 } },
      { openAlerts: 1, severities: { ...none, plain: 1 }, waiting: { ...none, plain: 1 } },
    ];
    for (const change of changes) {
      const last = one({});
      expect(reuseUnchanged(last, one(change))[0]).not.toBe(last[0]);
    }
  });
});

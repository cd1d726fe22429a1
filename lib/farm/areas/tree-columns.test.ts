import { describe, expect, test } from "vitest";
import type { AreaOverview, AreasOverview } from "./contract";
import { packTree, unpackTree } from "./tree-columns";

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
  test("keep all that the tree shows, for any names", () => {
    const shown = farm.items.map(({ depth, hasReadings, unacknowledged, ...rest }) => rest);
    expect(unpackTree(packTree(farm))).toEqual(shown);
    expect(packTree(farm).placeNotKnown).toEqual(farm.placeNotKnown);
  });

  test("are empty without areas", () => {
    expect(unpackTree(packTree(whole()))).toEqual([]);
  });
});

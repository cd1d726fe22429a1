import { expect, test } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import type { SiteSummary } from "@/lib/display/sites/contract";
import { countShown, groupSites, headline, keepOrder, narrowSites, sumUp } from "./arrange";

const site = (name: string, more: Partial<SiteSummary> = {}): SiteSummary => ({
  tenantId: name,
  name,
  slug: name.toLowerCase(),
  timeZone: "Europe/Amsterdam",
  open: { HIGH: 0, MEDIUM: 0, LOW: 0, other: 0 },
  attention: 0,
  unacknowledged: 0,
  oldestUnacknowledgedAt: null,
  new24h: 0,
  worst: null,
  week: [0, 0],
  notificationsAt: null,
  readingsUntil: null,
  sources: { notifications: "fresh", readings: "fresh" },
  state: "quiet",
  doubt: null,
  doubtCode: null,
  ...more,
});

const WESTLAND = site("Westland", { state: "attention", new24h: 2 });
const ALMERIA = site("Almería Süd", { state: "unknown", timeZone: "Europe/Madrid" });
const VENLO = site("Venlo");
const ALL = [WESTLAND, ALMERIA, VENLO];
const names = (sites: SiteSummary[]) => sites.map(({ name }) => name);

test("search folds accents and takes words in any order", () => {
  expect(names(narrowSites(ALL, { show: "all", text: "sud almeria" }))).toEqual(["Almería Süd"]);
  expect(names(narrowSites(ALL, { show: "all", text: "madrid" }))).toEqual(["Almería Süd"]);
  expect(names(narrowSites(ALL, { show: "attention", text: "almeria" }))).toEqual([]);
});

test("each choice shows as many sites as it counts", () => {
  const counts = countShown(ALL);
  expect(counts).toEqual({ all: 3, attention: 1, new: 1, unknown: 1 });
});

test("groups stand where their worst site does", () => {
  expect(groupSites(ENGLISH, ALL, "zone").map(({ title, sites }) => [title, names(sites)])).toEqual([
    ["Europe/Amsterdam", ["Westland", "Venlo"]],
    ["Europe/Madrid", ["Almería Süd"]],
  ]);
  expect(groupSites(ENGLISH, [], "none")).toEqual([]);
});

const NORTH = { name: "North", tenantIds: ["Venlo", "Almería Süd"] };

test("one's own groups stand where their worst site does, sites in none behind them", () => {
  expect(groupSites(ENGLISH, ALL, "own", [NORTH]).map(({ title, sites }) => [title, names(sites)])).toEqual([
    ["North", ["Almería Süd", "Venlo"]],
    ["In no group", ["Westland"]],
  ]);
  expect(groupSites(ENGLISH, [VENLO], "own", [NORTH]).map(({ title }) => title)).toEqual(["North"]);
});

test("a group alone is shown by its name, and none of another", () => {
  const shown = (sites: string) => names(narrowSites(ALL, { show: "all", text: null, sites }, [NORTH]));
  expect(shown("North")).toEqual(["Almería Süd", "Venlo"]);
  expect(shown("South")).toEqual([]);
});

test("a group has the open alerts of its sites, and counts those that need attention", () => {
  const open = { HIGH: 1, MEDIUM: 0, LOW: 2, other: 0 };
  expect(sumUp([site("A", { open, state: "attention" }), site("B", { open }), VENLO])).toEqual({
    open: { HIGH: 2, MEDIUM: 0, LOW: 4, other: 0 },
    attention: 1,
  });
});

test("a kept order survives a change; a site that came stands behind", () => {
  expect(names(keepOrder([VENLO, ALMERIA, WESTLAND], ["Westland", "Almería Süd"]))).toEqual([
    "Westland",
    "Almería Süd",
    "Venlo",
  ]);
});

test("the headline counts sites that need attention and those that cannot be judged", () => {
  expect(headline(ENGLISH, ALL)).toBe("1 of 3 sites needs attention; the state of 1 is unknown.");
  expect(headline(ENGLISH, [ALMERIA, VENLO])).toBe("The state of 1 of 2 sites is unknown.");
  expect(headline(ENGLISH, [VENLO])).toBe("No site needs attention.");
});

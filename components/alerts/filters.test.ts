import { expect, test } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import {
  activeFilters,
  type Filters,
  filtersHref,
  listInput,
  NO_FILTERS,
  withoutStart,
  withStart,
} from "./filters";

const NOTHING = { ...NO_FILTERS, tab: "open", sort: null, group: null, areas: null } as const;
const MINE = { group: "none", areas: "mine" } as const;
const filters = (more: Partial<Filters> = {}): Filters => ({
  ...NO_FILTERS,
  ...{ tab: "open", sort: null, group: "problem", ...more },
});

test("starts lists as the person chose, unless the address says otherwise", () => {
  expect(withStart(NOTHING, MINE)).toMatchObject(MINE);
  expect(withStart({ ...NOTHING, group: "problem", areas: "all" }, MINE)).toMatchObject({
    group: "problem",
    areas: "all",
  });
});

test("shows a place or job of an address whole, whatever areas are the person's own", () => {
  expect(withStart({ ...NOTHING, area: "A#1" }, MINE).areas).toBe("all");
  expect(withStart({ ...NOTHING, job: "JOB" }, MINE).areas).toBe("all");
  expect(withStart({ ...NOTHING, area: "A#1", areas: "mine" }, MINE).areas).toBe("mine");
});

test("leaves what lists start with out of addresses", () => {
  const all = { group: "problem", areas: "all" } as const;
  expect(filtersHref(withoutStart(filters(), all))).toBe("/alerts");
  expect(filtersHref(withoutStart(filters({ group: "none", areas: "mine" }), all))).toBe(
    "/alerts?group=none&areas=mine",
  );
  expect(filtersHref(withoutStart(filters({ areas: "mine", group: "none" }), MINE))).toBe("/alerts");
});

test("groups open alerts only, and narrows to the person's own areas", () => {
  expect(listInput("T", filters()).query).toMatchObject({ group: "problem" });
  expect(listInput("T", filters({ tab: "closed" })).query).not.toHaveProperty("group");
  expect(listInput("T", filters({ group: "none" })).query).not.toHaveProperty("group");
  expect(listInput("T", filters({ areas: "mine" })).query).toMatchObject({ mine: "true" });
  expect(activeFilters(ENGLISH, filters({ areas: "mine" }))).toEqual([{ name: "areas", word: "my areas" }]);
});

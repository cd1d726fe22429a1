import { expect, test } from "vitest";
import type { Actor } from "./contract";
import { outermostLimits, readLimits, rightsOf, tenancyLimits } from "./rules";

const actor = (facts: Record<string, unknown>) =>
  ({
    kind: "user",
    id: 1,
    name: "Ria",
    role: "grower",
    tenancyId: null,
    address: "::1",
    ...facts,
  }) as unknown as Actor;

test("identity and address do not change the rights", () => {
  expect(rightsOf(actor({ session: "1" }))).toBe(
    rightsOf(actor({ id: 2, name: "Jan", address: "::2", session: "2" })),
  );
});

test("another role, tenancy or limit changes the rights", () => {
  const all = [{}, { role: "viewer" }, { tenancyId: 1 }, { kind: "token" }, { areas: ["House"] }];
  expect(new Set(all.map((facts) => rightsOf(actor(facts)))).size).toBe(all.length);
});

test("a limit without a path is the whole tenancy, and of no other", () => {
  const areas = [
    { tenantId: "A", path: "House#Zone" },
    { tenantId: "A", path: null },
    { tenantId: "B", path: "Hall" },
  ];
  expect(["A", "B", "C"].map((tenantId) => tenancyLimits(areas, tenantId))).toEqual([null, ["Hall"], []]);
  expect(outermostLimits(areas)).toEqual([
    { tenantId: "A", path: null },
    { tenantId: "B", path: "Hall" },
  ]);
  expect(readLimits({ role: "grower", areas })).toEqual(areas);
});

test("a limit that lacks its path is unreadable and allows nothing", () => {
  expect(readLimits({ role: "grower", areas: [{ tenantId: "A" }] })).toEqual([]);
});

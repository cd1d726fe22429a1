import { expect, test } from "vitest";
import type { Actor } from "./contract";
import { roleIn } from "./roles";
import {
  findTwoRoles,
  outermostLimits,
  readLimits,
  requireAccess,
  rightsOf,
  settleRoles,
  tenancyLimits,
} from "./rules";

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

test("a refusal says who is refused, and what to ask for", () => {
  const refusal = (facts: Record<string, unknown>, access: "viewer" | "grower" | "admin") => {
    try {
      requireAccess(actor(facts), access);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(refusal({}, "grower")).toBeNull();
  expect(refusal({ role: "viewer" }, "grower")).toBe("You are a viewer. Ask an admin to make you a grower.");
  expect(refusal({}, "admin")).toBe("You are a grower. Ask an admin to make you an admin.");
  expect(refusal({ kind: "token" }, "admin")).toBe(
    "This token has the role grower. Ask an admin for one with the role admin.",
  );
  expect(refusal({ kind: "screen", role: "screen" }, "viewer")).toBe(
    "A screen may read only what its wall shows.",
  );
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

test("a role in one tenancy lowers that of the account, and never raises it", () => {
  const areas = [
    { tenantId: "A", path: null },
    { tenantId: "B", path: null, role: "viewer" },
    { tenantId: "C", path: null, role: "grower" },
  ] as const;
  const roles = (role: "viewer" | "grower") => ["A", "B", "C"].map((one) => roleIn({ role, areas }, one));
  expect(roles("grower")).toEqual(["grower", "viewer", "grower"]);
  expect(roles("viewer")).toEqual(["viewer", "viewer", "viewer"]);
  expect(roleIn({ role: "admin", areas: null }, "B")).toBe("admin");
  expect(roleIn({ role: "screen", areas: null }, "B")).toBe("screen");
});

test("another role in one tenancy changes the rights", () => {
  const limited = (role?: string) => rightsOf(actor({ areas: [{ tenantId: "A", path: null, role }] }));
  expect(limited("viewer")).not.toBe(limited());
});

test("the account gets the highest role of its tenancies, and the others keep theirs", () => {
  const areas = [
    { tenantId: "A", path: "House", role: "grower" },
    { tenantId: "B", path: null },
  ] as const;
  expect(settleRoles("viewer", areas)).toEqual({
    role: "grower",
    areas: [
      { tenantId: "A", path: "House" },
      { tenantId: "B", path: null, role: "viewer" },
    ],
  });
  expect(settleRoles("grower", areas)).toEqual({
    role: "grower",
    areas: [
      { tenantId: "A", path: "House" },
      { tenantId: "B", path: null },
    ],
  });
  expect(settleRoles("grower", [{ tenantId: "A", path: null, role: "viewer" }])).toEqual({
    role: "viewer",
    areas: [{ tenantId: "A", path: null }],
  });
});

test("two roles in one tenancy are found, also where one is that of the account", () => {
  const areas = [
    { tenantId: "A", path: "House" },
    { tenantId: "A", path: "Hall", role: "viewer" },
  ] as const;
  expect(findTwoRoles("grower", areas)).toBe("A");
  expect(findTwoRoles("viewer", areas)).toBeUndefined();
});

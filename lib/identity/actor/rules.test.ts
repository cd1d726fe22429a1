import { expect, test } from "vitest";
import type { Actor } from "./contract";
import { rightsOf } from "./rules";

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

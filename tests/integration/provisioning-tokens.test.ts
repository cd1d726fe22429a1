// The end and the limits of API tokens in a provisioning file.

import { expect, test } from "vitest";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { type Json, provisioningDatabase, snapshot, WESTLAND } from "../support/provisioning";

const { apply, toFault } = provisioningDatabase();

const withToken = (token: Json) => ({
  tenancies: [WESTLAND],
  apiTokens: [{ name: "reports", token: "token-of-the-reports-1", ...token }],
});
const stored = () => getPrisma().apiToken.findUniqueOrThrow({ where: { name: "reports" } });

test("are set by the file, stay when it leaves them out, and are lifted by null", async () => {
  const areas = [{ tenantId: WESTLAND.tenantId, path: "House" }];
  const expiresAt = new Date("2027-01-31T00:00:00Z");
  await apply(withToken({ areas: ["House"], expiresAt: "2027-01-31T01:00:00+01:00" }));
  expect(await stored()).toMatchObject({ areas, expiresAt, provisioned: true });

  const once = await snapshot();
  await apply(withToken({ areas: ["House"], expiresAt: "2027-01-31T00:00:00Z" }));
  expect(await snapshot()).toEqual(once);
  await apply(withToken({}));
  expect(await stored()).toMatchObject({ areas, expiresAt });
  await apply(withToken({ areas: null, expiresAt: null }));
  expect(await stored()).toMatchObject({ areas: null, expiresAt: null });
});

test.each([
  [{ areas: [] }, /^apiTokens\[0\]\.areas: has none/],
  [{ areas: [{ tenantId: "NONE", path: "House" }] }, /^apiTokens\[0\]\.areas\[0\]\.tenantId: no tenancy/],
  [{ areas: ["House"], role: "admin" }, /^apiTokens\[0\]\.areas: limits an admin/],
  [{ expiresAt: "tomorrow" }, /^apiTokens\[0\]\.expiresAt: has to be a time such as/],
])("are rejected with their path in the file: %j", async (token, fault) => {
  expect(await toFault(withToken(token))).toMatch(fault);
});

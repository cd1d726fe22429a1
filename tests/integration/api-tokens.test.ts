// API tokens: their form, their end, and what they may read.

import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { GET as areas } from "@/app/api/v1/areas/route";
import { GET as me } from "@/app/api/v1/me/route";
import { GET as tenancies } from "@/app/api/v1/tenancies/route";
import { changeTenantId } from "@/lib/farm/tenancies/service.server";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { listAudit } from "@/lib/identity/audit/service.server";
import { createToken, listTokens } from "@/lib/identity/tokens/service.server";
import { call, openTestApp, type TestApp, TOKENS } from "../support/app";
import { emptyAudit } from "../support/audit";
import { addValues } from "../support/history";

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
  const id = await app.addTenancy("WEST");
  await app.addTenancy("EAST");
  const at = new Date("2026-11-20T10:00:00Z");
  await addValues(app.pool, id, [
    { area: "House#Zone 1", job: "JOB", at, value: 80 },
    { area: "House#Zone 2", job: "JOB", at, value: 10 },
  ]);
});

beforeEach(async () => {
  await app.pool.query("DELETE FROM api_tokens WHERE created_by <> 'test'");
  await emptyAudit(app.pool);
});

afterAll(() => app.close());

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const asks = (handler: Parameters<typeof call>[0], path: string, token: string) =>
  call(handler, path, { token });

test("a new token is recognisable; one without the prefix keeps working", async () => {
  const { token } = await createToken(SYSTEM, { name: "reports", role: "viewer" });

  expect(token).toMatch(/^lw_[A-Za-z0-9]{43}$/);
  expect(await (await asks(me, "/api/v1/me", token)).json()).toEqual({ userId: null, name: "reports" });
  expect((await asks(me, "/api/v1/me", TOKENS.viewer)).status).toBe(200);
  expect(JSON.stringify(await app.pool.query("SELECT * FROM api_tokens"))).not.toContain(token);
});

test("a token that has ended is refused, and the answer says so", async () => {
  const expiresAt = inAnHour();
  const { token } = await createToken(SYSTEM, { name: "contractor", role: "viewer", expiresAt });
  expect((await asks(me, "/api/v1/me", token)).status).toBe(200);

  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(expiresAt) });
  const refused = await asks(me, "/api/v1/me", token);
  vi.useRealTimers();

  expect(refused.status).toBe(401);
  expect(refused.headers.get("www-authenticate")).toBeTruthy();
  expect(await refused.json()).toMatchObject({
    detail: `The token contractor ended at ${expiresAt}. Ask an admin for a new one.`,
  });
  const [line] = (await listTokens(SYSTEM)).filter(({ name }) => name === "contractor");
  expect(line).toMatchObject({ expiresAt, lastUsedAt: expect.any(String) });
});

test("a token reads the sites and areas that it is limited to, and nothing else", async () => {
  const { token } = await createToken(SYSTEM, {
    ...{ name: "zone 1", role: "grower" },
    areas: [
      { tenantId: "WEST", path: "House#Zone 1" },
      { tenantId: "WEST", path: "House#Zone 1#Bench" },
    ],
  });

  const seen = await (await asks(tenancies, "/api/v1/tenancies", token)).json();
  expect(seen.items.map(({ tenantId }: { tenantId: string }) => tenantId)).toEqual(["WEST"]);
  const { items } = await (await asks(areas, "/api/v1/areas?tenant=WEST", token)).json();
  expect(items.map(({ path }: { path: string }) => path)).toEqual(["House", "House#Zone 1"]);
  expect((await asks(areas, "/api/v1/areas?tenant=EAST", token)).status).toBe(400);
  const [line] = (await listAudit(SYSTEM, {})).items;
  expect(line).toMatchObject({
    action: "token.created",
    target: "zone 1",
    detail: { role: "grower", areas: "House › Zone 1" },
  });
});

test("its limits follow a tenancy that is renamed", async () => {
  await createToken(SYSTEM, { name: "east", role: "viewer", areas: [{ tenantId: "EAST", path: null }] });
  await changeTenantId(SYSTEM, "EAST", "NORTH");

  expect((await listTokens(SYSTEM)).find(({ name }) => name === "east")?.areas).toEqual([
    { tenantId: "NORTH", path: null },
  ]);
});

test.each([
  [{ areas: [{ tenantId: "NONE", path: null }] }, "areas", "bad-request"],
  [{ role: "admin", areas: [{ tenantId: "WEST", path: null }] }, "areas", "conflict"],
  [{ expiresAt: "2026-01-01T00:00:00Z" }, "expiresAt", "bad-request"],
] as const)("rejects %j", async (wrong, parameter, code) => {
  const input = { name: "wrong", role: "viewer" as const, ...wrong };
  await expect(
    createToken(SYSTEM, { ...input, areas: "areas" in wrong ? [...wrong.areas] : null }),
  ).rejects.toMatchObject({ parameter, code });
  expect((await listTokens(SYSTEM)).map(({ name }) => name)).not.toContain("wrong");
});

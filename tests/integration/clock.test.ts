// The wall clock is set back an hour and forward a day: nothing changes except the times shown.

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { getPool } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { beginPairing, pairingState, pairScreen } from "@/lib/display/screens/pairing.server";
import { makeActor } from "@/lib/identity/actor/make-actor.server";
import { checkCredentials } from "@/lib/identity/auth/sign-in.server";
import { createPlantServiceClient } from "@/lib/service/client";
import { letTimePass, rightWallClock, setWallClock } from "../support/clocks";
import { addTenancy, alertOf, send, useTestDatabase } from "../support/notifications";

const HOUR = 3_600_000;
const STEPS = [
  ["back an hour", -HOUR],
  ["forward a day", 24 * HOUR],
] as const;

let leave: () => Promise<void>;

beforeAll(async () => {
  leave = await useTestDatabase();
});
afterEach(() => rightWallClock());
afterAll(() => leave());

describe.each(STEPS)("the clock is set %s", (_, step) => {
  test("rejects a retired secret within seconds, and accepts a new one", async () => {
    const farm = await addTenancy();
    letTimePass(6_000);
    expect((await send(farm, alertOf(farm))).status).toBe(200);
    await getPrisma().webhookSecret.updateMany({
      where: { tenancyId: farm.id },
      data: { retiredAt: new Date() },
    });
    const other = await addTenancy();
    setWallClock(step);
    letTimePass(6_000);
    expect((await send(farm, alertOf(farm))).status).toBe(401);
    expect((await send(other, alertOf(other))).status).toBe(200);
  });

  test("pairs a waiting screen by its code", async () => {
    const farm = await addTenancy();
    const { waiting, token } = await beginPairing(
      { token: undefined, peer: `198.51.100.${step > 0 ? 1 : 2}`, host: null },
      false,
    );
    setWallClock(step);
    expect(await pairingState(token ?? "")).toBe("waiting");
    const admin = makeActor({ kind: "user", id: 1, name: "Ria", role: "admin", tenancyId: null });
    const boards = [{ kind: "alerts" as const, path: null, seconds: 30 }];
    const code = waiting.state === "waiting" ? waiting.code : "";
    const facts = { name: `Hall ${step}`, place: null, tenantId: farm.tenantId, sound: false };
    await pairScreen(admin, { ...facts, boards: boards as never, code });
    expect(await pairingState(token ?? "")).toBe("paired");
  });

  test("blocks a network for its time and no longer", async () => {
    const address = `198.51.102.${step > 0 ? 1 : 2}`;
    const someone = (n: number) =>
      checkCredentials({ email: `p${n}@example.com`, password: "a wrong password" }, { address });
    await getPool().query(
      `INSERT INTO sign_in_failures (account, address)
       SELECT 'q' || n || '@example.com', $1 FROM generate_series(1, 200) n`,
      [address],
    );
    expect(await someone(1)).toEqual({ state: "refused" });
    await getPool().query("TRUNCATE sign_in_failures");
    setWallClock(step);
    expect(await someone(2)).toEqual({ state: "refused" });
    letTimePass(61_000);
    expect(await someone(3)).toEqual({ state: "wrong" });
  });

  test("uses a token of the service until it expires", async () => {
    const asked: string[] = [];
    const fetch = vi.fn(async (url: string | URL | Request) => {
      const address = String(url instanceof Request ? url.url : url);
      asked.push(new URL(address).pathname);
      const body = address.includes("oauth2")
        ? { access_token: "t", token_type: "Bearer", expires_in: 600 }
        : { queryId: "q", status: "RUNNING" };
      return Response.json(body);
    });
    const client = createPlantServiceClient({
      ...{ baseUrl: "https://service.example/v1", authUrl: "https://service.example" },
      ...{ clientId: "id", clientSecret: "secret", fetch: fetch as never },
    });
    const tokens = () => asked.filter((path) => path.includes("oauth2")).length;
    await client.status("q");
    setWallClock(step);
    await client.status("q");
    expect(tokens()).toBe(1);
    letTimePass(600_000);
    await client.status("q");
    expect(tokens()).toBe(2);
  });
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as listAlerts } from "@/app/api/v1/alerts/route";
import { GET as listAreas } from "@/app/api/v1/areas/route";
import { GET as readDeliveries } from "@/app/api/v1/deliveries/route";
import { GET as openEvents } from "@/app/api/v1/events/route";
import { GET as readFreshness } from "@/app/api/v1/freshness/route";
import { POST as createQuery } from "@/app/api/v1/queries/route";
import { POST as sendReport } from "@/app/api/v1/wall/report/route";
import { GET as enterWall } from "@/app/api/wall/enter/route";
import { GET as askPairing, POST as beginPairing } from "@/app/api/wall/pairing/route";
import { SCREEN_MARK, SCREEN_MARK_HEADER } from "@/lib/base/request/screen-mark";
import { plainBoard } from "@/lib/display/screens/boards";
import type { Waiting } from "@/lib/display/screens/contract";
import { beginPairing as pairingBegins, pairScreen } from "@/lib/display/screens/pairing.server";
import {
  commandScreen,
  createScreen,
  editScreen,
  listScreens,
  revokeScreen,
} from "@/lib/display/screens/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { makeActor } from "@/lib/identity/actor/make-actor.server";
import { hashToken, newToken } from "@/lib/identity/auth/tokens.server";
import { call, openTestApp, type TestApp, TOKENS } from "../support/app";
import { signedIn } from "../support/people";

let app: TestApp;
let admins = 0;

/** A new admin each time: wrong codes are counted for each. */
const newAdmin = (): Actor => {
  admins += 1;
  return makeActor({ kind: "user", id: admins, name: "R. Bakker", role: "admin", tenancyId: null });
};
const ADMIN = newAdmin();

beforeAll(async () => {
  app = await openTestApp();
  await app.addTenancy("FIRST");
  await app.addTenancy("SECOND");
});

afterAll(() => app.close());

const facts = (more: { tenantId?: string; name?: string } = {}) => ({
  name: randomUUID(),
  place: "North wall",
  tenantId: "SECOND",
  boards: [plainBoard("now"), { ...plainBoard("areas"), seconds: 20 }],
  sound: true,
  ...more,
});

/** A browser with its own cookies. */
class Browser {
  cookies = new Map<string, string>();

  async fetch(
    handler: Parameters<typeof call>[0],
    path: string,
    init: RequestInit = {},
    marked = false,
  ): Promise<Response> {
    const headers = new Headers(init.headers);
    if (marked) headers.set(SCREEN_MARK_HEADER, SCREEN_MARK);
    headers.set("cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await call(handler, path, { token: null, init: { ...init, headers } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    return response;
  }

  async begin(again = false): Promise<Extract<Waiting, { state: "waiting" }>> {
    const path = `/api/wall/pairing${again ? "?again" : ""}`;
    const waiting = (await (await this.fetch(beginPairing, path, { method: "POST" })).json()) as Waiting;
    if (waiting.state !== "waiting") throw new Error(`The browser is ${waiting.state}`);
    return waiting;
  }

  async state(): Promise<string> {
    return (await (await this.fetch(askPairing, "/api/wall/pairing")).json()).state;
  }

  /** Signs a person in, beside the screen. */
  async signIn(): Promise<void> {
    const { rows } = await app.pool.query<{ id: number }>(
      `INSERT INTO users (email, name, password_hash, role) VALUES ($1, 'Ria', 'x', 'admin') RETURNING id`,
      [`${randomUUID()}@example.com`],
    );
    const [name = "", value = ""] = (await signedIn(app.pool, rows[0]?.id ?? 0)).split("=");
    this.cookies.set(name, value);
  }
}

const report = (more: object = {}) => ({
  version: "build",
  width: 1920,
  height: 1080,
  pixelRatio: 1,
  lastPaintAt: new Date().toISOString(),
  page: "areas 2/3",
  withoutContact: 0,
  ...more,
});
const post = (body: object) => ({ method: "POST", body: JSON.stringify(body) });

async function paired(more: { tenantId?: string } = {}): Promise<{ browser: Browser; id: number }> {
  const browser = new Browser();
  const { code } = await browser.begin();
  const wanted = facts(more);
  await pairScreen(ADMIN, { ...wanted, code });
  return { browser, id: (await lineOf(wanted.name)).id };
}

async function lineOf(name: string) {
  const line = (await listScreens(ADMIN)).find((one) => one.name === name);
  if (!line) throw new Error(`No screen has the name ${name}`);
  return line;
}

async function expire(code: string): Promise<void> {
  await app.pool.query("UPDATE screen_pairings SET expires_at = now() - interval '1 s' WHERE id = ANY($1)", [
    (
      await app.pool.query<{ id: number }>("SELECT id FROM screen_pairings ORDER BY created_at DESC LIMIT 1")
    ).rows.map(({ id }) => id),
  ]);
  expect(code).toHaveLength(6);
}

describe("pairing", () => {
  test("turns the browser that shows a code into a screen when an admin approves the code", async () => {
    const browser = new Browser();
    expect(await browser.state()).toBe("unknown");
    const { code, address, qr, goodFor } = await browser.begin();
    expect(address).toMatch(/\/admin\/screens$/);
    expect(qr.path).toMatch(/^M/);
    expect(goodFor).toBe(600);
    expect(await browser.state()).toBe("waiting");

    const wanted = facts();
    await pairScreen(ADMIN, { ...wanted, code: ` ${code.slice(0, 3)}-${code.slice(3).toLowerCase()} ` });

    expect(await browser.state()).toBe("paired");
    const answer = await browser.fetch(sendReport, "/api/v1/wall/report", post(report()), true);
    expect((await answer.json()).screen).toMatchObject({
      name: wanted.name,
      place: "North wall",
      tenancyId: "SECOND",
      boards: wanted.boards,
      sound: true,
    });
    expect(await lineOf(wanted.name)).toMatchObject({ tenancyName: "SECOND", createdBy: "R. Bakker" });
  });

  test("sets a long-lived cookie that scripts and other sites cannot use", async () => {
    const response = await new Browser().fetch(beginPairing, "/api/wall/pairing", { method: "POST" });
    expect(response.headers.get("set-cookie")).toMatch(
      /^leafwatch-screen=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/,
    );
    expect(await response.text()).not.toContain("leafwatch-screen");
  });

  test("stores neither the code, nor its plain SHA-256, nor the browser's token", async () => {
    const browser = new Browser();
    const { code } = await browser.begin();
    const { rows } = await app.pool.query("SELECT * FROM screen_pairings");
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(code);
    expect(stored).not.toContain(browser.cookies.get("leafwatch-screen"));
    expect(stored).not.toContain(hashToken(code));
  });

  test("pairs only the browser that shows the code, and accepts a code once", async () => {
    const [one, other] = [new Browser(), new Browser()];
    const { code } = await one.begin();
    await other.begin();
    await pairScreen(ADMIN, { ...facts(), code });
    expect(await one.state()).toBe("paired");
    expect(await other.state()).toBe("waiting");
    await expect(pairScreen(ADMIN, { ...facts(), code })).rejects.toMatchObject({ parameter: "code" });
  });

  test("rejects a code without the secret of its browser", async () => {
    const browser = new Browser();
    const { code } = await browser.begin();
    const thief = new Browser();
    thief.cookies.set("leafwatch-screen", code);
    await pairScreen(ADMIN, { ...facts(), code });
    expect(await thief.state()).toBe("expired");
    expect((await thief.fetch(listAlerts, "/api/v1/alerts")).status).toBe(401);
  });

  test("rejects an expired code, and gives the browser another under the same secret", async () => {
    const browser = new Browser();
    const { code } = await browser.begin();
    const secret = browser.cookies.get("leafwatch-screen");
    await expire(code);
    expect(await browser.state()).toBe("expired");
    await expect(pairScreen(ADMIN, { ...facts(), code })).rejects.toThrow(/expired/);
    const second = await browser.begin();
    expect(second.code).not.toBe(code);
    expect(browser.cookies.get("leafwatch-screen")).toBe(secret);
    await pairScreen(ADMIN, { ...facts(), code: second.code });
    expect(await browser.state()).toBe("paired");
  });

  test("rejects even the right code of an admin after ten wrong ones", async () => {
    const { code } = await new Browser().begin();
    const guessing = newAdmin();
    for (let tries = 0; tries < 10; tries += 1)
      await expect(pairScreen(guessing, { ...facts(), code: "AAAAAA" })).rejects.toMatchObject({
        code: "not-found",
        parameter: "code",
      });
    await expect(pairScreen(guessing, { ...facts(), code })).rejects.toMatchObject({
      code: "too-many-requests",
    });
    await pairScreen(ADMIN, { ...facts(), code });
  });

  test("lets only an admin pair a screen", async () => {
    const grower = makeActor({ kind: "user", id: 500, name: "G", role: "grower", tenancyId: null });
    const { code } = await new Browser().begin();
    await expect(pairScreen(grower, { ...facts(), code })).rejects.toMatchObject({ code: "forbidden" });
  });

  test("rejects an area that the tenancy does not have, without using up the code", async () => {
    const browser = new Browser();
    const { code } = await browser.begin();
    const boards = [{ ...plainBoard("areas"), path: "Nowhere" }];
    await expect(pairScreen(ADMIN, { ...facts(), boards, code })).rejects.toMatchObject({
      parameter: "boards",
    });
    expect(await browser.state()).toBe("waiting");
  });

  test("limits the codes of one IPv6 network, and drops the oldest code to let a new screen in", async () => {
    const begin = (peer: string) => pairingBegins({ token: undefined, peer, host: null }, false);
    await app.pool.query("TRUNCATE screen_pairings");
    const oldest = new Browser();
    const first = await oldest.begin();
    for (let n = 0; n < 60; n += 1) await begin(`2001:db8:0:7::${n.toString(16)}`);
    await expect(begin("2001:db8:0:7:ffff::1")).rejects.toMatchObject({ code: "too-many-requests" });
    for (let n = 0; n < 139; n += 1) await begin(`2001:db8:0:${n}00::1`);
    const newest = new Browser();
    const { code } = await newest.begin();
    await pairScreen(ADMIN, { ...facts(), code });
    expect(await newest.state()).toBe("paired");
    expect(await oldest.state()).toBe("expired");
    const gone = pairScreen(ADMIN, { ...facts(), code: first.code });
    await expect(gone).rejects.toMatchObject({ code: "not-found" });
  });

  test("rejects a request for a code from another site", async () => {
    const init = { method: "POST", headers: { origin: "https://evil.example", host: "localhost" } };
    expect((await new Browser().fetch(beginPairing, "/api/wall/pairing", init)).status).toBe(403);
  });
});

describe("the token in an address", () => {
  test("moves into the cookie and leaves the address", async () => {
    const { address } = await createScreen(ADMIN, facts());
    const browser = new Browser();
    const answer = await browser.fetch(enterWall, `/api/wall/enter?${address.split("?")[1]}`);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/wall");
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(await browser.state()).toBe("paired");
  });

  test("changes nothing if it is wrong", async () => {
    const { browser } = await paired();
    const before = browser.cookies.get("leafwatch-screen");
    for (const token of ["nobody-knows-this-token", TOKENS.admin, ""]) {
      const answer = await browser.fetch(enterWall, `/api/wall/enter?token=${token}`);
      expect(answer.headers.get("location")).toBe("/wall?refused");
    }
    expect(browser.cookies.get("leafwatch-screen")).toBe(before);
  });
});

describe("requests of a screen", () => {
  test("read only alerts and areas of its tenancy", async () => {
    const { browser } = await paired();
    for (const read of [listAlerts, listAreas]) {
      expect((await browser.fetch(read, "/api/v1/x")).status).toBe(200);
      expect((await browser.fetch(read, "/api/v1/x?tenant=SECOND")).status).toBe(200);
      expect((await browser.fetch(read, "/api/v1/x?tenant=FIRST")).status).toBe(400);
    }
    for (const read of [readFreshness, readDeliveries])
      expect((await browser.fetch(read, "/api/v1/x")).status).toBe(403);
    const query = post({ type: "indices" });
    expect((await browser.fetch(createQuery, "/api/v1/queries", query)).status).toBe(403);
  });

  test("act as the screen if they are marked, else as the signed-in person", async () => {
    const { browser } = await paired();
    await browser.signIn();
    const [path, marked] = ["/api/v1/alerts?tenant=FIRST", true];
    expect((await browser.fetch(listAlerts, path)).status).toBe(200);
    expect((await browser.fetch(listAlerts, path, {}, marked)).status).toBe(400);
    expect((await browser.fetch(readDeliveries, "/api/v1/deliveries?tenant=FIRST")).status).toBe(200);
    expect((await browser.fetch(readDeliveries, "/api/v1/deliveries", {}, marked)).status).toBe(403);
    expect((await browser.fetch(sendReport, "/api/v1/wall/report", post(report()))).status).toBe(403);
  });

  test("are rejected if they are marked but lack a screen's cookie, even if a person is signed in", async () => {
    const browser = new Browser();
    await browser.signIn();
    expect((await browser.fetch(listAlerts, "/api/v1/alerts?tenant=FIRST")).status).toBe(200);
    expect((await browser.fetch(listAlerts, "/api/v1/alerts?tenant=FIRST", {}, true)).status).toBe(401);
  });
});

describe("reports", () => {
  test("are listed, renew the cookie, and are stored at most every half minute", async () => {
    const { browser, id } = await paired();
    const send = (more: object = {}) =>
      browser.fetch(sendReport, "/api/v1/wall/report", post(report(more)), true);
    await send({ lastPaintAt: null });
    const answer = await send();
    expect(answer.headers.get("set-cookie")).toMatch(/^leafwatch-screen=.*Max-Age=34560000/);
    expect(await answer.json()).toMatchObject({
      serverTime: expect.any(String),
      version: expect.any(String),
    });
    await send({ page: "alerts 1/1" });
    const line = (await listScreens(ADMIN)).find((one) => one.id === id);
    expect(line).toMatchObject({
      version: "build",
      size: { width: 1920, height: 1080, pixelRatio: 1 },
      lastPaintAt: expect.any(String),
      page: "areas 2/3",
      gaps: [],
    });
    await app.pool.query("UPDATE screens SET reported_at = now() - interval '10 min' WHERE id = $1", [id]);
    await send({ page: "alerts 1/1", withoutContact: 590 });
    expect((await listScreens(ADMIN)).find((one) => one.id === id)).toMatchObject({
      page: "alerts 1/1",
      gaps: [{ cause: "network" }],
    });
  });

  test("are rejected if they are invalid or too frequent", async () => {
    const { browser } = await paired();
    const status = async (body: object) =>
      (await browser.fetch(sendReport, "/api/v1/wall/report", post(body), true)).status;
    for (const wrong of [{ width: 0 }, { page: "x".repeat(201) }, { other: 1 }, { lastPaintAt: "now" }])
      expect(await status(report(wrong))).toBe(400);
    const future = new Date(Date.now() + 86_400_000).toISOString();
    expect(await status(report({ lastPaintAt: future }))).toBe(200);
    for (let count = 0; count < 60; count += 1) await status(report());
    expect(await status(report())).toBe(429);
  });
});

/** Opens the event stream of a browser. `next` waits for an event of a type; null once the stream has ended. */
async function listen(browser: Browser, address = "/api/v1/events?as=screen") {
  const gone = new AbortController();
  const response = await browser.fetch(openEvents, address, { signal: gone.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  const next = async (type: string): Promise<Record<string, string> | null> => {
    for (;;) {
      const found = new RegExp(`event: ${type}\ndata: (.*)\n\n`).exec(heard);
      if (found) {
        heard = heard.slice(found.index + found[0].length);
        return JSON.parse(found[1] ?? "");
      }
      const part = await reader?.read();
      if (!part || part.done) return null;
      heard += part.value;
    }
  };
  await next("heartbeat");
  return { status: response.status, next, leave: () => gone.abort() };
}

describe("commands", () => {
  let keeper: Awaited<ReturnType<typeof listen>>;
  // One stream stays open, so that every later stream receives all events from its start.
  beforeAll(async () => {
    keeper = await listen((await paired()).browser);
    await keeper.next("sync");
  });
  afterAll(() => keeper.leave());

  test("go only to the screen's own streams", async () => {
    const one = await paired();
    const other = await paired();
    const streams = { one: await listen(one.browser), other: await listen(other.browser) };
    await commandScreen(ADMIN, { id: one.id, command: "identify" });
    await commandScreen(ADMIN, { id: other.id, command: "reload" });
    expect(await streams.one.next("screen")).toEqual({
      type: "screen",
      id: `${one.id}`,
      command: "identify",
    });
    expect(await streams.other.next("screen")).toMatchObject({ id: `${other.id}`, command: "reload" });
    streams.one.leave();
    streams.other.leave();
  });

  test("do not go to a person in the same browser", async () => {
    const { browser, id } = await paired();
    await browser.signIn();
    const [screen, person] = [await listen(browser), await listen(browser, "/api/v1/events")];
    await commandScreen(ADMIN, { id, command: "identify" });
    expect(await screen.next("screen")).not.toBeNull();
    const change = JSON.stringify({ type: "alert", tenantId: "SECOND", id: "after" });
    await app.pool.query("SELECT pg_notify('leafwatch', $1)", [change]);
    expect(await person.next("(?:screen|alert)")).toMatchObject({ type: "alert" });
    screen.leave();
    person.leave();
  });

  test("announce a change, which the next report returns", async () => {
    const { browser, id } = await paired();
    const stream = await listen(browser);
    const changed = { ...facts(), boards: [plainBoard("alerts")], sound: false };
    await editScreen(ADMIN, { id, ...changed });
    expect(await stream.next("screen")).toMatchObject({ command: "config" });
    const answer = await browser.fetch(sendReport, "/api/v1/wall/report", post(report()), true);
    expect((await answer.json()).screen).toMatchObject({ name: changed.name, boards: changed.boards });
    stream.leave();
  });

  test("revoke a screen: its streams end at once, and it cannot read anything", async () => {
    const { browser, id } = await paired();
    const stream = await listen(browser);
    await revokeScreen(ADMIN, id);
    expect(await stream.next("screen")).toMatchObject({ command: "revoked" });
    expect(await stream.next("never")).toBeNull();
    expect((await browser.fetch(listAlerts, "/api/v1/alerts", {}, true)).status).toBe(401);
    expect(await browser.state()).toBe("revoked");
    await expect(commandScreen(ADMIN, { id, command: "reload" })).rejects.toThrow(/revoked/);
  });

  test("are not needed to end the streams of a revoked screen within five seconds", async () => {
    const { browser, id } = await paired();
    const stream = await listen(browser);
    await app.pool.query("UPDATE screens SET revoked_at = now() WHERE id = $1", [id]);
    const revokedAt = Date.now();
    expect(await stream.next("never")).toBeNull();
    // Two more seconds for a slow machine.
    expect(Date.now() - revokedAt).toBeLessThan(5_000 + 2_000);
  });

  test("revoke a screen: it gets a code, with a new secret, only if somebody at the screen requests it", async () => {
    const { browser, id } = await paired();
    const { name } = (await listScreens(ADMIN)).find((one) => one.id === id) ?? { name: "" };
    await revokeScreen(ADMIN, id);
    const secret = browser.cookies.get("leafwatch-screen");
    await expect(browser.begin()).rejects.toThrow("revoked");
    const { code } = await browser.begin(true);
    expect(browser.cookies.get("leafwatch-screen")).not.toBe(secret);
    await pairScreen(ADMIN, { ...facts({ name }), code });
    expect(await lineOf(name)).toMatchObject({ id, revokedAt: null, reportedAt: null });
  });
});

describe("a screen of the provisioning file", () => {
  test("cannot be changed or revoked here, and shows the board of its view", async () => {
    await app.pool.query("UPDATE screens SET provisioned = true WHERE name = 'Packing hall'");
    const { id, boards } = await lineOf("Packing hall");
    expect(boards).toEqual([plainBoard("alerts")]);
    await expect(editScreen(ADMIN, { id, ...facts() })).rejects.toThrow(/provisioning file/);
    await expect(revokeScreen(ADMIN, id)).rejects.toThrow(/provisioning file/);
    await commandScreen(ADMIN, { id, command: "reload" });
    const browser = new Browser();
    browser.cookies.set("leafwatch-screen", TOKENS.screen);
    const answer = await browser.fetch(sendReport, "/api/v1/wall/report", post(report()), true);
    expect((await answer.json()).screen).toMatchObject({ tenancyId: "FIRST", boards, place: null });
  });
});

test("audits every change, without secrets", async () => {
  const { browser, id } = await paired();
  const { name } = (await listScreens(ADMIN)).find((one) => one.id === id) ?? { name: "" };
  await commandScreen(ADMIN, { id, command: "identify" });
  await editScreen(ADMIN, { id, ...facts({ name }) });
  await revokeScreen(ADMIN, id);
  const { rows } = await app.pool.query<{ action: string }>(
    "SELECT action, detail FROM audit_entries WHERE target = $1 ORDER BY id",
    [name],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    "screen.paired",
    "screen.identify",
    "screen.edited",
    "screen.revoked",
  ]);
  expect(JSON.stringify(rows)).not.toContain(browser.cookies.get("leafwatch-screen"));
  expect(newToken()).toHaveLength(43);
});

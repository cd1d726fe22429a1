import decodeQR from "qr/decode.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as openEvents } from "@/app/api/v1/events/route";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { changePayload, EVENT_CHANNEL } from "@/lib/base/events/contract";
import { CLOCK_HEADER } from "@/lib/display/wall/connection";
import type { WallSnapshot } from "@/lib/display/wall/contract";
import { GET as snapshot } from "@/pages/api/v1/wall/snapshot";
import { call, openTestApp, type TestApp, TOKENS } from "../support/app";
import { addAlert, addValues, type Value } from "../support/history";

let app: TestApp;
let first: number;
const tenant = "01J8Z0000000000000000TENAN";
const HOUR = 3_600_000;
const now = Math.floor(Date.now() / HOUR) * HOUR;

function history(area: string, index: string, hours: number, value: (hoursAgo: number) => number): Value[] {
  return Array.from({ length: hours }, (_, n) => ({
    area,
    job: "J1",
    index,
    at: new Date(now - (hours - n) * HOUR),
    value: value(hours - n),
  }));
}

async function addHigh(id: string, path: string): Promise<void> {
  await addAlert(app.pool, first, { id, rank: 3, paths: [path] });
  await app.pool.query(
    "UPDATE alerts SET severity = 'HIGH', type = 'HEALTH', severity_since = first_event_at + '1 h'::interval WHERE alert_id = $1",
    [id],
  );
}

beforeAll(async () => {
  app = await openTestApp();
  first = await app.addTenancy(tenant);
  await app.addTenancy("ANOTHER");
  await addValues(app.pool, first, [
    ...history("Farm#A#Bench 1", "HEALTH", 30, (ago) => (ago > 24 ? 80 : 70)),
    ...history("Farm#A#Bench 2", "HEALTH", 30, () => 81),
    ...history("Farm#A#Bench 2", "DLI", 40, () => 12.34),
    ...history("Farm#B", "PPFD", 5, () => 300),
  ]);
  await addHigh("A1", "Farm#A#Bench 1");
  await addAlert(app.pool, first, { id: "A2", rank: 1, paths: ["Farm#B"], acknowledged: true });
  await app.pool.query(
    "UPDATE alerts SET severity = NULL, type = 'PLANT', category = 'PLANT_LIGHT_ALERT' WHERE alert_id = 'A2'",
  );
});

afterAll(() => app.close());

const ask = (boards: string[], init?: RequestInit, token: string = TOKENS.screen) => {
  const search = new URLSearchParams(boards.map((board) => ["board", board]));
  return call(snapshot, `/api/v1/wall/snapshot?${search}`, { token, init });
};

async function read(...boards: string[]): Promise<WallSnapshot> {
  const response = await ask(boards);
  expect(response.status).toBe(200);
  return (await response.json()) as WallSnapshot;
}

async function notify(change: "alert" | "sync"): Promise<void> {
  await app.pool.query("SELECT pg_notify($1, $2)", [
    EVENT_CHANNEL,
    changePayload({ type: change, tenantId: tenant, id: "x" }),
  ]);
}

/** The code as a camera sees it: six pixels per module, with a light border. */
function pictureOf({ size, bits }: { size: number; bits: string }) {
  const [scale, edge] = [6, 4];
  const bytes = Buffer.from(bits, "base64");
  const side = (size + 2 * edge) * scale;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [column, row] = [Math.floor(x / scale) - edge, Math.floor(y / scale) - edge];
      if (column < 0 || row < 0 || column >= size || row >= size) continue;
      const at = row * size + column;
      if (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1)
        data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  }
  return { width: side, height: side, data };
}

describe("GET /api/v1/wall/snapshot", () => {
  test("returns the data of each kind of board, from the screen's own tenancy", async () => {
    const wall = await read("alerts", "alerts:Farm#B", "areas", "area:Farm#A", "now");
    expect(wall).toMatchObject({
      tenantId: tenant,
      timeZone: "Europe/Amsterdam",
      counts: { high: 1, low: 1 },
      plants: { high: 0, low: 1 },
    });
    expect(wall.alerts.map(({ path, open, items }) => [path, open, items.map((one) => one.alertId)])).toEqual(
      [
        [null, 2, ["A1", "A2"]],
        ["Farm#B", 1, ["A2"]],
      ],
    );
    const [areas] = wall.boards;
    expect(areas?.tiles.map(({ path }) => path)).toEqual(["Farm#A#Bench 1", "Farm#A#Bench 2", "Farm#B"]);
    expect(areas?.tiles[0]).toMatchObject({ severities: { high: 1 }, health: { value: 70, dayBefore: 80 } });
    expect(areas?.tiles.map(({ plants }) => plants.low)).toEqual([0, 0, 1]);
    // Since it is HIGH: it was raised as less an hour before.
    const [high] = wall.alerts[0]?.items ?? [];
    expect(Date.parse(high?.severitySince ?? "") - Date.parse(high?.firstEventAt ?? "")).toBe(3_600_000);
    expect(areas?.tiles[0]?.since).toBe(high?.severitySince);
    expect(areas?.tiles[1]).toMatchObject({ light: 12.3, since: null });
    expect(areas?.tiles[1]?.spark?.filter((value) => value !== null)).toHaveLength(30);
    expect(wall.focus[0]).toMatchObject({ path: "Farm#A", area: { severities: { high: 1 } } });
    expect(wall.focus[0]?.lines.find(({ index }) => index === "HEALTH")?.v).toHaveLength(30);
    expect(wall.worsening.map(({ path }) => path)).toEqual(["Farm#A#Bench 1"]);
    expect(wall.evidence.map(({ alertId }) => alertId)).toEqual(["A1"]);
    expect(wall.freshness.readings.until).toBe(new Date(now - HOUR).toISOString());
  });

  test("returns the address of each alert in its tenancy, of several, as a QR code that can be scanned", async () => {
    const qr = (await read("alerts")).alerts[0]?.items[0]?.qr;
    const [first] = await getPrisma().tenancy.findMany({ orderBy: { id: "asc" } });
    expect(qr && decodeQR(pictureOf(qr))).toBe(`http://localhost:3000/s/${first?.slug}/alerts/A1`);
  });

  test("returns an empty board, not an error, for an area that no longer exists", async () => {
    const wall = await read("areas:Farm#Gone", "area:Farm#Gone", "alerts:Farm#Gone");
    expect(wall.boards[0]).toEqual({ path: "Farm#Gone", total: 0, tiles: [] });
    expect(wall.focus[0]).toMatchObject({ path: "Farm#Gone", area: null, lines: [] });
    expect(wall.alerts[1]).toEqual({ path: "Farm#Gone", open: 0, items: [] });
  });

  test("returns the server's time, and answers 304 while nothing changed", async () => {
    const response = await ask(["alerts"]);
    const tag = response.headers.get("etag") ?? "";
    expect(Math.abs(Number(response.headers.get(CLOCK_HEADER)) - Date.now())).toBeLessThan(60_000);
    const again = await ask(["alerts"], { headers: { "if-none-match": `W/${tag}` } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get(CLOCK_HEADER)).not.toBeNull();
  });

  test("rejects an unknown board and another tenancy by parameter, and a request without a token", async () => {
    const wrong = await ask(["clock"]);
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { parameter: "board" }]);
    const other = await call(snapshot, "/api/v1/wall/snapshot?tenant=ANOTHER", { token: TOKENS.screen });
    expect([other.status, await other.json()]).toMatchObject([400, { parameter: "tenant" }]);
    expect((await call(snapshot, "/api/v1/wall/snapshot", { token: null })).status).toBe(401);
  });

  test("returns everything that was stored before a change event, once the event has arrived", async () => {
    const gone = new AbortController();
    const stream = await call(openEvents, "/api/v1/events", {
      token: TOKENS.screen,
      init: { signal: gone.signal },
    });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    const until = async (word: string) => {
      for (;;) {
        const part = await reader?.read();
        if (!part || part.done) throw new Error(`${word} never came`);
        if (part.value.includes(word)) return;
      }
    };
    await until("reconnected");
    expect((await read("alerts")).counts.high).toBe(1);
    await addHigh("A3", "Farm#A#Bench 2");
    expect((await read("alerts")).counts.high).toBe(1);
    await notify("alert");
    await until('"alert"');
    const wall = await read("alerts");
    expect(wall.counts.high).toBe(2);
    expect(wall.evidence.map(({ alertId }) => alertId).sort()).toEqual(["A1", "A3"]);
    gone.abort();
  });
});

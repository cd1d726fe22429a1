// Notes pinned to times of areas: authors, visibility, deletion, audit.

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { EVENT_CHANNEL } from "@/lib/base/events/contract";
import type { AreaNote } from "@/lib/farm/notes/contract";
import { deleteNote, notesOf, pinNote, restoreNote } from "@/lib/farm/notes/service.server";
import { GET as list } from "../../app/api/v1/areas/notes/route";
import { call, openTestApp, type TestApp } from "../support/app";
import { emptyAudit } from "../support/audit";
import { admin, grower, viewer } from "../support/connected-tenancy";
import { addAreas } from "../support/history";

const TENANT = "01J8Z0000000000000000TENAN";
const now = new Date("2026-11-20T12:00:00Z");
const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour, 20));
const other = { ...grower, id: 9, name: "Olaf" } as typeof grower;
const namesake = { ...other, name: grower.name } as typeof grower;
const renamed = { ...grower, name: "Ruth Bakker" } as typeof grower;

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
  const id = await app.addTenancy(TENANT);
  await addAreas(app.pool, id, ["Site#Zone 1#Bench 1", "Site#Zone 10", 'Site#50 % / "q"#ß']);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query("TRUNCATE area_notes");
  await emptyAudit(app.pool);
});

const pin = async (area: string, hour: number, text = "sprayed") =>
  (await pinNote(grower, { tenant: TENANT, area, at: at(hour), text }, now)).id;

async function seen(area: string, more = ""): Promise<AreaNote[]> {
  const response = await call(list, `/api/v1/areas/notes?area=${encodeURIComponent(area)}${more}`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { items: AreaNote[] }).items;
}
const texts = async (area: string, more?: string) => (await seen(area, more)).map(({ text }) => text);

test("a note keeps its minute and author, and is visible in areas above and below, not beside", async () => {
  await pin("Site#Zone 1", 8, "moved");
  await pin("Site", 6, "power cut");
  await pin('Site#50 % / "q"#ß', 7, "watered");
  expect((await seen("Site#Zone 1"))[1]).toMatchObject({
    ...{ area: "Site#Zone 1", at: "2026-11-20T08:20:00Z", text: "moved", author: "Ruth" },
  });
  expect(await texts("Site#Zone 1#Bench 1")).toEqual(["power cut", "moved"]);
  expect(await texts("Site#Zone 10")).toEqual(["power cut"]);
  expect(await texts("Site")).toEqual(["power cut", "watered", "moved"]);
  expect(await texts("Site", "&from=2026-11-20T07:00:00Z&to=2026-11-20T08:00:00Z")).toEqual(["watered"]);
  expect((await call(list, "/api/v1/areas/notes?area=Nowhere")).status).toBe(404);
});

test("rejects a note in the future or on an unknown area", async () => {
  const input = { tenant: TENANT, area: "Site", at: at(13), text: "later" };
  await expect(pinNote(grower, input, now)).rejects.toMatchObject({ code: "bad-request", parameter: "at" });
  await expect(pinNote(grower, { ...input, at: at(1), area: "Site#Zone" }, now)).rejects.toMatchObject({
    ...{ code: "not-found", parameter: "area" },
  });
});

test("a note is deleted and restored by its author, or by an admin", async () => {
  const id = await pin("Site#Zone 10", 9);
  await expect(deleteNote(other, { tenant: TENANT, id })).rejects.toMatchObject({ code: "forbidden" });
  await deleteNote(grower, { tenant: TENANT, id });
  expect(await texts("Site")).toEqual([]);
  await expect(deleteNote(grower, { tenant: TENANT, id })).rejects.toMatchObject({ code: "not-found" });
  await expect(restoreNote(other, { tenant: TENANT, id })).rejects.toMatchObject({ code: "conflict" });
  await restoreNote(grower, { tenant: TENANT, id });
  expect(await texts("Site")).toEqual(["sprayed"]);
  await deleteNote(admin, { tenant: TENANT, id });
  expect(await texts("Site")).toEqual([]);
  const { rows } = await app.pool.query(
    "SELECT actor, action, target, detail FROM audit_entries ORDER BY id",
  );
  expect(rows.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
    ...["Ruth area.note-pinned", "Ruth area.note-deleted", "Ruth area.note-restored"],
    "Ada area.note-deleted",
  ]);
  expect(rows[0]).toMatchObject({ target: "Site#Zone 10", detail: { text: "sprayed", tenantId: TENANT } });
});

test("ties authorship to the account: not to an equal name, and it survives a rename", async () => {
  const id = await pin("Site", 9);
  const one = { tenant: TENANT, id };
  const ownFor = async (reader: typeof grower) =>
    (await notesOf(reader, { tenant: TENANT, area: "Site" })).items.map(({ own }) => own);
  expect(await Promise.all([grower, renamed, namesake].map(ownFor))).toEqual([[true], [true], [false]]);
  await expect(deleteNote(namesake, one)).rejects.toMatchObject({ code: "forbidden" });
  await deleteNote(renamed, one);
  await expect(restoreNote(namesake, one)).rejects.toMatchObject({ code: "conflict" });
  await restoreNote(grower, one);
  expect(await seen("Site")).toMatchObject([{ author: "Ruth", own: false }]);
});

test("lets only an admin delete a note from before accounts were stored", async () => {
  const id = await pin("Site", 9);
  await app.pool.query("UPDATE area_notes SET author_id = NULL");
  await expect(deleteNote(grower, { tenant: TENANT, id })).rejects.toMatchObject({
    ...{ code: "forbidden", message: expect.stringContaining("Only an admin can delete this note") },
  });
  await deleteNote(admin, { tenant: TENANT, id });
  expect(await texts("Site")).toEqual([]);
});

test("a viewer reads notes but cannot pin one", async () => {
  const id = await pin("Site", 9);
  const input = { tenant: TENANT, area: "Site", at: at(9), text: "mine" };
  await expect(pinNote(viewer, input, now)).rejects.toMatchObject({ code: "forbidden" });
  await expect(deleteNote(viewer, { tenant: TENANT, id })).rejects.toMatchObject({ code: "forbidden" });
  expect(await texts("Site")).toEqual(["sprayed"]);
});

test("notifies every open page of a pinned, deleted or restored note", async () => {
  const client = await app.pool.connect();
  const heard: unknown[] = [];
  client.on("notification", ({ payload }) => heard.push(JSON.parse(payload ?? "null")));
  try {
    await client.query(`LISTEN ${EVENT_CHANNEL}`);
    const id = await pin("Site", 6);
    await deleteNote(grower, { tenant: TENANT, id }, now);
    await restoreNote(grower, { tenant: TENANT, id });
    await client.query("SELECT 1");
    expect(heard).toEqual(Array(3).fill({ type: "sync", tenantId: TENANT, id: "notes" }));
  } finally {
    await client.query("UNLISTEN *");
    client.release();
  }
});

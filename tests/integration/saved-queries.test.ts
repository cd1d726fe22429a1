// Saved queries: they belong to the tenancy, and a deletion can be undone.

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SavedQuery } from "@/lib/history/queries/contract";
import {
  deleteSaved,
  renameSaved,
  restoreSaved,
  saveQuery,
} from "@/lib/history/queries/saved-service.server";
import { GET as list } from "../../app/api/v1/saved-queries/route";
import { call, openTestApp, type TestApp } from "../support/app";
import { grower, viewer } from "../support/connected-tenancy";

const TENANT = "01J8Z0000000000000000TENAN";
const form: SavedQuery["form"] = {
  type: "indices",
  last: "30d",
  from: null,
  to: null,
  areas: ["A#Zone 1"],
  indices: ["HEALTH"],
  devices: [],
  light: "any",
  job: "",
  filled: false,
  include: null,
  exclude: null,
};

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
  await app.addTenancy(TENANT);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query("TRUNCATE saved_queries");
});

const saved = async () => {
  const response = await call(list, "/api/v1/saved-queries");
  return ((await response.json()) as { items: SavedQuery[] }).items;
};
const names = async () => (await saved()).map(({ name }) => name);
const save = async (name: string) => (await saveQuery(grower, { tenant: TENANT, name, form })).id;

test("saves a form under a name, for everybody of the tenancy", async () => {
  await save("Zone 10");
  await save("Zone 9");
  expect(await names()).toEqual(["Zone 9", "Zone 10"]);
  expect((await saved())[0]).toMatchObject({ form, createdBy: "Ruth" });
});

test("rejects a taken name and names the member", async () => {
  const id = await save("Weekly");
  const other = await save("Monthly");
  await expect(save("Weekly")).rejects.toMatchObject({ code: "conflict", parameter: "name" });
  await expect(renameSaved(grower, { id: other, name: "Weekly" })).rejects.toMatchObject({
    parameter: "name",
  });
  await renameSaved(grower, { id, name: "Every week" });
  expect(await names()).toEqual(["Every week", "Monthly"]);
});

test("undoes a deletion until its name is taken", async () => {
  const id = await save("Weekly");
  await deleteSaved(grower, id);
  expect(await names()).toEqual([]);
  await restoreSaved(grower, id);
  expect(await names()).toEqual(["Weekly"]);
  await deleteSaved(grower, id);
  await save("Weekly");
  await expect(restoreSaved(grower, id)).rejects.toMatchObject({ code: "not-found" });
  expect(await names()).toEqual(["Weekly"]);
});

test("lets a viewer read but not change them", async () => {
  const id = await save("Weekly");
  await expect(saveQuery(viewer, { tenant: TENANT, name: "Mine", form })).rejects.toMatchObject({
    code: "forbidden",
  });
  await expect(deleteSaved(viewer, id)).rejects.toMatchObject({ code: "forbidden" });
  expect(await names()).toEqual(["Weekly"]);
});

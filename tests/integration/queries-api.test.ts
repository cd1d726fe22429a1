import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { hashToken } from "@/lib/identity/auth/tokens.server";
import { GET as readOne } from "../../app/api/v1/queries/[id]/route";
import { GET as readRows } from "../../app/api/v1/queries/[id]/rows/route";
import { GET as list, POST as submit } from "../../app/api/v1/queries/route";
import { addConnectedTenancy, useFreshDatabase } from "../support/connected-tenancy";

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

let leave: () => Promise<void>;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  leave = await useFreshDatabase();
  await addConnectedTenancy({ baseUrl: "http://127.0.0.1:9/v1", authUrl: "http://127.0.0.1:9" });
  for (const role of ["viewer", "grower"]) {
    const token = randomBytes(24).toString("hex");
    tokens[role] = token;
    await getPrisma().apiToken.create({
      data: { name: role, tokenHash: hashToken(token), role, createdBy: "test" },
    });
  }
});
afterAll(() => leave());

async function call(handler: Handler, role: string, path: string, body?: unknown, params = {}) {
  const request = new Request(`http://farm.test${path}`, {
    headers: { authorization: `Bearer ${tokens[role]}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

const path = "/api/v1/queries";

test("accepts a query with 202, which can be read by its id", async () => {
  const made = await call(submit, "grower", path, {
    type: "indices",
    filters: { controlAreaPathNames: ["A"] },
  });
  expect(made).toEqual({ status: 202, answer: { id: expect.any(String), status: "queued" } });
  const id = String(made.answer.id);
  const one = await call(readOne, "viewer", `${path}/${id}`, undefined, { id });
  expect(one).toMatchObject({
    status: 200,
    answer: { id, queryId: null, rows: 0, error: null, purpose: "person" },
  });
  expect((await call(list, "viewer", path)).answer).toMatchObject({ items: [{ id }], nextCursor: null });
  const rows = await call(readRows, "viewer", `${path}/${id}/rows?limit=5`, undefined, { id });
  expect(rows.answer).toMatchObject({ items: [], nextCursor: null });
});

test.each([
  ["a wrong combination", { type: "chf", filters: { indexNames: ["HEALTH"] } }, "filters.indexNames"],
  ["an unknown member", { type: "chf", filters: { colour: 1 } }, "filters.colour"],
  ["an unknown column", { type: "chf", selectColumns: { include: ["f9"] } }, "selectColumns.include"],
  ["an unknown type", { type: "leaf" }, "type"],
  ["an unknown tenancy", { type: "chf", tenant: "nobody" }, "tenant"],
])("%s gets 400 with the member's name", async (_, body, parameter) => {
  expect(await call(submit, "grower", path, body)).toMatchObject({ status: 400, answer: { parameter } });
});

test("takes the tenancy alike in the address and in the body, but not two", async () => {
  const [{ tenantId } = { tenantId: "" }] = await getPrisma().tenancy.findMany();
  const submitTo = (search: string, body: object) =>
    call(submit, "grower", path + search, { type: "indices", ...body });
  expect((await submitTo(`?tenant=${tenantId}`, {})).status).toBe(202);
  expect((await submitTo(`?tenant=${tenantId}`, { tenant: tenantId })).status).toBe(202);
  for (const refused of [
    await submitTo("?tenant=nobody", {}),
    await submitTo("?tenant=nobody", { tenant: tenantId }),
  ])
    expect(refused).toMatchObject({ status: 400, answer: { parameter: "tenant" } });
});

test("returns 403 to a viewer who submits, and 404 for an unknown id", async () => {
  expect((await call(submit, "viewer", path, { type: "chf" })).status).toBe(403);
  expect((await call(readOne, "viewer", `${path}/none`, undefined, { id: "none" })).status).toBe(404);
});

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ENDPOINTS } from "@/app/api/v1/openapi.json/endpoints";
import { GET as openApi } from "@/app/api/v1/openapi.json/route";
import { call, openTestApp, type TestApp, TOKENS } from "../support/app";

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});

afterAll(() => app.close());

type Operation = {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[];
  requestBody?: unknown;
  responses: Record<string, { content?: Record<string, { schema: Record<string, unknown> }> }>;
};
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> };

async function document(): Promise<Document> {
  const response = await call(openApi, "/api/v1/openapi.json");
  expect(response.status).toBe(200);
  return (await response.json()) as Document;
}

test("describes every route of the read API and nothing else", async () => {
  const filesIn = async (folder: string) =>
    (await readdir(join(import.meta.dirname, "../..", folder), { recursive: true })).filter((file) =>
      folder.startsWith("pages") ? file.endsWith(".ts") : file.endsWith("route.ts"),
    );
  const files = [...(await filesIn("app/api/v1")), ...(await filesIn("pages/api/v1"))];
  const routes = files.map(
    (file) => `/api/v1/${file.replace(/(?:\/route)?\.ts$/, "").replaceAll(/\[(\w+)\]/g, "{$1}")}`,
  );
  const { paths } = await document();
  expect(Object.keys(paths).toSorted()).toEqual(routes.toSorted());
});

test("describes parameters, bodies and responses as the contract does", async () => {
  const { openapi, paths } = await document();
  expect(openapi).toBe("3.1.0");
  const series = paths["/api/v1/series"]?.get;
  const of = (name: string) => series?.parameters.find((parameter) => parameter.name === name);
  expect(of("area")).toMatchObject({ in: "query", required: true, schema: { type: "string" } });
  expect(of("resolution")?.schema).toMatchObject({ enum: ["auto", "hour", "day", "raw"], default: "auto" });
  expect(of("maxPoints")).toMatchObject({ required: false, schema: { minimum: 2, maximum: 5000 } });
  expect(of("from")?.schema).toMatchObject({ type: "string", format: "date-time" });
  expect(series?.responses["200"]?.content?.["application/json"]?.schema.properties).toHaveProperty("series");
  expect(paths["/api/v1/alerts/{alertId}"]?.get?.parameters[0]).toMatchObject({ in: "path", required: true });
  expect(paths["/api/v1/queries"]?.post).toMatchObject({
    requestBody: { required: true },
    responses: { 202: {} },
  });
  expect(paths["/api/v1/readings.csv"]?.get?.responses["200"]?.content).toHaveProperty(["text/csv"]);
});

test("gives each call its own id and lists all its problem responses", async () => {
  const { paths } = await document();
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  expect(operations).toHaveLength(ENDPOINTS.length);
  expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length);
  const everywhere = ["400", "401", "403", "404", "405", "500", "503"];
  for (const operation of operations)
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(everywhere));
  const answering = (status: string) =>
    operations.filter(({ responses }) => responses[status]).map((operation) => operation.operationId);
  expect(answering("409").toSorted()).toEqual(["deleteUsersUserId", "postQueries", "putUsersUserIdEmail"]);
  expect(answering("413").toSorted()).toEqual([
    ...["postQueries", "postWallReport", "putJobsJobId", "putUsersUserIdEmail"],
  ]);
  expect(answering("429")).toEqual(
    expect.arrayContaining(["getSeries", "getReadingsCsv", "getMeasurements", "postWallReport"]),
  );
});

type Exports = Record<string, Parameters<typeof call>[0] & { declaration?: { method: string } }>;

async function routes(): Promise<{ path: string; exports: Exports }[]> {
  const folder = join(import.meta.dirname, "../../app/api/v1");
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith("route.ts"));
  return Promise.all(
    files.map(async (file) => ({
      path: `/api/v1/${file.replace("/route.ts", "")}`,
      exports: (await import(`${folder}/${file}`)) as Exports,
    })),
  );
}

test("answers a wrong method with a problem that lists the allowed ones, without sign-in", async () => {
  const all = await routes();
  expect(all.length).toBeGreaterThan(40);
  for (const { path, exports } of all) {
    const own = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) => exports[method]?.declaration);
    const allow = [...own, ...(own.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((each) => !own.includes(each))) {
      const handler = exports[method];
      expect(handler, `${method} ${path}`).toBeDefined();
      const answer = await call(handler as Exports[string], path, { token: null, init: { method } });
      expect(answer.status).toBe(405);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      expect(answer.headers.get("allow")).toBe(allow);
      expect(await answer.json()).toMatchObject({ title: "Method not allowed", status: 405 });
    }
    const options = await call(exports.OPTIONS as Exports[string], path, { init: { method: "OPTIONS" } });
    expect([options.status, options.headers.get("allow")]).toEqual([204, allow]);
  }
});

test("is readable by every role, and by nobody else", async () => {
  for (const token of [TOKENS.admin, TOKENS.grower, TOKENS.viewer])
    expect((await call(openApi, "/api/v1/openapi.json", { token })).status).toBe(200);
  expect((await call(openApi, "/api/v1/openapi.json", { token: null })).status).toBe(401);
});

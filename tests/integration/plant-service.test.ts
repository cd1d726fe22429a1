/** The client against a scripted service over real sockets: every variant of docs/spec/service-in-the-field.md. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPlantServiceClient, type PlantServiceOptions } from "@/lib/service/client";
import type { IndexRow } from "@/lib/service/contract";
import type { PlantServiceError } from "@/lib/service/errors";
import { createGuardedFetch, reachOf } from "@/lib/service/guarded-fetch.server";
import { parseIndices } from "@/lib/service/result-stream.server";

const CSV =
  "data__timestampIso,data__controlAreaPathName,data__jobId,data__indexName,data__indexValue,data__isFilled\n" +
  "2026-05-03T21:00:00Z,Site#A,J1,HEALTH,81.5,FALSE\n";
const ROW: IndexRow = {
  at: Date.parse("2026-05-03T21:00:00Z"),
  path: "Site#A",
  jobId: "J1",
  indexName: "HEALTH",
  value: 81.5,
  filled: false,
};

interface Call {
  host: "service" | "store";
  method: string;
  path: string;
  authorization: string | undefined;
  body: string;
}
type Handler = (request: IncomingMessage, response: ServerResponse, nth: number) => void;

let service: Server;
let store: Server;
let calls: Call[];
let handlers: Map<string, Handler>;
let tokens: number;

async function listen(host: Call["host"]): Promise<Server> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { method = "", url: path = "", headers } = request;
    const nth = calls.filter((call) => call.host === host && call.path === path).length;
    calls.push({ host, method, path, authorization: headers.authorization, body });
    const handler = handlers.get(`${host} ${path}`);
    if (handler) handler(request, response, nth);
    else answer(response, 404, { message: "no such address" });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

const origin = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function answer(
  response: ServerResponse,
  status: number,
  body?: unknown,
  headers: Record<string, string> = {},
): void {
  const isText = typeof body === "string" || body instanceof Uint8Array;
  response.writeHead(status, {
    "content-type": isText ? "application/octet-stream" : "application/json",
    ...headers,
  });
  response.end(isText ? body : body === undefined ? undefined : JSON.stringify(body));
}

const DOWNLOAD = "service /v1/query/q1/result/download";
const OBJECT = "store /object?signature=s3cret";
const on = (key: string, handler: Handler) => handlers.set(key, handler);
const presigned = () => `${origin(store)}/object?signature=s3cret`;

beforeEach(async () => {
  calls = [];
  handlers = new Map();
  tokens = 0;
  [service, store] = await Promise.all([listen("service"), listen("store")]);
  on("service /oauth2/token", (_request, response) => {
    tokens++;
    answer(response, 200, { access_token: `token-${tokens}`, token_type: "Bearer", expires_in: 3600 });
  });
  on(OBJECT, (request, response) => {
    if (request.headers.authorization) answer(response, 400, "<Error><Code>InvalidArgument</Code></Error>");
    else answer(response, 200, CSV);
  });
});

afterEach(async () => {
  for (const server of [service, store]) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

function client(options: Partial<PlantServiceOptions> = {}) {
  return createPlantServiceClient({
    baseUrl: `${origin(service)}/v1`,
    authUrl: origin(service),
    clientId: "id",
    clientSecret: "very-secret",
    fetch: createGuardedFetch({ allowPrivate: true }),
    reachOf,
    timeoutMs: 5000,
    ...options,
  });
}

async function rowsOf(completed = true, options: Partial<PlantServiceOptions> = {}): Promise<IndexRow[]> {
  const opened = await client(options).openResult("q1", { completed });
  if (opened.kind !== "result") throw new Error(`not ready: ${opened.httpStatus}`);
  const rows: IndexRow[] = [];
  for await (const batch of parseIndices(opened.body, opened)) rows.push(...batch);
  return rows;
}

async function failure(promise: Promise<unknown>): Promise<PlantServiceError> {
  return promise.then(
    () => {
      throw new Error("it should have failed");
    },
    (error: PlantServiceError) => error,
  );
}

const paths = (host: Call["host"]) => calls.filter((call) => call.host === host).map((call) => call.path);

test("submits the query as JSON with the token, and accepts any 2xx with a queryId", async () => {
  on("service /v1/query", (_request, response) =>
    answer(response, 201, { queryId: "q1", status: "SUBMITTED" }),
  );
  const request = { type: "indices", filters: { jobId: "J1" } } as const;
  expect(await client().submit(request)).toEqual({ queryId: "q1", status: "SUBMITTED" });
  expect(calls.at(-1)).toMatchObject({
    method: "POST",
    authorization: "Bearer token-1",
    body: JSON.stringify(request),
  });
});

test.each([
  [400, "bad-request", false],
  [403, "scope-missing", false],
  [429, "rate-limited", true],
  [500, "server-error", false],
  [503, "unavailable", true],
])("submit answered %d is %s and is sent once", async (status, code, retryable) => {
  const message = "because very-secret and https://store.example/x?sig=1";
  on("service /v1/query", (_request, response) =>
    answer(response, status, { message }, { "retry-after": "7" }),
  );
  const error = await failure(client().submit({ type: "indices" }));
  expect(error).toMatchObject({ code, call: "submit", httpStatus: status, retryable, retryAfter: 7 });
  expect(error.message).toBe(`Submit answered ${status}: "because [secret] and [address]"`);
  expect(paths("service")).toEqual(["/oauth2/token", "/v1/query"]);
});

test("renews a rejected token once", async () => {
  on("service /v1/query", (request, response) => {
    if (request.headers.authorization === "Bearer token-1") answer(response, 401, { message: "expired" });
    else answer(response, 202, { queryId: "q1", status: "SUBMITTED" });
  });
  await client().submit({ type: "chf" });
  expect(tokens).toBe(2);
  on("service /v1/query/q1/status", (_request, response) => answer(response, 401, { message: "revoked" }));
  const error = await failure(client().status("q1"));
  expect(error).toMatchObject({ code: "token-refused", call: "status", httpStatus: 401 });
  expect(paths("service").filter((path) => path.endsWith("/status"))).toHaveLength(2);
});

test("counts a refused connection as never sent", async () => {
  const gone = await listen("service");
  const baseUrl = origin(gone);
  await new Promise((done) => gone.close(done));
  const error = await failure(client({ baseUrl }).submit({ type: "chf" }));
  expect(error).toMatchObject({ code: "unreachable", call: "submit", neverSent: true, retryable: true });
  expect(error.message).toBe("Submit failed: the connection was refused");
});

test("does not repeat a submission whose answer is lost", async () => {
  on("service /v1/query", (request) => request.socket.destroy());
  const error = await failure(client().submit({ type: "chf" }));
  expect(error).toMatchObject({ code: "unreachable", neverSent: false, retryable: false });
});

test("reports a service that does not answer as a timeout", async () => {
  on("service /v1/query/q1/status", () => undefined);
  const error = await failure(client({ timeoutMs: 200 }).status("q1"));
  expect(error).toMatchObject({ code: "timeout", call: "status", retryable: true });
});

test("aborts a stopped step", async () => {
  const stop = new AbortController();
  on("service /v1/query/q1/status", () => stop.abort());
  expect(await failure(client().status("q1", { signal: stop.signal }))).toMatchObject({ code: "aborted" });
});

test.each([
  ["SUBMITTED", "running"],
  ["in_progress", "running"],
  ["Running", "running"],
  ["COMPLETED", "done"],
  ["finished", "done"],
  ["FAILED", "failed"],
  ["cancelled", "cancelled"],
  ["PONDERING", "unknown"],
])("the status %s means %s", async (raw, state) => {
  on("service /v1/query/q1/status", (_request, response) =>
    answer(
      response,
      200,
      { queryId: "q1", status: raw, expiresAt: "2026-05-03T21:00:00Z", error: { message: "why" } },
      { "retry-after": "3" },
    ),
  );
  expect(await client().status("q1")).toMatchObject({
    kind: "status",
    state,
    raw,
    error: "why",
    expiresAt: ROW.at,
    retryAfter: 3,
  });
});

test("finds a status address with a trailing slash and remembers it", async () => {
  on("service /v1/query/q1/status/", (_request, response) => answer(response, 200, { status: "RUNNING" }));
  const one = client();
  await one.status("q1");
  await one.status("q1");
  expect(paths("service").slice(1)).toEqual([
    "/v1/query/q1/status",
    "/v1/query/q1/status/",
    "/v1/query/q1/status/",
  ]);
});

test.each([404, 405, 501])("a status request answered %d means: poll the download", async (status) => {
  for (const slash of ["", "/"]) {
    on(`service /v1/query/q1/status${slash}`, (_request, response) =>
      answer(response, status, { message: "?" }),
    );
  }
  expect(await client().status("q1")).toEqual({ kind: "no-endpoint", httpStatus: status });
});

test("a status request answered 404 for a known query means: expired", async () => {
  for (const slash of ["", "/"]) {
    on(`service /v1/query/q1/status${slash}`, (_request, response) =>
      answer(response, 404, { message: "No such query." }),
    );
  }
  const error = await failure(client().status("q1", { known: true }));
  expect(error).toMatchObject({ call: "status", code: "result-expired", httpStatus: 404, retryable: false });
});

test.each(["uri", "url", "downloadUrl"])(
  "fetches a pre-signed address in %s without the token",
  async (name) => {
    on(DOWNLOAD, (_request, response) => answer(response, 200, { [name]: presigned() }));
    expect(await rowsOf()).toEqual([ROW]);
    expect(calls.find((call) => call.host === "store")).toMatchObject({ authorization: undefined });
  },
);

test("finds an address in a gzip answer", async () => {
  on(DOWNLOAD, (_request, response) => answer(response, 200, gzipSync(JSON.stringify({ uri: presigned() }))));
  expect(await rowsOf()).toEqual([ROW]);
});

test.each([302, 303, 307])("follows a redirect %d without the token", async (status) => {
  on(DOWNLOAD, (_request, response) => answer(response, status, undefined, { location: presigned() }));
  expect(await rowsOf()).toEqual([ROW]);
  expect(calls.filter((call) => call.host === "store").map((call) => call.authorization)).toEqual([
    undefined,
  ]);
});

test("follows five redirects, not six", async () => {
  on(DOWNLOAD, (_request, response) =>
    answer(response, 302, undefined, { location: `${origin(store)}/hop1` }),
  );
  for (let hop = 1; hop < 5; hop++) {
    on(`store /hop${hop}`, (_request, response) =>
      answer(response, 302, undefined, { location: `/hop${hop + 1}` }),
    );
  }
  on("store /hop5", (_request, response) => answer(response, 200, CSV));
  expect(await rowsOf()).toEqual([ROW]);
  on("store /hop5", (_request, response) => answer(response, 302, undefined, { location: "/hop6" }));
  on("store /hop6", (_request, response) => answer(response, 200, CSV));
  expect(await failure(rowsOf())).toMatchObject({ code: "bad-answer", httpStatus: 302 });
});

test.each<[string, string | Buffer, Record<string, string>]>([
  ["CSV", CSV, { "content-type": "text/csv" }],
  ["CSV labelled as JSON", CSV, { "content-type": "application/json" }],
  ["gzip with its encoding", gzipSync(CSV), { "content-encoding": "gzip" }],
  ["gzip without a label", gzipSync(CSV), { "content-type": "text/csv" }],
  ["CSV labelled as gzip", CSV, { "content-encoding": "gzip" }],
  [
    "a JSON array",
    JSON.stringify([
      {
        timestampIso: "2026-05-03T21:00:00Z",
        controlAreaPathName: "Site#A",
        jobId: "J1",
        indexName: "HEALTH",
        indexValue: 81.5,
        isFilled: "FALSE",
      },
    ]),
    {},
  ],
  [
    "one line of NDJSON",
    JSON.stringify({
      timestampIso: "2026-05-03T21:00:00Z",
      controlAreaPathName: "Site#A",
      jobId: "J1",
      indexName: "HEALTH",
      indexValue: 81.5,
      isFilled: 0,
      url: "x",
    }).replace(',"url":"x"', ""),
    {},
  ],
])("a result in the answer itself may be %s", async (_name, body, headers) => {
  on(DOWNLOAD, (_request, response) => answer(response, 200, body, headers));
  expect(await rowsOf()).toEqual([ROW]);
});

test.each([202, 204, 409, 425])("treats a download answered %d as not ready", async (status) => {
  on(DOWNLOAD, (_request, response) => answer(response, status, undefined, { "retry-after": "4" }));
  for (const completed of [true, false]) {
    const opened = await client().openResult("q1", { completed });
    expect(opened).toEqual({ kind: "not-ready", httpStatus: status, retryAfter: 4 });
  }
});

test.each<[number, boolean, string]>([
  [403, true, "result-expired"],
  [404, true, "result-expired"],
  [410, true, "result-expired"],
  [403, false, "scope-missing"],
  [404, false, "not-ready"],
  [410, false, "result-expired"],
  [500, true, "server-error"],
])("a download answered %d, completed %s, is %s", async (status, completed, expected) => {
  on(DOWNLOAD, (_request, response) => answer(response, status, { message: "gone" }));
  const outcome = await client()
    .openResult("q1", { completed })
    .then(
      (opened) => opened.kind,
      (error: PlantServiceError) => error.code,
    );
  expect(outcome).toBe(expected);
});

test("renews a token rejected at the download once", async () => {
  on(DOWNLOAD, (request, response) => {
    if (request.headers.authorization === "Bearer token-1") answer(response, 401, { message: "expired" });
    else answer(response, 200, CSV);
  });
  expect(await rowsOf()).toEqual([ROW]);
});

test("requests a rejected address once more, then reports the result as expired", async () => {
  on(DOWNLOAD, (_request, response, nth) =>
    answer(response, 200, { uri: nth === 0 ? `${origin(store)}/old` : presigned() }),
  );
  on("store /old", (_request, response) => answer(response, 403, "<Error><Code>AccessDenied</Code></Error>"));
  expect(await rowsOf()).toEqual([ROW]);

  on(OBJECT, (_request, response) =>
    answer(response, 403, "<?xml version='1.0'?><Error><Code>AccessDenied</Code></Error>"),
  );
  const before = calls.length;
  const error = await failure(rowsOf());
  expect(error).toMatchObject({
    code: "result-expired",
    call: "result",
    httpStatus: 403,
    serviceMessage: "AccessDenied",
  });
  expect(`${error.message} ${error.cause}`).not.toContain("s3cret");
  expect(error.message).toContain("pre-signed address");
  expect(calls.slice(before).filter((call) => call.path.endsWith("/download"))).toHaveLength(2);
});

test("treats a busy store as retryable, not expired", async () => {
  on(DOWNLOAD, (_request, response) => answer(response, 200, { uri: presigned() }));
  on(OBJECT, (_request, response) => answer(response, 503, undefined, { "retry-after": "9" }));
  expect(await failure(rowsOf())).toMatchObject({
    code: "unavailable",
    call: "result",
    retryable: true,
    retryAfter: 9,
  });
});

test.each([
  ["with a length", { "content-length": "1000000" }],
  ["in chunks", {}],
])("treats a download that ends %s as cut, not complete", async (_name, headers: Record<string, string>) => {
  on(DOWNLOAD, (_request, response) => answer(response, 200, { uri: presigned() }));
  on(OBJECT, (_request, response) => {
    response.writeHead(200, headers);
    response.write(CSV.repeat(20), () => response.socket?.destroy());
  });
  expect(await failure(rowsOf())).toMatchObject({ code: "download-cut", retryable: true });
});

test("reports a stalled download as a timeout", async () => {
  on(DOWNLOAD, (_request, response) => {
    response.writeHead(200);
    response.write(CSV);
  });
  const fetch = createGuardedFetch({ allowPrivate: true, idleMs: 200 });
  expect(await failure(rowsOf(true, { fetch }))).toMatchObject({ code: "timeout", retryable: true });
});

test.each([
  ["a metadata address", "http://169.254.169.254/latest/meta-data"],
  ["another scheme", "file:///etc/passwd"],
  ["a user name", "http://user:pw@127.0.0.1:9/x"],
])("rejects %s as a pre-signed address", async (_name, uri) => {
  on(DOWNLOAD, (_request, response) => answer(response, 200, { uri }));
  expect(await failure(rowsOf())).toMatchObject({
    code: "refused-address",
    call: "result",
    retryable: false,
  });
});

test("does not follow a public service to this machine, by address, redirect or name", async () => {
  const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
  const fetch = createGuardedFetch({ allowPrivate: true, resolve });
  const far = { fetch, reachOf: async () => "public" as const };
  on(DOWNLOAD, (_request, response) => answer(response, 200, { uri: presigned() }));
  expect(await failure(rowsOf(true, far))).toMatchObject({ code: "refused-address" });
  on(DOWNLOAD, (_request, response) => answer(response, 302, undefined, { location: presigned() }));
  expect(await failure(rowsOf(true, far))).toMatchObject({ code: "refused-address" });
  const named = presigned().replace("127.0.0.1", "store.example");
  on(DOWNLOAD, (_request, response) => answer(response, 200, { uri: named }));
  expect(await failure(rowsOf(true, far))).toMatchObject({ code: "refused-address" });
  expect(paths("store")).toEqual([]);
});

test("allows an entered private address only if it is listed", async () => {
  on("service /v1/query/q1/status", (_request, response) => answer(response, 200, { status: "RUNNING" }));
  const closed = createGuardedFetch({ allowPrivate: false });
  const error = await failure(client({ fetch: closed }).status("q1"));
  expect(error).toMatchObject({ code: "refused-address", call: "token" });
  expect(error.message).toContain("LEAFWATCH_ALLOW_PRIVATE_HOSTS");
  expect(calls).toEqual([]);
  const listed = createGuardedFetch({ allowPrivate: false, allowList: ["127.0.0.0/8"] });
  expect(await client({ fetch: listed }).status("q1")).toMatchObject({ state: "running" });
});

test("never calls a name that resolves to a metadata address", async () => {
  const resolve = async () => [{ address: "169.254.169.254", family: 4 }];
  const fetch = createGuardedFetch({
    allowPrivate: true,
    allowList: ["0.0.0.0/0", "metadata.example"],
    resolve,
    connectMs: 500,
  });
  const baseUrl = "http://metadata.example/v1";
  for (const authUrl of [origin(service), "http://metadata.example"]) {
    expect(await failure(client({ fetch, baseUrl, authUrl }).status("q1"))).toMatchObject({
      code: "refused-address",
    });
  }
});

test("checks a name at every connection", async () => {
  on("service /v1/query/q1/status", (_request, response) => answer(response, 200, { status: "RUNNING" }));
  const answers = ["127.0.0.1", "127.0.0.1", "169.254.169.254"];
  const resolve = async () => [{ address: answers.shift() ?? "", family: 4 }];
  const fetch = createGuardedFetch({ allowPrivate: true, resolve });
  const named = origin(service).replace("127.0.0.1", "rebinding.example");
  const one = client({ fetch, baseUrl: `${named}/v1`, authUrl: named });
  expect(await one.status("q1")).toMatchObject({ state: "running" });
  expect(await failure(one.status("q1"))).toMatchObject({ code: "refused-address" });
});

test.each([301, 302, 307, 308])(
  "does not follow a redirect %d of a submission or status request to another origin",
  async (status) => {
    const location = `${origin(store)}/v1/query`;
    on("service /v1/query", (_request, response) => answer(response, status, undefined, { location }));
    on("service /v1/query/q1/status", (_request, response) =>
      answer(response, status, undefined, { location: `${origin(store)}/v1/query/q1/status/` }),
    );
    expect(await failure(client().submit({ type: "chf" }))).toMatchObject({ code: "bad-answer" });
    expect(await failure(client().status("q1"))).toMatchObject({ code: "bad-answer" });
    expect(paths("store")).toEqual([]);
  },
);

test("keeps the token when the download redirects to the same address with a slash", async () => {
  on(DOWNLOAD, (_request, response) =>
    answer(response, 308, undefined, { location: "/v1/query/q1/result/download/" }),
  );
  on(`${DOWNLOAD}/`, (request, response) => answer(response, request.headers.authorization ? 200 : 401, CSV));
  expect(await rowsOf()).toEqual([ROW]);
});

test("reports an HTML page instead of a result as a bad answer with a message", async () => {
  on(DOWNLOAD, (_request, response) => answer(response, 200, "<!doctype html><p>sign in"));
  expect(await failure(rowsOf())).toMatchObject({ code: "bad-answer", call: "download" });
  on(DOWNLOAD, (_request, response) => answer(response, 200, { message: "try the other door" }));
  expect((await failure(rowsOf())).message).toContain("try the other door");
});

test("streams a large result, and releases the connection when the reader stops", async () => {
  const row = CSV.slice(CSV.indexOf("\n") + 1);
  let closed: () => void = () => undefined;
  const gone = new Promise<void>((done) => {
    closed = done;
  });
  on(DOWNLOAD, (_request, response) => {
    response.on("close", closed);
    response.write(CSV);
    const more = () => {
      while (!response.destroyed && response.write(row.repeat(1000)));
    };
    response.on("drain", more);
    more();
  });
  const opened = await client().openResult("q1", { completed: true });
  if (opened.kind !== "result") throw new Error("not ready");
  let rows = 0;
  for await (const batch of parseIndices(opened.body)) {
    rows += batch.length;
    if (rows > 50_000) break;
  }
  await gone;
  expect(rows).toBeGreaterThan(50_000);
});

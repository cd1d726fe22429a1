/** An OAuth server that is not ours issues the tokens; the service checks them with that server's public keys. */
import { createPublicKey, type JsonWebKey, verify } from "node:crypto";
import { OAuth2Server } from "oauth2-mock-server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { readQueryRows } from "@/lib/history/queries/rows-service.server";
import { type Simulator, startSimulator } from "../../simulator/start";
import type { Claims } from "../../simulator/tokens";
import { addConnectedTenancy, emptyTables, useFreshDatabase, viewer } from "../support/connected-tenancy";
import { stepThrough } from "../support/stepped-query";

let leave: () => Promise<void>;
let oauth: OAuth2Server;
let service: Simulator;
let skipped: number;
let asked: { authorization: string | undefined; form: unknown }[];

beforeAll(async () => {
  leave = await useFreshDatabase();
});
afterAll(() => leave());

beforeEach(async () => {
  await emptyTables();
  skipped = 0;
  asked = [];
  oauth = new OAuth2Server(undefined, undefined, { endpoints: { token: "/oauth2/token" } });
  await oauth.issuer.keys.generate("RS256");
  await oauth.start(0, "127.0.0.1");
  oauth.service.on("beforeTokenSigning", (token, request) => {
    asked.push({ authorization: request.headers.authorization, form: request.body });
    token.payload.sub = "test-client";
    token.payload.scope = "data.indices:query data.chf:query";
  });
  service = await startSimulator({
    querySeconds: 2,
    now: () => Date.now() + skipped,
    verifyToken: await verifierOf(oauth),
  });
});
afterEach(async () => {
  await service.stop();
  await oauth.stop();
});

const origin = () => `http://127.0.0.1:${oauth.address().port}`;

/** Checks tokens as a resource server does: signature with the published key, issuer, expiry. */
async function verifierOf(server: OAuth2Server): Promise<(token: string) => Claims | undefined> {
  const { keys } = (await (await fetch(`http://127.0.0.1:${server.address().port}/jwks`)).json()) as {
    keys: JsonWebKey[];
  };
  const [jwk] = keys;
  if (!jwk) throw new Error("The OAuth server publishes no key");
  const key = createPublicKey({ key: jwk, format: "jwk" });
  return (token) => {
    const [head = "", payload = "", signature = ""] = token.split(".");
    const genuine = verify(
      "RSA-SHA256",
      Buffer.from(`${head}.${payload}`),
      key,
      Buffer.from(signature, "base64url"),
    );
    if (!genuine) return undefined;
    const { iss, sub, scope, exp, jti } = JSON.parse(Buffer.from(payload, "base64url").toString());
    if (iss !== server.issuer.url || exp * 1000 <= Date.now()) return undefined;
    return { clientId: sub, scopes: scope.split(" "), tokenId: jti ?? "" };
  };
}

const from = new Date(Date.now() - 5 * 3_600_000).toISOString();
const run = () =>
  stepThrough({ type: "indices", filters: { from } }, (ms) => {
    skipped += ms;
  });

test.each(["basic", "post"])("submits and reads a query with its tokens, by %s", async (tokenAuth) => {
  const { id } = await addConnectedTenancy({ baseUrl: service.baseUrl, authUrl: origin() });
  await getPrisma().tenancy.update({ where: { id }, data: { tokenAuth } });
  const { query, errors } = await run();
  expect(query).toMatchObject({ status: "completed", error: null });
  expect(errors).toEqual([]);
  expect((await readQueryRows(viewer, query.id, { limit: 10 })).items).toHaveLength(10);
  const [first, ...more] = asked;
  expect(more).toEqual([]);
  const basic = `Basic ${Buffer.from("test-client:test-client-secret").toString("base64")}`;
  const credentials = { client_id: "test-client", client_secret: "test-client-secret" };
  expect(first).toEqual({
    authorization: tokenAuth === "basic" ? basic : undefined,
    form: { grant_type: "client_credentials", ...(tokenAuth === "post" ? credentials : {}) },
  });
});

test("rejects a token signed with another key, with the service's message", async () => {
  await service.stop();
  const other = new OAuth2Server();
  await other.issuer.keys.generate("RS256");
  await other.start(0, "127.0.0.1");
  service = await startSimulator({ verifyToken: await verifierOf(other) });
  await other.stop();
  await addConnectedTenancy({ baseUrl: service.baseUrl, authUrl: origin() });
  const { query } = await run();
  expect(query).toMatchObject({
    status: "failed",
    error: { call: "submit", httpStatus: 401, code: "token-refused" },
  });
  expect(asked).toHaveLength(2);
});

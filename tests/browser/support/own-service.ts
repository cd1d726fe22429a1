// A service for these tests: a token by Basic, a query that needs two polls, a result on another port.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const OWN_SERVICE = { clientId: "own-client", clientSecret: "own-secret" };

/** Credentials that it accepts, and the token that it issues. */
export type OwnSecrets = { clientSecret: string; bearer: string; signature: string };
const USUAL: OwnSecrets = { ...OWN_SERVICE, bearer: "aaa.bbb.ccc", signature: "abc" };

export type OwnService = {
  baseUrl: string;
  authUrl: string;
  /** Number of submitted queries. */
  asked(): number;
  stop(): Promise<void>;
};

const HOUR = 3_600_000;

/** Starts it on the given port or a free one; its results have the last six hours of two benches. */
export async function startOwnService(port = 0, secrets = USUAL): Promise<OwnService> {
  const store = await listen((request, response) => {
    if (request.headers.authorization) response.writeHead(400).end();
    else response.writeHead(200, { "content-type": "application/octet-stream" }).end(resultOf(Date.now()));
  });
  const polls = new Map<string, number>();
  const api = await listen(
    (request, response) => answer(request, response, polls, { store: store.origin, ...secrets }),
    port,
  );
  return {
    baseUrl: `${api.origin}/v1`,
    authUrl: api.origin,
    asked: () => polls.size,
    stop: async () => {
      await Promise.all([api.stop(), store.stop()]);
    },
  };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  polls: Map<string, number>,
  known: OwnSecrets & { store: string },
): void {
  const [status, value] = judge(request, polls, known);
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

function judge(
  request: IncomingMessage,
  polls: Map<string, number>,
  { store, clientSecret, bearer, signature }: OwnSecrets & { store: string },
): [number, unknown] {
  const path = request.url ?? "";
  const basic = Buffer.from(`${OWN_SERVICE.clientId}:${clientSecret}`).toString("base64");
  if (path.startsWith("/oauth2/token"))
    return request.headers.authorization === `Basic ${basic}`
      ? [200, { access_token: bearer, token_type: "Bearer", expires_in: 3600 }]
      : [401, { error: "invalid_client" }];
  if (request.headers.authorization !== `Bearer ${bearer}`) return [401, { message: "token missing" }];
  const id = /query\/([^/]+)/.exec(path)?.[1] ?? `q${polls.size + 1}`;
  const asked = polls.get(id) ?? 0;
  if (path.endsWith("/result/download")) return [200, { uri: `${store}/result?signature=${signature}` }];
  polls.set(id, asked + 1);
  if (request.method === "POST") return [202, { queryId: id, status: "SUBMITTED" }];
  return [200, { queryId: id, status: asked > 1 ? "COMPLETED" : "RUNNING" }];
}

function resultOf(now: number): string {
  const rows = [
    "data__timestampIso,data__controlAreaPathName,data__jobId,data__indexName,data__indexValue,data__isFilled",
  ];
  for (let hour = 8; hour >= 2; hour--) {
    const at = new Date(Math.floor(now / HOUR) * HOUR - hour * HOUR).toISOString().replace(".000Z", "Z");
    for (const bench of ["Bench 1", "Bench 10"]) {
      rows.push(
        `${at},Farm#House#${bench},JOB_1,EFFICIENCY,7${hour}.5,FALSE`,
        `${at},Farm#House#${bench},JOB_1,PPFD,${hour}0.0,TRUE`,
      );
    }
  }
  return `${rows.join("\n")}\n`;
}

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void, wanted = 0) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(wanted, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin: `http://127.0.0.1:${port}`, stop };
}

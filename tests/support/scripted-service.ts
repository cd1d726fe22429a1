// A service that answers every query with the same result, for contents that the simulator lacks.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type SentBody = { type: string; filters?: Record<string, unknown>; selectColumns?: unknown };

export type ScriptedService = {
  baseUrl: string;
  authUrl: string;
  /** Bodies of the submitted queries. */
  queries: SentBody[];
  /** The body of every download, or a function that returns it for the last query. */
  result: string | ((query: SentBody) => string);
  stop(): Promise<void>;
};

/** Starts the service with a first result. */
export async function startScriptedService(result: ScriptedService["result"]): Promise<ScriptedService> {
  const queries: ScriptedService["queries"] = [];
  const script = { result };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    const path = request.url ?? "";
    if (path.includes("/oauth2/token"))
      json(200, { access_token: "t.o.k", token_type: "Bearer", expires_in: 3600 });
    else if (path.endsWith("/status")) json(200, { queryId: "q1", status: "COMPLETED" });
    else if (path.endsWith("/download")) {
      const { result } = script;
      const body = typeof result === "string" ? result : result(queries.at(-1) as SentBody);
      response.writeHead(200, { "content-type": "text/csv" }).end(body);
    } else {
      queries.push(JSON.parse(Buffer.concat(chunks).toString()));
      json(202, { queryId: "q1", status: "SUBMITTED" });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return Object.assign(script, { baseUrl: `${origin}/v1`, authUrl: origin, queries, stop });
}

// A service with one result, for faults of its download.

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type Serving = {
  /** Called for every download; writes the body. The default sends the content whole. */
  send?: (response: ServerResponse, content: Buffer) => Promise<void> | void;
};

export type ResultService = {
  baseUrl: string;
  authUrl: string;
  content: Buffer;
  /** Downloads so far. */
  downloads: number;
  send: NonNullable<Serving["send"]>;
  /** False: the status address answers 404, as in an installation of the bare interface. */
  hasStatus: boolean;
  stop(): Promise<void>;
};

/** Sends the content whole. */
export function sendWhole(response: ServerResponse, content: Buffer): void {
  response.writeHead(200, { "content-type": "text/csv", "content-length": content.length }).end(content);
}

/** Sends the first bytes of the content, then nothing; `cut` also ends the connection. */
export function sendPart(bytes: number, cut: boolean): ResultService["send"] {
  return async (response, content) => {
    response.writeHead(200, { "content-type": "text/csv", "content-length": content.length });
    response.write(content.subarray(0, bytes));
    if (!cut) return;
    // Sent bytes arrive before the connection ends.
    await sleep(300);
    response.destroy();
  };
}

/** Answers with a status and no body, as for a result that is not ready. */
export function sendStatus(status: number): ResultService["send"] {
  return (response) => void response.writeHead(status).end();
}

/** Sends the content in pieces with a pause after each, at most `maxBytes`, then nothing. */
export function sendSlowly(
  pieceBytes: number,
  pauseMs: number,
  maxBytes = Number.POSITIVE_INFINITY,
): ResultService["send"] {
  return async (response, content) => {
    response.writeHead(200, { "content-type": "text/csv", "content-length": content.length });
    const end = Math.min(content.length, maxBytes);
    for (let at = 0; at < end && !response.destroyed; at += pieceBytes) {
      response.write(content.subarray(at, Math.min(at + pieceBytes, end)));
      await sleep(pauseMs);
    }
    if (end === content.length) response.end();
  };
}

/** Starts the service; every query is completed. */
export async function startResultService(content: string | Buffer): Promise<ResultService> {
  let submitted = 0;
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    const path = (request.url ?? "").replace(/\/$/, "");
    if (path.includes("/oauth2/token"))
      return json(200, { access_token: "t.o.k", token_type: "Bearer", expires_in: 3600 });
    if (path.endsWith("/status") && !service.hasStatus) return json(404, { message: "No such address." });
    if (path.endsWith("/status")) return json(200, { queryId: path.split("/").at(-2), status: "COMPLETED" });
    if (!path.endsWith("/download"))
      return json(202, { queryId: `result-${++submitted}`, status: "SUBMITTED" });
    service.downloads += 1;
    await service.send(response, service.content);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: ResultService = {
    baseUrl: `${origin}/v1`,
    authUrl: origin,
    content: Buffer.from(content),
    downloads: 0,
    send: sendWhole,
    hasStatus: true,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
}

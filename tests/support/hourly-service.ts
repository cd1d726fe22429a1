// A service with one value per hour and area: quick to fetch, with an adjustable download speed.

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const HOUR = 3_600_000;

export type HourlyService = {
  baseUrl: string;
  authUrl: string;
  /** The periods of the submitted queries, in order. */
  asked: { from: number; to: number }[];
  /** Milliseconds for each hour of a download; 0 sends all at once. */
  pace: number;
  /** Number of started downloads. */
  downloads: number;
  /** Returns true if the query of a period fails at the service. */
  fails: (asked: { from: number; to: number }) => boolean;
  stop(): Promise<void>;
};

/** Starts the service on loopback. */
export async function startHourlyService(areas = ["Farm#Zone A", "Farm#Zone B"]): Promise<HourlyService> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    await answer(request.url ?? "", Buffer.concat(chunks).toString(), response).catch(() =>
      response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: HourlyService = {
    ...{ baseUrl: `${origin}/v1`, authUrl: origin, asked: [], pace: 0, downloads: 0, fails: () => false },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(path: string, body: string, response: ServerResponse): Promise<void> {
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (path.includes("/oauth2/token"))
      return void json(200, { access_token: "t.o.k", token_type: "Bearer", expires_in: 3600 });
    const [, id] = /\/query\/(\d+)\//.exec(path) ?? [];
    if (id === undefined) {
      const { from, to } = (JSON.parse(body) as { filters: { from: string; to: string } }).filters;
      const queryId = String(service.asked.push({ from: Date.parse(from), to: Date.parse(to) }) - 1);
      return void json(202, { queryId, status: "SUBMITTED" });
    }
    const period = service.asked[Number(id)] ?? { from: 0, to: 0 };
    if (path.endsWith("/status")) {
      const failed = service.fails(period);
      return void json(200, {
        ...{ queryId: id, status: failed ? "FAILED" : "COMPLETED" },
        ...(failed ? { error: "The period holds a bad record" } : {}),
      });
    }
    await download(period, response);
  }

  async function download(
    { from, to }: { from: number; to: number },
    response: ServerResponse,
  ): Promise<void> {
    service.downloads += 1;
    response.writeHead(200, { "content-type": "text/csv" });
    response.write("timestampIso,controlAreaPathName,jobId,indexName,indexValue,isFilled\n");
    for (let at = from; at <= to && !response.destroyed; at += HOUR) {
      for (const area of areas)
        response.write(`${new Date(at).toISOString()},${area},JOB,EFFICIENCY,${(at / HOUR) % 90},FALSE\n`);
      if (service.pace > 0) await sleep(service.pace);
    }
    response.end();
  }

  return service;
}

// Stands before an app whose service worker soon takes a silent wall for one that hangs.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pass } from "../../../bench/lib/wall-soak";

type ImpatientServer = {
  url: string;
  /** What was asked for, oldest first: paths without their search. */
  asked: string[];
  stop(): Promise<void>;
};

/** @param silentMs how long a wall may say nothing; it says every 10 s that it lives */
export async function startImpatientServer(upstream: string, silentMs: number): Promise<ImpatientServer> {
  const asked: string[] = [];
  const worker = (await (await fetch(`${upstream}/sw.js`)).text()).replace(
    /WALL_SILENT_MS = [\d_]+/,
    `WALL_SILENT_MS = ${silentMs}`,
  );
  const server = createServer((incoming, answer) => {
    const path = (incoming.url ?? "/").split("?")[0] ?? "/";
    asked.push(path);
    if (path === "/sw.js") answer.writeHead(200, { "content-type": "text/javascript" }).end(worker);
    else pass(upstream, incoming, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

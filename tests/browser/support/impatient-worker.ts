// A proxy before an app whose service worker soon regards a silent wall as hanging.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pass } from "../../../bench/lib/wall-soak";

type ImpatientServer = {
  url: string;
  /** Requested paths without their query, oldest first. */
  asked: string[];
  stop(): Promise<void>;
};

/** @param silentMs how long a wall may be silent; it reports every 10 s that it is alive */
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

// A server process that gives signs of life as the app does, and nothing else. Says "alive" when it has begun.

import { createServer } from "node:http";
import { watchOutages } from "@/lib/alerting/outages/service.server";

const server = createServer((_, response) => response.end("ok"));
server.listen(0, "127.0.0.1", () => {
  watchOutages();
  process.stdout.write("alive\n");
});
for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, () => setTimeout(process.exit, 200, 0));

// A server process that only reports its liveness, as the app does. Prints "alive" once it has started.

import { createServer } from "node:http";
import { watchOutages } from "@/lib/alerting/outages/service.server";

const server = createServer((_, response) => response.end("ok"));
server.listen(0, "127.0.0.1", () => {
  watchOutages();
  process.stdout.write("alive\n");
});
for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, () => setTimeout(process.exit, 200, 0));

// An app that only receives notifications and records its lifetime, in a process of its own that starts in a moment. It
// answers /api/peer with what it knows of the client, and never ends /api/stream.

import { createServer } from "node:http";
import type { NextApiRequest, NextApiResponse } from "next";
import { watchOutages } from "@/lib/alerting/outages/service.server";
import { startIntake } from "@/lib/alerting/webhooks/intake.server";
import { isDirectLoopback, isSecure, peerOf, trackPeers } from "@/lib/base/request/peer.server";
import receive from "@/pages/api/webhooks/alerts";

trackPeers();
watchOutages();
startIntake();

createServer((incoming, outgoing) => {
  outgoing.setHeader("content-type", "application/json");
  if (incoming.url === "/api/peer")
    outgoing.end(
      JSON.stringify({
        ...{ peer: peerOf(incoming), direct: isDirectLoopback(incoming), secure: isSecure(incoming) },
        headers: incoming.headers,
      }),
    );
  else if (incoming.url === "/api/stream") outgoing.write("first\n");
  else if (incoming.url === "/api/echo") incoming.pipe(outgoing);
  else if (incoming.url === "/api/health/live") outgoing.end("{}");
  else
    receive(incoming as NextApiRequest, outgoing as NextApiResponse).catch(() => {
      outgoing.destroy();
    });
}).listen(Number(process.env.PORT), "127.0.0.1");
for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, () => setTimeout(process.exit, 200, 0));

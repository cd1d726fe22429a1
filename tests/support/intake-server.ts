// The webhook address and the health routes, in a process of their own that starts quickly.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { NextApiRequest, NextApiResponse } from "next";
import { GET as live } from "@/app/api/health/live/route";
import { GET as ready } from "@/app/api/health/ready/route";
import { startIntake } from "@/lib/alerting/webhooks/intake.server";
import { log } from "@/lib/base/request/log.server";
import receive from "@/pages/api/webhooks/alerts";

log.level = "silent";
startIntake();

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (!incoming.url?.startsWith("/api/health/"))
    return receive(incoming as NextApiRequest, outgoing as NextApiResponse);
  const response = await (incoming.url === "/api/health/live" ? live() : ready());
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
}

createServer((incoming, outgoing) => {
  // The sender disconnected.
  answer(incoming, outgoing).catch(() => outgoing.destroy());
}).listen(Number(process.env.PORT), "127.0.0.1");

// The webhook address and the health routes alone, in a process of their own that starts quickly.

import { createServer, type IncomingMessage } from "node:http";
import { GET as live } from "@/app/api/health/live/route";
import { GET as ready } from "@/app/api/health/ready/route";
import { POST } from "@/app/api/webhooks/alerts/route";
import { log } from "@/lib/http/log.server";
import { startIntake } from "@/lib/webhooks/intake.server";

log.level = "silent";
startIntake();

async function answerOf(incoming: IncomingMessage): Promise<Response> {
  if (incoming.url === "/api/health/live") return live();
  if (incoming.url === "/api/health/ready") return ready();
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const url = "http://127.0.0.1/api/webhooks/alerts";
  return POST(new Request(url, { method: "POST", headers, body: new Uint8Array(Buffer.concat(parts)) }));
}

createServer(async (incoming, outgoing) => {
  try {
    const response = await answerOf(incoming);
    const headers = Object.fromEntries(response.headers);
    outgoing.writeHead(response.status, headers).end(Buffer.from(await response.arrayBuffer()));
  } catch {
    // The sender went away in the middle.
    outgoing.destroy();
  }
}).listen(Number(process.env.PORT), "127.0.0.1");

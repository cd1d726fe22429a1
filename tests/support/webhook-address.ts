// The webhook address over real HTTP, without the rest of the app.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { NextApiRequest, NextApiResponse } from "next";

type Handler = typeof import("../../pages/api/webhooks/alerts").default;

/** Serves a copy of the route on a free port until the process ends; returns its address. */
export async function serveWebhook(handler: Handler): Promise<string> {
  const server = createServer((request, response) => {
    void handler(request as NextApiRequest, response as NextApiResponse);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/webhooks/alerts`;
}

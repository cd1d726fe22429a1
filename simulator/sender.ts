// Signs a notification and sends it once over a connection of its own.
import { createHmac, randomUUID } from "node:crypto";
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { WebhookOptions } from "./options";

export interface Sent {
  /** Status of the answer; null without one. */
  status: number | null;
  /** Code of the connection error, such as ECONNREFUSED. */
  error: string | null;
  body: string;
}

const TIMEOUT_MS = 15_000;
// A kept connection may be closed by the other side while it is used, and nothing is sent twice.
const agents = { http: new HttpAgent({ keepAlive: false }), https: new HttpsAgent({ keepAlive: false }) };

/** Lower-case hex HMAC-SHA256 of exactly these bytes. */
export function sign(bytes: Uint8Array, secret: string): string {
  return createHmac("sha256", secret).update(bytes).digest("hex");
}

/** Sends bytes once; never throws. `signature` undefined leaves the header out. */
export function send(webhook: WebhookOptions, bytes: Buffer, signature: string | undefined): Promise<Sent> {
  const secure = webhook.url.startsWith("https:");
  const headers: Record<string, string | number> = {
    "content-type": "application/json",
    "content-length": bytes.length,
    "user-agent": `plant-monitoring/1.0 (request ${randomUUID()})`,
  };
  if (signature !== undefined) headers[webhook.signatureHeader] = webhook.signaturePrefix + signature;
  const options = {
    method: "POST",
    headers,
    agent: secure ? agents.https : agents.http,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) =>
      resolve({ status: null, error: error.code ?? error.name, body: "" });
    const request = (secure ? httpsRequest : httpRequest)(webhook.url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", fail);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? null,
          error: null,
          body: Buffer.concat(chunks).toString("utf8").slice(0, 2000),
        }),
      );
    });
    request.on("error", fail);
    request.end(bytes);
  });
}

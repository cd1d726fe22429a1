// Requests to an app of one's own, over connections that are kept.

import { type Agent, type IncomingMessage, request } from "node:http";

export type Exchange = {
  port: number;
  agent: Agent;
  path: string;
  method: string;
  headers?: Record<string, string | number>;
};

export type Answer = { status: number; text: string };

/** Sends one request and reads the whole answer. */
export function exchange({ port, ...options }: Exchange, body?: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, ...options }, (response: IncomingMessage) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

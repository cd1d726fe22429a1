// HTTP requests to an app on this machine, over kept-alive connections.

import { type Agent, type IncomingMessage, type RequestOptions, request } from "node:http";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

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

const unpack = promisify(gunzip);

/** Reads a whole answer, decompressed. */
export async function unpacked(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  const bytes = Buffer.concat(parts);
  return answer.headers["content-encoding"] === "gzip" ? unpack(bytes) : bytes;
}

/**
 * Sends a request and resolves when the head of the answer arrives. Retries once if the server closed a reused
 * connection, as browsers do.
 */
export function send(options: RequestOptions, body?: string, again = true): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", ...options }, resolve);
    sent.on("error", (error) => {
      if (again && sent.reusedSocket) send(options, body, false).then(resolve, reject);
      else reject(error);
    });
    sent.end(body);
  });
}

// Shared by the three servers: request bodies, JSON answers, listening and closing.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";

const MAX_BODY_BYTES = 1_048_576;
/** Completes a path to an address that can be parsed. */
const ORIGIN = "http://service.invalid";

/** An error that the client receives as `{"message": …}`. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new ApiError(413, `The body has more than ${MAX_BODY_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

export async function readJsonObject(request: IncomingMessage): Promise<Record<string, unknown>> {
  const text = await readBody(request);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ApiError(400, "The body is not valid JSON.");
  }
  if (!isObject(value)) throw new ApiError(400, "The body must be a JSON object.");
  return value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": bytes.length,
    "cache-control": "no-store",
    ...headers,
  });
  response.end(bytes);
}

export type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void> | void;

/** A listener that turns errors of a handler into JSON answers. */
function listener(handler: Handler): RequestListener {
  return (request, response) => {
    void answer(handler, request, response);
  };
}

async function answer(handler: Handler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const address = request.url ?? "/";
    if (!URL.canParse(address, ORIGIN)) throw new ApiError(400, "The request address is not valid.");
    await handler(request, response, new URL(address, ORIGIN));
  } catch (error) {
    if (response.headersSent) response.destroy();
    else if (error instanceof ApiError && error.status === 204) response.writeHead(204, error.headers).end();
    else if (error instanceof ApiError)
      sendJson(response, error.status, { message: error.message }, error.headers);
    else sendJson(response, 500, { message: "Internal error." });
  }
}

export interface Listening {
  /** `http://host:port`, without a trailing slash. */
  origin: string;
  close: () => Promise<void>;
}

export async function listen(handler: Handler, host: string, port: number): Promise<Listening> {
  const server = createServer(listener(handler));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const name = host.includes(":") ? `[${host}]` : host === "0.0.0.0" ? "127.0.0.1" : host;
  return { origin: `http://${name}:${address.port}`, close: () => close(server) };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
